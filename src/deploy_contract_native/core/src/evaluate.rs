//! From a tape and a program to a verdict: valid or not.

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
    /// True if a pattern could not be compared. Then no answer counts.
    pub is_unsure: bool,
}

impl<'a> Walk<'a> {
    pub fn new(
        program: &'a Program,
        body: &'a [u8],
        tape: &'a [Node],
        decoded: &'a mut Vec<u8>,
        strays: Strays,
    ) -> Walk<'a> {
        Walk { program, body, tape, decoded, strays, has_strays: false, is_unsure: false }
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
        let Some(pattern) = &rules.pattern else { return true };
        let found = pattern.matches(text);
        self.is_unsure |= found.is_none();
        found == Some(true)
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
        let is_guarded = |name: &[u8]| {
            folds.folded.find(name).is_some_and(|number| rules.guards(number as usize))
        };
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
    use serde_json::{Value, json};

    use super::*;
    use crate::program::Compiler;
    use crate::scan::{Limits, Scratch, scan};
    use crate::tape::steps;

    const LIMITS: Limits = Limits { bytes: 1 << 20, objects: 1000, string: 1 << 20 };
    const REPORTED: Strays = Strays { refused: false, guarded: false };

    /// Return whether a text is valid by a schema, and whether it has undeclared members.
    fn judged(schema: &Value, text: &str, strays: Option<Strays>) -> (bool, bool) {
        let mut compiler = Compiler::new(schema.get("$defs"), 7);
        let root = match strays {
            Some(_) => compiler.structure(schema).unwrap(),
            None => compiler.predicate(schema).unwrap(),
        };
        let program = compiler.finish();
        let mut scratch = Scratch::default();
        scan(text.as_bytes(), &program.names, &LIMITS, &mut scratch).unwrap();
        let Scratch { tape, decoded, .. } = &mut scratch;
        let strays = strays.unwrap_or_default();
        let mut walk = Walk::new(&program, text.as_bytes(), tape, decoded, strays);
        (walk.is_valid(root, 0), walk.has_strays)
    }

    #[test]
    fn documents_are_valid_by_the_keywords_of_their_schemas() {
        let document = json!({
            "type": "object",
            "required": ["a"],
            "properties": {
                "a": {"type": "integer", "minimum": 1},
                "b": {"anyOf": [
                    {"type": ["null", "string"], "enum": [null, "x", "\u{e4}"]},
                    {"type": "string", "pattern": "^r/"},
                ]},
            },
            "additionalProperties": false,
        });
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
            (r#"{"a": 0.99999999999999999999}"#, false),
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
            assert_eq!(judged(&document, text, None).0, *expected, "{text}");
        }
    }

    #[test]
    fn every_keyword_of_the_subset_is_compiled() {
        let cases: &[(Value, &str, &str)] = &[
            (json!({"type": ["string", "null"]}), "null", "1"),
            (json!({"const": true}), "true", "false"),
            (json!({"const": "x"}), "\"x\"", "\"y\""),
            (json!({"const": null}), "null", "0"),
            (json!({"maximum": 2}), "2", "2.00000000000000000001"),
            (json!({"exclusiveMaximum": 2}), "1", "2"),
            (json!({"exclusiveMinimum": 0.5}), "0.51", "0.5"),
            (json!({"minLength": 2}), "\"ää\"", "\"ä\""),
            (json!({"maxLength": 1}), "\"ä\"", "\"\\u00e4a\""),
            (json!({"minItems": 1, "items": {"type": "null"}}), "[null]", "[]"),
            (json!({"maxItems": 1}), "[1]", "[1, 2]"),
            (json!({"maxItems": 10_000}), "[1, 2, 3, 4, 5, 6, 7]", "[1, 2, 3, 4, 5, 6, 7, 8]"),
            (json!({"minProperties": 1, "maxProperties": 1}), r#"{"a": 1}"#, r#"{"a": 1, "b": 1}"#),
            (json!({"additionalProperties": {"type": "null"}}), r#"{"a": null}"#, r#"{"a": 1}"#),
            (json!({"not": {"required": ["a"], "type": "object"}}), "{}", r#"{"a": 1}"#),
            (json!({"allOf": [{"minimum": 1}, {"maximum": 2}]}), "2", "3"),
            (
                json!({"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"maximum": 1}}),
                "1",
                "2",
            ),
            (json!({"$ref": "#/$defs/A", "maximum": 5, "$defs": {"A": {"minimum": 5}}}), "5", "6"),
            (
                json!({"title": "x", "x-tones": {}, "$ref": "#/$defs/A", "$defs": {"A": {"const": null}}}),
                "null",
                "1",
            ),
        ];
        for (schema, right, wrong) in cases {
            assert!(judged(schema, right, None).0, "{schema} {right}");
            assert!(!judged(schema, wrong, None).0, "{schema} {wrong}");
        }
    }

    #[test]
    fn undeclared_members_are_dropped_noted_or_refused() {
        let schema = json!({
            "type": "object",
            "properties": {"secrets": {"$ref": "#/$defs/A"}, "free": {"type": "object"}},
            "additionalProperties": true,
            "$defs": {"A": {"items": {"type": "object", "properties": {"name": {}}}}},
        });
        let refused = Strays { refused: true, guarded: false };
        let guarded = Strays { refused: false, guarded: true };
        let rows: &[(&str, [bool; 3], bool)] = &[
            (r#"{"secrets": [{"name": 1}], "free": {"Name": 1}}"#, [true; 3], false),
            (r#"{"zzz": 1}"#, [true, true, false], true),
            (r#"{"Secrets": 1}"#, [true, false, false], true),
            (r#"{"secrets\u0000": 1}"#, [true, false, false], true),
            (r#"{"ſecrets": 1}"#, [true, false, false], true),
            (r#"{"name": 1}"#, [true, true, false], true), // of another object
            (r#"{"secrets": [{"secrets": 1}]}"#, [true, true, false], true),
            (r#"{"secrets": [{"NAME": 1}]}"#, [true, false, false], true),
        ];
        for (text, expected, has_strays) in rows {
            let found = [REPORTED, guarded, refused].map(|it| judged(&schema, text, Some(it)).0);
            assert_eq!(found, *expected, "{text}");
            assert_eq!(judged(&schema, text, Some(REPORTED)).1, *has_strays, "{text}");
        }
    }

    #[test]
    fn schemas_beyond_the_subset_are_refused() {
        let mut deep = json!({});
        for _ in 0..100 {
            deep = json!({"items": deep});
        }
        let cases = [
            json!({"format": "uuid"}),
            json!({"enum": [1]}),
            json!({"type": "decimal"}),
            json!({"pattern": "^(?=x)"}),
            json!({"minimum": "1"}),
            json!({"maxItems": -1}),
            json!({"$ref": "#/$defs/A"}),
            json!({"$ref": "#/$defs/A", "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}),
            json!({"items": [{}]}),
            deep,
        ];
        for schema in &cases {
            let mut compiler = Compiler::new(schema.get("$defs"), 7);
            assert!(compiler.predicate(schema).is_err(), "{schema}");
        }
    }

    #[test]
    fn steps_are_linear_in_keys() {
        let schema = json!({"additionalProperties": {"type": "integer", "minimum": 1}});
        let steps_of = |keys: usize| {
            let members: Vec<String> = (0..keys).map(|key| format!("\"{key:x}\": 1")).collect();
            let text = format!("{{{}}}", members.join(", "));
            steps::count(|| assert!(judged(&schema, &text, None).0))
        };
        let (some, many) = (steps_of(1_250), steps_of(10_000));
        assert!(some >= 2 * 1_250, "{some}: a value, and its numeral");
        // hashes are random: few of them lead to one place, which costs a comparison
        assert!(many < 9 * some, "{some} and {many} steps");
    }
}
