//! The headers that decide the meaning of a body: media type, charset, content coding, and
//! overrides of the method.
//!
//! Media type and content coding are parsed by the grammar of RFC 9110 (sections 8.3 and 8.4).

use std::borrow::Cow;

use crate::automaton::Finder;
use crate::http::parameter_names::{METHOD_OVERRIDES, is_space};

const CONTENT_TYPE: &str = "content-type";
const CONTENT_ENCODING: &str = "content-encoding";
const CHARSET: &str = "charset";
/// The greatest number of characters of a header value that is parsed.
const LONGEST_VALUE: usize = 1024;
const UTF8: [&str; 2] = ["utf-8", "utf8"];
const BLANKS: [char; 2] = [' ', '\t'];

static TYPE: Finder = Finder::new("^[!#-'*+.0-9A-Z^-z|~-]+/[!#-'*+.0-9A-Z^-z|~-]+$");
static PARAMETER: Finder = Finder::new(concat!(
    r";[ \t]*(?:[!#-'*+.0-9A-Z^-z|~-]+=(?:[!#-'*+.0-9A-Z^-z|~-]+",
    r#"|"(?:[\t !#-\[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*"))?[ \t]*"#,
));
static ESCAPE: Finder = Finder::new(r"(?s)\\.");
/// A parameter in the form of RFC 2231, such as `a*0=`, as some reader finds it.
static EXTENDED: Finder = Finder::new(r#"[;,][^;,="*]*\*[^;,="]*="#);

/// The headers of a message that decide its verdict.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    /// The values of Content-Type.
    types: Vec<Cow<'static, str>>,
    /// The values of Content-Encoding that are not blank.
    codings: Vec<Cow<'static, str>>,
    /// Headers that override the method: their names in lower case, and the words of their values.
    overrides: Vec<(String, Vec<String>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    Identity,
    Gzip,
    Deflate,
}

impl Headers {
    /// Add a header of a message. Call this in the order of the headers. `value` returns the text.
    #[inline]
    pub fn add(&mut self, name: &[u8], value: impl FnOnce() -> Cow<'static, str>) {
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted.as_bytes());
        match name.first().map(u8::to_ascii_lowercase) {
            Some(b'c') if is(CONTENT_TYPE) => self.types.push(value()),
            Some(b'c') if is(CONTENT_ENCODING) => {
                self.codings.extend(Some(value()).filter(|text| !text.chars().all(is_space)));
            }
            Some(b'x') if is_override(name) => self.add_override(name, &value()),
            _ => {}
        }
    }

    fn add_override(&mut self, name: &[u8], value: &str) {
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        let value = value.to_uppercase();
        let words = value.split(|it: char| !it.is_ascii_alphabetic()).map(String::from);
        match self.overrides.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.extend(words),
            None => self.overrides.push((name, words.collect())),
        }
    }

    /// Return the name, in lower case, of a header that asks for one of some methods.
    ///
    /// HEAD counts as GET.
    pub fn override_of(&self, is_one: impl Fn(&str) -> bool) -> Option<&str> {
        let asks = |word: &String| is_one(word) || (word == "HEAD" && is_one("GET"));
        let found = self.overrides.iter().find(|(_, words)| words.iter().any(asks));
        found.map(|(name, _)| &**name)
    }

    /// Return true if there is a header that overrides the method.
    pub fn override_method(&self) -> bool {
        !self.overrides.is_empty()
    }

    /// Return the rule that the values of Content-Type break, for the only media type that is
    /// accepted.
    pub(crate) fn type_fault(&self, media_type: &str) -> Option<&'static str> {
        match &self.types[..] {
            [value] if value == media_type => return None,
            [value] if value.chars().count() <= LONGEST_VALUE => {
                if let Some((name, charsets)) = read_type(value)
                    && name.eq_ignore_ascii_case(media_type)
                {
                    let is_right = charsets.len() <= 1 && are_utf8(&charsets);
                    return (!is_right).then_some("content-charset");
                }
            }
            _ => {}
        }
        Some("content-type")
    }

    /// Return true if some reader finds a charset other than UTF-8 in Content-Type.
    ///
    /// Use this for requests that have no JSON body: frameworks decode the query by that charset.
    /// In such requests, a value that does not match the grammar is not a fault.
    pub fn names_other_charset(&self) -> bool {
        !self.types.iter().all(|value| keeps_utf8(value))
    }

    /// Return the content coding; None if the headers name several or an unknown one.
    pub fn coding(&self) -> Option<Coding> {
        let [value] = &self.codings[..] else {
            return self.codings.is_empty().then_some(Coding::Identity);
        };
        match &*value.trim_matches(BLANKS).to_ascii_lowercase() {
            "identity" => Some(Coding::Identity),
            "gzip" | "x-gzip" => Some(Coding::Gzip),
            "deflate" => Some(Coding::Deflate),
            _ => None,
        }
    }

    /// Return true if some framework reads named fields from the body of a request with this method.
    ///
    /// The fields are those of a form, or the members of a JSON object. Rack takes a POST without
    /// Content-Type for a form.
    pub fn has_fields(&self, method: &str) -> bool {
        if self.types.iter().all(|value| value.chars().all(is_space)) {
            return method.to_uppercase() == "POST";
        }
        ["urlencoded", "multipart", "json"].iter().any(|word| self.names_type(word))
    }

    /// Return true if some value of Content-Type has a word, in any letter case.
    pub(crate) fn names_type(&self, word: &str) -> bool {
        self.types.iter().any(|value| holds(value, word))
    }

    /// Return true if there is no Content-Type, or if some Content-Type names a urlencoded form, or
    /// neither JSON nor multipart.
    pub(crate) fn are_of_form(&self) -> bool {
        let is_other = |value: &str| holds(value, "multipart") || holds(value, "json");
        let mut types = self.types.iter();
        types.len() == 0 || types.any(|value| holds(value, "urlencoded") || !is_other(value))
    }
}

/// Return true if a header of this name, written with `-` or `_`, overrides the method.
fn is_override(name: &[u8]) -> bool {
    let hyphened = |byte: &u8| if *byte == b'_' { b'-' } else { byte.to_ascii_lowercase() };
    METHOD_OVERRIDES.iter().any(|known| known.bytes().eq(name.iter().map(hyphened)))
}

fn holds(text: &str, word: &str) -> bool {
    let mut parts = text.as_bytes().windows(word.len());
    parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// Return the name of a media type, and the charsets of its parameters; None if it is malformed.
fn read_type(value: &str) -> Option<(&str, Vec<String>)> {
    let value = value.trim_matches(BLANKS);
    let (name, parameters) = value.split_at(value.find(';').unwrap_or(value.len()));
    let name = name.trim_end_matches(BLANKS);
    let charsets = match parameters {
        "; charset=utf-8" => vec![UTF8[0].into()], // the most frequent one
        _ => read_charsets(parameters)?,
    };
    TYPE.is_match(name).then_some((name, charsets))
}

/// Return the charsets that parameters of a media type name; None if they are malformed.
///
/// A parameter that RFC 2231 lets readers take for a charset counts as an unknown one, "".
fn read_charsets(parameters: &str) -> Option<Vec<String>> {
    let (mut charsets, mut end) = (Vec::new(), 0);
    for part in PARAMETER.find_iter(parameters) {
        end += part.len();
        let parameter = parameters[part.range()].trim_matches([';', ' ', '\t']);
        let Some((name, value)) = parameter.split_once('=') else { continue };
        let name = name.to_ascii_lowercase();
        if name == CHARSET {
            charsets.push(unquoted(value).to_ascii_lowercase());
        } else if name.contains('*') || name.starts_with(CHARSET) {
            charsets.push(String::new());
        }
    }
    (end == parameters.len()).then_some(charsets)
}

/// Return the text of a value, which may be a quoted string. The last quote may be missing.
pub(crate) fn unquoted(value: &str) -> Cow<'_, str> {
    let Some(inner) = value.strip_prefix('"') else { return value.into() };
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    ESCAPE.replace(inner, |escape| &escape[1..]).into()
}

fn are_utf8(charsets: &[String]) -> bool {
    charsets.iter().all(|charset| UTF8.contains(&&**charset))
}

/// Return false if some reader finds a charset other than UTF-8 in a value of Content-Type.
fn keeps_utf8(value: &str) -> bool {
    if value.chars().count() > LONGEST_VALUE {
        return !value.contains('*') && !holds(value, CHARSET);
    }
    if !value.contains('=') {
        return true; // no reader can find a parameter
    }
    match read_type(value) {
        Some((_, charsets)) => are_utf8(&charsets),
        None => !EXTENDED.is_match(value) && lenient_charsets_are_utf8(value),
    }
}

/// Return false if readers that do not parse by the grammar find another charset than UTF-8.
fn lenient_charsets_are_utf8(value: &str) -> bool {
    let ends = |letter| matches!(letter, ';' | ',' | '"' | ' ' | '\t'..='\r');
    value.match_indices('=').all(|(at, _)| {
        let before = value[..at].trim_end_matches(BLANKS);
        let name = before.rsplit(|letter| letter == '=' || ends(letter)).next();
        let name = name.unwrap_or_default().to_ascii_lowercase();
        let Some((_, rest)) = name.split_once(CHARSET) else { return true };
        let after = value[at + 1..].trim_start_matches(BLANKS);
        let after = after.strip_prefix(['"', '\'']).unwrap_or(after);
        let charset = after.split(|letter| letter == '\'' || ends(letter)).next();
        let charset = charset.unwrap_or_default().to_ascii_lowercase();
        rest.is_empty() && (charset.is_empty() || UTF8.contains(&&*charset))
    })
}
