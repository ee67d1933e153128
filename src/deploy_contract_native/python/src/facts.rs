//! The stored deployment, as a caller knows it.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use deploy_contract_core::rules::Stored;

/// A stored value.
pub enum Value<'py> {
    Missing,
    Null,
    Known(Bound<'py, PyAny>),
    Other,
}

impl<'py> Value<'py> {
    /// Find the value at a place of a stored deployment. All below a null is null.
    pub fn find(stored: &Bound<'py, PyDict>, place: &[String]) -> PyResult<Value<'py>> {
        let mut value = stored.clone().into_any();
        for token in place {
            if value.is_none() {
                return Ok(Value::Null);
            }
            let Ok(object) = value.cast_exact::<PyDict>() else { return Ok(Value::Other) };
            match object.get_item(token)? {
                Some(member) => value = member,
                None => return Ok(Value::Missing),
            }
        }
        Ok(if value.is_none() { Value::Null } else { Value::Known(value) })
    }

    pub fn stored(&self) -> Stored<'_> {
        let value = match self {
            Value::Missing => return Stored::Missing,
            Value::Null => return Stored::Null,
            Value::Other => return Stored::Other,
            Value::Known(value) => value,
        };
        if let Ok(text) = value.cast_exact::<PyString>() {
            return text.to_str().map_or(Stored::Other, Stored::Text); // it has a lone surrogate
        }
        value.cast_exact::<PyBool>().map_or(Stored::Other, |truth| Stored::Truth(truth.is_true()))
    }
}
