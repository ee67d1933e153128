//! Named fields in the body of a request that is not the body of an operation.
//!
//! Frameworks read such fields from forms (urlencoded or multipart) and from JSON objects.

use std::borrow::Cow;

use regex_automata::Input;

use crate::automaton::Finder;
use crate::http::coding::{Unread, decode};
use crate::http::content::{Headers, unquoted};
use crate::http::parameter_names::{Aliases, distinct, is_space};
use crate::http::parameters::{name_of, spaced};
use crate::http::path_readings::{decode_leniently, find};
use crate::http::wtf8;
use crate::names::Names;
use crate::places::Document;
use crate::scan::{Limits, scan, with_scratch};
use crate::tape::kind;
use crate::text::hexadecimal;

/// The greatest number of fields of a form, or of members of a JSON object. Frameworks accept at most
/// 1,000 to 4,096 of a form.
const MAX_FIELDS: usize = 10_000;
/// The greatest number of bytes from a Content-Disposition to the end of the headers.
const LONGEST_DISPOSITION: usize = 4096;
static DISPOSITION: Finder = Finder::new(r"(?i-u)content-disposition[\t-\r ]*:");
const END_OF_HEADERS: &[u8] = b"\r\n\r\n";
/// The text before a name of a part, with the mark of RFC 2231, such as `*0*`.
static NAME: Finder = Finder::new(r"(?i-u)name\*?[0-9]*\*?[ \t-\r]*=[ \t-\r=]*");
static TEXT: Finder = Finder::new(r#"(?s)^(?:"(?:[^"\\\r\n]|\\[^\r\n])*"|[^;\r\n]*)"#);
/// The signs around the words of a text that may be JSON.
const SIGNS: &[u8] = b"\"'[]{},:;=&/*";
/// The characters of a name of a part that are read.
const LONGEST_NAME: usize = 256;

/// Find a field of a body that some framework takes for a declared name. Return the declared name.
///
/// Return "" if the body is too long to search. `body` still has its content coding. An unknown
/// coding is an error, and so is a decoded body of more bytes than `limits` has.
pub(crate) fn find_field<'a>(
    headers: &Headers,
    body: &[u8],
    limits: &Limits,
    declared: &'a Aliases,
) -> Result<Option<&'a str>, Unread> {
    if body.len() > limits.bytes {
        return Err("json-size");
    }
    // some readers ignore the content coding
    let found = find_in_body(headers, body, limits, declared);
    if found.is_some() || body.is_empty() {
        return Ok(found);
    }
    let coding = headers.coding().ok_or("content-encoding")?; // other readers may know it
    let decoded = decode(body, coding, limits.bytes)?;
    Ok(decoded.and_then(|decoded| find_in_body(headers, &decoded, limits, declared)))
}

/// Return the name of a query parameter by which some framework overrides the method.
pub fn override_in_query<'a>(query: &'a [u8], methods: &Aliases) -> Option<Cow<'a, [u8]>> {
    field_names(query).find(|name| methods.taken_for(name).is_some())
}

/// Return the names of a query or an urlencoded form; percent-encoding and `+` are decoded.
fn field_names(text: &[u8]) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let parts = text.split(|byte| matches!(byte, b'&' | b';')).map(name_of);
    parts.filter(|name| !name.is_empty()).map(|name| {
        let is_encoded = name.iter().any(|byte| matches!(byte, b'%' | b'+'));
        if is_encoded { Vec::from(decode_leniently(&spaced(name))).into() } else { name.into() }
    })
}

fn find_in_body<'a>(
    headers: &Headers,
    body: &[u8],
    limits: &Limits,
    declared: &'a Aliases,
) -> Option<&'a str> {
    let of_parts = || find_in_parts(body, declared);
    let of_json = || find_in_json(body, limits, declared);
    let of_form = || find_in_form(&wtf8::escape(body), declared);
    let found = if headers.names_type("multipart") { of_parts() } else { None };
    let found = found.or_else(|| if headers.names_type("json") { of_json() } else { None });
    found.or_else(|| if headers.are_of_form() { of_form() } else { None })
}

/// Find a member of a JSON object. Its own members have no meaning for a framework.
///
/// Other readers may accept a text that the contract does not, such as one with comments, with a
/// repeated key or in UTF-16. In such a text, every word may be the name of a member.
fn find_in_json<'a>(body: &[u8], limits: &Limits, declared: &'a Aliases) -> Option<&'a str> {
    if body.is_empty() {
        return None;
    }
    with_scratch(|scratch| {
        if scan(body, &Names::default(), limits, scratch).is_err() {
            return find_in_form(&words(body), declared);
        }
        let document = Document { body, tape: &scratch.tape };
        let root = document.tape.first().filter(|root| root.kind == kind::OBJECT)?;
        if root.size as usize > MAX_FIELDS {
            return Some("");
        }
        document.children(0).find_map(|member| match document.unnamed_key(member) {
            Some(name) => declared.taken_for(&name),
            None => Some(""), // there is no memory
        })
    })
}

/// Return the words of a text that may be JSON, with `&` between them as in a form.
fn words(body: &[u8]) -> Vec<u8> {
    let mut text = wtf8::escape(body).into_owned();
    text.retain(|&byte| byte != 0);
    let end = |found: &mut Vec<u8>| {
        if found.last() != Some(&b'&') {
            found.push(b'&');
        }
    };
    let (mut found, mut at) = (Vec::with_capacity(text.len()), 0);
    while let Some(&byte) = text.get(at) {
        let escaped = if byte == b'\\' { ascii_escape(&text[at..]) } else { None };
        at += if escaped.is_some() { "\\u0000".len() } else { 1 };
        match escaped.unwrap_or(byte) {
            b'\\' => {}
            1..=b' ' => end(&mut found),
            sign if SIGNS.contains(&sign) => end(&mut found),
            sign => found.push(sign),
        }
    }
    found
}

/// Return the character of an escape of JSON, such as `\u005f`, if it is ASCII.
fn ascii_escape(text: &[u8]) -> Option<u8> {
    let number = hexadecimal(text.strip_prefix(b"\\u00")?.get(..2)?)?;
    u8::try_from(number).ok().filter(u8::is_ascii)
}

fn find_in_form<'a>(text: &[u8], declared: &'a Aliases) -> Option<&'a str> {
    if declared.are_methods && !holds_method(text) {
        return None;
    }
    if text.iter().filter(|byte| matches!(byte, b'&' | b';')).count() > MAX_FIELDS {
        return Some("");
    }
    field_names(text).find_map(|name| declared.taken_for(&name))
}

/// Return false if a form has no field that overrides the method. This is faster than a search.
fn holds_method(text: &[u8]) -> bool {
    let mut text = decode_leniently(text);
    text.retain(|byte| byte.is_ascii_alphabetic());
    text.make_ascii_lowercase();
    text.contains("method")
}

/// Find a field of a multipart body that some framework takes for a declared name.
///
/// The headers of a part have the name (RFC 7578, section 4.2). Return "" if the body has too many
/// names, or headers that are too long to search.
fn find_in_parts<'a>(body: &[u8], declared: &'a Aliases) -> Option<&'a str> {
    let (mut left, mut at) = (MAX_FIELDS, 0);
    while let Some(disposition) = DISPOSITION.find(Input::new(body).range(at..)) {
        let begin = disposition.end();
        at = find(&body[begin..], END_OF_HEADERS).map_or(body.len(), |size| begin + size);
        let headers = &body[begin..at];
        if headers.len() > LONGEST_DISPOSITION {
            return Some("");
        }
        let names = names_of_part(&String::from_utf8_lossy(headers));
        let Some(rest) = left.checked_sub(names.len().max(1)) else { return Some("") };
        left = rest;
        if names.iter().any(|name| name.contains("?=")) {
            return Some(""); // Tomcat decodes words of RFC 2047
        }
        if let Some(found) = names.iter().find_map(|name| declared.taken_for(name.as_bytes())) {
            return Some(found);
        }
    }
    None
}

/// Return the names of a part, in the forms of RFC 2231, of browsers and of PHP.
///
/// PHP joins a line without a colon with the line before it. Rack and Werkzeug read only the token
/// at the beginning of a name without quotes.
fn names_of_part(headers: &str) -> Vec<String> {
    let is_break = |sign: char| matches!(sign, '\r' | '\n');
    let text = headers.replace(|sign| is_space(sign) && !is_break(sign), " ");
    let lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let joined = lines.map(|line| if line.is_empty() { "\n" } else { line }).collect();
    let squeezed = text.replace(is_break, ""); // Django
    let mut found = Vec::new();
    for lines in distinct([text, joined, squeezed]) {
        let values = values_of_names(&lines);
        let tokens = values.iter().map(|&(mark, value)| (mark, token_of(value))).collect();
        for read in distinct([values, tokens]) {
            let mut whole = String::new();
            for (mark, value) in read {
                let name = name_of_part(value, mark);
                if !mark.is_empty() {
                    whole += &name;
                }
                found.push(name);
            }
            if !whole.is_empty() {
                found.push(whole);
            }
        }
    }
    found
}

/// Return the mark of RFC 2231 and the value of each name of a part, even of a name within quotes.
fn values_of_names(lines: &str) -> Vec<(&str, &str)> {
    let is_end = |character: char| character == '=' || is_space(character);
    let mut found = Vec::new();
    for name in NAME.find_iter(lines) {
        if lines[..name.start()].ends_with(|character: char| character.is_ascii_alphabetic()) {
            continue; // the end of a longer word
        }
        let rest = &lines[name.end()..];
        let rest = rest.char_indices().nth(LONGEST_NAME).map_or(rest, |(end, _)| &rest[..end]);
        let value = &rest[TEXT.find(rest).map_or(0..0, |text| text.range())];
        let mark = &lines[name.range()].trim_end_matches(is_end)["name".len()..];
        found.push((mark, value.trim_matches(is_space)));
    }
    found
}

/// Return the token at the beginning of a value (RFC 9110, section 5.6.2), or the value without one.
fn token_of(value: &str) -> &str {
    let is_of_token = |sign: char| sign.is_ascii_alphanumeric() || "!#$%&'*+.^_`|~-".contains(sign);
    match value.split(|sign| !is_of_token(sign)).next() {
        None | Some("") => value,
        Some(token) => token,
    }
}

fn name_of_part(value: &str, mark: &str) -> String {
    let text = unquoted(value);
    let extended = text.splitn(3, '\'').nth(2).filter(|_| mark.ends_with('*'));
    let text = match extended {
        Some(extended) => extended,
        None if text.starts_with('\'') => text.trim_matches('\''), // PHP accepts either quote
        None => &text,
    };
    decode_leniently(text.as_bytes())
}
