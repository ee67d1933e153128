//! Numbers of a JSON text: their grammar, their value, and the ones that readers disagree on.
//!
//! A number is judged by its digits, not by the double nearest to it. So no number is converted
//! that needs more than one division, and judging one takes linear time.

use std::cmp::Ordering;

use crate::scan::Refused;
use crate::tape::{flag, kind};

/// Longer numerals are refused: some readers misread them.
pub const MOST_CHARACTERS: usize = 400;
/// Longer exponents are refused for the same reason.
pub const MOST_EXPONENT_DIGITS: usize = 4;
/// Numbers of so many digits differ as doubles whenever they differ as decimals.
const EXACT_DIGITS: usize = 15;
/// The power of ten of the first digit of the largest doubles.
const MOST_MAGNITUDE: i32 = 308;
/// Numbers from here on overflow a double: halfway between the largest one and the next that would
/// come, which is 2^1024 - 2^970.
const OVERFLOW: &[u8] =
    b"17976931348623158079372897140530341507993413271003782693617377898044496829\
276475094664901797758720709633028641669288791094655554785194040263065748867150582068190890200070838\
367627385484581771153176447573027006985557136695962284291481986083493647529271907416844436551070434\
2711559699508093042880177904174497792";
/// Powers of ten that numerals of so many digits are divided by.
const POWERS_OF_TEN: [f64; EXACT_DIGITS] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14];

/// The end of a number and its properties.
#[derive(Debug, PartialEq, Eq)]
pub struct Scanned {
    /// Offset after the last character.
    pub end: usize,
    /// `kind::INTEGER` or `kind::FRACTION`.
    pub kind: u8,
    /// Bits of `flag`.
    pub flags: u8,
}

/// Scan the number that begins at `start`.
pub fn scan_number(body: &[u8], start: usize) -> Result<Scanned, Refused> {
    let mut at = start;
    if body.get(at) == Some(&b'-') {
        at += 1;
    }
    let first = at;
    at = skip_digits(body, at);
    let mut digits = at - first;
    if digits == 0 || (digits > 1 && body[first] == b'0') {
        return Err(Refused);
    }
    let (mut decimal, mut whole, mut scaled) = (false, true, false);
    if body.get(at) == Some(&b'.') {
        let point = at;
        at = skip_digits(body, point + 1);
        let fraction = &body[point + 1..at];
        if fraction.is_empty() {
            return Err(Refused);
        }
        decimal = true;
        whole = fraction.iter().all(|&digit| digit == b'0');
        digits += fraction.len();
    }
    if matches!(body.get(at), Some(b'e' | b'E')) {
        at = skip_exponent(body, at + 1)?;
        (decimal, scaled) = (true, true);
    }
    if at - start > MOST_CHARACTERS {
        return Err(Refused);
    }
    let wide = scaled || digits > EXACT_DIGITS;
    if wide {
        whole = Decimal::read(&body[start..at]).is_whole();
    }
    let mut flags = 0;
    if wide {
        flags |= flag::WIDE;
    }
    if decimal {
        flags |= flag::DECIMAL;
    }
    let kind = if whole { kind::INTEGER } else { kind::FRACTION };
    Ok(Scanned { end: at, kind, flags })
}

fn skip_digits(body: &[u8], mut at: usize) -> usize {
    while body.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// Return the offset after the exponent whose sign or first digit is at `at`.
fn skip_exponent(body: &[u8], mut at: usize) -> Result<usize, Refused> {
    if matches!(body.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let end = skip_digits(body, at);
    if end == at || end - at > MOST_EXPONENT_DIGITS {
        return Err(Refused);
    }
    Ok(end)
}

/// Return the double nearest to a number that `scan_number` accepted and that is not wide.
///
/// Its digits and the power of ten are doubles without rounding. So only the quotient is rounded.
#[inline]
pub fn value_of(numeral: &[u8]) -> f64 {
    let digits = numeral.strip_prefix(b"-").unwrap_or(numeral);
    let (mut integer, mut decimals, mut has_point) = (0u64, 0, false);
    for &byte in digits {
        if byte == b'.' {
            has_point = true;
        } else {
            integer = integer * 10 + u64::from(byte - b'0');
            decimals += usize::from(has_point);
        }
    }
    let number = integer as f64 / POWERS_OF_TEN[decimals];
    if digits.len() < numeral.len() { -number } else { number }
}

/// Return the double nearest to any number; an infinity for one that overflows.
pub fn nearest_double(numeral: &[u8]) -> f64 {
    std::str::from_utf8(numeral).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

/// A number by its digits.
#[derive(Clone, Copy, Debug)]
pub struct Decimal<'a> {
    negative: bool,
    /// The digits from the first to the last that is not 0, in up to two parts; none for zero.
    parts: (&'a [u8], &'a [u8]),
    /// The power of ten of the first digit.
    magnitude: i32,
}

impl<'a> Decimal<'a> {
    /// Read a number that `scan_number` accepted, or the text of a double.
    ///
    /// If it is written with a point or an exponent and overflows a double, it is an infinity: greater
    /// than all others, and without a fraction.
    pub fn read(numeral: &'a [u8]) -> Decimal<'a> {
        let found = Decimal::of_digits(numeral);
        if found.magnitude < MOST_MAGNITUDE || !found.overflows() {
            return found;
        }
        let is_integer = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
        if numeral.iter().all(is_integer) {
            return found;
        }
        Decimal { parts: (b"1", &[]), magnitude: i32::MAX, ..found }
    }

    fn of_digits(numeral: &'a [u8]) -> Decimal<'a> {
        let unsigned = numeral.strip_prefix(b"-").unwrap_or(numeral);
        let negative = unsigned.len() < numeral.len();
        let (digits, exponent) = match unsigned.iter().position(|byte| matches!(byte, b'e' | b'E'))
        {
            Some(end) => (&unsigned[..end], exponent_of(&unsigned[end + 1..])),
            None => (unsigned, 0),
        };
        let point = digits.iter().position(|&byte| byte == b'.').unwrap_or(digits.len());
        let (integer, fraction) = (&digits[..point], digits.get(point + 1..).unwrap_or_default());
        let first = without_leading(integer);
        let last = without_trailing(fraction);
        if first.is_empty() {
            let digits = without_leading(last);
            let magnitude = exponent - 1 - length(last.len() - digits.len());
            return Decimal { negative, parts: (digits, &[]), magnitude };
        }
        let magnitude = exponent + length(first.len()) - 1;
        let first = if last.is_empty() { without_trailing(first) } else { first };
        Decimal { negative, parts: (first, last), magnitude }
    }

    /// Return true if the number has no fraction.
    pub fn is_whole(&self) -> bool {
        let size = length(self.size());
        size == 0 || self.magnitude >= size - 1
    }

    /// Return the number of digits.
    fn size(&self) -> usize {
        self.parts.0.len() + self.parts.1.len()
    }

    fn overflows(&self) -> bool {
        let limit = Decimal { negative: false, parts: (OVERFLOW, &[]), magnitude: MOST_MAGNITUDE };
        let size = Decimal { negative: false, ..*self };
        size.compare(&limit) != Ordering::Less
    }

    /// Compare two numbers exactly.
    pub fn compare(&self, other: &Decimal) -> Ordering {
        let by_sign = self.sign().cmp(&other.sign());
        let by_size =
            || self.magnitude.cmp(&other.magnitude).then_with(|| self.digits().cmp(other.digits()));
        match self.sign() {
            _ if by_sign.is_ne() => by_sign,
            0 => Ordering::Equal,
            1 => by_size(),
            _ => by_size().reverse(),
        }
    }

    fn sign(&self) -> i8 {
        match (self.parts.0.is_empty(), self.negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        }
    }

    fn digits(&self) -> impl Iterator<Item = u8> {
        self.parts.0.iter().chain(self.parts.1).copied()
    }
}

/// Return the value of an exponent, which has few digits.
fn exponent_of(text: &[u8]) -> i32 {
    let digits = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let size = digits.iter().fold(0, |size, digit| size * 10 + i32::from(digit - b'0'));
    if text.first() == Some(&b'-') { -size } else { size }
}

fn without_leading(digits: &[u8]) -> &[u8] {
    let first = digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len());
    &digits[first..]
}

fn without_trailing(digits: &[u8]) -> &[u8] {
    let last = digits.iter().rposition(|&digit| digit != b'0');
    &digits[..last.map_or(0, |last| last + 1)]
}

/// Return the number of some digits, of which a numeral has a few hundred.
fn length(digits: usize) -> i32 {
    digits as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_integers_by_their_value() {
        let rows: &[(&str, u8)] = &[
            ("0", kind::INTEGER),
            ("-0", kind::INTEGER),
            ("10", kind::INTEGER),
            ("1.0", kind::INTEGER),
            ("-1.000", kind::INTEGER),
            ("1e2", kind::INTEGER),
            ("100E-2", kind::INTEGER),
            ("1.5e1", kind::INTEGER),
            ("0.0e-9999", kind::INTEGER),
            ("0e5", kind::INTEGER),
            ("10.0e-1", kind::INTEGER),
            ("1234567890123456.000", kind::INTEGER),
            ("1234567890123456.7e1", kind::INTEGER),
            ("123456789012345678901234567890", kind::INTEGER),
            ("0.5", kind::FRACTION),
            ("1.000000000000001", kind::FRACTION),
            ("15e-1", kind::FRACTION),
            ("9007199254740993.5", kind::FRACTION), // the nearest double has no fraction
            ("1e-324", kind::FRACTION),
            ("1.00000000000000000001", kind::FRACTION),
            ("-0.99999999999999999999", kind::FRACTION),
            ("1234567890123456.7", kind::FRACTION),
            ("10e-9999", kind::FRACTION),
            ("123456789012.345", kind::FRACTION),
        ];
        for (numeral, kind) in rows {
            let found = scan_number(numeral.as_bytes(), 0).expect(numeral);
            assert_eq!((found.kind, found.end), (*kind, numeral.len()), "{numeral}");
        }
    }

    #[test]
    fn what_is_no_number_or_is_read_in_two_ways_is_refused() {
        let long = "1".repeat(401);
        let rows = [
            "", "-", "+1", ".5", "01", "-01", "1.", "1.e2", "1e", "1e+", "1e+x", "1e12345",
            "1e00001", "Infinity", "NaN", &long,
        ];
        for numeral in rows {
            assert_eq!(scan_number(numeral.as_bytes(), 0), Err(Refused), "{numeral}");
        }
    }

    #[test]
    fn a_number_ends_where_its_grammar_does() {
        for (text, end) in [("1,2", 1), ("1 ", 1), ("-0]", 2), ("1.5}", 3), ("1e2x", 3), ("0x1", 1)]
        {
            assert_eq!(scan_number(text.as_bytes(), 0).unwrap().end, end, "{text}");
        }
    }

    #[test]
    fn only_numbers_that_may_be_large_are_wide() {
        let rows = [
            ("999999999999999", false),
            ("1000000000000000", true),
            ("1e0", true),
            ("0.123", false),
            ("0.1234567890123456", true),
        ];
        for (numeral, wide) in rows {
            let found = scan_number(numeral.as_bytes(), 0).unwrap();
            assert_eq!(found.flags & flag::WIDE != 0, wide, "{numeral}");
        }
    }

    #[test]
    fn numbers_overflow_from_the_middle_between_doubles_on() {
        let limit = std::str::from_utf8(OVERFLOW).unwrap();
        let below = format!("{}1", &limit[..limit.len() - 1]);
        for (numeral, is_finite) in [
            (below.clone(), true),
            (format!("{below}.9999"), true),
            (format!("-{below}"), true),
            (format!("{limit}.0"), false),
            (format!("-{limit}.5"), false),
            (format!("{}.{}e8", &limit[..301], &limit[301..]), false),
            (format!("{}.{}e8", &below[..301], &below[301..]), true),
            ("1.7976931348623158079e308".to_string(), true),
            ("1.797693134862315808e308".to_string(), false),
            ("0.00017976931348623158079e312".to_string(), true),
            ("0e9999".to_string(), true),
        ] {
            let number = Decimal::read(numeral.as_bytes());
            assert_eq!(number.magnitude < i32::MAX, is_finite, "{numeral}");
            let nearest: f64 = numeral.parse().unwrap();
            assert_eq!(nearest.is_finite(), is_finite, "{numeral}");
            let found = scan_number(numeral.as_bytes(), 0).unwrap();
            assert!(is_finite || found.kind == kind::INTEGER, "{numeral}");
        }
    }

    #[test]
    fn numbers_are_compared_exactly() {
        let in_order = [
            "-1e308",
            "-12",
            "-1.2",
            "-1.1999999999999999999999",
            "-1e-400",
            "0",
            "1e-9999",
            "5e-324",
            "0.1",
            "0.10000000000000000000001",
            "9007199254740990.9999",
            "9007199254740991",
            "9007199254740991.00000000001",
            "9007199254740992",
            "1e17",
            "100000000000000000.1",
        ]; // fmt: skip
        for (place, one) in in_order.iter().enumerate() {
            for (other_place, other) in in_order.iter().enumerate() {
                let (one, other) = (Decimal::read(one.as_bytes()), Decimal::read(other.as_bytes()));
                assert_eq!(one.compare(&other), place.cmp(&other_place), "{one:?} {other:?}");
            }
        }
        for (one, other) in [
            ("-0.0", "0"),
            ("0e5", "-0"),
            ("1e2", "100"),
            ("100E-2", "1.000"),
            ("0.0012", "12e-4"),
            ("1200", "1.2e+3"),
            ("10.50", "1.05e1"),
            ("-0.5", "-5e-1"),
        ] {
            let (one, other) = (Decimal::read(one.as_bytes()), Decimal::read(other.as_bytes()));
            assert_eq!(one.compare(&other), Ordering::Equal, "{one:?} {other:?}");
        }
    }

    #[test]
    fn values_are_the_nearest_doubles() {
        let mut seed = 1u64;
        for _ in 0..200_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let digits = (seed >> 8) % 10u64.pow((seed >> 60) as u32 % 15 + 1);
            let mut numeral = digits.to_string();
            let point = (seed >> 4) as usize % (numeral.len() + 1);
            if (1..numeral.len()).contains(&point) {
                numeral.insert(point, '.');
            }
            if seed & 4 != 0 {
                numeral.insert(0, '-');
            }
            let expected: f64 = numeral.parse().unwrap();
            let found = value_of(numeral.as_bytes());
            assert_eq!(found.to_bits(), expected.to_bits(), "{numeral}");
        }
        for numeral in ["0", "-0", "-0.0", "0.1", "1.10", "-12.5", "0.00000000000001"] {
            let expected: f64 = numeral.parse().unwrap();
            assert_eq!(value_of(numeral.as_bytes()).to_bits(), expected.to_bits(), "{numeral}");
        }
    }
}
