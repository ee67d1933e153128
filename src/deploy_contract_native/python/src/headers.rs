//! The headers of messages, as Python programs hand them over.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use deploy_contract_core::http::content::Headers;

/// The value of nearly every header that is read. It is not copied.
const USUAL: &str = "application/json";

/// Read headers; None unless they are a list or tuple of pairs of text or bytes, and each is a tuple or
/// list.
pub fn read_headers(pairs: &Bound<'_, PyAny>) -> Option<Headers<'static>> {
    let mut headers = Headers::default();
    for_each(pairs, |name, value| headers.add(name, || text(value))).then_some(headers)
}

/// Call a function with the name and the value of each header, until a pair is of another class than
/// `read_headers` reads. Return false if there is one.
pub fn for_each(pairs: &Bound<'_, PyAny>, mut see: impl FnMut(&[u8], &Bound<'_, PyAny>)) -> bool {
    if let Ok(pairs) = pairs.cast_exact::<PyTuple>() {
        pairs.iter_borrowed().all(|pair| see_pair(&pair, &mut see))
    } else if let Ok(pairs) = pairs.cast_exact::<PyList>() {
        pairs.iter().all(|pair| see_pair(&pair, &mut see))
    } else {
        false
    }
}

fn see_pair(pair: &Bound<'_, PyAny>, see: &mut impl FnMut(&[u8], &Bound<'_, PyAny>)) -> bool {
    if let Ok(pair) = pair.cast_exact::<PyTuple>() {
        let (name, value) = (pair.get_borrowed_item(0), pair.get_borrowed_item(1));
        let (Ok(name), Ok(value)) = (name, value) else { return false };
        return pair.len() == 2 && see_texts(&name, &value, see);
    }
    let Ok(pair) = pair.cast_exact::<PyList>() else { return false };
    let (Ok(name), Ok(value)) = (pair.get_item(0), pair.get_item(1)) else { return false };
    pair.len() == 2 && see_texts(&name, &value, see)
}

fn see_texts(
    name: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    see: &mut impl FnMut(&[u8], &Bound<'_, PyAny>),
) -> bool {
    let is_text = value.is_exact_instance_of::<PyString>();
    if !is_text && !value.is_exact_instance_of::<PyBytes>() {
        return false;
    }
    if let Ok(name) = name.cast_exact::<PyString>() {
        // a name with a lone surrogate is none that counts
        see(name.to_str().unwrap_or_default().as_bytes(), value);
        return true;
    }
    let Ok(name) = name.cast_exact::<PyBytes>() else { return false };
    see(name.as_bytes(), value);
    true
}

/// Return the text of a value; bytes are read as Latin-1.
pub fn text(value: &Bound<'_, PyAny>) -> Cow<'static, str> {
    if let Ok(text) = value.cast_exact::<PyString>() {
        if text.to_str().is_ok_and(|text| text == USUAL) {
            return USUAL.into();
        }
        return text.to_string_lossy().into_owned().into();
    }
    let bytes = value.cast_exact::<PyBytes>().map(|bytes| bytes.as_bytes()).unwrap_or_default();
    bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into()
}
