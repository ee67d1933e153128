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
/// The first bit that no root has: those after it are for the first schemas of `anyOf`.
const FIRST_OWN: u32 = u64::BITS;

/// Schemas of one value. Each has a bit.
#[derive(Debug, Default)]
pub struct Group {
    /// Schemas to ask of the value, each with the bits of those that need it to be valid.
    checks: Vec<(usize, u128)>,
    choices: Vec<Choice>,
    /// Groups of the values of members.
    members: Vec<Group>,
    /// By name, 1 more than the place among `members`; 0 for a name that no schema declares.
    places: Vec<u16>,
}

/// A schema with `anyOf`, of which the first schema is in the group, with a bit of its own. Most
/// documents are valid by it, and the others are not asked.
#[derive(Debug)]
struct Choice {
    schema: usize,
    own: u128,
    bits: u128,
}

/// The budget for taking schemas apart.
struct Budget {
    parts: usize,
    /// The next bit for the first schema of a choice; 0 if there is none.
    own: u128,
}

impl Group {
    /// Return the group of some schemas, given with their bits.
    pub fn new(program: &Program, schemas: &[(usize, u64)]) -> Group {
        let mut group = Group::default();
        let mut left = Budget { parts: MOST_PARTS, own: 1 << FIRST_OWN };
        for &(schema, bits) in schemas {
            group.add(program, schema, bits.into(), &mut left);
        }
        group
    }

    /// Return the bits of the schemas by which a text is not valid.
    pub fn broken(&self, walk: &mut Walk) -> u64 {
        self.broken_at(walk, 0) as u64
    }

    /// Add a schema with its bits, taken apart while the budget lasts.
    fn add(&mut self, program: &Program, schema: usize, bits: u128, left: &mut Budget) {
        let parts = if left.parts > 0 { parts(program, schema) } else { None };
        let Some(parts) = parts else { return self.check(schema, bits) };
        left.parts -= 1;
        if let Some(object) = &parts.object {
            for (name, inner) in object.declared() {
                self.member(program, name).add(program, inner, bits, left);
            }
        }
        let Some(combined) = &parts.combined else { return };
        for &inner in &combined.all {
            self.add(program, inner, bits, left);
        }
        let Some(&first) = combined.any.first() else { return };
        if let Some(known) = self.choices.iter_mut().find(|known| known.schema == schema) {
            known.bits |= bits;
        } else if left.own == 0 {
            self.check(schema, bits);
        } else {
            let own = left.own;
            left.own <<= 1;
            self.add(program, first, own, left);
            self.choices.push(Choice { schema, own, bits });
        }
    }

    fn check(&mut self, schema: usize, bits: u128) {
        match self.checks.iter_mut().find(|(known, _)| *known == schema) {
            Some((_, known)) => *known |= bits,
            None => self.checks.push((schema, bits)),
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
    fn broken_at(&self, walk: &mut Walk, at: usize) -> u128 {
        let mut broken = 0;
        for &(schema, bits) in &self.checks {
            if bits & !broken != 0 && !walk.is_valid(schema, at) {
                broken |= bits;
            }
        }
        let node = walk.tape[at];
        if !self.members.is_empty() && node.kind == kind::OBJECT {
            broken |= self.broken_below(walk, at);
        }
        for choice in &self.choices {
            let is_asked = broken & choice.own != 0 && choice.bits & !broken != 0;
            if is_asked && !walk.is_valid(choice.schema, at) {
                broken |= choice.bits;
            }
        }
        broken
    }

    /// Return the bits of the schemas by which a member of the object at `at` is not valid.
    fn broken_below(&self, walk: &mut Walk, at: usize) -> u128 {
        let mut broken = 0;
        let mut member = at + 1;
        while member < walk.tape[at].next as usize {
            let found = walk.tape[member];
            if found.name != UNNAMED {
                let place = self.places[found.name as usize] as usize;
                if place != 0 {
                    broken |= self.members[place - 1].broken_at(walk, member);
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

/// Return a schema if it says nothing but `properties`, `allOf` and `anyOf`.
fn parts(program: &Program, index: usize) -> Option<&Schema> {
    let schema = &program.schemas[index];
    let has_others = program.kinds[index].valid != kind::ANY
        || schema.bounds.is_some()
        || schema.text.is_some()
        || schema.choices.is_some()
        || schema.truth.is_some()
        || schema.array.is_some()
        || schema.object.as_ref().is_some_and(|object| !object.has_properties_alone())
        || schema.combined.as_ref().is_some_and(|combined| !combined.has_lists_alone());
    (!has_others).then_some(schema)
}
