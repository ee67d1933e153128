//! From a tape and a program to a verdict: valid or not.
#![forbid(unsafe_code)]

use crate::folding::{ROOM, folded};
use crate::number::{Decimal, value_of};
use crate::program::{
    ArrayRules, Bounds, Choices, Combined, ObjectRules, Others, Program, Schema, TextRules,
};
use crate::tape::{Node, UNNAMED, flag, kind, step};
use crate::text::{count_characters, unescape};

/// What undeclared members of the structure of a document mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strays {
    /// None is valid.
    pub refused: bool,
    /// Those are not valid that some readers may take for a declared member.
    pub guarded: bool,
}

/// A walk along the tape of one text.
pub struct Walk<'a> {
    pub program: &'a Program,
    pub body: &'a [u8],
    pub tape: &'a [Node],
    /// Memory for the text of a string with escapes.
    pub decoded: &'a mut Vec<u8>,
    pub strays: Strays,
    /// True if the structure has an undeclared member.
    pub has_strays: bool,
}

impl<'a> Walk<'a> {
    pub fn new(
        program: &'a Program,
        body: &'a [u8],
        tape: &'a [Node],
        decoded: &'a mut Vec<u8>,
        strays: Strays,
    ) -> Walk<'a> {
        Walk { program, body, tape, decoded, strays, has_strays: false }
    }

    /// Return true if the value at `at` is valid by a schema.
    pub fn is_valid(&mut self, schema: usize, at: usize) -> bool {
        self.is_node_valid(schema, self.tape[at], at)
    }

    /// Return true if a value is valid by a schema. `node` is its node, which is at `at`.
    #[inline(always)] // most values are decided here
    fn is_node_valid(&mut self, schema: usize, node: Node, at: usize) -> bool {
        step();
        let kinds = self.program.kinds[schema];
        if kinds.valid & node.kind == 0 {
            return false;
        }
        let is_sure = kinds.sure & node.kind != 0 && !node.has(flag::WIDE);
        is_sure || self.is_valid_within(schema, node, at)
    }

    /// Return true if a value of a valid kind is valid by a schema.
    #[inline(never)]
    fn is_valid_within(&mut self, schema: usize, node: Node, at: usize) -> bool {
        let schema = &self.program.schemas[schema];
        self.keeps_rules(schema, node, at)
            && schema.choices.as_ref().is_none_or(|choices| self.is_chosen(choices, node))
            && schema.combined.as_ref().is_none_or(|combined| self.is_combined(combined, at))
    }

    /// Return true if a value keeps the rules of a schema for its kind.
    #[inline(always)]
    fn keeps_rules(&mut self, schema: &Schema, node: Node, at: usize) -> bool {
        match node.kind {
            kind::STRING => schema.text.as_ref().is_none_or(|rules| self.is_text(rules, node)),
            kind::OBJECT => {
                schema.object.as_ref().is_none_or(|rules| self.is_object(rules, node, at))
            }
            kind::ARRAY => schema.array.as_ref().is_none_or(|rules| self.is_array(rules, node, at)),
            kind::BOOLEAN => schema.truth.is_none_or(|truth| node.has(flag::TRUE) == truth),
            kind::INTEGER | kind::FRACTION => {
                schema.bounds.as_ref().is_none_or(|bounds| self.is_within(bounds, node))
            }
            _ => true,
        }
    }

    #[inline(never)]
    fn is_within(&self, bounds: &Bounds, node: Node) -> bool {
        let numeral = node.bytes(self.body);
        if node.has(flag::WIDE) {
            bounds.admit_exactly(&Decimal::read(numeral))
        } else {
            bounds.admit(value_of(numeral))
        }
    }

    #[inline(never)]
    fn is_text(&mut self, rules: &TextRules, node: Node) -> bool {
        let Some(text) = text_of(node, self.body, self.decoded) else { return false };
        if rules.min_length > 0 || rules.max_length < text.len() {
            let length = count_characters(text);
            if length < rules.min_length || length > rules.max_length {
                return false;
            }
        }
        rules.pattern.as_ref().is_none_or(|pattern| pattern.matches(text))
    }

    #[inline(never)]
    fn is_chosen(&mut self, choices: &Choices, node: Node) -> bool {
        match node.kind {
            kind::NULL => choices.null,
            kind::STRING => text_of(node, self.body, self.decoded)
                .is_some_and(|text| choices.texts.iter().any(|choice| **choice == *text)),
            _ => false,
        }
    }

    #[inline(never)]
    fn is_array(&mut self, rules: &ArrayRules, node: Node, at: usize) -> bool {
        if node.size < rules.min_items || node.size > rules.max_items {
            return false;
        }
        let Some(items) = rules.items else { return true };
        let mut item = at + 1;
        while item < node.next as usize {
            let found = self.tape[item];
            if !self.is_node_valid(items, found, item) {
                return false;
            }
            item = found.next as usize;
        }
        true
    }

    #[inline(always)]
    fn is_object(&mut self, rules: &ObjectRules, node: Node, at: usize) -> bool {
        if node.size < rules.min_properties || node.size > rules.max_properties {
            return false;
        }
        let mut required = 0;
        let mut member = at + 1;
        while member < node.next as usize {
            let found = self.tape[member];
            let cell = rules.cell(found.name);
            required += u32::from(cell.is_required());
            let is_valid = match cell.schema() {
                Some(schema) => self.is_node_valid(schema, found, member),
                None => rules.admit_all() || self.is_admitted(rules, found, member),
            };
            if !is_valid {
                return false;
            }
            member = found.next as usize;
            if found.kind == kind::KEY {
                member = self.tape[member].next as usize;
            }
        }
        required == rules.required
    }

    /// Return true if an object may have an undeclared member. `member` is that of its node.
    #[inline(never)]
    fn is_admitted(&mut self, rules: &ObjectRules, found: Node, member: usize) -> bool {
        if rules.guarded {
            self.has_strays = true;
            let strays = self.strays;
            if strays.refused || (strays.guarded && self.is_confusable(rules, found)) {
                return false;
            }
        }
        let value = if found.kind == kind::KEY { member + 1 } else { member };
        match rules.others {
            Others::None => false,
            Others::All => true,
            Others::Schema(others) => self.is_valid(others, value),
        }
    }

    /// Return true if some readers may take an undeclared member for a declared one.
    fn is_confusable(&mut self, rules: &ObjectRules, member: Node) -> bool {
        let folds = &self.program.folds;
        if member.name != UNNAMED {
            return rules.guards(folds.of_name(member.name));
        }
        let Some(key) = text_of(member, self.body, self.decoded) else { return true };
        let is_guarded =
            |name: &[u8]| folds.folded.find(name).is_some_and(|number| rules.guards(number as usize));
        // a character has at most four bytes, and stands for at least one
        if key.len() > 4 * folds.longest && !key.contains(&0) {
            return false;
        }
        let Ok(key) = std::str::from_utf8(key) else { return true };
        let is_taken = |key| folded(key, folds.longest, &mut [0; ROOM]).is_some_and(is_guarded);
        // some readers drop NULs, for others the key ends there
        is_taken(key) || key.split_once('\0').is_some_and(|(ended, _)| is_taken(ended))
    }

    #[inline(never)]
    fn is_combined(&mut self, combined: &Combined, at: usize) -> bool {
        for &schema in &combined.all {
            if !self.is_valid(schema, at) {
                return false;
            }
        }
        if !combined.any.is_empty() && !combined.any.iter().any(|&schema| self.is_valid(schema, at))
        {
            return false;
        }
        if combined.not.is_some_and(|schema| self.is_valid(schema, at)) {
            return false;
        }
        let Some(condition) = combined.condition else { return true };
        let branch = if self.is_valid(condition, at) { combined.then } else { combined.otherwise };
        branch.is_none_or(|schema| self.is_valid(schema, at))
    }
}

/// Return the text of a string or key; None if its escapes are wrong, which a scan excludes.
fn text_of<'a>(node: Node, body: &'a [u8], decoded: &'a mut Vec<u8>) -> Option<&'a [u8]> {
    let raw = node.bytes(body);
    if !node.has(flag::ESCAPED) {
        return Some(raw);
    }
    unescape(raw, decoded).ok()?;
    Some(decoded)
}

