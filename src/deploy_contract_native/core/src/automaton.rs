//! Patterns as automata, which read each byte of a text once.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};

use regex_automata::dfa::dense::{self, DFA};
use regex_automata::dfa::regex::Regex;
use regex_automata::dfa::{Automaton, StartKind};
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::primitives::StateID;
use regex_automata::util::syntax::{self, parse};
use regex_automata::{Anchored, Input};

use crate::contract::Fault;
use crate::guard::with_stack;
use crate::learn::is_uuid;

/// The pattern that most texts of a deployment have.
const UUID: &str = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
/// An automaton that needs more bytes is not made.
const MOST_BYTES: usize = 4 << 20;

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
    /// For [`UUID`].
    Uuid,
    /// The states, and the first of them.
    Fast(Box<(DFA<Vec<u32>>, StateID)>),
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
            with_stack(move || Matcher::of(&pattern)).expect("it is a pattern")
        });
        match matcher {
            Matcher::Uuid => is_uuid(text),
            Matcher::Fast(fast) => begins_with_match(&fast.0, fast.1, text),
            Matcher::Slow(slow) => {
                let input = Input::new(text).anchored(Anchored::Yes).earliest(true);
                slow.is_match(&mut slow.create_cache(), input)
            }
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
            .determinize_size_limit(Some(MOST_BYTES))
            .dfa_size_limit(Some(MOST_BYTES));
        let bytes = syntax::Config::new().utf8(false);
        let fast = dense::Builder::new().configure(config).syntax(bytes).build(pattern);
        if let Ok(states) = fast {
            let start = states.start_state_forward(&Input::new("").anchored(Anchored::Yes)).ok()?;
            return Some(Matcher::Fast(Box::new((states, start))));
        }
        Some(Matcher::Slow(Box::new(PikeVM::new(pattern).ok()?)))
    }
}

/// Return true if a match begins at the start of a text. The search of the crate takes longer.
fn begins_with_match(states: &DFA<Vec<u32>>, start: StateID, text: &[u8]) -> bool {
    let mut state = start;
    for &byte in text {
        state = states.next_state(state, byte);
        if states.is_special_state(state) {
            if states.is_match_state(state) {
                return true;
            }
            if states.is_dead_state(state) {
                return false;
            }
        }
    }
    states.is_match_state(states.next_eoi_state(state))
}

/// An expression that finds parts of texts. It is compiled at its first use.
pub(crate) struct Finder {
    text: &'static str,
    regex: OnceLock<Regex>,
}

impl Finder {
    pub(crate) const fn new(text: &'static str) -> Finder {
        Finder { text, regex: OnceLock::new() }
    }

    fn regex(&self) -> &Regex {
        self.regex.get_or_init(|| {
            let (text, bytes) = (self.text, syntax::Config::new().utf8(false));
            let made = with_stack(move || Regex::builder().syntax(bytes).build(text).ok());
            made.expect("it is a pattern")
        })
    }

    /// Return the place of the first match that begins at a place of a text or after it.
    pub(crate) fn find(&self, text: &[u8], from: usize) -> Option<Range<usize>> {
        self.regex().find(Input::new(text).range(from..)).map(|found| found.range())
    }

    /// Return true if some part of a text matches.
    pub(crate) fn is_in(&self, text: impl AsRef<[u8]>) -> bool {
        self.find(text.as_ref(), 0).is_some()
    }

    /// Return the places of all matches in a text, from left to right. No match may be empty.
    pub(crate) fn all(&self, text: &[u8]) -> impl Iterator<Item = Range<usize>> {
        std::iter::successors(self.find(text, 0), |part| self.find(text, part.end))
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
