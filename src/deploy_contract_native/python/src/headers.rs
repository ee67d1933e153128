//! The headers of messages, as Python programs hand them over.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use deploy_contract_core::request::Headers;

/// Look at headers; return None if they need a second look.
///
/// They need one unless they are a list or tuple of pairs, and each is a tuple or list.
pub fn admit_headers<'a>(media_type: &'a [u8], pairs: &Bound<'_, PyAny>) -> Option<Headers<'a>> {
    let mut headers = Headers::new(media_type);
    let admitted = if let Ok(pairs) = pairs.cast_exact::<PyTuple>() {
        pairs.iter_borrowed().all(|pair| admit_header(&mut headers, &pair))
    } else if let Ok(pairs) = pairs.cast_exact::<PyList>() {
        pairs.iter().all(|pair| admit_header(&mut headers, &pair))
    } else {
        false
    };
    admitted.then_some(headers)
}

fn admit_header(headers: &mut Headers<'_>, pair: &Bound<'_, PyAny>) -> bool {
    if let Ok(pair) = pair.cast_exact::<PyTuple>() {
        let (name, value) = (pair.get_borrowed_item(0), pair.get_borrowed_item(1));
        let (Ok(name), Ok(value)) = (name, value) else { return false };
        return pair.len() == 2 && admit_texts(headers, &name, &value);
    }
    let Ok(pair) = pair.cast_exact::<PyList>() else { return false };
    let (Ok(name), Ok(value)) = (pair.get_item(0), pair.get_item(1)) else { return false };
    pair.len() == 2 && admit_texts(headers, &name, &value)
}

fn admit_texts(
    headers: &mut Headers<'_>,
    name: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> bool {
    match (header_bytes(name), header_bytes(value)) {
        (Some(name), Some(value)) => headers.admit(name, value),
        _ => false,
    }
}

/// Return the bytes of a header name or value: of a text in UTF-8, which is ASCII's own if the
/// bytes are compared with ASCII.
fn header_bytes<'a>(part: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    if let Ok(text) = part.cast_exact::<PyString>() {
        return text.to_str().ok().map(str::as_bytes);
    }
    part.cast_exact::<PyBytes>().ok().map(|bytes| bytes.as_bytes())
}
