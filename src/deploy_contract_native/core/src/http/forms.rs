//! Fields of a form (urlencoded or multipart) in the body of a request that has no JSON body.

use std::borrow::Cow;

use crate::automaton::Finder;
use crate::http::coding::{Unread, decode};
use crate::http::content::{Headers, unquoted};
use crate::http::parameter_names::{Aliases, is_space};
use crate::http::parameters::{name_of, spaced};
use crate::http::path_readings::decode_leniently;
use crate::http::wtf8;

/// The greatest number of fields of a form. Frameworks accept at most 1,000 to 4,096.
const MOST_FIELDS: usize = 10_000;
/// The greatest number of bytes of a Content-Disposition. A longer header is refused.
const LONGEST_DISPOSITION: usize = 4096;
/// The headers of a part (RFC 7578, section 4.2), with the lines that go on with them.
static DISPOSITION: Finder =
    Finder::new(r"(?s-u)(?i:content-disposition)[ \t]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*");
/// What comes before a name of a part: with the mark of RFC 2231, such as `*0*`.
static NAME: Finder = Finder::new(r"(?i-u)name\*?[0-9]*\*?[ \t-\r]*=");
static TEXT: Finder = Finder::new(r#"(?s)^[ \t-\r]*(?:"(?:[^"\\]|\\.)*"|[^;]*)"#);

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
    for place in DISPOSITION.all(body) {
        let value = body[place].splitn(2, |sign| *sign == b':').last().unwrap_or_default();
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

/// Return the names of a part, in the forms of RFC 2231, of browsers and of PHP.
fn names_of_part(value: &str) -> Vec<String> {
    let is_end = |sign: char| sign == '=' || is_space(sign);
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(name) = NAME.find(value.as_bytes(), at) {
        at = name.end;
        if value[..name.start].ends_with(|sign: char| sign.is_ascii_alphabetic()) {
            continue; // the end of a longer word
        }
        let is_extended = value[name].trim_end_matches(is_end).ends_with('*');
        let rest = &value[at..];
        let text = &rest[TEXT.find(rest.as_bytes(), 0).unwrap_or_default()];
        at += text.len();
        let text = unquoted(text.trim_matches(is_space));
        let extended = text.splitn(3, '\'').nth(2).filter(|_| is_extended);
        let text = match extended {
            Some(extended) => extended,
            None if text.starts_with('\'') => text.trim_matches('\''), // PHP accepts either quote
            None => &text,
        };
        found.push(decode_leniently(text.as_bytes()));
    }
    found
}
