//! Texts that may hold lone surrogates, as bytes in WTF-8.
//!
//! WTF-8 is UTF-8 with three bytes for a lone surrogate. Paths and names may have lone surrogates
//! for two reasons. Some readers decode `%ud800`. Callers escape a byte that is not UTF-8 by a
//! surrogate from U+DC80 on, as Python's `surrogateescape` does.

use std::borrow::Cow;

use crate::words::add_signs;

/// Append a character by its code point, which may be a surrogate.
pub(crate) fn push(text: &mut Vec<u8>, sign: u32) {
    match char::from_u32(sign) {
        Some(sign) => text.extend(sign.encode_utf8(&mut [0; 4]).as_bytes()),
        None => text.extend([
            0xe0 | (sign >> 12) as u8,
            0x80 | (sign >> 6) as u8 & 0x3f,
            0x80 | sign as u8 & 0x3f,
        ]),
    }
}

/// Return bytes as text, with an escape for each byte that is not UTF-8.
pub fn escape(bytes: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let mut text = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.extend(chunk.valid().as_bytes());
        for &byte in chunk.invalid() {
            push(&mut text, 0xdc00 | u32::from(byte));
        }
    }
    Cow::Owned(text)
}

/// Return the bytes that a text stands for: each escape becomes a byte again.
///
/// If the text has a surrogate that is not an escape, all its surrogates become question marks.
pub(crate) fn bytes(text: &[u8]) -> Cow<'_, [u8]> {
    if std::str::from_utf8(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut surrogates = signs(text).filter(|&sign| char::from_u32(sign).is_none());
    let are_escapes = surrogates.all(|sign| (0xdc80..=0xdcff).contains(&sign));
    let mut found = Vec::with_capacity(text.len());
    for sign in signs(text) {
        match char::from_u32(sign) {
            Some(sign) => found.extend(sign.encode_utf8(&mut [0; 4]).as_bytes()),
            None => found.push(if are_escapes { sign as u8 } else { b'?' }),
        }
    }
    Cow::Owned(found)
}

/// Return the text with a replacement character for each lone surrogate.
pub(crate) fn readable(text: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(text) {
        return Cow::Borrowed(text);
    }
    let sign = |sign| char::from_u32(sign).unwrap_or(char::REPLACEMENT_CHARACTER);
    Cow::Owned(signs(text).map(sign).collect())
}

/// Return the text on one printable line, as pointers show keys.
pub(crate) fn printable(text: &[u8]) -> String {
    let mut found = String::new();
    add_signs(&mut found, signs(text));
    found
}

/// Return the case folding of a text, in which letter case does not count (Unicode).
///
/// Lone surrogates stay. Unicode folds Cherokee to upper case, and this function folds it to lower
/// case. A comparison of two texts gives the same result.
pub(crate) fn fold_case(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return text.to_ascii_lowercase().into();
    }
    let mut found = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for sign in chunk.valid().chars() {
            let folded: String = match sign {
                '\u{131}' => sign.into(),
                '\u{1e9e}' => "ss".into(),
                _ => sign.to_uppercase().flat_map(char::to_lowercase).collect(),
            };
            found.extend(folded.as_bytes());
        }
        found.extend(chunk.invalid());
    }
    found.into()
}

fn signs(text: &[u8]) -> impl Iterator<Item = u32> + Clone {
    let mut bytes = text.iter();
    std::iter::from_fn(move || {
        let first = *bytes.next()?;
        let size = first.leading_ones();
        let begin = u32::from(first & 0x7f >> size);
        let rest = bytes.by_ref().take(size.saturating_sub(1) as usize);
        Some(rest.fold(begin, |sign, byte| sign << 6 | u32::from(byte & 0x3f)))
    })
}
