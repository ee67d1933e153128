//! Patterns, tried in all short texts, and compared with another reading.
//!
//! `tests/promises/test_short_texts.py` tries numbers, strings, uuids and other formats.

use deploy_contract_core::automaton::Pattern;
use regex_automata::nfa::thompson::pikevm::PikeVM;

/// Give every sequence of so many signs.
fn each_of(signs: &[char], length: u32, look: &mut dyn FnMut(&str)) {
    for mut number in 0..signs.len().pow(length) {
        let mut text = String::new();
        for _ in 0..length {
            text.push(signs[number % signs.len()]);
            number /= signs.len();
        }
        look(&text);
    }
}

#[test]
fn patterns_are_those_of_another_automaton() {
    for (pattern, alphabet) in [
        ("^a", "ab"),
        ("^a$", "a\n"),
        ("^$", "a\n"),
        ("^", "a"),
        ("^[^a]$", "a\n\u{e4}"),
        ("^(?:a|bc)?d{2,3}$", "abcd"),
        ("^a[bc]$", "abc\0"),
        ("^a[bc]", "abc"),
        ("^(?:ab|ba)$", "ab"),
        ("^ab?$", "ab"),
        ("^[\u{e4}a]$", "a\u{e4}\u{e5}"),
        ("^[ab]{0,300}a[ab]{20}$", "ab"), // its states are too many for the fast one
    ] {
        let (found, other) = (Pattern::shared(pattern).unwrap(), PikeVM::new(pattern).unwrap());
        let signs: Vec<char> = alphabet.chars().collect();
        for length in 0..6 {
            each_of(&signs, length, &mut |text| {
                let expected = other.is_match(&mut other.create_cache(), text);
                assert_eq!(found.matches(text.as_bytes()), expected, "{pattern} {text:?}");
            });
        }
    }
    let slow = Pattern::shared("^[ab]{0,300}a[ab]{20}$").unwrap();
    assert!(
        slow.matches(b"bbbabbbbbbbbbbbbbbbbbbbb") && !slow.matches(b"bbbbbbbbbbbbbbbbbbbbbbbb")
    );
    for length in 63..67 {
        let pattern = Pattern::shared("^[a-z]{64,65}$").unwrap();
        assert_eq!(pattern.matches("z".repeat(length).as_bytes()), (64..66).contains(&length));
    }
    assert!(Pattern::shared("^(").is_err());
}
