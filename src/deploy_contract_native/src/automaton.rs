//! Patterns as automata, which read each byte of a text once.
#![forbid(unsafe_code)]

use regex_automata::Anchored;
use regex_automata::dfa::dense::{self, DFA};
use regex_automata::dfa::{Automaton as _, StartKind};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;

use crate::reader::Fault;

/// An automaton that needs more bytes is refused.
const MOST_BYTES: usize = 4 << 20;

/// The automaton of a pattern that begins with `^`.
#[derive(Debug)]
pub struct Automaton {
    states: DFA<Vec<u32>>,
    start: StateID,
}

impl Automaton {
    /// Compile a pattern.
    pub fn of_pattern(pattern: &[u8]) -> Result<Automaton, Fault> {
        let fault = Fault("a pattern cannot be compiled");
        let pattern = std::str::from_utf8(pattern).map_err(|_| fault)?;
        let config = dense::Config::new()
            .start_kind(StartKind::Anchored)
            .determinize_size_limit(Some(MOST_BYTES))
            .dfa_size_limit(Some(MOST_BYTES));
        let states = dense::Builder::new().configure(config).build(pattern).map_err(|_| fault)?;
        let begin = start::Config::new().anchored(Anchored::Yes);
        let start = states.start_state(&begin).map_err(|_| fault)?;
        Ok(Automaton { states, start })
    }

    /// Return true if a text matches the pattern.
    pub fn matches(&self, text: &[u8]) -> bool {
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
    fn a_pattern_that_is_none_or_too_large_is_a_fault() {
        for pattern in ["^(", "^[a", "^[ab]{0,300}a[ab]{20}$"] {
            assert!(Automaton::of_pattern(pattern.as_bytes()).is_err(), "{pattern}");
        }
    }
}
