//! The places where fields are declared.

use std::collections::BTreeMap;

use crate::places::EVERY;
use crate::program::Program;
use crate::scan::DEPTH;
use crate::words::{Name, nearest};

/// A field, and the tokens of its place.
#[derive(Debug)]
pub struct Field {
    pub name: Name,
    pub place: Vec<String>,
}

/// The place of each field of a kind of document that is declared nearest to the top.
///
/// A name with several places at the same depth is left out: nobody can say which one is meant.
#[derive(Debug)]
pub struct Declared(Vec<Field>);

impl Declared {
    /// Find the fields of the schema of a document.
    pub fn new(program: &Program, schema: usize) -> Declared {
        let mut found: BTreeMap<u16, Option<Vec<String>>> = BTreeMap::new();
        let mut level = vec![(Vec::new(), schema)];
        for _ in 0..DEPTH {
            // a document has no more levels, and a schema may hold itself
            let (mut below, mut here) = (Vec::new(), BTreeMap::new());
            for (at, schema) in level {
                let schema = &program.schemas[schema];
                let with = |token: &str| [&at[..], &[token.to_string()]].concat();
                if let Some(items) = schema.items {
                    below.push((with(EVERY), items));
                }
                for (name, inner) in schema.declared() {
                    let place = with(&program.known[name as usize].text);
                    below.push((place.clone(), inner));
                    here.entry(name).and_modify(|known| *known = None).or_insert(Some(place));
                }
            }
            here.extend(found);
            found = here;
            level = below;
        }
        let field = |(name, place): (u16, Option<Vec<String>>)| {
            Some(Field { name: program.known[name as usize].clone(), place: place? })
        };
        Declared(found.into_iter().filter_map(field).collect())
    }

    /// Return the field that a key or the name nearest to it is declared as.
    pub fn elsewhere(&self, key: &str) -> Option<&Field> {
        let same = self.0.iter().find(|field| *field.name.text == *key);
        same.or_else(|| {
            let name = nearest(key, self.0.iter().map(|field| &field.name))?;
            self.0.iter().find(|field| field.name.text == name.text)
        })
    }
}
