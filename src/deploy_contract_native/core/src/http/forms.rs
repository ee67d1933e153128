//! Fields of a form (urlencoded or multipart) in the body of a request that has no JSON body.

use std::borrow::Cow;

use crate::http::coding::{Unread, decode};
use crate::http::content::Headers;
use crate::http::parameter_names::{Aliases, is_space};
use crate::http::parameters::{name_of, spaced};
use crate::http::path_readings::decode_leniently;
use crate::http::wtf8;

/// The greatest number of fields of a form. Frameworks accept at most 1,000 to 4,096.
const MOST_FIELDS: usize = 10_000;
/// The greatest number of bytes of a Content-Disposition. A longer header is refused.
const LONGEST_DISPOSITION: usize = 4096;
const DISPOSITION: &[u8] = b"content-disposition";
const NAME: &str = "name";

/// Find a field of a form that some framework takes for a declared name. Return the declared name.
///
/// Return "" if the form is too long to search. `body` still has its content coding. A decoded body
/// of more than `limit` bytes is an error.
pub(crate) fn find_field<'a>(
    headers: &Headers,
    body: &[u8],
    limit: usize,
    declared: &'a Aliases,
) -> Result<Option<&'a str>, Unread> {
    if body.len() > limit {
        return Err("json-size");
    }
    let found = find_in_body(headers, body, declared); // some readers ignore the content coding
    match headers.coding() {
        Some(coding) if found.is_none() && !body.is_empty() => {
            let decoded = decode(body, coding, limit)?;
            Ok(decoded.and_then(|decoded| find_in_body(headers, &decoded, declared)))
        }
        _ => Ok(found),
    }
}

/// Return the name of a query parameter by which some framework overrides the method.
pub fn override_in_query<'a>(query: &'a [u8], methods: &Aliases) -> Option<Cow<'a, [u8]>> {
    field_names(query).find(|name| methods.taken_for(name).is_some())
}

/// Return the names of a query or an urlencoded form; percent-encoding and `+` are decoded.
fn field_names(text: &[u8]) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let parts = text.split(|sign| matches!(sign, b'&' | b';')).map(name_of);
    parts.filter(|name| !name.is_empty()).map(|name| {
        let is_encoded = name.iter().any(|sign| matches!(sign, b'%' | b'+'));
        if is_encoded { Vec::from(decode_leniently(&spaced(name))).into() } else { name.into() }
    })
}

fn find_in_body<'a>(headers: &Headers, body: &[u8], declared: &'a Aliases) -> Option<&'a str> {
    let (has_multipart, is_multipart) = headers.are_multipart();
    if has_multipart && let Some(found) = find_in_parts(body, declared) {
        return Some(found);
    }
    if is_multipart {
        return None;
    }
    let text = wtf8::escape(body);
    if declared.are_methods && !holds_method(&text) {
        return None;
    }
    if text.iter().filter(|sign| matches!(sign, b'&' | b';')).count() > MOST_FIELDS {
        return Some("");
    }
    field_names(&text).find_map(|name| declared.taken_for(&name))
}

/// Return false if a form has no field that overrides the method. This is faster than a search.
fn holds_method(text: &[u8]) -> bool {
    let mut text = decode_leniently(text);
    text.retain(|sign| sign.is_ascii_alphabetic());
    text.make_ascii_lowercase();
    text.contains("method")
}

/// Find a field of a multipart body that some framework takes for a declared name.
///
/// The headers of the parts have the names of the fields (RFC 7578, section 4.2). Return "" if a
/// header is too long to search.
fn find_in_parts<'a>(body: &[u8], declared: &'a Aliases) -> Option<&'a str> {
    let mut rest = body;
    while let Some(begin) = position(rest, DISPOSITION) {
        rest = &rest[begin + DISPOSITION.len()..];
        let blanks = rest.iter().take_while(|sign| matches!(sign, b' ' | b'\t')).count();
        let Some(value) = rest[blanks..].strip_prefix(b":") else { continue };
        let (value, after) = value.split_at(end_of_header(value));
        rest = after;
        if value.len() > LONGEST_DISPOSITION {
            return Some("");
        }
        let names = names_of_part(&String::from_utf8_lossy(value));
        let whole = names.concat();
        let mut all = names.iter().chain([&whole]);
        if let Some(found) = all.find_map(|name| declared.taken_for(name.as_bytes())) {
            return Some(found);
        }
    }
    None
}

fn position(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|part| part.eq_ignore_ascii_case(word))
}

/// Return the length of the value of a header, folded lines included.
fn end_of_header(value: &[u8]) -> usize {
    let goes_on = |rest: &[u8]| {
        let after = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n"));
        matches!(after, Some([b' ' | b'\t', ..]))
    };
    let is_end = |&at: &usize| matches!(value[at], b'\r' | b'\n') && !goes_on(&value[at..]);
    (0..value.len()).find(is_end).unwrap_or(value.len())
}

/// Return the names of a part, as in RFC 2231, as browsers write them, and as PHP reads them.
fn names_of_part(value: &str) -> Vec<String> {
    let lowered = value.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(begin) = lowered[at..].find(NAME).map(|begin| at + begin) {
        let is_inside = lowered[..begin].ends_with(|sign: char| sign.is_ascii_lowercase());
        let parts = mark_and_text(&value[begin + NAME.len()..]);
        let Some((mark, text)) = parts.filter(|_| !is_inside) else {
            at = begin + NAME.len();
            continue;
        };
        let end = quoted_end(text).unwrap_or_else(|| text.find(';').unwrap_or(text.len()));
        found.push(unquoted(&text[..end], mark));
        at = value.len() - text.len() + end;
    }
    found
}

/// Return the mark of RFC 2231 after a name, such as `*0*`, and the text after `=`.
fn mark_and_text(rest: &str) -> Option<(&str, &str)> {
    let is_space = |sign: char| matches!(sign, ' ' | '\t'..='\r');
    let after = rest.strip_prefix('*').unwrap_or(rest);
    let after = after.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let after = after.strip_prefix('*').unwrap_or(after);
    let mark = &rest[..rest.len() - after.len()];
    let text = after.trim_start_matches(is_space).strip_prefix('=')?;
    Some((mark, text.trim_start_matches(is_space)))
}

fn quoted_end(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    let is_end = |sign| {
        let was_escaped = is_escaped;
        is_escaped = sign == '\\' && !was_escaped;
        sign == '"' && !was_escaped
    };
    text.strip_prefix('"')?.find(is_end).map(|end| end + 2)
}

fn unquoted(value: &str, mark: &str) -> String {
    let mut text = value.trim_matches(is_space).to_string();
    if let Some(inner) = text.strip_prefix('"') {
        text = without_escapes(inner.strip_suffix('"').unwrap_or(inner));
    }
    let extended = text.splitn(3, '\'').nth(2).filter(|_| mark.ends_with('*'));
    let text = match extended {
        Some(extended) => extended,
        None if text.starts_with('\'') => text.trim_matches('\''), // PHP accepts either quote
        None => &text,
    };
    decode_leniently(text.as_bytes())
}

fn without_escapes(text: &str) -> String {
    let mut signs = text.chars();
    let mut found = String::with_capacity(text.len());
    while let Some(sign) = signs.next() {
        let escaped = if sign == '\\' { signs.next() } else { None };
        found.push(escaped.unwrap_or(sign));
    }
    found
}
