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

/// The automata that programs have, by their patterns.
static SHARED: LazyLock<Mutex<Shared>> = LazyLock::new(Mutex::default);

type Shared = HashMap<Box<[u8]>, Weak<Automaton>>;

/// A pattern that is compiled when a text is first compared: that may take long.
#[derive(Debug)]
pub struct Pattern {
    text: Box<[u8]>,
    matcher: OnceLock<Matcher>,
}

#[derive(Debug)]
enum Matcher {
    Fast(Arc<Automaton>),
    /// For patterns whose automaton would be too large. It takes linear time, too.
    Slow(Box<PikeVM>),
}

impl Pattern {
    /// Make a pattern; a fault if it is none.
    pub fn new(text: &str) -> Result<Pattern, Fault> {
        parse(text).map_err(|_| Fault::new("a pattern cannot be compiled"))?;
        Ok(Pattern { text: text.as_bytes().into(), matcher: OnceLock::new() })
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.text).unwrap_or_default()
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
    fn of(pattern: &[u8]) -> Option<Matcher> {
        if let Ok(automaton) = Automaton::shared(pattern) {
            return Some(Matcher::Fast(automaton));
        }
        let slow = PikeVM::new(std::str::from_utf8(pattern).ok()?).ok()?;
        Some(Matcher::Slow(Box::new(slow)))
    }
}

/// The automaton of a pattern that begins with `^`.
#[derive(Debug)]
pub struct Automaton {
    states: DFA<Vec<u32>>,
    start: StateID,
    fixed: Option<Fixed>,
}

impl Automaton {
    /// Compile a pattern.
    pub fn of_pattern(pattern: &[u8]) -> Result<Automaton, Fault> {
        let fault = || Fault::new("a pattern cannot be compiled");
        let pattern = std::str::from_utf8(pattern).map_err(|_| fault())?;
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .determinize_size_limit(Some(MOST_BYTES))
            .dfa_size_limit(Some(MOST_BYTES));
        let states = dense::Builder::new().configure(config).build(pattern).map_err(|_| fault())?;
        let begin = start::Config::new().anchored(Anchored::Yes);
        let start = states.start_state(&begin).map_err(|_| fault())?;
        let fixed = Fixed::of(&states, start);
        Ok(Automaton { states, start, fixed })
    }

    /// Return the automaton of a pattern, compiled unless another program has it.
    ///
    /// It lives as long as its programs do.
    pub fn shared(pattern: &[u8]) -> Result<Arc<Automaton>, Fault> {
        let known = || SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(pattern).and_then(Weak::upgrade) {
            return Ok(found);
        }
        let made = Arc::new(Automaton::of_pattern(pattern)?);
        let mut known = known();
        known.retain(|_, automaton| automaton.strong_count() > 0);
        known.insert(pattern.into(), Arc::downgrade(&made));
        Ok(made)
    }

    /// Return true if a text matches the pattern.
    pub fn matches(&self, text: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_matches_from_its_beginning() {
        let rows: &[(&str, &str, bool)] = &[
            ("^a", "a", true),
            ("^a", "ab", true),
            ("^a", "ba", false),
            ("^a", "", false),
            ("^a$", "a", true),
            ("^a$", "a\n", false),
            ("^a$", "ab", false),
            ("^$", "", true),
            ("^$", "\n", false),
            ("^", "x", true),
            ("^[^a]$", "\u{e4}", true),
            ("^[^a]$", "\u{1f600}", true),
            ("^[^a]$", "\n", true),
            ("^[^a]$", "a", false),
            ("^(?:a|bc)?d{2,3}$", "bcdd", true),
            ("^(?:a|bc)?d{2,3}$", "dddd", false),
            ("^[0-9]+$", "\u{0663}", false),
        ];
        for (pattern, text, expected) in rows {
            let automaton = Automaton::of_pattern(pattern.as_bytes()).unwrap();
            assert_eq!(automaton.matches(text.as_bytes()), *expected, "{pattern} {text:?}");
        }
    }

    #[test]
    fn patterns_of_one_length_are_matched_without_an_automaton() {
        let uuid = "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
        let text = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21";
        let rows: &[(&str, bool, &[&str], &[&str])] = &[
            (uuid, true, &[text], &["", "9", &text[1..], "9E2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"]),
            ("^a[bc]$", true, &["ab", "ac"], &["a", "aa", "abb", "bb", "ab\u{0}"]),
            ("^$", true, &[""], &["a"]),
            ("^[a-z]{64}$", true, &[&"z".repeat(64)], &[&"z".repeat(63), &"z".repeat(65)]),
            ("^[a-z]{65}$", false, &[&"z".repeat(65)], &[&"z".repeat(64)]),
            ("^a[bc]", false, &["ab", "acx"], &["a", "aa"]),
            ("^(?:ab|ba)$", false, &["ab", "ba"], &["aa", "bb"]),
            ("^ab?$", false, &["a", "ab"], &["", "abb"]),
            ("^[\u{e4}a]$", false, &["a", "\u{e4}"], &["b", "\u{e5}"]),
        ];
        for (pattern, fixed, right, wrong) in rows {
            let automaton = Automaton::of_pattern(pattern.as_bytes()).unwrap();
            assert_eq!(automaton.fixed.is_some(), *fixed, "{pattern}");
            for (texts, expected) in [(right, true), (wrong, false)] {
                for text in *texts {
                    assert_eq!(automaton.matches(text.as_bytes()), expected, "{pattern} {text:?}");
                }
            }
        }
    }

    #[test]
    fn programs_share_the_automata_that_they_have() {
        let (one, two) =
            (Automaton::shared(b"^one$").unwrap(), Automaton::shared(b"^two$").unwrap());
        assert!(Arc::ptr_eq(&one, &Automaton::shared(b"^one$").unwrap()));
        assert!(one.matches(b"one") && two.matches(b"two") && !one.matches(b"two"));
        drop(one);
        let three = Automaton::shared(b"^three$").unwrap();
        let known = SHARED.lock().unwrap();
        assert!(!known.contains_key(b"^one$".as_slice()));
        assert!(known.contains_key(b"^two$".as_slice()) && three.matches(b"three"));
    }

    #[test]
    fn a_pattern_that_is_none_or_too_large_is_a_fault() {
        for pattern in ["^(", "^[a", "^[ab]{0,300}a[ab]{20}$"] {
            assert!(Automaton::of_pattern(pattern.as_bytes()).is_err(), "{pattern}");
        }
        assert!(Pattern::new("^(").is_err());
        let slow = Pattern::new("^[ab]{0,300}a[ab]{20}$").unwrap();
        let text = "a".repeat(200);
        assert!(!slow.matches(b"a") && slow.matches(text.as_bytes()) && !slow.matches(b"xa"));
        assert!(Pattern::new("^a$").unwrap().matches(b"a"));
    }
}
