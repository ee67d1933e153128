//! Strings of a JSON text: where they end, and which text their escapes stand for.

use wide::{CmpEq, CmpLt, i8x16};

use crate::scan::Refused;

const FIRST_PRINTABLE: u8 = 0x20;

/// The end of a string and its properties.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Offset of the closing quote.
    pub end: usize,
    /// True if the string has an escape.
    pub escaped: bool,
    /// True if the string has a byte that is not ASCII. Its UTF-8 is not checked here.
    pub beyond_ascii: bool,
}

/// Return the end of the string whose first byte after the quote is at `at`, if all of it is plain ASCII.
#[inline(always)]
pub fn plain_end(body: &[u8], at: usize) -> Option<usize> {
    let end = skip_plain(body, at);
    (body.get(end) == Some(&b'"')).then_some(end)
}

/// Find the end of the string whose first byte after the quote is at `at`.
pub fn scan_string(body: &[u8], mut at: usize) -> Result<Scanned, Refused> {
    let mut found = Scanned::default();
    loop {
        match *body.get(at).ok_or(Refused)? {
            b'"' => {
                found.end = at;
                return Ok(found);
            }
            b'\\' => {
                found.escaped = true;
                at = character(body, at)?.1;
            }
            byte if byte < FIRST_PRINTABLE => return Err(Refused),
            byte => {
                found.beyond_ascii |= byte >= 0x80;
                at += 1;
            }
        }
        at = if found.beyond_ascii { skip::<true>(body, at) } else { skip_plain(body, at) };
    }
}

#[inline(always)]
fn skip_plain(body: &[u8], at: usize) -> usize {
    skip::<false>(body, at)
}

/// Return the offset of the first byte from `at` on that needs a look.
///
/// Near the end of the body it may return the offset of any byte.
#[inline(always)]
fn skip<const BEYOND_ASCII: bool>(body: &[u8], at: usize) -> usize {
    let mut rest = body.get(at..).unwrap_or_default();
    while let Some((chunk, after)) = rest.split_first_chunk() {
        let special = special_mask::<BEYOND_ASCII>(chunk);
        if special != 0 {
            return body.len() - rest.len() + special.trailing_zeros() as usize;
        }
        rest = after;
    }
    body.len() - rest.len()
}

/// Return a bit for each byte that is a quote, backslash or control, or not ASCII unless those are skipped.
///
/// As signed numbers, bytes beyond ASCII are negative.
#[inline(always)]
fn special_mask<const BEYOND_ASCII: bool>(chunk: &[u8; 16]) -> i32 {
    let bytes = i8x16::new(chunk.map(u8::cast_signed));
    let quotes = bytes.cmp_eq(i8x16::splat(b'"'.cast_signed()));
    let escapes = bytes.cmp_eq(i8x16::splat(b'\\'.cast_signed()));
    let others = bytes.cmp_lt(i8x16::splat(FIRST_PRINTABLE.cast_signed()));
    let special = (quotes | escapes | others).move_mask();
    if BEYOND_ASCII { special & !bytes.cmp_lt(i8x16::splat(0)).move_mask() } else { special }
}

/// Return the number of the character of the escape at `at`, which may be a lone surrogate, and the
/// offset after it; or the offset at which it is wrong.
pub fn escape(body: &[u8], at: usize) -> Result<(u32, usize), usize> {
    let sign = *body.get(at + 1).ok_or(at)?;
    if sign != b'u' {
        let known = b"\"\\/bfnrt".iter().position(|&known| known == sign).ok_or(at)?;
        return Ok((b"\"\\/\x08\x0c\n\r\t"[known].into(), at + 2));
    }
    let unit = |at: usize| hexadecimal(body.get(at..at + 6)?.strip_prefix(b"\\u")?);
    let first = unit(at).ok_or(at + 1)?;
    let second = if char::from_u32(first).is_none() { unit(at + 6) } else { None };
    let Some(second) = second else { return Ok((first, at + 6)) };
    match char::decode_utf16([first as u16, second as u16]).next() {
        Some(Ok(sign)) => Ok((sign.into(), at + 12)),
        _ => Ok((first, at + 6)),
    }
}

/// Return the character of the escape at `at`, and the offset after it. A lone surrogate is refused.
fn character(body: &[u8], at: usize) -> Result<(char, usize), Refused> {
    let (sign, end) = escape(body, at).map_err(|_| Refused)?;
    char::from_u32(sign).map(|sign| (sign, end)).ok_or(Refused)
}

/// Return the number that some digits stand for.
pub(crate) fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let digit = |sign: u8| char::from(sign).to_digit(16);
    digits.iter().try_fold(0, |number, &sign| Some(number << 4 | digit(sign)?))
}

/// Write the text of a string that `scan_string` accepted into `text`, in UTF-8.
pub fn unescape(raw: &[u8], text: &mut Vec<u8>) -> Result<(), Refused> {
    text.clear();
    text.try_reserve(raw.len()).map_err(|_| Refused)?; // no text is longer than its spelling
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        if byte != b'\\' {
            text.push(byte);
            at += 1;
            continue;
        }
        let (sign, end) = character(raw, at)?;
        match sign.is_ascii() {
            true => text.push(sign as u8),
            false => text.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        at = end;
    }
    Ok(())
}

/// Return the offset of the first byte from `at` on that is no blank.
pub fn skip_blanks(body: &[u8], mut at: usize) -> usize {
    while matches!(body.get(at), Some(b' ' | b'\n' | b'\t' | b'\r')) {
        at += 1;
    }
    at
}

/// Return the number of characters of a text in UTF-8.
pub fn count_characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
