//! The walk along a tape and a program. It gives a sink each keyword that a value fails.

use crate::number::{Decimal, nearest_double};
use crate::places::Document;
use crate::program::{Bounds, Choices, Combined, Others, Program, Schema};
use crate::tape::{Node, UNNAMED, flag, kind};
use crate::text::count_characters;

/// A keyword that a value fails.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    pub keyword: &'static str,
    /// The schema that has the keyword.
    pub schema: usize,
    /// The place of the value.
    pub at: usize,
    /// The name of a missing member, or `UNNAMED`.
    pub name: u16,
}

/// The keyword of a failure that is an undeclared member.
pub const UNDECLARED: &str = "additionalProperties";

/// Receives the keywords that values fail.
pub trait Sink {
    /// True if failures are taken in the order of reports; false if one ends the walk.
    const COLLECTS: bool;

    /// Take a failure. Return false to end the walk.
    fn fail(&mut self, program: &Program, document: Document, failure: Failure) -> bool;

    /// Return true if an undeclared member of an object with declared ones counts as a failure.
    fn counts_undeclared(&self) -> bool {
        false
    }

    /// Return true if the members of an array or object that has too many are not walked.
    fn skips_oversized(&self) -> bool {
        false
    }
}

/// Ends the walk at the first failure that counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop {
    /// True if undeclared members are handed to `fail`.
    pub looks: bool,
    /// True if each undeclared member counts.
    pub refuses: bool,
    /// True if an undeclared member counts that some readers may take for a declared one.
    pub guards: bool,
    /// True if the walk has met an undeclared member.
    pub has_strays: bool,
}

impl Sink for Stop {
    const COLLECTS: bool = false;

    fn fail(&mut self, program: &Program, document: Document, failure: Failure) -> bool {
        let Failure { keyword, schema, at, .. } = failure;
        if keyword != UNDECLARED || program.schemas[schema].others == Others::None {
            return false;
        }
        self.has_strays = true;
        let is_refused = || self.guards && program.confusable(document, schema, at).is_some();
        !(self.refuses || is_refused())
    }

    fn counts_undeclared(&self) -> bool {
        self.looks
    }
}

/// Return true if the value at `at` is valid by a schema.
pub fn is_valid(program: &Program, document: Document, schema: usize, at: usize) -> bool {
    Walk { program, document, sink: Stop::default() }.walk(schema, at)
}

/// A walk along the tape of one text. Its functions return false if the sink ended the walk.
pub struct Walk<'a, S> {
    pub program: &'a Program,
    pub document: Document<'a>,
    pub sink: S,
}

impl<'a, S: Sink> Walk<'a, S> {
    pub fn walk(&mut self, schema: usize, at: usize) -> bool {
        self.walk_node(schema, self.document.tape[at], at)
    }

    #[inline(always)] // most values are decided here
    fn walk_node(&mut self, schema: usize, node: Node, at: usize) -> bool {
        let kinds = self.program.kinds[schema];
        if kinds.valid & node.kind == 0 {
            return self.fail("type", schema, at);
        }
        let is_sure = kinds.sure & node.kind != 0 && !node.has(flag::WIDE);
        is_sure || self.walk_within(schema, node, at)
    }

    /// Walk a value of a valid kind.
    #[inline(never)]
    fn walk_within(&mut self, number: usize, node: Node, at: usize) -> bool {
        let schema = &self.program.schemas[number];
        if !schema.choices.is_empty() && !self.walk_choices(schema, number, node, at) {
            return false;
        }
        let goes_on = match node.kind {
            kind::STRING => self.walk_text(schema, number, at),
            kind::OBJECT => self.walk_object(schema, number, node, at),
            kind::ARRAY => self.walk_array(schema, number, node, at),
            kind::INTEGER | kind::FRACTION => {
                schema.bounds.as_ref().is_none_or(|it| self.walk_number(it, number, node, at))
            }
            _ => true,
        };
        goes_on && schema.combined.as_ref().is_none_or(|it| self.walk_parts(it, number, at))
    }

    fn fail(&mut self, keyword: &'static str, schema: usize, at: usize) -> bool {
        let failure = Failure { keyword, schema, at, name: UNNAMED };
        S::COLLECTS && self.sink.fail(self.program, self.document, failure)
    }

    #[inline(never)]
    fn walk_number(&mut self, bounds: &Bounds, schema: usize, node: Node, at: usize) -> bool {
        let numeral = node.bytes(self.document.body);
        if !node.has(flag::WIDE) && bounds.admit(nearest_double(numeral)) {
            return true;
        }
        let number = Decimal::read(numeral);
        bounds.broken(&number).all(|keyword| self.fail(keyword, schema, at))
    }

    #[inline(never)]
    fn walk_text(&mut self, keywords: &Schema, schema: usize, at: usize) -> bool {
        let text = self.document.text(at).unwrap_or_default();
        let matches = keywords.pattern.as_ref().is_none_or(|pattern| pattern.matches(&text));
        let (mut is_short, mut is_long) = (false, false);
        let (least, most) = (keywords.min_length as usize, keywords.max_length as usize);
        // a character has at most four bytes
        if text.len() / 4 < least || text.len() > most {
            let length = count_characters(&text);
            (is_short, is_long) = (length < least, length > most);
        }
        (matches || self.fail("pattern", schema, at))
            && (!is_short || self.fail("minLength", schema, at))
            && (!is_long || self.fail("maxLength", schema, at))
    }

    #[inline(never)]
    fn walk_choices(&mut self, schema: &Schema, number: usize, node: Node, at: usize) -> bool {
        schema.choices.iter().all(|(keyword, choices)| {
            self.is_chosen(choices, node, at) || self.fail(keyword, number, at)
        })
    }

    fn is_chosen(&self, choices: &Choices, node: Node, at: usize) -> bool {
        match node.kind {
            kind::NULL => choices.null,
            kind::BOOLEAN => choices.truths[usize::from(node.has(flag::TRUE))],
            kind::STRING => {
                let text = self.document.text(at).unwrap_or_default();
                choices.texts.iter().any(|choice| choice.text.as_bytes() == &*text)
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn walk_array(&mut self, keywords: &Schema, schema: usize, node: Node, at: usize) -> bool {
        if node.size < keywords.min_items && !self.fail("minItems", schema, at) {
            return false;
        }
        if node.size > keywords.max_items {
            if !self.fail("maxItems", schema, at) {
                return false;
            }
            if self.sink.skips_oversized() {
                return true;
            }
        }
        let Some(items) = keywords.items else { return true };
        let mut item = at + 1;
        while item < node.next as usize {
            let found = self.document.tape[item];
            if !self.walk_node(items, found, item) {
                return false;
            }
            item = found.next as usize;
        }
        true
    }

    #[inline(always)]
    fn walk_object(&mut self, keywords: &Schema, schema: usize, node: Node, at: usize) -> bool {
        if node.size > keywords.max_properties {
            if !self.fail("maxProperties", schema, at) {
                return false;
            }
            if self.sink.skips_oversized() {
                return true;
            }
        }
        if S::COLLECTS && !self.walk_required(keywords, schema, at) {
            return false;
        }
        let counts = self.sink.counts_undeclared() && !keywords.folds.is_empty();
        let looks = counts || keywords.others != Others::All;
        let mut required = 0;
        let mut member = at + 1;
        while member < node.next as usize {
            let found = self.document.tape[member];
            let cell = keywords.cell(found.name);
            required += usize::from(cell.is_required);
            let is_key = found.kind == kind::KEY;
            let goes_on = match cell.schema() {
                Some(schema) => self.walk_node(schema, found, member),
                None => {
                    !looks
                        || self.walk_other(keywords, schema, member + usize::from(is_key), counts)
                }
            };
            if !goes_on {
                return false;
            }
            member = found.next as usize;
            if is_key {
                member = self.document.tape[member].next as usize;
            }
        }
        S::COLLECTS || required == keywords.required.len()
    }

    /// Give the sink the names of the missing members.
    fn walk_required(&mut self, keywords: &Schema, schema: usize, at: usize) -> bool {
        let document = self.document;
        let is_required = |&value: &usize| keywords.cell(document.tape[value].name).is_required;
        document.children(at).filter(is_required).count() == keywords.required.len()
            || keywords.required.iter().all(|&name| {
                let failure = Failure { keyword: "required", schema, at, name };
                document.member(at, name).is_some()
                    || self.sink.fail(self.program, document, failure)
            })
    }

    /// Walk the value of an undeclared member.
    #[inline(never)]
    fn walk_other(&mut self, keywords: &Schema, schema: usize, value: usize, counts: bool) -> bool {
        let failure = Failure { keyword: UNDECLARED, schema, at: value, name: UNNAMED };
        let is_failure = counts || keywords.others == Others::None;
        if is_failure && !self.sink.fail(self.program, self.document, failure) {
            return false;
        }
        match keywords.others {
            Others::Schema(others) => self.walk(others, value),
            _ => true,
        }
    }

    #[inline(never)]
    fn walk_parts(&mut self, parts: &Combined, number: usize, at: usize) -> bool {
        let (program, document) = (self.program, self.document);
        let is_valid = |schema: usize| is_valid(program, document, schema, at);
        if !parts.all.iter().all(|&schema| self.walk(schema, at)) {
            return false;
        }
        if !parts.any.is_empty() && !parts.any.iter().any(|&schema| is_valid(schema)) {
            // explain by the first choice, if needed: each `anyOf` in another doubles the time
            if !S::COLLECTS || !self.walk(parts.any[0], at) {
                return false;
            }
        }
        if parts.not.is_some_and(is_valid) && !self.fail("not", number, at) {
            return false;
        }
        let Some(condition) = parts.condition else { return true };
        let branch = if is_valid(condition) { parts.then } else { parts.otherwise };
        branch.is_none_or(|schema| self.walk(schema, at))
    }
}
