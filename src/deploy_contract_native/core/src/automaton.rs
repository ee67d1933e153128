//! Patterns as automata, which read each byte of a text once.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};
use std::thread::Builder;

use regex_automata::dfa::dense::{self, DFA};
use regex_automata::dfa::regex::Regex;
use regex_automata::dfa::{Automaton as _, StartKind};
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::syntax::{self, parse};
use regex_automata::{Anchored, Input};

use crate::contract::Fault;

/// The pattern that most texts of a deployment have.
const UUID: &str = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
/// An automaton that needs more bytes is not made.
const MOST_BYTES: usize = 4 << 20;
/// Bytes of the stack of a thread that makes an automaton.
const STACK: usize = 4 << 20;

/// The patterns that programs have, by their texts.
static SHARED: LazyLock<Mutex<Shared>> = LazyLock::new(Mutex::default);

type Shared = HashMap<Box<str>, Weak<Pattern>>;

/// A pattern that is compiled when a text is first compared: that may take long.
#[derive(Debug)]
pub struct Pattern {
    text: Box<str>,
    matcher: OnceLock<Matcher>,
}

#[derive(Debug)]
enum Matcher {
    /// For [`UUID`]: its places are looked at side by side, not one after the other.
    Uuid,
    Fast(Box<DFA<Vec<u32>>>),
    /// For patterns whose automaton would be too large. It takes linear time, too.
    Slow(Box<PikeVM>),
}

impl Pattern {
    /// Return the pattern of a text, made unless another program has it; a fault if it is none.
    ///
    /// It lives as long as its programs do.
    pub fn shared(text: &str) -> Result<Arc<Pattern>, Fault> {
        let known = || SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(text).and_then(Weak::upgrade) {
            return Ok(found);
        }
        parse(text).map_err(|_| Fault::new("a pattern cannot be compiled"))?;
        let made = Arc::new(Pattern { text: text.into(), matcher: OnceLock::new() });
        let mut known = known();
        known.retain(|_, pattern| pattern.strong_count() > 0);
        known.insert(text.into(), Arc::downgrade(&made));
        Ok(made)
    }

    /// Return true if a text matches the pattern.
    pub fn matches(&self, text: &[u8]) -> bool {
        let matcher = self.matcher.get_or_init(|| {
            let pattern = self.text.clone();
            compiled(move || Matcher::of(&pattern))
        });
        let input = || Input::new(text).anchored(Anchored::Yes).earliest(true);
        match matcher {
            Matcher::Uuid => is_uuid(text),
            Matcher::Fast(automaton) => {
                automaton.try_search_fwd(&input()).is_ok_and(|it| it.is_some())
            }
            Matcher::Slow(slow) => slow.is_match(&mut slow.create_cache(), input()),
        }
    }
}

/// Return what a pattern is compiled to. The stacks of callers may be small.
fn compiled<Made: Send + 'static>(compile: impl FnOnce() -> Option<Made> + Send + 'static) -> Made {
    if cfg!(target_family = "wasm") {
        return compile().expect("it is a pattern"); // there are no threads
    }
    let maker = Builder::new().stack_size(STACK).spawn(compile);
    let made = maker.ok().and_then(|maker| maker.join().ok()).flatten();
    made.expect("a thread can compile a pattern that is one") // a panic means deny
}

impl Matcher {
    fn of(pattern: &str) -> Option<Matcher> {
        if pattern == UUID {
            return Some(Matcher::Uuid);
        }
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .determinize_size_limit(Some(MOST_BYTES))
            .dfa_size_limit(Some(MOST_BYTES));
        if let Ok(automaton) = dense::Builder::new().configure(config).build(pattern) {
            return Some(Matcher::Fast(Box::new(automaton)));
        }
        Some(Matcher::Slow(Box::new(PikeVM::new(pattern).ok()?)))
    }
}

fn is_uuid(text: &[u8]) -> bool {
    let Ok(mut text) = <[u8; 36]>::try_from(text) else { return false };
    let mut is_right = true;
    for place in [8, 13, 18, 23] {
        is_right &= std::mem::replace(&mut text[place], b'0') == b'-';
    }
    text.iter().fold(is_right, |all, byte| all & byte.is_ascii_hexdigit())
}

/// An expression that finds parts of texts. It is compiled at its first use.
pub(crate) struct Finder {
    text: &'static str,
    found: OnceLock<Regex>,
}

impl Finder {
    pub(crate) const fn new(text: &'static str) -> Finder {
        Finder { text, found: OnceLock::new() }
    }

    fn expression(&self) -> &Regex {
        self.found.get_or_init(|| {
            let (text, bytes) = (self.text, syntax::Config::new().utf8(false));
            compiled(move || Regex::builder().syntax(bytes).build(text).ok())
        })
    }

    /// Return true if some part of a text matches.
    pub(crate) fn is_in(&self, text: impl AsRef<[u8]>) -> bool {
        self.expression().is_match(text.as_ref())
    }

    /// Return the places of all parts of a text that match, from left to right.
    pub(crate) fn all(&self, text: &[u8]) -> impl Iterator<Item = Range<usize>> {
        self.expression().find_iter(text).map(|part| part.range())
    }

    /// Return a text with other texts for the parts that match.
    pub(crate) fn replace<'a>(&self, text: &'a str, with: impl Fn(&'a str) -> &'a str) -> String {
        let (mut replaced, mut end) = (String::with_capacity(text.len()), 0);
        for part in self.all(text.as_bytes()) {
            replaced.push_str(&text[end..part.start]);
            replaced.push_str(with(&text[part.clone()]));
            end = part.end;
        }
        replaced + &text[end..]
    }
}
