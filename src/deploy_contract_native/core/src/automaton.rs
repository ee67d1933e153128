//! Patterns as automata, which read each byte of a text once.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};

use regex_automata::dfa::dense::{self, DFA};
use regex_automata::dfa::{Automaton as _, StartKind};
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
    Fast(Box<Automaton>),
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
        match matcher {
            Matcher::Uuid => is_uuid(text),
            Matcher::Fast(automaton) => automaton.end(text, 0).is_some(),
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
        if let Some(automaton) = Automaton::of(pattern) {
            return Some(Matcher::Fast(Box::new(automaton)));
        }
        Some(Matcher::Slow(Box::new(PikeVM::new(pattern).ok()?)))
    }
}

/// An automaton that reads a text from a given place.
#[derive(Debug)]
struct Automaton {
    states: DFA<Vec<u32>>,
    /// The states at the start of a text, and at a place within the text.
    starts: [StateID; 2],
    /// True for each byte with which a match within a text may begin.
    begins: [bool; 256],
}

impl Automaton {
    /// Compile an expression; None if its automaton would be too large.
    fn of(expression: &str) -> Option<Automaton> {
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .determinize_size_limit(Some(MAX_BYTES))
            .dfa_size_limit(Some(MAX_BYTES));
        let bytes = syntax::Config::new().utf8(false);
        let states =
            dense::Builder::new().configure(config).syntax(bytes).build(expression).ok()?;
        let start = |at| {
            let place = Input::new("--").range(at..).anchored(Anchored::Yes); // any text
            states.start_state_forward(&place).ok()
        };
        let starts = [start(0)?, start(1)?];
        let after = |byte: usize| states.next_state(starts[1], byte as u8);
        let begins = std::array::from_fn(|byte| !states.is_dead_state(after(byte)));
        Some(Automaton { states, starts, begins })
    }

    /// Return the end of the match that begins at a place of a text.
    fn end(&self, text: &[u8], begin: usize) -> Option<usize> {
        let (mut state, mut end) = (self.starts[usize::from(begin > 0)], None);
        for (length, &byte) in text[begin..].iter().enumerate() {
            state = self.states.next_state(state, byte);
            if self.states.is_special_state(state) {
                if self.states.is_dead_state(state) {
                    return end;
                }
                if self.states.is_match_state(state) {
                    end = Some(begin + length);
                }
            }
        }
        let is_match = self.states.is_match_state(self.states.next_eoi_state(state));
        if is_match { Some(text.len()) } else { end }
    }
}

/// An expression that finds parts of texts. It is compiled at its first use.
pub(crate) struct Finder {
    text: &'static str,
    automaton: OnceLock<Automaton>,
}

impl Finder {
    pub(crate) const fn new(text: &'static str) -> Finder {
        Finder { text, automaton: OnceLock::new() }
    }

    /// Return the place of the first match that begins at a place of a text or after it.
    ///
    /// The automaton reads on only from bytes with which a match can begin.
    pub(crate) fn find(&self, text: &[u8], from: usize) -> Option<Range<usize>> {
        let expression = self.text;
        let automaton = self
            .automaton
            .get_or_init(|| with_stack(|| Automaton::of(expression)).expect("it is a pattern"));
        let mut at = from;
        loop {
            if let Some(end) = automaton.end(text, at) {
                return Some(at..end);
            }
            let mut rest = text.get(at + 1..)?.iter();
            at += 1 + rest.position(|&byte| automaton.begins[usize::from(byte)])?;
        }
    }

    /// Return true if some part of a text matches.
    pub(crate) fn is_in(&self, text: impl AsRef<[u8]>) -> bool {
        self.find(text.as_ref(), 0).is_some()
    }

    /// Return the places of all matches in a text, from left to right. No match may be empty.
    pub(crate) fn all(&self, text: &[u8]) -> impl Iterator<Item = Range<usize>> {
        std::iter::successors(self.find(text, 0), |part| self.find(text, part.end))
    }

    /// Return a text in which `with` replaces each match.
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
