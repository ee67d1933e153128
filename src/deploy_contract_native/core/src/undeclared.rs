//! The places where fields are declared.

use serde_json::Value;

use crate::contract::{Fault, object, text_of};
use crate::scan::DEPTH;
use crate::words::{Name, nearest};

/// A field, and the tokens of its place.
#[derive(Debug)]
pub struct Field {
    name: Name,
    pub place: Vec<String>,
}

impl Field {
    pub fn name(&self) -> &str {
        &self.name.text
    }
}

/// The place of each field of a kind of document that is declared nearest to the top.
///
/// A name with several places at the same depth is left out: nobody can say which one is meant.
#[derive(Debug)]
pub struct Declared(Vec<Field>);

impl Declared {
    /// Find the fields of a schema, whose references lead to its definitions.
    pub fn new(schema: &Value) -> Result<Declared, Fault> {
        let mut found: Vec<(&str, Option<Vec<String>>)> = Vec::new();
        let mut level: Vec<(Vec<String>, &Value)> = vec![(Vec::new(), schema)];
        // a document has no more levels, and a damaged schema may hold itself
        for _ in 0..DEPTH {
            let (mut below, mut here) = (Vec::new(), Vec::<(&str, Option<Vec<String>>)>::new());
            for (at, lowered) in level {
                let inner = match lowered.get("$ref") {
                    Some(reference) => {
                        let name = text_of(reference)?.trim_start_matches("#/$defs/");
                        let known = schema.get("$defs").and_then(|known| known.get(name));
                        known.ok_or_else(|| Fault::new("a reference leads to no definition"))?
                    }
                    None => lowered,
                };
                let with = |token: &str| [&at[..], &[token.to_string()]].concat();
                if let Some(items) = inner.get("items") {
                    below.push((with("*"), items));
                }
                for (name, member) in
                    inner.get("properties").map(object).transpose()?.into_iter().flatten()
                {
                    match here.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, place)) => *place = None,
                        None => here.push((name, Some(with(name)))),
                    }
                    below.push((with(name), member));
                }
            }
            here.retain(|(name, _)| !found.iter().any(|(known, _)| known == name));
            found.extend(here);
            level = below;
        }
        let field = |(name, place): (&str, Option<Vec<String>>)| {
            Some(Field { name: Name::new(name), place: place? })
        };
        Ok(Declared(found.into_iter().filter_map(field).collect()))
    }

    /// Return the field that a key or the name nearest to it is declared as.
    pub fn elsewhere(&self, key: &str) -> Option<&Field> {
        let same = self.0.iter().find(|field| field.name() == key);
        same.or_else(|| {
            let name = nearest(key, self.0.iter().map(|field| &field.name))?;
            self.0.iter().find(|field| field.name.text == name.text)
        })
    }
}
