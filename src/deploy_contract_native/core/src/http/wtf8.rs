//! Texts that may hold lone surrogates, as bytes in WTF-8.
//!
//! WTF-8 is UTF-8 with three bytes for a lone surrogate. Paths and names may have lone surrogates
//! for two reasons. Some readers decode `%ud800`. Callers escape a byte that is not UTF-8 by a
//! surrogate from U+DC80 on, as Python's `surrogateescape` does.

use std::borrow::Cow;

use crate::words::add_codes;

/// Append a character by its code point, which may be a surrogate.
pub(crate) fn push(text: &mut Vec<u8>, code: u32) {
    match char::from_u32(code) {
        Some(character) => text.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
        None => text.extend([
            0xe0 | (code >> 12) as u8,
            0x80 | (code >> 6) as u8 & 0x3f,
            0x80 | code as u8 & 0x3f,
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
    let mut surrogates = codes(text).filter(|&code| char::from_u32(code).is_none());
    let are_escapes = surrogates.all(|code| (0xdc80..=0xdcff).contains(&code));
    let mut found = Vec::with_capacity(text.len());
    for code in codes(text) {
        match char::from_u32(code) {
            Some(character) => found.extend(character.encode_utf8(&mut [0; 4]).as_bytes()),
            None => found.push(if are_escapes { code as u8 } else { b'?' }),
        }
    }
    Cow::Owned(found)
}

/// Return the text with a replacement character for each lone surrogate.
pub(crate) fn readable(text: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(text) {
        return Cow::Borrowed(text);
    }
    let character = |code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    Cow::Owned(codes(text).map(character).collect())
}

/// Return the text on one printable line, as pointers show keys.
pub(crate) fn printable(text: &[u8]) -> String {
    let mut found = String::new();
    add_codes(&mut found, codes(text));
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
        for character in chunk.valid().chars() {
            let folded: String = match character {
                '\u{131}' => character.into(),
                '\u{1e9e}' => "ss".into(),
                _ => character.to_uppercase().flat_map(char::to_lowercase).collect(),
            };
            found.extend(folded.as_bytes());
        }
        found.extend(chunk.invalid());
    }
    found.into()
}

fn codes(text: &[u8]) -> impl Iterator<Item = u32> + Clone {
    let mut bytes = text.iter();
    std::iter::from_fn(move || {
        let first = *bytes.next()?;
        let size = first.leading_ones();
        let begin = u32::from(first & 0x7f >> size);
        let rest = bytes.by_ref().take(size.saturating_sub(1) as usize);
        Some(rest.fold(begin, |code, byte| code << 6 | u32::from(byte & 0x3f)))
    })
}
