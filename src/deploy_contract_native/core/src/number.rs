//! Numbers of a JSON text: their grammar, their value, and the ones that readers disagree on.
//!
//! A number is judged by its digits, not by the double nearest to it, and in linear time.

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

/// Return the double nearest to a number; an infinity for one that overflows.
pub fn nearest_double(numeral: &[u8]) -> f64 {
    std::str::from_utf8(numeral).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

/// A number by its digits.
#[derive(Clone, Debug)]
pub struct Decimal {
    is_negative: bool,
    /// The digits from the first to the last that is not 0; none for zero.
    digits: Vec<u8>,
    /// The power of ten of the first digit.
    magnitude: i32,
}

impl Decimal {
    /// Read a number that `scan_number` accepted, or the text of a double.
    ///
    /// If it is written with a point or an exponent and overflows a double, it is an infinity: greater
    /// than all others, and without a fraction.
    pub fn read(numeral: &[u8]) -> Decimal {
        let unsigned = numeral.strip_prefix(b"-").unwrap_or(numeral);
        let end = unsigned.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (written, exponent) = unsigned.split_at(end.unwrap_or(unsigned.len()));
        let point = written.iter().position(|&byte| byte == b'.').unwrap_or(written.len());
        let mut digits = [&written[..point], written.get(point + 1..).unwrap_or_default()].concat();
        let first = digits.iter().position(|&digit| digit != b'0').unwrap_or(digits.len());
        let mut magnitude = exponent_of(exponent) + length(point) - 1 - length(first);
        let last = digits.iter().rposition(|&digit| digit != b'0').map_or(first, |last| last + 1);
        let is_integer = written.len() == unsigned.len() && point == written.len();
        let may_overflow = first < last && magnitude >= MOST_MAGNITUDE && !is_integer;
        digits = digits[first..last].to_vec();
        if may_overflow && nearest_double(numeral).is_infinite() {
            (digits, magnitude) = (b"1".to_vec(), i32::MAX);
        }
        Decimal { is_negative: unsigned.len() < numeral.len(), digits, magnitude }
    }

    /// Return true if the number has no fraction.
    pub fn is_whole(&self) -> bool {
        let size = length(self.digits.len());
        size == 0 || self.magnitude >= size - 1
    }

    /// Compare two numbers exactly.
    pub fn compare(&self, other: &Decimal) -> Ordering {
        let by_size = || (self.magnitude, &self.digits).cmp(&(other.magnitude, &other.digits));
        self.sign().cmp(&other.sign()).then_with(|| match self.sign() {
            0 => Ordering::Equal,
            1 => by_size(),
            _ => by_size().reverse(),
        })
    }

    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.is_negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        }
    }
}

/// Return the value of an exponent, such as `e-5`; 0 for none.
fn exponent_of(text: &[u8]) -> i32 {
    let number = std::str::from_utf8(text).ok().and_then(|text| text.get(1..)?.parse().ok());
    number.unwrap_or(0)
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
}
