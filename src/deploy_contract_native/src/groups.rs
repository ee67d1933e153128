//! Schemas that are asked together, in one walk along a text.
//!
//! The rules of several sources are mostly about the same few members. A group looks at each member
//! once, and asks each schema of its value once, in however many of the schemas it occurs.
#![forbid(unsafe_code)]

use crate::evaluate::Walk;
use crate::program::{Program, Schema};
use crate::tape::{UNNAMED, kind};

/// Schemas are taken apart into so many at most. A schema may hold another one many times.
const MOST_PARTS: usize = 1 << 10;

/// Schemas of one value. Each has a bit.
#[derive(Debug, Default)]
pub struct Group {
    /// Schemas to ask of the value, each with the bits of those that need it to be valid.
    checks: Vec<(usize, u64)>,
    /// Groups of the values of members.
    members: Vec<Group>,
    /// By name, 1 more than the place among `members`; 0 for a name that no schema declares.
    places: Vec<u16>,
}

impl Group {
    /// Return the group of some schemas, given with their bits.
    pub fn new(program: &Program, schemas: &[(usize, u64)]) -> Group {
        let (mut group, mut left) = (Group::default(), MOST_PARTS);
        for &(schema, bits) in schemas {
            group.add(program, schema, bits, &mut left);
        }
        group
    }

    /// Add a schema with its bits, in parts as long as some are left.
    fn add(&mut self, program: &Program, schema: usize, bits: u64, left: &mut usize) {
        let parts = if *left > 0 { parts(program, schema) } else { None };
        let Some(parts) = parts else {
            match self.checks.iter_mut().find(|(known, _)| *known == schema) {
                Some((_, known)) => *known |= bits,
                None => self.checks.push((schema, bits)),
            }
            return;
        };
        *left -= 1;
        if let Some(object) = &parts.object {
            for (name, inner) in object.declared() {
                self.member(program, name).add(program, inner, bits, left);
            }
        }
        for &schema in parts.combined.iter().flat_map(|combined| &combined.all) {
            self.add(program, schema, bits, left);
        }
    }

    fn member(&mut self, program: &Program, name: usize) -> &mut Group {
        self.places.resize(program.names.len(), 0);
        if self.places[name] == 0 {
            self.members.push(Group::default());
            self.places[name] = self.members.len() as u16;
        }
        &mut self.members[self.places[name] as usize - 1]
    }

    /// Return the bits of the schemas by which the value at `at` is not valid.
    pub fn broken(&self, walk: &mut Walk, at: usize) -> u64 {
        let mut broken = 0;
        for &(schema, bits) in &self.checks {
            if bits & !broken != 0 && !walk.is_valid(schema, at) {
                broken |= bits;
            }
        }
        let node = walk.tape[at];
        if self.members.is_empty() || node.kind != kind::OBJECT {
            return broken;
        }
        let mut member = at + 1;
        while member < node.next as usize {
            let found = walk.tape[member];
            if found.name != UNNAMED {
                let place = self.places[found.name as usize] as usize;
                if place != 0 {
                    broken |= self.members[place - 1].broken(walk, member);
                }
            }
            member = found.next as usize;
            if found.kind == kind::KEY {
                member = walk.tape[member].next as usize;
            }
        }
        broken
    }
}

/// Return a schema if it says nothing but `properties` and `allOf`.
fn parts(program: &Program, index: usize) -> Option<&Schema> {
    let schema = &program.schemas[index];
    let has_others = program.kinds[index].valid != kind::ANY
        || schema.bounds.is_some()
        || schema.text.is_some()
        || schema.choices.is_some()
        || schema.truth.is_some()
        || schema.array.is_some()
        || schema.object.as_ref().is_some_and(|object| !object.has_properties_alone())
        || schema.combined.as_ref().is_some_and(|combined| !combined.has_all_alone());
    (!has_others).then_some(schema)
}
