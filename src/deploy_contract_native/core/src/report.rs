//! From breaches of rules to the violations of a report.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use crate::contract::{CONFUSABLE_FIELD, Contract, Mode, UNKNOWN_FIELD};
use crate::judge::Judge;
use crate::outcome::{Location, Violation};
use crate::places::{Document, Pointers};
use crate::undeclared::Field;
use crate::words::{add_token, did_you_mean, filled, is_certain, misplaced};
use crate::worlds::Mask;

/// A rule that a document breaks at a place.
#[derive(Clone, Debug)]
pub struct Breach<'j> {
    pub rule: usize,
    /// The place on the tape.
    pub at: usize,
    /// The worlds in which it surely breaks the rule.
    pub violated: Mask,
    /// The worlds in which stored values that are unknown decide.
    pub open: Mask,
    /// A declared field or value that the texts name.
    pub name: Option<&'j str>,
    /// The schema that the value fails.
    pub schema: Option<usize>,
    /// The field that the document may have elsewhere.
    pub belongs: Option<&'j Field>,
}

impl Breach<'_> {
    pub fn of_rule(rule: usize, at: usize, violated: Mask, open: Mask) -> Breach<'static> {
        Breach { rule, at, violated, open, name: None, schema: None, belongs: None }
    }

    /// Return true if the document breaks the rule in a world, or may do so.
    pub fn concerns(&self, world: Mask) -> bool {
        (self.violated | self.open) & world != 0
    }
}

/// Makes the violations of a document.
pub struct Report<'a> {
    pub contract: &'a Contract,
    pub judge: &'a Judge,
    pub document: Document<'a>,
    pub pointers: Pointers<'a>,
    /// The worlds that remain.
    pub possible: Mask,
}

impl Report<'_> {
    /// Return at most `limit` violations of breaches, each once; true if there are more.
    pub fn violations<'j>(
        &mut self,
        limit: usize,
        breaches: impl IntoIterator<Item = Breach<'j>>,
    ) -> (Vec<Violation>, bool) {
        let (mut numbers, mut has_more) = (BTreeMap::new(), false);
        for breach in breaches {
            let number = numbers.len();
            let Entry::Vacant(place) = numbers.entry(self.violation(&breach)) else { continue };
            has_more = number == limit;
            if has_more {
                break;
            }
            place.insert(number);
        }
        let mut found: Vec<_> = numbers.into_iter().collect();
        found.sort_unstable_by_key(|(_, number)| *number);
        (found.into_iter().map(|(violation, _)| violation).collect(), has_more)
    }

    /// Return the violations of a report, how many of them are advice, and true if there are more.
    ///
    /// Enforced ones come first, advice comes last. `structure` has breaches of the structure, `broken`
    /// and `advice` those of rules. These are left out at places where the structure is `wrong`. If a
    /// rule is about a field, the report does not add that the field is unknown.
    pub fn all(
        &mut self,
        mut structure: Vec<Breach>,
        mut broken: Vec<Breach>,
        mut advice: Vec<Breach>,
        wrong: &[usize],
    ) -> (Vec<Violation>, usize, bool) {
        let (contract, limit) = (self.contract, self.contract.bounds.violations);
        let is_outside = outside(self.document, wrong);
        broken.retain(|breach| is_outside(breach.at));
        advice.retain(|breach| is_outside(breach.at));
        let refused: BTreeSet<usize> = broken.iter().map(|breach| breach.at).collect();
        structure.retain(|breach| {
            *contract.rules[breach.rule].name != *UNKNOWN_FIELD || !refused.contains(&breach.at)
        });
        let mut every: Vec<Breach> = structure.into_iter().chain(broken).collect();
        every.sort_by_key(|breach| contract.rules[breach.rule].mode != Mode::Enforce);
        let (mut found, is_more) = self.violations(limit, every);
        let is_unknown = |one: &Violation| &*one.rule == UNKNOWN_FIELD && one.mode != Mode::Enforce;
        if found.iter().any(is_unknown) {
            let pointer = |breach: &Breach| self.pointers.find(breach.at).to_string();
            let advised: BTreeSet<String> = advice.iter().map(pointer).collect();
            found.retain(|one| !is_unknown(one) || !advised.contains(&one.pointer));
        }
        let (advice, is_more_advice) = self.violations(limit - found.len(), advice);
        let count = advice.len();
        found.extend(advice);
        (found, count, is_more || is_more_advice)
    }

    /// Return the repair of a breach, as `Violation::repair` has it, if there is one.
    ///
    /// A rule states whether a field is removed or set to null. That is a repair only if the document
    /// breaks the rule in every possible world. An undeclared member is renamed if its name is certain
    /// and not taken. The pointer is the one that was found last.
    fn repair(&self, breach: &Breach, pointer: &str) -> Option<String> {
        let rule = &self.contract.rules[breach.rule];
        let (around, token) = pointer.rsplit_once('/')?;
        if token.is_empty() || token.bytes().all(|byte| byte.is_ascii_digit()) {
            return None; // an item
        }
        if let Some(fix) = rule.parameters["fix"].as_str() {
            let is_sure = breach.violated & self.possible == self.possible;
            return is_sure.then(|| fix.to_string());
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_stray = rule.shape == "undeclared" && breach.belongs.is_none();
        if !is_stray || token.len() > 64 || !token.bytes().all(is_plain) {
            return None;
        }
        let (name, program) = (breach.name?, &self.judge.program);
        let declared = program.schemas[breach.schema?].declared();
        let names = declared.map(|(number, _)| &program.known[number as usize]);
        if *rule.name != *CONFUSABLE_FIELD && !is_certain(token, names) {
            return None;
        }
        let mut taken = self.document.children(self.pointers.around());
        if taken.any(|at| self.document.key(self.judge.names(), at).as_deref() == Some(name)) {
            return None;
        }
        let mut target = format!("{around}/");
        add_token(&mut target, name);
        Some(target)
    }

    fn violation(&mut self, breach: &Breach) -> Violation {
        let rule = &self.contract.rules[breach.rule];
        let pointer = self.pointers.find(breach.at).to_string();
        let repair = self.repair(breach, &pointer).unwrap_or_default();
        let made = Violation { repair, ..Violation::new(rule, Location::Body, pointer) };
        let Some(schema) = breach.schema else { return made };
        let schema = &self.judge.program.schemas[schema];
        let name =
            breach.name.or(breach.belongs.map(|field| &*field.name.text)).unwrap_or_default();
        let value = |place: &str| {
            let word = match place {
                "name" => Some(name),
                "limit" => {
                    let limit = schema.word("maxItems").or(schema.word("maxProperties"));
                    Some(limit.unwrap_or("None"))
                }
                "format" => schema.word("x-format"),
                _ => schema.word(place),
            };
            word.unwrap_or("the document").to_string()
        };
        let hint = match breach.belongs {
            Some(field) => misplaced(name, &field.place).into(),
            None if !name.is_empty() && !rule.hint.contains("{name}") => did_you_mean(name).into(),
            None => filled(&rule.hint, &value),
        };
        Violation { message: filled(&rule.message, &value), hint, ..made }
    }
}

/// Return a predicate that is true for places that neither contain nor lie inside some others.
fn outside(document: Document<'_>, others: &[usize]) -> impl Fn(usize) -> bool {
    let end = move |place: usize| document.tape[place].next as usize;
    let mut outermost = others.to_vec();
    outermost.sort_unstable();
    outermost.dedup_by(|place, before| *place < end(*before));
    move |at| {
        let next = outermost.partition_point(|&place| end(place) <= at);
        outermost.get(next).is_none_or(|&place| place >= end(at))
    }
}
