//! Patterns as automata, which read each byte of a text once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};
use std::thread::Builder;

use regex_automata::dfa::dense::{self, DFA};
use regex_automata::dfa::{Automaton as _, StartKind};
use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::util::syntax::parse;
use regex_automata::{Anchored, Input};

use crate::contract::Fault;

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
    Fast(Box<Automaton>),
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
            if cfg!(target_family = "wasm") {
                return Matcher::of(&pattern).expect("it is a pattern"); // there are no threads
            }
            // the stacks of callers may be small
            let maker = Builder::new().stack_size(STACK).spawn(move || Matcher::of(&pattern));
            let made = maker.ok().and_then(|maker| maker.join().ok()).flatten();
            made.expect("a thread can compile a pattern that is one") // a panic means deny
        });
        match matcher {
            Matcher::Fast(automaton) => automaton.matches(text),
            Matcher::Slow(slow) => {
                slow.is_match(&mut slow.create_cache(), Input::new(text).anchored(Anchored::Yes))
            }
        }
    }
}

impl Matcher {
    fn of(pattern: &str) -> Option<Matcher> {
        if let Some(automaton) = Automaton::of_pattern(pattern) {
            return Some(Matcher::Fast(Box::new(automaton)));
        }
        Some(Matcher::Slow(Box::new(PikeVM::new(pattern).ok()?)))
    }
}

/// The automaton of a pattern that begins with `^`.
#[derive(Debug)]
struct Automaton {
    states: DFA<Vec<u32>>,
    start: StateID,
    fixed: Option<Fixed>,
}

impl Automaton {
    /// Compile a pattern; None if its automaton would be too large.
    fn of_pattern(pattern: &str) -> Option<Automaton> {
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .determinize_size_limit(Some(MOST_BYTES))
            .dfa_size_limit(Some(MOST_BYTES));
        let states = dense::Builder::new().configure(config).build(pattern).ok()?;
        let begin = start::Config::new().anchored(Anchored::Yes);
        let start = states.start_state(&begin).ok()?;
        let fixed = Fixed::of(&states, start);
        Some(Automaton { states, start, fixed })
    }

    /// Return true if a text matches the pattern.
    fn matches(&self, text: &[u8]) -> bool {
        if let Some(fixed) = &self.fixed {
            return fixed.matches(text);
        }
        let mut state = self.start;
        for &byte in text {
            state = self.states.next_state(state, byte);
            if self.states.is_special_state(state) {
                if self.states.is_match_state(state) {
                    return true;
                }
                if self.states.is_dead_state(state) {
                    return false;
                }
            }
        }
        self.states.is_match_state(self.states.next_eoi_state(state))
    }
}

/// A pattern whose texts have one length, and whose places allow bytes whatever the others are: such
/// as that of a uuid. Bytes are looked up side by side, not one after the other.
#[derive(Debug)]
struct Fixed {
    length: usize,
    /// For each byte, a bit for each place that allows it.
    places: Box<[u64; 256]>,
}

impl Fixed {
    const MOST_PLACES: usize = u64::BITS as usize;

    /// Return the same pattern as an automaton, if it is of this form.
    fn of(states: &DFA<Vec<u32>>, start: StateID) -> Option<Fixed> {
        let mut places = Box::new([0; 256]);
        let (mut state, mut length) = (start, 0);
        loop {
            let mut next = None;
            for byte in 0..=u8::MAX {
                let found = states.next_state(state, byte);
                if states.is_dead_state(found) {
                    continue;
                }
                if length == Self::MOST_PLACES
                    || states.is_match_state(found)
                    || next.is_some_and(|next| next != found)
                {
                    return None;
                }
                next = Some(found);
                places[byte as usize] |= 1 << length;
            }
            let is_end = states.is_match_state(states.next_eoi_state(state));
            match next {
                None => return is_end.then_some(Fixed { length, places }),
                Some(_) if is_end => return None,
                Some(next) => state = next,
            }
            length += 1;
        }
    }

    fn matches(&self, text: &[u8]) -> bool {
        if text.len() != self.length {
            return false;
        }
        let mut allowed = 1;
        for (place, &byte) in text.iter().enumerate() {
            allowed &= self.places[byte as usize] >> place;
        }
        allowed == 1
    }
}
