//! Numbers of a JSON text: their grammar, their value, and the ones that readers disagree on.
//!
//! A number is judged by its digits, not by the double nearest to it, and in linear time.

use std::cmp::Ordering;

use crate::tape::{flag, kind};

/// Longer numerals are refused: some readers misread them.
pub const MAX_CHARACTERS: usize = 400;
/// Longer exponents are refused for the same reason.
const MAX_EXPONENT_DIGITS: usize = 4;
/// Numbers of at most this many digits differ as doubles whenever they differ as decimals.
const EXACT_DIGITS: usize = 15;
/// The power of ten of the first digit of the largest doubles.
const MAX_MAGNITUDE: i32 = 308;

/// The end of a number and its properties.
#[derive(Debug, PartialEq, Eq)]
pub struct Scanned {
    /// Offset after the last character.
    pub end: usize,
    /// `kind::INTEGER` or `kind::FRACTION`.
    pub kind: u8,
    /// Bits of `flag`.
    pub flags: u8,
    /// True if some readers misread it, since it or its exponent is too long.
    pub is_long: bool,
}

/// Scan the longest number that begins at `start`; None if no number begins there.
#[inline]
pub fn scan_number(body: &[u8], start: usize) -> Option<Scanned> {
    let first = start + usize::from(body.get(start) == Some(&b'-'));
    let is_zero = body.get(first) == Some(&b'0');
    let mut at = if is_zero { first + 1 } else { skip_digits(body, first) };
    let mut digits = at - first;
    if digits == 0 {
        return None;
    }
    if digits <= EXACT_DIGITS && !matches!(body.get(at), Some(b'.' | b'e' | b'E')) {
        return Some(Scanned { end: at, kind: kind::INTEGER, flags: 0, is_long: false }); // as most are
    }
    let (mut decimal, mut whole, mut exponent) = (false, true, 0);
    if body.get(at) == Some(&b'.') {
        let end = skip_digits(body, at + 1);
        let fraction = &body[at + 1..end];
        if !fraction.is_empty() {
            (at, decimal) = (end, true);
            whole = fraction.iter().all(|&digit| digit == b'0');
            digits += fraction.len();
        }
    }
    if matches!(body.get(at), Some(b'e' | b'E')) {
        let is_signed = matches!(body.get(at + 1), Some(b'+' | b'-'));
        let begin = at + 1 + usize::from(is_signed);
        exponent = skip_digits(body, begin) - begin;
        if exponent > 0 {
            (at, decimal) = (begin + exponent, true);
        }
    }
    let is_long = at - start > MAX_CHARACTERS || exponent > MAX_EXPONENT_DIGITS;
    let wide = exponent > 0 || digits > EXACT_DIGITS;
    if wide && !is_long {
        whole = Decimal::read(&body[start..at]).is_whole();
    }
    let wide = if wide { flag::WIDE } else { 0 };
    let decimal = if decimal { flag::DECIMAL } else { 0 };
    let kind = if whole { kind::INTEGER } else { kind::FRACTION };
    Some(Scanned { end: at, kind, flags: wide | decimal, is_long })
}

fn skip_digits(body: &[u8], mut at: usize) -> usize {
    while body.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// Return the double nearest to a number; an infinity for one that overflows.
pub fn nearest_double(numeral: &[u8]) -> f64 {
    std::str::from_utf8(numeral).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

/// A number by its digits.
#[derive(Clone, Debug)]
pub struct Decimal {
    /// -1, 0 or 1.
    sign: i8,
    /// The digits from the first to the last that is not 0; none for zero.
    digits: Vec<u8>,
    /// The power of ten of the first digit; 0 for zero.
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
        let last = digits.iter().rposition(|&digit| digit != b'0').map_or(first, |last| last + 1);
        digits.truncate(last);
        digits.drain(..first);
        if digits.is_empty() {
            return Decimal { sign: 0, digits, magnitude: 0 };
        }
        let exponent =
            std::str::from_utf8(exponent).ok().and_then(|text| text.get(1..)?.parse().ok());
        let mut magnitude: i32 = exponent.unwrap_or(0) + point as i32 - 1 - first as i32;
        let is_integer = point == unsigned.len();
        if magnitude >= MAX_MAGNITUDE && !is_integer && nearest_double(numeral).is_infinite() {
            (digits, magnitude) = (b"1".to_vec(), i32::MAX);
        }
        Decimal { sign: if unsigned.len() < numeral.len() { -1 } else { 1 }, digits, magnitude }
    }

    pub fn is_whole(&self) -> bool {
        self.magnitude >= self.digits.len() as i32 - 1
    }

    pub fn compare(&self, other: &Decimal) -> Ordering {
        let by_size = (self.magnitude, &self.digits).cmp(&(other.magnitude, &other.digits));
        let by_size = if self.sign < 0 { by_size.reverse() } else { by_size };
        self.sign.cmp(&other.sign).then(by_size)
    }
}
