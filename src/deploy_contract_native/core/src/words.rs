//! The texts of violations: their placeholders, the names that authors most likely meant, and keys
//! as pointers show them.

use std::fmt::Write;
use std::sync::Arc;

use crate::folding::folded;

/// Characters of a name that is compared with others.
const LONGEST: usize = 64;
/// A name is near if at least this share of the letters of the key, and of the name, is in both.
const KEY_SHARE: f64 = 0.7;
const NAME_SHARE: f64 = 0.5;
/// Letters of the shortest key whose name may be certain.
const SHORTEST_CERTAIN: usize = 4;
/// Characters of a key in a pointer: keys may come from an attacker.
const LONGEST_TOKEN: usize = 64;

/// Return a text with values for its {placeholders}; "{{" stands for a brace.
pub fn filled(text: &Arc<str>, value: &dyn Fn(&str) -> String) -> Arc<str> {
    if !text.contains(['{', '}']) {
        return text.clone();
    }
    let mut found = String::with_capacity(text.len() + 32);
    let mut rest = &**text;
    while let Some(at) = rest.find(['{', '}']) {
        found.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            found.push_str(brace);
            rest = after;
        } else if let Some((name, after)) = rest.split_once('}') {
            found.push_str(&value(name));
            rest = after;
        }
    }
    found.push_str(rest);
    found.into()
}

/// Return a list of names as a text says it: "a, b or c".
pub fn either(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

pub fn did_you_mean(name: &str) -> String {
    format!("did you mean {name}?")
}

/// Return a hint that names the place where a field belongs.
pub fn misplaced(name: &str, belongs: &[String]) -> String {
    let around = &belongs[..belongs.len().saturating_sub(1)];
    let parent = around.iter().rfind(|token| *token != "*");
    let mut parent = parent.map_or("the top of the document".to_string(), String::clone);
    if around.last().is_some_and(|token| token == "*") {
        parent = format!("an item of {parent}");
    }
    let mut pointer = String::new();
    for token in belongs {
        pointer.push('/');
        add_token(&mut pointer, token);
    }
    format!("{name} belongs to {parent}: {pointer}")
}

/// A name that keys are compared with.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: Box<str>,
    plain: Box<[char]>,
}

impl Name {
    pub fn new(text: &str) -> Name {
        Name { text: text.into(), plain: plain(text).into() }
    }
}

/// Return a name without letter case, `_` and `-`, which do not count.
fn plain(name: &str) -> Vec<char> {
    folded(name).chars().filter(|character| !matches!(character, '_' | '-')).collect()
}

/// Return the name that a key most likely means; the first in the alphabet of equally near ones.
///
/// A name is near if the letters that both share at their beginning and end are at least seven tenths
/// of the key and half of the name. Of two letters that changed places one counts as shared.
pub fn nearest<'a>(key: &str, names: impl Iterator<Item = &'a Name>) -> Option<&'a Name> {
    if key.len() > LONGEST && key.chars().count() > LONGEST {
        return None;
    }
    let plain = plain(key);
    let length = plain.len() as f64;
    let (mut best, mut found): ((f64, f64), Option<&Name>) = ((0.0, 0.0), None);
    for name in names {
        let other = &name.plain;
        // most names differ at both ends; then too few letters are shared
        if plain.first() != other.first() && plain.last() != other.last() {
            continue;
        }
        let shared = shared(&plain, other) as f64;
        let of_name = other.len() as f64;
        if shared == 0.0 || shared < KEY_SHARE * length || shared < NAME_SHARE * of_name {
            continue;
        }
        let score = (shared / length, shared / of_name);
        let is_first = || found.is_some_and(|known| score == best && name.text < known.text);
        if score > best || is_first() {
            (best, found) = (score, Some(name));
        }
    }
    found
}

/// Return true if one typing error alone lies between a key and a single one of the names.
///
/// That is a letter too many, too few, or another one, or two letters that are swapped.
pub fn is_certain<'a>(key: &str, names: impl Iterator<Item = &'a Name>) -> bool {
    if key.chars().count() > LONGEST {
        return false;
    }
    let plain = plain(key);
    let is_near = |name: &&Name| {
        let longest = plain.len().max(name.plain.len());
        plain.len().abs_diff(name.plain.len()) <= 1 && shared(&plain, &name.plain) + 1 >= longest
    };
    plain.len() >= SHORTEST_CERTAIN && names.filter(is_near).count() == 1
}

/// Return how many letters two names share at their beginning and end.
fn shared(one: &[char], other: &[char]) -> usize {
    let begin = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[begin..], &other[begin..]);
    let ends = one.iter().rev().zip(other.iter().rev());
    let end = ends.take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[..one.len() - end], &other[..other.len() - end]);
    let swapped = matches!((one, other), ([a, b], [c, d]) if a == d && b == c);
    begin + end + usize::from(swapped)
}

/// Add a key as a pointer shows it: escaped by RFC 6901, and cut to 64 characters.
///
/// Characters outside of ASCII, and unprintable ones, are written as in Python's literals.
pub fn add_token(pointer: &mut String, key: &str) {
    let is_shown = |byte: u8| matches!(byte, b' '..=b'}') && byte != b'/';
    if key.len() <= LONGEST_TOKEN && key.bytes().all(is_shown) {
        return pointer.push_str(key); // as nearly every key
    }
    add_codes(pointer, key.chars().map(u32::from));
}

/// Add a key in the same way, given the codes of its characters, which may be lone surrogates.
pub fn add_codes(pointer: &mut String, codes: impl Iterator<Item = u32> + Clone) {
    let codes = codes.take(LONGEST_TOKEN + 1);
    let is_plain = codes.clone().all(|code| (0x20..=0x7e).contains(&code));
    let start = pointer.len();
    for code in codes {
        let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        let _ = match character {
            '~' => pointer.write_str("~0"),
            '/' => pointer.write_str("~1"),
            _ if is_plain => pointer.write_char(character),
            '\\' => pointer.write_str("\\\\"),
            '\t' => pointer.write_str("\\t"),
            '\n' => pointer.write_str("\\n"),
            '\r' => pointer.write_str("\\r"),
            ' '..='~' => pointer.write_char(character),
            _ if code < 0x100 => write!(pointer, "\\x{code:02x}"),
            _ if code < 0x1_0000 => write!(pointer, "\\u{code:04x}"),
            _ => write!(pointer, "\\U{code:08x}"),
        };
    }
    if pointer.len() - start > LONGEST_TOKEN {
        pointer.truncate(start + LONGEST_TOKEN - 3);
        if pointer[start..].ends_with('~') {
            pointer.pop();
        }
        pointer.push_str("...");
    }
}
