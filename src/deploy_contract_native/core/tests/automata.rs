//! Numbers, strings, uuids and date-times, each tried in all short or nearly right texts, and compared
//! with an independent and naive reading.

use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;

use deploy_contract_core::automaton::Pattern;
use deploy_contract_core::learn::uuid_bytes;
use deploy_contract_core::names::Names;
use deploy_contract_core::number::{Decimal, nearest_double, scan_number};
use deploy_contract_core::places::Document;
use deploy_contract_core::scan::{Limits, Scratch, scan};
use deploy_contract_core::tape::{flag, kind};
use regex_automata::nfa::thompson::pikevm::PikeVM;
use serde_json::{Number, Value};

const UUID: &str = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21";

/// Give every sequence of so many parts.
fn each_of<Part: AsRef<[u8]>>(parts: &[Part], length: u32, look: &mut dyn FnMut(&[u8])) {
    for mut number in 0..parts.len().pow(length) {
        let mut text = Vec::new();
        for _ in 0..length {
            text.extend(parts[number % parts.len()].as_ref());
            number /= parts.len();
        }
        look(&text);
    }
}

/// Return the digits of a number without a sign, and the power of ten of the last of them.
fn digits_and_power(numeral: &str) -> (String, i64) {
    let (digits, exponent) = numeral.split_once(['e', 'E']).unwrap_or((numeral, "0"));
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{integer}{fraction}");
    (digits, exponent.parse::<i64>().unwrap() - fraction.len() as i64)
}

/// Return true if a number has no fraction: it overflows a double, or only zeros are behind its point.
fn is_whole(numeral: &str) -> bool {
    let (digits, power) = digits_and_power(numeral.trim_start_matches('-'));
    let last = digits.trim_end_matches('0');
    last.is_empty()
        || power + (digits.len() - last.len()) as i64 >= 0
        || numeral.parse::<f64>().unwrap().is_infinite()
}

#[test]
fn numbers_are_those_of_another_parser() {
    let mut numbers = 0;
    for length in 1..7 {
        each_of(&["-", "0", "1", "9", ".", "e", "E", "+"], length, &mut |text| {
            let text = std::str::from_utf8(text).unwrap();
            let is_number = serde_json::from_str::<Number>(text).is_ok();
            let found = scan_number(text.as_bytes(), 0).ok().filter(|it| it.end == text.len());
            assert_eq!(found.is_some(), is_number, "{text}");
            let Some(found) = found else { return };
            numbers += 1;
            let expected = if is_whole(text) { kind::INTEGER } else { kind::FRACTION };
            assert_eq!(found.kind, expected, "{text}");
            assert_eq!(found.flags & flag::DECIMAL != 0, text.contains(['.', 'e', 'E']), "{text}");
            if found.flags & flag::WIDE == 0 {
                let value: f64 = text.parse().unwrap();
                assert_eq!(nearest_double(text.as_bytes()).to_bits(), value.to_bits(), "{text}");
            }
        });
    }
    assert!(numbers > 5_000, "{numbers}");
}

#[test]
fn numbers_are_in_the_order_of_their_values() {
    const ZEROS: i64 = 12; // of every number, so that all are integers
    let mut numbers: Vec<(String, i128)> = Vec::new();
    for length in 1..5 {
        each_of(&["-", "0", "1", "9", ".", "e"], length, &mut |text| {
            let text = std::str::from_utf8(text).unwrap();
            if serde_json::from_str::<Number>(text).is_err() {
                return;
            }
            let (digits, power) = digits_and_power(text.trim_start_matches('-'));
            let Ok(zeros) = u32::try_from(power + ZEROS) else { return };
            let Some(scale) = 10i128.checked_pow(zeros) else { return };
            let Some(value) = digits.parse::<i128>().unwrap().checked_mul(scale) else { return };
            numbers.push((text.into(), if text.starts_with('-') { -value } else { value }));
        });
    }
    assert!(numbers.len() > 200, "{}", numbers.len());
    for (one, value) in &numbers {
        let exact = Decimal::read(one.as_bytes());
        for (other, other_value) in &numbers {
            let found: Ordering = exact.compare(&Decimal::read(other.as_bytes()));
            assert_eq!(found, value.cmp(other_value), "{one} {other}");
        }
    }
}

#[test]
fn strings_are_those_of_another_parser() {
    let parts: [&[u8]; 17] = [
        b"a",
        b"\"",
        b"\\",
        b"n",
        b"u0041",
        b"\\u00e4",
        b"\\ud83d",
        b"\\udE00",
        b"\\u12G4",
        b"\\/",
        b"\x1f",
        b"\x7f",
        "\u{e4}".as_bytes(),
        b"\xf0\x9f\x98",
        b"\x80",
        b"\xed\xa0",
        b"\xc0",
    ];
    let limits = Limits { bytes: 100, objects: 1, string: 100 };
    let (names, mut scratch, mut accepted) = (Names::default(), Scratch::default(), 0);
    for length in 0..5 {
        each_of(&parts, length, &mut |inner| {
            let body = [b"\"", inner, b"\""].concat();
            let expected = serde_json::from_slice::<String>(&body).ok();
            let found = scan(&body, &names, &limits, &mut scratch).ok().map(|()| {
                let document = Document { body: &body, tape: &scratch.tape };
                document.str(0).unwrap().into_owned()
            });
            assert_eq!(found, expected, "{}", body.escape_ascii());
            accepted += usize::from(found.is_some());
        });
    }
    assert!(accepted > 3_000, "{accepted}");
}

#[test]
fn every_byte_is_seen_at_every_place_of_a_string() {
    let limits = Limits { bytes: 100, objects: 1, string: 100 };
    let (names, mut scratch) = (Names::default(), Scratch::default());
    for plain in ["!#[]~zZ \x7faA0:,{}", "\u{e4}\u{20ac}"] {
        let plain = plain.repeat(40 / plain.len());
        for place in 0..plain.len() {
            for byte in 0..=u8::MAX {
                let mut body = format!("\"{plain}\"").into_bytes();
                body[1 + place] = byte;
                let expected = serde_json::from_slice::<String>(&body).is_ok();
                let found = scan(&body, &names, &limits, &mut scratch).is_ok();
                assert_eq!(found, expected, "{}", body.escape_ascii());
            }
        }
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
        let signs: Vec<String> = alphabet.chars().map(String::from).collect();
        for length in 0..6 {
            each_of(&signs, length, &mut |text| {
                let expected = other.is_match(&mut other.create_cache(), text);
                assert_eq!(found.matches(text), expected, "{pattern} {}", text.escape_ascii());
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

/// Return the pattern of a format in the contract of this repository.
fn pattern_of(format: &str) -> Arc<Pattern> {
    fn find<'v>(value: &'v Value, format: &str) -> Option<&'v str> {
        if value.get("x-format").and_then(Value::as_str) == Some(format) {
            return value.get("pattern")?.as_str();
        }
        match value {
            Value::Object(members) => members.values().find_map(|inner| find(inner, format)),
            Value::Array(items) => items.iter().find_map(|inner| find(inner, format)),
            _ => None,
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../generated");
    let path = root.join("deploy_contract_generated/schemas/Deployment.open.json");
    let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    Pattern::shared(find(&schema, format).unwrap()).unwrap()
}

/// Give texts that differ from one in a byte, lack one, or have one more.
fn each_near(text: &str, look: &mut dyn FnMut(&[u8])) {
    for place in 0..=text.len() {
        let (before, after) = text.as_bytes().split_at(place);
        for byte in 0..=u8::MAX {
            look(&[before, &[byte], after].concat());
            look(&[before, &[byte], after.get(1..).unwrap_or_default()].concat());
        }
        look(&[before, after.get(1..).unwrap_or_default()].concat());
    }
}

#[test]
fn uuids_have_digits_and_hyphens_at_their_places() {
    let pattern = pattern_of("uuid");
    let is_uuid = |text: &[u8]| {
        let groups: Vec<&[u8]> = text.split(|&byte| byte == b'-').collect();
        let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
        lengths == [8, 4, 4, 4, 12] && groups.concat().iter().all(u8::is_ascii_hexdigit)
    };
    for text in [UUID, &UUID.to_uppercase()] {
        each_near(text, &mut |text| {
            assert_eq!(pattern.matches(text), is_uuid(text), "{}", text.escape_ascii());
            assert_eq!(uuid_bytes(text).is_some(), is_uuid(text), "{}", text.escape_ascii());
        });
    }
    let number = u128::from_be_bytes(uuid_bytes(UUID.as_bytes()).unwrap());
    assert_eq!(format!("{number:032x}"), UUID.replace('-', ""));
}

/// Return true for a date-time of RFC 3339, read with arithmetic.
///
/// A leap second ends a day of UTC, at an offset that some country has or had: whole quarters of an
/// hour from -12:00 to +14:00.
fn is_date_time(text: &[u8]) -> bool {
    let shape = text.iter().map(|&byte| if byte.is_ascii_digit() { '0' } else { char::from(byte) });
    let shape = shape.collect::<String>().to_ascii_uppercase();
    let Some(mut rest) = shape.strip_prefix("0000-00-00T00:00:00") else { return false };
    if let Some(fraction) = rest.strip_prefix(".0") {
        rest = fraction.trim_start_matches('0');
    }
    let number = |from: usize, to: usize| {
        let digits = text[from..to].iter();
        digits.fold(0, |sum, digit| sum * 10 + i32::from(digit - b'0'))
    };
    let zone = text.len() - rest.len();
    let (hours, minutes) = match rest {
        "Z" => (0, 0),
        "+00:00" | "-00:00" => (number(zone + 1, zone + 3), number(zone + 4, zone + 6)),
        _ => return false,
    };
    let sign = if text[zone] == b'-' { -1 } else { 1 };
    let offset = sign * (hours * 60 + minutes);
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let (hour, minute, second) = (number(11, 13), number(14, 16), number(17, 19));
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + i32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    let is_last_minute = (hour * 60 + minute - offset).rem_euclid(1440) == 1439
        && offset % 15 == 0
        && (-12 * 60..=14 * 60).contains(&offset);
    (1..=days).contains(&day)
        && hour < 24
        && minute < 60
        && (second < 60 || (second == 60 && is_last_minute))
        && hours < 24
        && minutes < 60
}

#[test]
fn date_times_are_those_of_the_calendar() {
    let pattern = pattern_of("date-time");
    let mut count = [0, 0];
    let mut look = |text: &[u8]| {
        let expected = is_date_time(text);
        assert_eq!(pattern.matches(text), expected, "{}", text.escape_ascii());
        count[usize::from(expected)] += 1;
    };
    for year in (0..10_000).step_by(50).chain([1, 4, 1999, 2023, 2024, 9996, 9999]) {
        for month in 0..14 {
            for day in [0, 1, 9, 10, 19, 20, 28, 29, 30, 31, 32, 40] {
                look(format!("{year:04}-{month:02}-{day:02}T12:00:00Z").as_bytes());
            }
        }
    }
    for minute in 0..25 * 61 {
        let time = format!("{:02}:{:02}", minute / 61, minute % 61);
        for second in ["00", "59", "60", "61"] {
            look(format!("2016-12-31T{time}:{second}Z").as_bytes());
        }
        for (sign, shown) in [("+", "00:00"), ("-", "08:00"), ("+", "05:45"), ("-", "23:59")] {
            look(format!("2016-12-31T{time}:60{sign}{shown}").as_bytes());
        }
        for local in ["23:59:60", "12:14:60", "23:59:59.5", "00:00:60"] {
            look(format!("2016-12-31T{local}+{time}").as_bytes());
            look(format!("2016-12-31t{local}-{time}").as_bytes());
        }
    }
    for text in
        ["2026-01-31T12:00:00.25Z", "2024-02-29t23:59:60+00:00", "1998-12-31T15:59:60-08:00"]
    {
        each_near(text, &mut look);
    }
    assert!(count.iter().all(|&number| number > 10_000), "{count:?}");
}
