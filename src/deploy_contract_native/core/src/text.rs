//! Strings of a JSON text: where they end, and which text their escapes stand for.

use wide::{CmpEq, CmpLt, i8x16};

use crate::http::wtf8;

const FIRST_PRINTABLE: u8 = 0x20;

/// The offset at which Python's JSON reader refuses a text.
pub type WrongAt = usize;
/// In the place of such an offset: there is no memory.
pub const NO_ROOM: WrongAt = WrongAt::MAX;

/// The end of a string and its properties.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Offset of the closing quote.
    pub end: usize,
    /// True if the string has an escape.
    pub escaped: bool,
    /// True if an escape is a lone surrogate.
    pub has_surrogate: bool,
    /// True if the string has a byte that is not ASCII. Its UTF-8 is not checked here.
    pub beyond_ascii: bool,
}

/// Return the end of the string whose first byte after the quote is at `at`, if all of it is plain ASCII.
#[inline(always)]
pub fn plain_end(body: &[u8], at: usize) -> Option<usize> {
    let end = skip_plain(body, at);
    (body.get(end) == Some(&b'"')).then_some(end)
}

/// Find the end of the string whose first quote is at `begin`.
pub fn scan_string(body: &[u8], begin: usize) -> Result<Scanned, WrongAt> {
    let (mut found, mut at) = (Scanned::default(), begin + 1);
    loop {
        match *body.get(at).ok_or(begin)? {
            b'"' => {
                found.end = at;
                return Ok(found);
            }
            b'\\' => {
                let is_unit = *body.get(at + 1).ok_or(begin)? == b'u';
                let (code, end) = escape(body, at)?;
                if is_unit && end == body.len() {
                    return Err(end - 5);
                }
                found.escaped = true;
                found.has_surrogate |= char::from_u32(code).is_none();
                at = end;
            }
            byte if byte < FIRST_PRINTABLE => return Err(at),
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

/// Return the offset of the first byte from `at` on that is no plain character.
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
/// As signed numbers, bytes beyond ASCII are negative. With one bit turned, a quote is the byte after
/// the controls, and no other byte gets there.
#[inline(always)]
fn special_mask<const BEYOND_ASCII: bool>(chunk: &[u8; 16]) -> i32 {
    let bytes = i8x16::new(chunk.map(u8::cast_signed));
    let escapes = bytes.cmp_eq(i8x16::splat(b'\\'.cast_signed()));
    let turned = bytes ^ i8x16::splat((b'"' ^ FIRST_PRINTABLE).cast_signed());
    let others = turned.cmp_lt(i8x16::splat(FIRST_PRINTABLE.cast_signed() + 1));
    let special = (escapes | others).move_mask();
    if BEYOND_ASCII { special & !bytes.cmp_lt(i8x16::splat(0)).move_mask() } else { special }
}

/// Return the number of the character of the escape at `at`, which may be a lone surrogate, and the
/// offset after it.
fn escape(body: &[u8], at: usize) -> Result<(u32, usize), WrongAt> {
    let byte = *body.get(at + 1).ok_or(at)?;
    if byte != b'u' {
        let known = b"\"\\/bfnrt".iter().position(|&known| known == byte).ok_or(at)?;
        return Ok((b"\"\\/\x08\x0c\n\r\t"[known].into(), at + 2));
    }
    let unit = |at: usize| hexadecimal(body.get(at..at + 6)?.strip_prefix(b"\\u")?);
    let first = unit(at).ok_or(at + 1)?;
    let second = if char::from_u32(first).is_none() { unit(at + 6) } else { None };
    let Some(second) = second else { return Ok((first, at + 6)) };
    match char::decode_utf16([first as u16, second as u16]).next() {
        Some(Ok(code)) => Ok((code.into(), at + 12)),
        _ => Ok((first, at + 6)),
    }
}

/// Return the number that some digits stand for.
pub(crate) fn hexadecimal(digits: &[u8]) -> Option<u32> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    digits.iter().try_fold(0, |number, &byte| Some(number << 4 | digit(byte)?))
}

/// Write the text of a string that `scan_string` accepted into `text`, in WTF-8 (see `wtf8`).
pub fn unescape(raw: &[u8], text: &mut Vec<u8>) -> Result<(), WrongAt> {
    text.clear();
    text.try_reserve(raw.len()).map_err(|_| NO_ROOM)?; // no text is longer than its spelling
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        if byte != b'\\' {
            text.push(byte);
            at += 1;
            continue;
        }
        let (code, end) = escape(raw, at)?;
        match code {
            0..0x80 => text.push(code as u8), // faster
            _ => wtf8::push(text, code),
        }
        at = end;
    }
    Ok(())
}

/// Return the number of characters of a text in UTF-8.
pub fn count_characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}
