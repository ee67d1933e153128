//! Numbers of a JSON text: their grammar, and the ones that readers disagree on.
#![forbid(unsafe_code)]

use crate::scan::Refused;
use crate::tape::{flag, kind};

/// Longer numerals are refused: some readers misread them.
const MOST_CHARACTERS: usize = 400;
/// Longer exponents are refused for the same reason.
const MOST_EXPONENT_DIGITS: usize = 4;
/// Numbers of so many digits differ as doubles whenever they differ as decimals.
const EXACT_DIGITS: usize = 15;
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

/// Scan the number that begins at `start`. One that overflows a double is refused.
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
        let number = value_of(&body[start..at]).ok_or(Refused)?;
        if number.is_infinite() {
            return Err(Refused);
        }
        whole = if decimal { number.fract() == 0.0 } else { true };
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

/// Return the double nearest to a number that `scan_number` accepted.
pub fn value_of(numeral: &[u8]) -> Option<f64> {
    value_of_short(numeral).or_else(|| std::str::from_utf8(numeral).ok()?.parse().ok())
}

/// Return the same, if the numeral is short and has no exponent: the fast path of most numbers.
///
/// Its digits and the power of ten are doubles without rounding. So only the quotient is rounded.
#[inline]
fn value_of_short(numeral: &[u8]) -> Option<f64> {
    let digits = numeral.strip_prefix(b"-").unwrap_or(numeral);
    if digits.len() > EXACT_DIGITS {
        return None;
    }
    let (mut integer, mut decimals, mut has_point) = (0u64, 0, false);
    for &byte in digits {
        match byte {
            b'0'..=b'9' => {
                integer = integer * 10 + u64::from(byte - b'0');
                decimals += usize::from(has_point);
            }
            b'.' => has_point = true,
            _ => return None,
        }
    }
    let number = integer as f64 / POWERS_OF_TEN[decimals];
    Some(if digits.len() < numeral.len() { -number } else { number })
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
            ("9007199254740993.5", kind::INTEGER), // the nearest double has no fraction
            ("123456789012345678901234567890", kind::INTEGER),
            ("0.5", kind::FRACTION),
            ("1.000000000000001", kind::FRACTION),
            ("15e-1", kind::FRACTION),
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
            "1e00001", "1e400", "-1e309", "Infinity", "NaN", &long,
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
    fn values_are_the_nearest_doubles() {
        let mut seed = 1u64;
        for _ in 0..200_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let digits = (seed >> 8) % 10u64.pow((seed >> 60) as u32 + 1);
            let mut numeral = digits.to_string();
            let point = (seed >> 4) as usize % (numeral.len() + 1);
            if (1..numeral.len()).contains(&point) {
                numeral.insert(point, '.');
            }
            if seed & 4 != 0 {
                numeral.insert(0, '-');
            }
            let expected: f64 = numeral.parse().unwrap();
            let found = value_of(numeral.as_bytes()).unwrap();
            assert_eq!(found.to_bits(), expected.to_bits(), "{numeral}");
        }
        for numeral in
            ["0", "-0", "-0.0", "0.1", "1.10", "1e2", "9007199254740993", "0.00000000000001"]
        {
            let expected: f64 = numeral.parse().unwrap();
            assert_eq!(value_of(numeral.as_bytes()).map(f64::to_bits), Some(expected.to_bits()));
        }
    }
}
