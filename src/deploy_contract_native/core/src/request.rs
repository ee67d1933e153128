//! The route of an ordinary request, and whether its headers need no second look.
//!
//! A request is ordinary if its path is written as in the operation table, its query has declared
//! parameters alone, and its headers name the media type of the operation and no other charset than
//! UTF-8. All others are left to the library. Responses are ordinary by the same headers.

use std::sync::Arc;

use crate::automaton::Automaton;

const CONTENT_TYPE: &[u8] = b"content-type";
const CHARSET: &[u8] = b"charset=";
/// Headers that need a second look: codings, and those that name another method.
const WATCHED: [&[u8]; 5] = [
    b"content-encoding",
    b"x-http-method-override",
    b"x-http-method",
    b"x-method-override",
    b"x-tunneled-method",
];
const UTF8: [&[u8]; 3] = [b"utf-8", b"\"utf-8\"", b"utf8"];

/// A segment of a path.
#[derive(Debug)]
pub enum Segment {
    Text(Box<str>),
    Parameter(Arc<Automaton>),
}

/// The method and path of an operation.
#[derive(Debug)]
pub struct Route {
    pub method: Box<str>,
    /// Segments after the first slash.
    pub segments: Vec<Segment>,
    pub media_type: Box<[u8]>,
}

impl Route {
    /// Return the texts of the path parameters, if a request leads to this operation.
    pub fn parameters<'a>(&self, method: &str, path: &'a str) -> Option<Vec<&'a str>> {
        if *self.method != *method || !path.is_ascii() {
            return None;
        }
        let mut found = Vec::new();
        let mut rest = path;
        for segment in &self.segments {
            rest = rest.strip_prefix('/')?;
            rest = match segment {
                Segment::Text(text) => rest.strip_prefix(&**text)?,
                Segment::Parameter(pattern) => {
                    let end = rest.bytes().position(|byte| byte == b'/').unwrap_or(rest.len());
                    let (part, rest) = rest.split_at(end);
                    if !pattern.matches(part.as_bytes()) {
                        return None;
                    }
                    found.push(part);
                    rest
                }
            };
        }
        if rest.is_empty() { Some(found) } else { None }
    }
}

/// A look at the headers of one request.
#[derive(Debug)]
pub struct Headers<'a> {
    pub media_type: &'a [u8],
    /// Number of headers that name the media type.
    pub types: usize,
}

impl<'a> Headers<'a> {
    pub fn new(media_type: &'a [u8]) -> Headers<'a> {
        Headers { media_type, types: 0 }
    }

    /// Return false if a header needs a second look.
    pub fn admit(&mut self, name: &[u8], value: &[u8]) -> bool {
        if name.eq_ignore_ascii_case(CONTENT_TYPE) {
            self.types += 1;
            return is_of_type(value, self.media_type);
        }
        name.is_ascii() && !WATCHED.iter().any(|watched| is_written(name, watched))
    }
}

/// Return true if a value is a media type, alone or with the charset UTF-8.
fn is_of_type(value: &[u8], media_type: &[u8]) -> bool {
    if value == media_type {
        return true;
    }
    let Some((own, rest)) = value.split_at_checked(media_type.len()) else { return false };
    let [b';', rest @ ..] = rest else { return false };
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    let Some((name, charset)) = rest.split_at_checked(CHARSET.len()) else { return false };
    own.eq_ignore_ascii_case(media_type)
        && name.eq_ignore_ascii_case(CHARSET)
        && UTF8.iter().any(|utf8| charset.eq_ignore_ascii_case(utf8))
}

/// Return true if a header name is one in lower case with `-`, in any letter case and with `_` too.
fn is_written(name: &[u8], watched: &[u8]) -> bool {
    let same = |(one, other): (&u8, &u8)| {
        let sign = if *one == b'_' { b'-' } else { one.to_ascii_lowercase() };
        sign == *other
    };
    name.len() == watched.len() && name.iter().zip(watched).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route() -> Route {
        let pattern = Automaton::shared(b"^[0-9a-f]{4}$").unwrap();
        Route {
            method: "PATCH".into(),
            segments: vec![
                Segment::Text("v2".into()),
                Segment::Text("things".into()),
                Segment::Parameter(pattern),
            ],
            media_type: b"application/json".as_slice().into(),
        }
    }

    #[test]
    fn only_paths_as_they_are_written_lead_to_an_operation() {
        let rows: &[(&str, &str, Option<&str>)] = &[
            ("PATCH", "/v2/things/00ff", Some("00ff")),
            ("patch", "/v2/things/00ff", None),
            ("PUT", "/v2/things/00ff", None),
            ("PATCH", "/v2/things/00FF", None),
            ("PATCH", "/v2/things/00ff/", None),
            ("PATCH", "/v2//things/00ff", None),
            ("PATCH", "/v2x/things/00ff", None),
            ("PATCH", "/v2/things00ff", None),
            ("PATCH", "/v2/things/00ffx", None),
            ("PATCH", "//v2/things/00ff", None),
            ("PATCH", "v2/things/00ff", None),
            ("PATCH", "/v2/things/", None),
            ("PATCH", "/v2/things", None),
            ("PATCH", "/v2/th%69ngs/00ff", None),
            ("PATCH", "/v2/things/00ff;x", None),
            ("PATCH", "/v2/things/00ff\n", None),
            ("PATCH", "/v2/things/\u{ff10}0ff", None),
            ("PATCH", "", None),
        ];
        for (method, path, parameter) in rows {
            let found = route().parameters(method, path);
            assert_eq!(found.map(|texts| texts[0]), *parameter, "{method} {path}");
        }
    }

    #[test]
    fn headers_name_the_media_type_once_and_nothing_that_is_watched() {
        let json: (&str, &str) = ("Content-Type", "application/json");
        let rows: &[(&[(&str, &str)], bool)] = &[
            (&[json], true),
            (&[("accept", "*/*"), json, ("x", "")], true),
            (&[], false),
            (&[json, json], false),
            (&[("content-type", "application/JSON")], false),
            (&[("content-type", "application/json; charset=utf-8")], true),
            (&[("content-type", "Application/JSON;Charset=\"UTF-8\"")], true),
            (&[("content-type", "application/json;charset=UTF8")], true),
            (&[("content-type", "application/json; charset=latin-1")], false),
            (&[("content-type", "application/json; charset=utf-8; charset=utf-8")], false),
            (&[("content-type", "application/json; charset*=utf-8")], false),
            (&[("content-type", "application/json; charset=")], false),
            (&[("content-type", "application/json;")], false),
            (&[("content-type", "application/jsonp; charset=utf-8")], false),
            (&[json, ("CONTENT-encoding", "gzip")], false),
            (&[json, ("content_encoding", "")], false),
            (&[json, ("content-encodings", "gzip")], true),
            (&[json, ("\u{e4}", "")], false),
            (&[json, ("X-Http-Method-Override", "PUT")], false),
            (&[json, ("x_tunneled_method", "PUT")], false),
        ];
        for (pairs, expected) in rows {
            let mut headers = Headers::new(b"application/json");
            let admits =
                |(name, value): &(&str, &str)| headers.admit(name.as_bytes(), value.as_bytes());
            let all = pairs.iter().all(admits);
            assert_eq!(all && headers.types == 1, *expected, "{pairs:?}");
        }
    }
}
