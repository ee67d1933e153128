//! The texts of violations: placeholders that are filled, names that somebody most likely meant.

use std::sync::Arc;

/// Return a text with values for its {placeholders}; "{{" stands for a brace.
pub fn filled(text: &Arc<str>, value: &dyn Fn(&str) -> Option<String>) -> Arc<str> {
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
            found.push_str(&value(name).unwrap_or_default());
            rest = after;
        }
    }
    found.push_str(rest);
    found.into()
}
