//! The walk along a tape and a program. It gives a sink each keyword that a value fails.

use std::borrow::Cow;

use crate::folding::folded_to_ascii;
use crate::names::Names;
use crate::number::{Decimal, nearest_double};
use crate::places::Document;
use crate::program::{
    ArrayRules, Bounds, Choices, Combined, Keyword, ObjectRules, Others, Program, TextRules,
};
use crate::tape::{Node, UNNAMED, flag, kind};
use crate::text::count_characters;

/// A keyword that a value fails.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    pub keyword: Keyword,
    /// The schema that has the keyword.
    pub schema: usize,
    /// The place of the value.
    pub at: usize,
    /// The name of a missing member, or `UNNAMED`.
    pub name: u16,
}

/// Takes what values fail. Its functions return false to end the walk.
pub trait Sink {
    /// True if failures are taken in the order of reports; false if the first one ends the walk.
    const COLLECTS: bool;

    fn fail(&mut self, walk: &mut Walk, failure: Failure) -> bool;

    /// Take an undeclared member of an object of the structure. `key` is its first node, which is its
    /// key or its value; the schema is that of the object.
    fn undeclared(
        &mut self,
        walk: &mut Walk,
        rules: &ObjectRules,
        schema: usize,
        key: usize,
    ) -> bool;

    /// Return true if the members of an array or object that has too many are not walked.
    fn skips_oversized(&self) -> bool;
}

/// Ends the walk at the first failure. What undeclared members of the structure mean is in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop {
    /// An undeclared member is a failure.
    pub refuses: bool,
    /// It is one if some readers may take it for a declared member.
    pub guards: bool,
    /// True if the structure has an undeclared member.
    pub has_strays: bool,
}

impl Sink for Stop {
    const COLLECTS: bool = false;

    #[inline(always)]
    fn fail(&mut self, _walk: &mut Walk, _failure: Failure) -> bool {
        false
    }

    fn undeclared(
        &mut self,
        walk: &mut Walk,
        rules: &ObjectRules,
        _schema: usize,
        key: usize,
    ) -> bool {
        self.has_strays = true;
        !(self.refuses || (self.guards && walk.confusable(rules, key).is_some()))
    }

    fn skips_oversized(&self) -> bool {
        false
    }
}

/// A walk along the tape of one text.
pub struct Walk<'a> {
    pub program: &'a Program,
    pub body: &'a [u8],
    pub tape: &'a [Node],
    /// Memory for the text of a string with escapes.
    pub decoded: &'a mut Vec<u8>,
}

impl<'a> Walk<'a> {
    pub fn new(program: &'a Program, document: Document<'a>, decoded: &'a mut Vec<u8>) -> Walk<'a> {
        Walk { program, body: document.body, tape: document.tape, decoded }
    }

    pub fn document(&self) -> Document<'a> {
        Document { body: self.body, tape: self.tape }
    }

    pub fn names(&self) -> &'a Names {
        &self.program.names
    }

    /// Return true if the value at `at` is valid by a schema.
    pub fn is_valid(&mut self, schema: usize, at: usize) -> bool {
        self.walk(&mut Stop::default(), schema, at)
    }

    /// Walk the value at `at`. Return false if the sink ended the walk.
    pub fn walk<S: Sink>(&mut self, sink: &mut S, schema: usize, at: usize) -> bool {
        self.walk_node(sink, schema, self.tape[at], at)
    }

    #[inline(always)] // most values are decided here
    fn walk_node<S: Sink>(&mut self, sink: &mut S, schema: usize, node: Node, at: usize) -> bool {
        let kinds = self.program.kinds[schema];
        if kinds.valid & node.kind == 0 {
            return self.fail(sink, Keyword::Type, schema, at);
        }
        let is_sure = kinds.sure & node.kind != 0 && !node.has(flag::WIDE);
        is_sure || self.walk_within(sink, schema, node, at)
    }

    /// Walk a value of a valid kind.
    #[inline(never)]
    fn walk_within<S: Sink>(&mut self, sink: &mut S, number: usize, node: Node, at: usize) -> bool {
        let program = self.program;
        let schema = &program.schemas[number];
        if !schema.choices.is_empty() && !self.walk_choices(sink, number, node, at) {
            return false;
        }
        let goes_on = match node.kind {
            kind::STRING => {
                schema.text.as_ref().is_none_or(|it| self.walk_text(sink, number, it, node, at))
            }
            kind::OBJECT => match &schema.object {
                Some(rules) if node.size > rules.max_properties => {
                    if !self.fail(sink, Keyword::MaxProperties, number, at) {
                        return false;
                    }
                    if sink.skips_oversized() {
                        return true;
                    }
                    self.walk_object(sink, number, rules, node, at)
                }
                Some(rules) => self.walk_object(sink, number, rules, node, at),
                None => true,
            },
            kind::ARRAY => match &schema.array {
                Some(rules) => {
                    if node.size < rules.min_items
                        && !self.fail(sink, Keyword::MinItems, number, at)
                    {
                        return false;
                    }
                    if node.size > rules.max_items {
                        if !self.fail(sink, Keyword::MaxItems, number, at) {
                            return false;
                        }
                        if sink.skips_oversized() {
                            return true;
                        }
                    }
                    self.walk_array(sink, rules, node, at)
                }
                None => true,
            },
            kind::INTEGER | kind::FRACTION => {
                schema.bounds.as_ref().is_none_or(|it| self.walk_number(sink, number, it, node, at))
            }
            _ => true,
        };
        goes_on && schema.combined.as_ref().is_none_or(|it| self.walk_parts(sink, number, it, at))
    }

    fn fail<S: Sink>(&mut self, sink: &mut S, keyword: Keyword, schema: usize, at: usize) -> bool {
        S::COLLECTS && sink.fail(self, Failure { keyword, schema, at, name: UNNAMED })
    }

    #[inline(never)]
    fn walk_number<S: Sink>(
        &mut self,
        sink: &mut S,
        schema: usize,
        bounds: &Bounds,
        node: Node,
        at: usize,
    ) -> bool {
        let numeral = node.bytes(self.body);
        if !node.has(flag::WIDE) && bounds.admit(nearest_double(numeral)) {
            return true;
        }
        let number = Decimal::read(numeral);
        bounds.broken(&number).all(|keyword| self.fail(sink, keyword, schema, at))
    }

    #[inline(never)]
    fn walk_text<S: Sink>(
        &mut self,
        sink: &mut S,
        schema: usize,
        rules: &TextRules,
        node: Node,
        at: usize,
    ) -> bool {
        let text = node.text(self.body, self.decoded);
        let matches = rules.pattern.as_ref().is_none_or(|pattern| pattern.matches(text));
        let (mut is_short, mut is_long) = (false, false);
        if rules.min_length > 0 || rules.max_length < text.len() {
            let length = count_characters(text);
            (is_short, is_long) = (length < rules.min_length, length > rules.max_length);
        }
        (matches || self.fail(sink, Keyword::Pattern, schema, at))
            && (!is_short || self.fail(sink, Keyword::MinLength, schema, at))
            && (!is_long || self.fail(sink, Keyword::MaxLength, schema, at))
    }

    #[inline(never)]
    fn walk_choices<S: Sink>(
        &mut self,
        sink: &mut S,
        number: usize,
        node: Node,
        at: usize,
    ) -> bool {
        let program = self.program;
        program.schemas[number].choices.iter().all(|(keyword, choices)| {
            self.is_chosen(choices, node) || self.fail(sink, *keyword, number, at)
        })
    }

    fn is_chosen(&mut self, choices: &Choices, node: Node) -> bool {
        match node.kind {
            kind::NULL => choices.null,
            kind::BOOLEAN => choices.truths[usize::from(node.has(flag::TRUE))],
            kind::STRING => {
                let text = node.text(self.body, self.decoded);
                choices.texts.iter().any(|choice| choice.text.as_bytes() == text)
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn walk_array<S: Sink>(
        &mut self,
        sink: &mut S,
        rules: &ArrayRules,
        node: Node,
        at: usize,
    ) -> bool {
        let Some(items) = rules.items else { return true };
        let mut item = at + 1;
        while item < node.next as usize {
            let found = self.tape[item];
            if !self.walk_node(sink, items, found, item) {
                return false;
            }
            item = found.next as usize;
        }
        true
    }

    #[inline(always)]
    fn walk_object<S: Sink>(
        &mut self,
        sink: &mut S,
        schema: usize,
        rules: &ObjectRules,
        node: Node,
        at: usize,
    ) -> bool {
        if S::COLLECTS && !self.walk_required(sink, schema, rules, at) {
            return false;
        }
        let mut required = 0;
        let mut member = at + 1;
        while member < node.next as usize {
            let found = self.tape[member];
            let cell = rules.cell(found.name);
            required += usize::from(cell.is_required);
            let goes_on = match cell.schema() {
                Some(schema) => self.walk_node(sink, schema, found, member),
                None => rules.admit_all() || self.walk_other(sink, schema, rules, found, member),
            };
            if !goes_on {
                return false;
            }
            member = found.next as usize;
            if found.kind == kind::KEY {
                member = self.tape[member].next as usize;
            }
        }
        S::COLLECTS || required == rules.required.len()
    }

    /// Give a sink the names of the missing members.
    fn walk_required<S: Sink>(
        &mut self,
        sink: &mut S,
        schema: usize,
        rules: &ObjectRules,
        at: usize,
    ) -> bool {
        let document = self.document();
        let mut count = 0;
        document.each_child(at, |_, value| {
            count += usize::from(rules.cell(document.tape[value].name).is_required);
            true
        });
        count == rules.required.len()
            || rules.required.iter().all(|&name| {
                let failure = Failure { keyword: Keyword::Required, schema, at, name };
                document.member(at, name).is_some() || sink.fail(self, failure)
            })
    }

    /// Walk an undeclared member. `found` is its first node, at `member`.
    #[inline(never)]
    fn walk_other<S: Sink>(
        &mut self,
        sink: &mut S,
        schema: usize,
        rules: &ObjectRules,
        found: Node,
        member: usize,
    ) -> bool {
        let value = member + usize::from(found.kind == kind::KEY);
        if rules.others == Others::None {
            if !self.fail(sink, Keyword::AdditionalProperties, schema, value) {
                return false;
            }
        } else if !rules.folds.is_empty() && !sink.undeclared(self, rules, schema, member) {
            return false;
        }
        match rules.others {
            Others::Schema(others) => self.walk(sink, others, value),
            _ => true,
        }
    }

    /// Return the declared name that some readers may take an undeclared member for.
    ///
    /// `key` is the first node of the member.
    pub fn confusable(&mut self, rules: &ObjectRules, key: usize) -> Option<u16> {
        let member = self.tape[key];
        let longest = self.program.longest;
        let taken = |key: &str| rules.folds.get(&folded_to_ascii(key, longest)?).copied();
        if member.name != UNNAMED {
            return taken(std::str::from_utf8(self.names().get(member.name)).ok()?);
        }
        let key = member.text(self.body, self.decoded);
        // a character beyond ASCII has at most four bytes, and stands for at least one
        let most = longest * if key.is_ascii() { 1 } else { 4 };
        if key.len() > most && !key.contains(&0) {
            return None;
        }
        let key = std::str::from_utf8(key).ok()?;
        // some readers drop NULs, for others the key ends there
        taken(key).or_else(|| taken(key.split_once('\0')?.0))
    }

    /// Return the text of a string.
    pub fn text(&self, at: usize) -> Cow<'a, str> {
        self.document().str(at).unwrap_or_default()
    }

    /// Return the key of a member, whose value is at `at`.
    pub fn key(&self, at: usize) -> Cow<'a, str> {
        self.document().key(self.names(), at).unwrap_or_default()
    }

    #[inline(never)]
    fn walk_parts<S: Sink>(
        &mut self,
        sink: &mut S,
        number: usize,
        parts: &Combined,
        at: usize,
    ) -> bool {
        if !parts.all.iter().all(|&schema| self.walk(sink, schema, at)) {
            return false;
        }
        if !parts.any.is_empty() && !parts.any.iter().any(|&schema| self.is_valid(schema, at)) {
            // the first one explains best; to walk it without need would take double the time for
            // each `anyOf` in another
            let goes_on = S::COLLECTS && parts.best.is_none_or(|best| self.walk(sink, best, at));
            if !goes_on {
                return false;
            }
        }
        if parts.not.is_some_and(|schema| self.is_valid(schema, at))
            && !self.fail(sink, Keyword::Not, number, at)
        {
            return false;
        }
        let Some(condition) = parts.condition else { return true };
        let branch = if self.is_valid(condition, at) { parts.then } else { parts.otherwise };
        branch.is_none_or(|schema| self.walk(sink, schema, at))
    }
}
