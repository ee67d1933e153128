//! The readings of a path: the paths that servers, proxies and frameworks may make of it.
//!
//! These programs percent-decode, merge slashes, remove dot segments and drop characters, in
//! different orders.

use std::collections::BTreeSet;

use crate::automaton::Finder;
use crate::http::wtf8::{self, fold_case};
use crate::text::{count_characters, hexadecimal};

/// A proxy decodes a path once, and the framework behind it once more.
const DECODINGS: u8 = 2;
/// The greatest number of readings of a path that may lead to an operation. Honest paths have few.
const MAX_READINGS: usize = 128;
/// The greatest number of characters of all readings.
const BUDGET: usize = 1 << 17;
/// All before the path of a URL: by RFC 3986, and by WHATWG, for which a host has any number of
/// slashes before it.
static AUTHORITIES: [Finder; 2] = [
    Finder::new("(?s-u)^(?:[A-Za-z][A-Za-z0-9+.-]*:(?://[^/]*)?|//[^/]*)"),
    Finder::new("(?s-u)^(?:[A-Za-z][A-Za-z0-9+.-]*:/*|//+)[^/]*"),
];

/// The segments of a path of the contract; None for a parameter.
pub(crate) type Template = Vec<Option<Box<str>>>;
/// A set of methods, by their bits.
pub type Methods = u8;
type Text = Vec<u8>;

/// The paths of the contract in lower case, with the methods of the operations on each.
#[derive(Debug)]
pub(crate) struct Readings(pub(crate) Vec<(Template, Methods)>);

impl Readings {
    /// Return false if no reading of a path can lead to an operation.
    ///
    /// This is a fast test. It looks for the fixed segments of a path of the contract, in order.
    /// Most paths of other services end here.
    pub(crate) fn may_lead(&self, path: &[u8]) -> bool {
        if self.has_words(path) {
            return true;
        }
        if !path.iter().any(|&byte| byte == b'%' || is_blank(byte)) {
            return false; // most paths of other services
        }
        let mut texts = vec![path.to_vec()];
        for _ in 0..=DECODINGS {
            texts = texts.iter().map(|text| without_blanks(text)).collect();
            if texts.iter().any(|text| self.has_words(text)) {
                return true;
            }
            texts.retain(|text| text.contains(&b'%'));
            // some decoders drop bytes that are not UTF-8; without these bytes, a word may appear
            let decode = |text: &Text| {
                let mut found = vec![decode_dropping(text), decode_leniently(text).into()];
                found.dedup(); // both are the same for nearly all paths
                found
            };
            texts = texts.iter().flat_map(decode).collect();
        }
        false
    }

    /// Return the methods of the operations to which some reading of a path leads.
    ///
    /// Return None if the path has too many readings to try them all. Call this only if `may_lead`
    /// returns true for the path.
    pub(crate) fn methods(&self, path: &[u8]) -> Option<Methods> {
        let (mut found, mut left) = (0, BUDGET);
        let mut waiting = vec![(path.to_vec(), 0)];
        let mut seen = BTreeSet::from([waiting[0].clone()]);
        let mut next = 0;
        while let Some((text, decodings)) = waiting.get(next).cloned() {
            found |= self.methods_of_text(&text);
            left = left.checked_sub(count_characters(&text))?;
            if next > MAX_READINGS {
                return None;
            }
            next += 1;
            let is_decoded = decodings < DECODINGS && text.contains(&b'%');
            let decoders = if is_decoded { &DECODERS[..] } else { &[] };
            for (step, more) in STEPS.iter().chain(decoders) {
                let reached = (step(&text), decodings + more);
                if seen.insert(reached.clone()) {
                    waiting.push(reached);
                }
            }
        }
        Some(found)
    }

    fn has_words(&self, text: &[u8]) -> bool {
        let text = fold_case(text);
        self.0.iter().any(|(template, _)| {
            let mut rest = &text[..];
            template.iter().flatten().all(|word| {
                let found = find(rest, word.as_bytes());
                rest = found.map_or(rest, |at| &rest[at + word.len()..]);
                found.is_some()
            })
        })
    }

    fn methods_of_text(&self, text: &[u8]) -> Methods {
        let text = fold_case(text);
        let segments: Vec<&[u8]> = segments(&text).collect();
        let bare = without_suffix(&segments);
        let mut found = 0;
        for (template, methods) in &self.0 {
            if fits(template, &segments) || bare.as_ref().is_some_and(|it| fits(template, it)) {
                found |= methods;
            }
        }
        found
    }
}

/// Return the segments of a path; many servers merge slashes.
pub(crate) fn segments(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split(|&byte| byte == b'/').filter(|part| !part.is_empty())
}

/// Return true if segments fit a template, in which None stands for a parameter.
fn fits(template: &[Option<Box<str>>], segments: &[&[u8]]) -> bool {
    let same = |(part, segment): (&Option<Box<str>>, &&[u8])| {
        part.as_ref().is_none_or(|part| part.as_bytes() == *segment)
    };
    template.len() == segments.len() && template.iter().zip(segments).all(same)
}

/// Return the part of a path that some reader takes for the query; empty if there is none.
pub(crate) fn query_in_path(path: &[u8]) -> String {
    let decoded = decode_leniently(path);
    let query = decoded.split_once([';', '?', '#']);
    query.map(|(_, query)| query.to_string()).unwrap_or_default()
}

// -- decodings

/// Return the text percent-decoded once, as lenient decoders do.
///
/// Lenient decoders accept overlong UTF-8 and `%u002f`, and drop bytes that are not UTF-8.
pub(crate) fn decode_leniently(text: &[u8]) -> String {
    dropping(&shortest_form(&decode_code_units(text)))
}

/// Return the text percent-decoded once, with U+FFFD for bytes that are not UTF-8.
pub(crate) fn decode_exactly(text: &[u8]) -> Text {
    replacing(&unquote(&wtf8::bytes(text)))
}

fn decode_dropping(text: &[u8]) -> Text {
    dropping(&unquote(&wtf8::bytes(text))).into()
}

/// Return percent-decoded bytes. A percent sign without two hexadecimal digits after it stays.
pub(crate) fn unquote(text: &[u8]) -> Text {
    decode_parts(text, |rest, found| {
        let digits = rest.strip_prefix(b"%")?.get(..2)?;
        found.push(hexadecimal(digits)? as u8);
        Some(3)
    })
}

/// Return the text with `%u002f` decoded, as IIS and .NET do.
fn decode_code_units(text: &[u8]) -> Text {
    if !text.windows(2).any(|pair| matches!(pair, b"%u" | b"%U")) {
        return text.to_vec();
    }
    decode_parts(text, |rest, found| {
        let [b'%', b'u' | b'U', digits @ ..] = rest else { return None };
        wtf8::push(found, hexadecimal(digits.get(..4)?)?);
        Some(6)
    })
}

/// Return the text with `%2e` decoded and all else as it is, as WHATWG reads dot segments.
fn decode_dots(text: &[u8]) -> Text {
    decode_parts(text, |rest, found| {
        let [b'%', b'2', b'e' | b'E', ..] = rest else { return None };
        found.push(b'.');
        Some(3)
    })
}

/// Return the percent-decoded bytes, with overlong UTF-8 replaced by the ASCII it encodes.
///
/// RFC 3629 forbids overlong UTF-8. Decoders that accept it read `%c0%af` as `/`.
fn shortest_form(text: &[u8]) -> Text {
    decode_parts(&unquote(&wtf8::bytes(text)), |rest, found| {
        let size = match rest {
            [0xc0 | 0xc1, 0x80..=0xbf, ..] => 2,
            [0xe0, 0x80 | 0x81, 0x80..=0xbf, ..] => 3,
            [0xf0, 0x80, 0x80 | 0x81, 0x80..=0xbf, ..] => 4,
            _ => return None,
        };
        found.push(rest[size - 1] & 0x3f | (rest[size - 2] & 1) << 6);
        Some(size)
    })
}

/// Return the text with its encoded parts decoded.
///
/// `decode` gets the rest of the text. If an encoded part begins there, `decode` appends the
/// decoded part and returns the length of the encoded part. Otherwise it returns None.
fn decode_parts(text: &[u8], decode: impl Fn(&[u8], &mut Text) -> Option<usize>) -> Text {
    let mut found = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        at += decode(&text[at..], &mut found).unwrap_or_else(|| {
            found.push(text[at]);
            1
        });
    }
    found
}

fn replacing(bytes: &[u8]) -> Text {
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn dropping(bytes: &[u8]) -> String {
    bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
}

// -- the steps of readers

/// A step, and the number of its percent-decodings.
type Step = (fn(&[u8]) -> Text, u8);

const STEPS: [Step; 9] = [
    (|text| text.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect(), 0),
    (|text| without_authority(text, &AUTHORITIES[0]), 0),
    (|text| without_authority(text, &AUTHORITIES[1]), 0),
    (remove_matrix, 0),
    (remove_dots, 0),
    (merge_slashes, 0),
    (without_blanks, 0),
    (|text| until(text, |byte| is_blank(byte) || matches!(byte, b'?' | b'#')), 0),
    (until_semicolon, 0),
];
const DECODERS: [Step; 6] = [
    (decode_code_units, 0),
    (decode_dots, 0),
    (decode_exactly, 1),
    (decode_dropping, 1),
    (|text| replacing(&shortest_form(text)), 1),
    (|text| dropping(&shortest_form(text)).into(), 1),
];

/// Return the path without matrix parameters, from each `;` to the end of its segment.
fn remove_matrix(text: &[u8]) -> Text {
    let mut is_inside = false;
    let mut keeps = |byte: u8| {
        is_inside = byte != b'/' && (is_inside || byte == b';');
        !is_inside
    };
    text.iter().copied().filter(|&byte| keeps(byte)).collect()
}

/// Return the path without dot segments (RFC 3986, section 5.2.4).
fn remove_dots(text: &[u8]) -> Text {
    if !text.starts_with(b".") && !text.windows(2).any(|pair| pair == b"/.") {
        return text.to_vec();
    }
    let mut kept: Vec<&[u8]> = Vec::new();
    for part in text.split(|&byte| byte == b'/') {
        match part {
            b".." if kept != [b""] => {
                kept.pop(); // never the empty text before the leading slash
            }
            b"." | b".." => {}
            _ => kept.push(part),
        }
    }
    if text.ends_with(b"/.") || text.ends_with(b"/..") {
        kept.push(b"");
    }
    kept.join(&b'/')
}

/// Return the path of a URL, or of a text that URL parsers take for one (RFC 3986, section 4.2).
fn without_authority(text: &[u8], authority: &Finder) -> Text {
    text[authority.find(text).map_or(0, |found| found.end())..].to_vec()
}

fn merge_slashes(text: &[u8]) -> Text {
    let mut found = text.to_vec();
    found.dedup_by(|byte, before| *byte == b'/' && *before == b'/');
    found
}

fn is_blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

fn without_blanks(text: &[u8]) -> Text {
    text.iter().copied().filter(|&byte| !is_blank(byte)).collect()
}

/// Return the path up to its first `;`. Fastify 4 and restify read the rest as the query.
fn until_semicolon(text: &[u8]) -> Text {
    until(text, |byte| byte == b';')
}

fn until(text: &[u8], is_end: impl Fn(u8) -> bool) -> Text {
    text.iter().copied().take_while(|&byte| !is_end(byte)).collect()
}

/// Return the segments without the format suffix of the last one; None if it has no suffix.
///
/// The routers of Rails, Django REST framework and chi (URLFormat) drop a suffix, such as `.json`.
/// chi takes any text for a suffix, even the whole segment.
fn without_suffix<'a>(segments: &[&'a [u8]]) -> Option<Vec<&'a [u8]>> {
    let (last, rest) = segments.split_last()?;
    let end = last.iter().rposition(|&byte| byte == b'.')?;
    let mut found = rest.to_vec();
    if end > 0 {
        found.push(&last[..end]);
    }
    Some(found)
}

/// Return the place of the first part of a text that equals a word.
pub(crate) fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    let Some(first) = word.first() else { return Some(0) };
    (0..text.len()).find(|&at| text[at] == *first && text[at..].starts_with(word))
}
