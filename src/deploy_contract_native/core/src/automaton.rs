//! Patterns as automata, which read each byte of a text once.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};

use regex_automata::dfa::dense::{self, DFA};
use regex_automata::dfa::regex::Regex;
use regex_automata::dfa::{Automaton, StartKind};
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::syntax::{self, parse};
use regex_automata::{Anchored, Input};

use crate::contract::Fault;
use crate::guard::with_stack;
use crate::learn::is_uuid;

/// The pattern that most texts of a deployment have.
const UUID: &str = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
/// An automaton that needs more bytes is not made.
const MAX_BYTES: usize = 4 << 20;

/// The patterns that programs have, by their texts.
static SHARED: LazyLock<Mutex<Shared>> = LazyLock::new(Mutex::default);

type Shared = BTreeMap<Box<str>, Weak<Pattern>>;

/// A pattern. It is compiled at its first use, which may take long.
#[derive(Debug)]
pub struct Pattern {
    text: Box<str>,
    matcher: OnceLock<Matcher>,
}

#[derive(Debug)]
enum Matcher {
    /// For [`UUID`].
    Uuid,
    Fast(Box<DFA<Vec<u32>>>),
    /// For patterns whose automaton would be too large. It takes linear time, too.
    Slow(Box<PikeVM>),
}

impl Pattern {
    /// Return the pattern of a text, which programs share; a fault if the text is not a pattern.
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
            with_stack(move || Matcher::of(&pattern)).expect("it is a pattern")
        });
        let input = Input::new(text).anchored(Anchored::Yes).earliest(true);
        match matcher {
            Matcher::Uuid => is_uuid(text),
            Matcher::Fast(automaton) => {
                automaton.try_search_fwd(&input).is_ok_and(|it| it.is_some())
            }
            Matcher::Slow(slow) => slow.is_match(&mut slow.create_cache(), input),
        }
    }
}

impl Matcher {
    fn of(pattern: &str) -> Option<Matcher> {
        if pattern == UUID {
            return Some(Matcher::Uuid);
        }
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .determinize_size_limit(Some(MAX_BYTES))
            .dfa_size_limit(Some(MAX_BYTES));
        match dense::Builder::new().configure(config).build(pattern) {
            Ok(automaton) => Some(Matcher::Fast(Box::new(automaton))),
            Err(_) => Some(Matcher::Slow(Box::new(PikeVM::new(pattern).ok()?))),
        }
    }
}

/// An expression that finds parts of texts. It is compiled at its first use.
pub(crate) struct Finder {
    text: &'static str,
    compiled: OnceLock<Regex>,
}

impl Finder {
    pub(crate) const fn new(text: &'static str) -> Finder {
        Finder { text, compiled: OnceLock::new() }
    }

    /// Return a text in which `with` replaces each match.
    pub(crate) fn replace<'a>(&self, text: &'a str, with: impl Fn(&'a str) -> &'a str) -> String {
        let (mut replaced, mut end) = (String::with_capacity(text.len()), 0);
        for part in self.find_iter(text) {
            replaced.push_str(&text[end..part.start()]);
            replaced.push_str(with(&text[part.range()]));
            end = part.end();
        }
        replaced + &text[end..]
    }
}

impl Deref for Finder {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        let text = self.text;
        // a text need not be UTF-8
        let compile =
            || Regex::builder().syntax(syntax::Config::new().utf8(false)).build(text).ok();
        self.compiled.get_or_init(|| with_stack(compile).expect("it is a pattern"))
    }
}
