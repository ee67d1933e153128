//! Texts without letter case.

use std::borrow::Cow;

/// Return a text in the form in which texts are compared without letter case (Unicode's case folding).
///
/// Lone surrogates stay. Cherokee is folded to small letters, which compare as well.
pub fn fold_case(text: &[u8]) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        let has_capitals = text.iter().any(u8::is_ascii_uppercase);
        return if has_capitals { text.to_ascii_lowercase().into() } else { text.into() };
    }
    let mut found = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        for sign in chunk.valid().chars() {
            let folded: &mut dyn Iterator<Item = char> = match sign {
                '\u{131}' => &mut std::iter::once(sign),
                '\u{1e9e}' => &mut "ss".chars(),
                _ => &mut sign.to_uppercase().flat_map(char::to_lowercase),
            };
            for sign in folded {
                found.extend(sign.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        found.extend(chunk.invalid());
    }
    found.into()
}
