//! From a tape and a program to a verdict: valid or not.
#![forbid(unsafe_code)]

use crate::folding::{ROOM, folded};
use crate::number::{Decimal, value_of};
use crate::program::{
    ArrayRules, Bounds, Choices, Combined, ObjectRules, Others, Program, Schema, TextRules,
};
use crate::tape::{Node, UNNAMED, flag, kind, step};
use crate::text::{count_characters, unescape};

/// A walk along the tape of one text.
pub struct Walk<'a> {
    pub program: &'a Program,
    pub body: &'a [u8],
    pub tape: &'a [Node],
    /// Memory for the text of a string with escapes.
    pub decoded: &'a mut Vec<u8>,
}

impl Walk<'_> {
    /// Return true if the text is valid by a root of the program.
    pub fn accepts(&mut self, root: usize) -> bool {
        self.accepts_at(root, 0)
    }

    /// Return true if the value at `at` is valid by a root of the program.
    pub fn accepts_at(&mut self, root: usize, at: usize) -> bool {
        self.is_valid(self.program.roots[root], at)
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
        rules.pattern.is_none_or(|pattern| self.program.matches(pattern, text))
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
        if self.is_confusable(rules, found) {
            return false;
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
        let Some(guards) = &rules.guards else { return false };
        let folds = &self.program.folds;
        if member.name != UNNAMED {
            return guards[folds.of_name(member.name)];
        }
        let Some(key) = text_of(member, self.body, self.decoded) else { return true };
        let is_guarded =
            |name: &[u8]| folds.folded.find(name).is_some_and(|number| guards[number as usize]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{Limits, Scratch, scan};
    use crate::tape::steps;

    const LIMITS: Limits = Limits { bytes: 1 << 20, objects: 1000, string: 1 << 20 };
    const NULL_OR_STRING: u32 = 1 + 16;

    fn integers(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    fn texts(list: &[&str]) -> Vec<u8> {
        let mut bytes = integers(&[list.len() as u32]);
        for text in list {
            bytes.extend(integers(&[text.len() as u32]));
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    /// Return the program of objects with the members `a`, an integer of at least 1, and `b`,
    /// null or one of "x" and "ä", or a text that begins with "r/"; and of objects whose members
    /// are all such integers.
    fn program() -> Program {
        let one = 1.0_f64.to_le_bytes().to_vec();
        let schemas = [
            [integers(&[4, 1]), one].concat(),               // 0: minimum 1
            integers(&[NULL_OR_STRING, 1 << 7, 1, 2, 0, 1]), // 1: choices
            integers(&[16, 1 << 6, 0]),                      // 2: pattern
            integers(&[127, 1 << 19, 2, 1, 2]),              // 3: anyOf 1, 2
            integers(&[64, 0b111 << 14, 2, 0, 0, 1, 3, 1, 0, u32::MAX]), // 4: the object
            integers(&[64, 0b11 << 16, 0]),                  // 5: members of any name
        ];
        let parts = [
            b"DCPR".to_vec(),
            integers(&[1]),
            texts(&["a", "b"]),
            texts(&["x", "\u{e4}"]),
            texts(&["^r/"]),
            integers(&[6]),
            schemas.concat(),
            integers(&[2, 4, 5]),
        ];
        Program::read(&parts.concat()).unwrap()
    }

    fn accepts(text: &str, root: usize) -> bool {
        let program = program();
        let mut scratch = Scratch::default();
        scan(text.as_bytes(), &program.names, &LIMITS, &mut scratch).unwrap();
        let (tape, decoded) = (&scratch.tape, &mut scratch.decoded);
        Walk { program: &program, body: text.as_bytes(), tape, decoded }.accepts(root)
    }

    #[test]
    fn documents_are_valid_by_the_keywords_of_their_schemas() {
        let rows: &[(&str, bool)] = &[
            (r#"{"a": 1}"#, true),
            (r#"{"a": 1.0}"#, true),
            (r#"{"a": 1e2, "b": null}"#, true),
            (r#"{"a": 9007199254740993, "b": "x"}"#, true),
            (r#"{"a": 5, "b": "\u00e4"}"#, true),
            (r#"{"a": 5, "b": "ä"}"#, true),
            (r#"{"a": 5, "b": "r\/"}"#, true),
            (r#"{"a": 5, "b": "r/z"}"#, true),
            (r#"{"\u0061": 1}"#, true),
            (r#"{}"#, false),
            (r#"{"b": "x"}"#, false),
            (r#"{"a": 0}"#, false),
            (r#"{"a": 0.5}"#, false),
            (r#"{"a": -1e300}"#, false),
            (r#"{"a": "1"}"#, false),
            (r#"{"a": true}"#, false),
            (r#"{"a": 1, "b": "y"}"#, false),
            (r#"{"a": 1, "b": ""}"#, false),
            (r#"{"a": 1, "b": 1}"#, false),
            (r#"{"a": 1, "c": 1}"#, false),
            (r#"[]"#, false),
        ];
        for (text, expected) in rows {
            assert_eq!(accepts(text, 0), *expected, "{text}");
        }
    }

    #[test]
    fn steps_are_linear_in_keys() {
        let steps_of = |keys: usize| {
            let members: Vec<String> = (0..keys).map(|key| format!("\"{key:x}\": 1")).collect();
            let text = format!("{{{}}}", members.join(", "));
            steps::count(|| assert!(accepts(&text, 1)))
        };
        let (some, many) = (steps_of(1_250), steps_of(10_000));
        assert!(some >= 3 * 1_250, "{some}: a key, its value, and the numeral");
        // hashes are random: few of them lead to one place, which costs a comparison
        assert!(many < 9 * some, "{some} and {many} steps");
    }
}
