//! The judge of the documents of one kind: its structure, then its rules by worlds.
//!
//! `answer` says which worlds are left, if any is, and is fast. `explain` says everything, in the order
//! and in the words of reports.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::after_patch::Stored;
use crate::contract::{
    CONFUSABLE_FIELD, Contract, Fault, Kind, Mode, Rule, UNKNOWN_FIELD, member, text_of,
};
use crate::evaluate::{Failure, Sink, Stop, Walk};
use crate::names::Names;
use crate::outcome::{Outcome, Revision, Verdict};
use crate::places::{Document, Fields, Pattern};
use crate::program::{Compiler, Keyword, ObjectRules, Program};
use crate::report::{Breach, Report, relevant};
use crate::rules::{Check, ELSEWHERE, REVISION, Reading};
use crate::scan::{Limits, Refused, Scratch, Work, scan};
use crate::tape::{UNNAMED, kind};
use crate::undeclared::Declared;
use crate::wire::{TextFault, fault};
use crate::words::nearest;
use crate::worlds::{Mask, Worlds, bits};

/// Breaches of a rule that are kept beyond the limit of a report, as some are dropped.
const SPARE: usize = 200;

/// A verdict: "allow" if no world is denied or open, else "indeterminate".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The worlds that remain.
    pub possible: Mask,
    /// Those of them in which an enforced rule is broken; never all.
    pub denied: Mask,
    /// Those of the others in which stored values decide.
    pub open: Mask,
    /// True if undeclared members have to be reported.
    pub reports_strays: bool,
}

impl Answer {
    pub fn is_allowed(&self) -> bool {
        self.denied | self.open == 0
    }
}

/// What is known of a document beside its text.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The number of its source; None if it is unknown.
    pub source: Option<usize>,
    pub stored: Stored<'a>,
    pub of_response: bool,
}

/// A document whose rules are asked.
struct Asked<'w, 'a> {
    walk: Walk<'a>,
    known: Known<'a>,
    possible: Mask,
    /// Memory for the places of fields.
    found: &'w mut Vec<u32>,
}

/// The meaning of undeclared members.
#[derive(Clone, Copy, Debug)]
struct Undeclared {
    /// They are looked at.
    counts: bool,
    /// If some readers take them for a declared member, that is another rule.
    finds_confusable: bool,
    quick: Stop,
    /// They may have to be reported.
    reported: bool,
}

/// The rules on the documents at a pattern in a document.
#[derive(Debug, Default)]
struct Scope {
    around: Option<Pattern>,
    enforced: Rules,
    reported: Rules,
    /// The rules that say whether the document creates a revision.
    revising: Rules,
    /// True if the documents have their state in them: what they lack is null.
    whole: bool,
}

/// Rules of one mode, and the fields that they look at.
#[derive(Debug, Default)]
struct Rules {
    fields: Fields,
    checks: Vec<Check>,
}

#[derive(Debug)]
pub struct Judge {
    /// The name of the kind.
    pub kind: String,
    pub program: Program,
    pub limits: Limits,
    pub worlds: Worlds,
    structure: usize,
    of_requests: Undeclared,
    of_responses: Undeclared,
    scopes: Vec<Scope>,
    /// Numbers of the rules for keywords.
    keywords: [Option<usize>; Keyword::COUNT],
    unknown: Option<usize>,
    confusable: Option<usize>,
    skips_oversized: bool,
    declared: Declared,
    /// Violations in a report.
    most: usize,
    /// The members of a stored deployment that rules read; None for all of them.
    stored: Option<Vec<u16>>,
    /// The rules that say whether a document creates a revision.
    revisions: Vec<(Arc<str>, Revision)>,
}

impl Judge {
    /// Make the judge of a kind. `prepare` registers places with the compiler for others.
    pub fn new<'a, Extra>(
        contract: &'a Contract,
        kind: &'a Kind,
        prepare: impl FnOnce(&mut Compiler<'a>) -> Result<Extra, Fault>,
    ) -> Result<(Judge, Extra), Fault> {
        let definitions = kind.schema.get("$defs");
        let mut compiler = Compiler::new(definitions, contract.bounds.items);
        let structure = compiler.structure(&kind.schema)?;
        let worlds = Worlds::new(contract, kind)?;
        let mut scopes = Vec::new();
        for (around, inner) in contract.scopes(kind)? {
            scopes.push(read_scope(contract, inner, &around, &worlds, &mut compiler)?);
        }
        let extra = prepare(&mut compiler)?;
        let rules = scopes.iter_mut().flat_map(|scope| [&mut scope.enforced, &mut scope.reported]);
        let mut checks: Vec<&mut Check> = rules.flat_map(|rules| &mut rules.checks).collect();
        checks.sort_by_key(|check| check.is_last);
        checks.into_iter().enumerate().for_each(|(order, check)| check.order = order);
        let program = compiler.finish();
        let names = program.names.len();
        for scope in &mut scopes {
            scope.enforced.fields.complete(names);
            scope.reported.fields.complete(names);
            scope.revising.fields.complete(names);
        }
        let active = |name: &str| {
            let is_active = |rule: &Rule| &*rule.name == name && rule.mode != Mode::Off;
            contract.rules.iter().position(is_active)
        };
        let (unknown, confusable) = (active(UNKNOWN_FIELD), active(CONFUSABLE_FIELD));
        let is = |rule: Option<usize>, mode| rule.is_some_and(|it| contract.rules[it].mode == mode);
        let of = |counts: bool, finds_confusable: bool| Undeclared {
            counts,
            finds_confusable,
            quick: Stop {
                refuses: counts && is(unknown, Mode::Enforce),
                guards: counts && finds_confusable && is(confusable, Mode::Enforce),
                has_strays: false,
            },
            reported: counts && (is(unknown, Mode::Report) || is(confusable, Mode::Report)),
        };
        let keywords = keywords(contract);
        let sizes = keywords[Keyword::MaxItems as usize];
        let judge = Judge {
            kind: kind.name.clone(),
            limits: kind.limits,
            worlds,
            structure,
            of_requests: of(true, true),
            of_responses: of(contract.judges_fields_of_responses, false),
            keywords,
            unknown,
            confusable,
            skips_oversized: is(sizes, Mode::Enforce),
            declared: Declared::new(&program, structure),
            program,
            most: contract.bounds.violations,
            stored: stored_members(&scopes[0]),
            scopes,
            revisions: read_revisions(contract, &kind.name)?,
        };
        Ok((judge, extra))
    }

    pub fn names(&self) -> &Names {
        &self.program.names
    }

    /// Write the tape of a text into the scratch.
    pub fn scan(&self, body: &[u8], scratch: &mut Scratch) -> Result<(), Refused> {
        scan(body, &self.program.names, &self.limits, scratch)
    }

    /// Return true if a rule reads a member of a stored deployment.
    pub fn reads_stored(&self, name: &[u8]) -> bool {
        let Some(stored) = &self.stored else { return true };
        self.program.names.find(name).is_some_and(|name| stored.contains(&name))
    }

    /// Return the fault of a text that a scan refused.
    pub fn fault(&self, body: &[u8]) -> TextFault {
        // without memory, a scan refuses a text that is right
        fault(body, &self.limits).unwrap_or_else(|| TextFault::of("unjudged"))
    }

    fn undeclared(&self, of_response: bool) -> &Undeclared {
        if of_response { &self.of_responses } else { &self.of_requests }
    }

    /// Return the verdict on a document; None if it may be denied.
    pub fn answer(&self, document: Document, known: Known, work: &mut Work) -> Option<Answer> {
        let undeclared = self.undeclared(known.of_response);
        let Work { decoded, found } = work;
        let mut walk = Walk::new(&self.program, document, decoded);
        let mut structure = undeclared.quick;
        if !walk.walk(&mut structure, self.structure, 0) {
            return None;
        }
        let possible = self.worlds.possible(known.source);
        let (mut denied, mut open) = (0, 0);
        let mut asked = Asked { walk, known, possible, found };
        let is_left =
            self.hits(|scope| &scope.enforced, &mut asked, &mut |_, _, violated, unsettled| {
                denied |= violated;
                open |= unsettled;
                denied != possible
            });
        if !is_left {
            return None;
        }
        let reports_strays = structure.has_strays && undeclared.reported;
        Some(Answer { possible, denied, open: open & !denied, reports_strays })
    }

    /// Return true if an answer has violations that are reported.
    pub fn is_advised(
        &self,
        answer: &Answer,
        document: Document,
        known: Known,
        work: &mut Work,
    ) -> bool {
        let (possible, Work { decoded, found }) = (answer.possible, work);
        let walk = Walk::new(&self.program, document, decoded);
        let mut asked = Asked { walk, known, possible, found };
        answer.reports_strays
            || !self.hits(|scope| &scope.reported, &mut asked, &mut |_, _, violated, _| {
                violated != possible
            })
    }

    /// Give the hits of the rules of one mode in the possible worlds. Return false if `take` does.
    fn hits(
        &self,
        of: fn(&Scope) -> &Rules,
        asked: &mut Asked,
        take: &mut dyn FnMut(&Check, usize, Mask, Mask) -> bool,
    ) -> bool {
        let Asked { walk, known, possible, found } = asked;
        let (document, possible) = (walk.document(), *possible);
        self.scopes.iter().all(|scope| {
            let rules = of(scope);
            let stored = if scope.whole { Stored::Null } else { known.stored };
            let mut ask = |at: usize| {
                let marks = rules.fields.find(document, at, found);
                rules.checks.iter().all(|check| {
                    let mut take = |at, violated: Mask, open: Mask| {
                        take(check, at, violated & possible, open & possible)
                    };
                    check.looks_at & marks == 0
                        || check.concerns & possible == 0
                        || check.hits(walk, found, stored, (&self.worlds, possible), &mut take)
                })
            };
            match &scope.around {
                _ if rules.checks.is_empty() => true,
                None => ask(0),
                Some(pattern) => pattern.all(document, 0, &mut ask),
            }
        })
    }

    /// Return the whole outcome for a document.
    pub fn explain(
        &self,
        contract: &Contract,
        document: Document,
        known: Known,
        work: &mut Work,
    ) -> Outcome {
        let most = self.most;
        let mut walk = Walk::new(&self.program, document, &mut work.decoded);
        let mut sink = Collect {
            judge: self,
            contract,
            reading: self.undeclared(known.of_response),
            enforced: Vec::new(),
            reported: Vec::new(),
            is_truncated: false,
        };
        let is_whole = walk.walk(&mut sink, self.structure, 0);
        let is_faulty = !sink.enforced.is_empty();
        let mut structure = sink.enforced;
        let mut is_truncated = !is_whole || sink.is_truncated;
        let wrong: Vec<usize> = structure
            .iter()
            .filter(|breach| contract.rules[breach.rule].shape == "keyword")
            .map(|breach| breach.at)
            .collect();
        if is_whole {
            structure.extend(sink.reported);
        }
        let possible = self.worlds.possible(known.source);
        let mut asked = Asked { walk, known, possible, found: &mut work.found };
        let enforced = self.breaches(|scope| &scope.enforced, &mut asked);
        let reported = self.breaches(|scope| &scope.reported, &mut asked);
        let (mut denied, mut open) = (0, 0);
        for breach in &enforced {
            denied |= breach.violated;
            open |= breach.open;
        }
        open &= !denied;
        let (mut shown, mut concerned) = (Vec::new(), possible);
        if !enforced.is_empty() && denied == possible {
            // the report is about the world with the fewest breaches
            let count = |world: &Mask| enforced.iter().filter(|it| it.concerns(*world)).count();
            concerned = bits(possible).min_by_key(count).unwrap_or(possible);
            shown = enforced.iter().filter(|it| it.violated & concerned != 0).cloned().collect();
        }
        let is_denied = !shown.is_empty() || is_faulty;
        let mut report = Report::new(contract, self, document, most, possible);
        let is_advice = |breach: &Breach| breach.violated & concerned == concerned;
        let advice = reported.into_iter().filter(is_advice).collect();
        let (violations, more) =
            report.violations(relevant(contract, document, structure, shown, &wrong));
        is_truncated |= more;
        let (violations, advice, more) = report.with_advice(violations, advice, &wrong);
        is_truncated |= more;
        let mut outcome =
            Outcome { violations, advice, truncated: is_truncated, ..Outcome::default() };
        if is_denied {
            outcome.verdict = Verdict::Deny;
        } else {
            outcome.sources = self.worlds.sources(possible & !denied);
            if denied | open != 0 {
                outcome.verdict = Verdict::Indeterminate;
                outcome.needs = self.worlds.needs(possible, denied, open);
                let of_world =
                    |world| enforced.iter().filter(move |it| it.concerns(world)).cloned();
                let undecided = bits(denied | open).flat_map(of_world);
                outcome.undecided = report.violations(undecided).0;
            }
        }
        (outcome.creates_revision, outcome.revision_rules) = self.revision(document, work);
        outcome.status = contract.status_of(&outcome);
        outcome
    }

    /// Return the breaches of the rules of one mode, in the order of reports.
    fn breaches(&self, of: fn(&Scope) -> &Rules, asked: &mut Asked) -> Vec<Breach<'_>> {
        let most = self.most.saturating_add(SPARE);
        let mut breaches: BTreeMap<usize, Vec<Breach>> = BTreeMap::new();
        self.hits(of, asked, &mut |check, at, violated, open| {
            if violated | open != 0 {
                let of_rule = breaches.entry(check.order).or_default();
                if of_rule.len() < most {
                    of_rule.push(Breach::of_rule(check.rule, at, violated, open));
                }
            }
            true
        });
        breaches.into_values().flatten().collect()
    }

    /// Return true if any rule says whether documents create a revision.
    pub fn has_revisions(&self) -> bool {
        !self.revisions.is_empty()
    }

    /// Return whether a document creates a revision, and the rules that say so.
    pub fn revision(
        &self,
        document: Document,
        work: &mut Work,
    ) -> (Option<Revision>, Vec<Arc<str>>) {
        if self.revisions.is_empty() {
            return (None, Vec::new());
        }
        if document.tape[0].kind != kind::OBJECT {
            return (Some(Revision::Unknown), Vec::new());
        }
        let Work { decoded, found } = work;
        let (rules, stored) = (&self.scopes[0].revising, Stored::Missing);
        let marks = rules.fields.find(document, 0, found);
        let mut walk = Walk::new(&self.program, document, decoded);
        let (mut answer, mut names) = (Revision::No, Vec::new());
        for (check, (name, creates)) in rules.checks.iter().zip(&self.revisions) {
            let worlds = (&self.worlds, Mask::MAX);
            let is_kept = check.looks_at & marks == 0
                || check.hits(&mut walk, found, stored, worlds, &mut |_, _, _| false);
            if !is_kept {
                answer = answer.min(*creates);
                names.push(name.clone());
            }
        }
        (Some(answer), names)
    }
}

/// Collects the breaches of the structure.
struct Collect<'j> {
    judge: &'j Judge,
    contract: &'j Contract,
    reading: &'j Undeclared,
    enforced: Vec<Breach<'j>>,
    reported: Vec<Breach<'j>>,
    is_truncated: bool,
}

impl<'j> Collect<'j> {
    /// Take a breach. Reported ones alone never end the walk: an enforced one may come after them.
    fn take(&mut self, breach: Breach<'j>) -> bool {
        let most = self.judge.most;
        if self.contract.rules[breach.rule].mode == Mode::Enforce {
            self.enforced.push(breach);
            return self.enforced.len() <= most;
        }
        if self.reported.len() <= most {
            self.reported.push(breach);
        } else {
            self.is_truncated = true;
        }
        true
    }

    /// Take an undeclared member, whose first node is at `key`.
    fn take_undeclared(
        &mut self,
        walk: &mut Walk,
        rules: &ObjectRules,
        schema: usize,
        key: usize,
    ) -> bool {
        let (judge, program) = (self.judge, &self.judge.program);
        let confusable = walk.confusable(rules, key);
        let name = confusable.map(|name| &*program.known[name as usize].text);
        let of_confusable =
            judge.confusable.filter(|_| name.is_some() && self.reading.finds_confusable);
        let Some(rule) = of_confusable.or(judge.unknown) else { return true };
        let at = key + usize::from(walk.tape[key].kind == kind::KEY);
        let mut breach =
            Breach { name, schema: Some(schema), ..Breach::of_rule(rule, at, Mask::MAX, 0) };
        // the report may show the name that the author meant
        if name.is_none() && self.reported.len() <= judge.most {
            let key = walk.key(at);
            let declared = rules.declared().map(|(name, _)| &program.known[name as usize]);
            match nearest(&key, declared) {
                Some(known) => breach.name = Some(&known.text),
                None => breach.belongs = judge.declared.elsewhere(&key),
            }
        }
        self.take(breach)
    }
}

impl Sink for Collect<'_> {
    const COLLECTS: bool = true;

    fn fail(&mut self, walk: &mut Walk, failure: Failure) -> bool {
        let Failure { keyword, schema, at, name } = failure;
        let program = &self.judge.program;
        if keyword == Keyword::AdditionalProperties {
            let Some(rules) = &program.schemas[schema].object else { return true };
            let is_key = walk.tape[at - 1].kind == kind::KEY && walk.tape[at].name == UNNAMED;
            return self.take_undeclared(walk, rules, schema, at - usize::from(is_key));
        }
        let Some(rule) = self.judge.keywords[keyword as usize] else { return true };
        let mut breach = Breach { schema: Some(schema), ..Breach::of_rule(rule, at, Mask::MAX, 0) };
        if keyword == Keyword::Required {
            breach.name = Some(&program.known[name as usize].text);
        } else if keyword == Keyword::Enum
            && walk.tape[at].kind == kind::STRING
            && let Some(choices) = &program.schemas[schema].choices
        {
            let near = nearest(&walk.text(at), choices.texts.iter());
            breach.name = near.map(|name| &*name.text);
        }
        self.take(breach)
    }

    fn undeclared(
        &mut self,
        walk: &mut Walk,
        rules: &ObjectRules,
        schema: usize,
        key: usize,
    ) -> bool {
        !self.reading.counts || self.take_undeclared(walk, rules, schema, key)
    }

    fn skips_oversized(&self) -> bool {
        self.judge.skips_oversized
    }
}

/// Return the numbers of the active rules for keywords. One rule is about both sizes.
fn keywords(contract: &Contract) -> [Option<usize>; Keyword::COUNT] {
    let mut found = [None; Keyword::COUNT];
    for (number, rule) in contract.rules.iter().enumerate() {
        let keyword =
            rule.parameters.get("keyword").and_then(|name| Keyword::of_name(name.as_str()?));
        if let Some(keyword) = keyword.filter(|_| rule.shape == "keyword" && rule.mode != Mode::Off)
        {
            found[keyword as usize] = Some(number);
        }
    }
    if let Some(sizes) = found[Keyword::MaxItems as usize] {
        found[Keyword::MaxProperties as usize] = Some(sizes);
    }
    found
}

/// Read the rules on the documents of a kind at a pattern.
fn read_scope<'a>(
    contract: &'a Contract,
    kind: &'a Kind,
    around: &[String],
    worlds: &Worlds,
    compiler: &mut Compiler<'a>,
) -> Result<Scope, Fault> {
    let mut scope = Scope::default();
    for (number, rule) in contract.rules.iter().enumerate() {
        let rules = match (rule.shape.as_str(), rule.mode) {
            (REVISION, _) if rule.is_own => &mut scope.revising,
            (shape, _) if ELSEWHERE.contains(&shape) => continue,
            (_, Mode::Enforce) => &mut scope.enforced,
            (_, Mode::Report) => &mut scope.reported,
            (_, Mode::Off) => continue,
        };
        if rule.on.contains(&kind.name) {
            let fields = &mut rules.fields;
            let mut reading = Reading { contract, kind, worlds, compiler: &mut *compiler, fields };
            let check = Check::read(number, rule, &mut reading);
            rules.checks.extend(check.map_err(|fault| fault.within(&rule.name))?);
        }
    }
    if !around.is_empty() {
        scope.around = Some(Pattern::new(around, true, compiler)?);
    }
    scope.whole = !kind.stored || scope.around.is_some();
    Ok(scope)
}

/// Return the members of a stored deployment that rules on whole documents read; None for all.
fn stored_members(scope: &Scope) -> Option<Vec<u16>> {
    if scope.whole {
        return Some(Vec::new());
    }
    let checks = scope.enforced.checks.iter().chain(&scope.reported.checks);
    checks.flat_map(Check::stored).map(|path| path.first().copied()).collect()
}

/// Return the names of the rules on revisions, and what each says.
fn read_revisions(contract: &Contract, kind: &str) -> Result<Vec<(Arc<str>, Revision)>, Fault> {
    let mut found = Vec::new();
    for rule in contract.rules.iter().filter(|rule| rule.is_own && rule.shape == REVISION) {
        let creates = match text_of(member(&rule.parameters, "creates")?)? {
            "yes" => Revision::Yes,
            "unknown" => Revision::Unknown,
            "no" => Revision::No,
            _ => return Err(Fault::new("an answer of a revision is not known").within(&rule.name)),
        };
        if rule.on.iter().any(|on| on == kind) {
            found.push((rule.name.clone(), creates));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::outcome::Needs;

    const ID: &str = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21";
    /// Sources by their numbers: they run on cloud, cloud, and self_hosted.
    const SOURCES: [&str; 3] = ["git", "image", "upload"];

    fn rule(shape: &str, on: &str, parameters: Value) -> Value {
        json!({"rule": "own", "shape": shape, "on": [on], "mode": "enforce",
            "message": "", "hint": "", "parameters": parameters})
    }

    /// Return an effective contract of patches, of items that carry their source, and of pages.
    fn contract(rules: Value, options: Value) -> Result<Contract, Fault> {
        let kind = |source: Value, stored: bool| {
            json!({"directions": [if stored { "request" } else { "response" }], "source": source,
                "override": null, "overridden": [], "stored": stored, "identity": null,
                "learned": [], "overrides": [], "contains": [], "effects": []})
        };
        let (mut patch, mut page) = (kind(json!("context"), true), kind(Value::Null, false));
        patch["override"] = json!("/revision_source");
        patch["overridden"] = json!(["/revision"]);
        patch["overrides"] = json!(["git", "image"]);
        patch["effects"] = json!([["/config", "merged"], ["/secrets", "replaced_unless_empty"]]);
        page["contains"] = json!([["/items/*", "Item"]]);
        let object = json!({"type": "object", "properties": {"name": {}, "config": {}}});
        let limits = [
            "request_body",
            "response_body",
            "request_objects",
            "response_objects",
            "items",
            "string",
            "violations",
            "query",
        ]
        .map(|name| (name.to_string(), json!(1_000_000)));
        let whole = json!({
            "format": 1,
            "bundle": {
                "rules.json": {
                    "sources": {"git": ["cloud"], "image": ["cloud"], "upload": ["self_hosted"]},
                    "kinds": {"Patch": patch, "Item": kind(json!("/source"), false), "Page": page},
                    "rules": rules,
                },
                "operations.json": [],
                "schemas/Patch.open.json": object,
                "schemas/Item.open.json": {"type": "object"},
                "schemas/Page.open.json": {"type": "object"},
            },
            "policies": [],
            "options": options,
            "limits": Value::Object(limits.into_iter().collect()),
        });
        Contract::read(whole.to_string().as_bytes(), "")
    }

    /// The judge of a kind, and its contract.
    struct Made {
        judge: Judge,
        contract: Contract,
    }

    fn judge(rules: Value, options: Value, kind: &str) -> Result<Made, Fault> {
        let contract = contract(rules, options)?;
        let judge = Judge::new(&contract, contract.kind(kind)?, |_| Ok(()))?.0;
        Ok(Made { judge, contract })
    }

    /// Return the verdict on a text, given a source and a stored deployment, or nothing: "".
    ///
    /// The whole outcome must say the same.
    fn answer(made: &Made, text: &str, source: Option<usize>, facts: &str) -> Option<Answer> {
        let Made { judge, contract } = made;
        let (mut scratch, mut known) = (Scratch::default(), Scratch::default());
        judge.scan(text.as_bytes(), &mut scratch).unwrap();
        let mut stored = Stored::Missing;
        if !facts.is_empty() {
            judge.scan(facts.as_bytes(), &mut known).unwrap();
            stored = Stored::whole(Document { body: facts.as_bytes(), tape: &known.tape });
        }
        let known = Known { source, stored, of_response: false };
        let Scratch { tape, work, .. } = &mut scratch;
        let document = Document { body: text.as_bytes(), tape };
        let found = judge.answer(document, known, work);
        let whole = judge.explain(contract, document, known, work);
        let verdict = match found {
            None => Verdict::Deny,
            Some(answer) if answer.is_allowed() => Verdict::Allow,
            Some(_) => Verdict::Indeterminate,
        };
        assert_eq!(whole.verdict, verdict, "{text}");
        if let Some(answer) = found {
            assert_eq!(whole.sources, judge.worlds.sources(answer.possible & !answer.denied));
            let is_advised = judge.is_advised(&answer, document, known, work);
            assert_eq!(is_advised, !whole.violations.is_empty(), "{text}");
        }
        found
    }

    /// Return the sources that are left and those of them that are open; "-" if none is left.
    fn told(made: &Made, text: &str, source: Option<usize>, facts: &str) -> String {
        let Some(found) = answer(made, text, source, facts) else { return "-".into() };
        let judge = &made.judge;
        let names = |worlds| {
            let numbers = judge.worlds.sources(worlds);
            numbers.iter().map(|&number| SOURCES[number]).collect::<Vec<_>>().join(" ")
        };
        let Answer { possible, denied, open, .. } = found;
        let Needs { source, hosting, deployment } = judge.worlds.needs(possible, denied, open);
        let needs = [(source, "S"), (hosting, "H"), (deployment, "D")];
        let needs: String = needs.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        match found.is_allowed() {
            true => names(possible),
            false => format!("{} | {} | {needs}", names(possible & !denied), names(open)),
        }
    }

    const EVERY_SOURCE: &str = "git image upload";

    #[test]
    fn fields_of_other_sources_are_denied_in_their_worlds() {
        let on_patch = |field: &str, sources: &[&str]| {
            let rules =
                json!([rule("field", "Patch", json!({"field": field, "sources": sources}))]);
            judge(rules, json!({}), "Patch").unwrap()
        };
        let (git, inner) = (on_patch("/config/url", &["git"]), on_patch("/revision/ref", &["git"]));
        let items = on_patch("/secrets/*/name", &["upload"]);
        let none = on_patch("/name", &[]);
        let rows: &[(&Made, &str, &str)] = &[
            (&git, "{}", EVERY_SOURCE),
            (&git, r#"{"config": {"url": null}}"#, EVERY_SOURCE),
            (&git, r#"{"config": {"url": 1}}"#, "git |  | S"),
            (&git, r#"{"config": {"\u0075rl": 1}}"#, "git |  | S"),
            (&git, r#"{"config": {"url": 1}, "revision_source": "git"}"#, EVERY_SOURCE),
            (&git, r#"{"config": {"url": 1}, "revision_source": "image"}"#, "git |  | S"),
            (&git, r#"{"config": {"url": 1}, "revision_source": null}"#, "git |  | S"),
            (&inner, r#"{"revision": {"ref": 1}, "revision_source": "image"}"#, "-"),
            (&inner, r#"{"revision": {"ref": 1}, "revision_source": "git"}"#, EVERY_SOURCE),
            (&items, r#"{"secrets": [{}, {"name": "x"}]}"#, "upload |  | SH"),
            (&items, r#"{"secrets": {"a": {"name": "x"}}}"#, EVERY_SOURCE),
            (&none, r#"{"name": 1}"#, "-"),
        ];
        for (judge, text, expected) in rows {
            assert_eq!(told(judge, text, None, ""), *expected, "{text}");
        }
        assert_eq!(told(&git, r#"{"config": {"url": 1}}"#, Some(0), ""), "git");
        assert_eq!(told(&git, r#"{"config": {"url": 1}}"#, Some(1), ""), "-");
    }

    #[test]
    fn schemas_hold_for_some_sources_and_hostings() {
        let short = json!({"type": "string", "maxLength": 1});
        let one = |more: &[(&str, Value)], on: &str, options: Value| {
            let mut given = json!({"schema": short, "each": ["/name"]});
            for (key, value) in more {
                given[*key] = value.clone();
            }
            judge(json!([rule("schema", on, given)]), options, on).unwrap()
        };
        let (all, cloud) = (json!(["git"]), json!(["cloud"]));
        let of_git = one(&[("sources", all.clone())], "Patch", json!({}));
        let on_cloud = one(&[("hosting", cloud.clone())], "Patch", json!({}));
        let known = one(&[("hosting", cloud.clone())], "Patch", json!({"hosting": "self_hosted"}));
        let item = one(&[("hosting", cloud)], "Item", json!({}));
        let item_of_git = one(&[("sources", all)], "Item", json!({}));
        let rows: &[(&Made, &str, &str)] = &[
            (&of_git, r#"{"name": "x"}"#, EVERY_SOURCE),
            (&of_git, r#"{"name": null}"#, EVERY_SOURCE),
            (&of_git, r#"{"name": "xx"}"#, "image upload |  | S"),
            (&on_cloud, r#"{"name": "xx"}"#, "upload |  | SH"),
            (&on_cloud, r#"{"name": null}"#, "upload |  | SH"),
            (&known, r#"{"name": "xx"}"#, "upload"),
            (&item, r#"{"name": "xx", "source": "git"}"#, "-"),
            (&item, r#"{"name": "xx", "source": "upload"}"#, ""),
            (&item, r#"{"name": "xx"}"#, ""), // its hosting is not known
            (&item_of_git, r#"{"name": "xx", "source": "git"}"#, "-"),
            (&item_of_git, r#"{"name": "xx", "source": "image"}"#, ""),
        ];
        for (judge, text, expected) in rows {
            assert_eq!(told(judge, text, None, ""), *expected, "{text}");
        }
    }

    #[test]
    fn sources_run_on_the_hosting_of_the_deployment() {
        let admitted = |on: &str, target: &str, hosting: Value| {
            let rules = json!([rule("admitted", on, json!({"admitted": target}))]);
            judge(rules, json!({"hosting": hosting}), on).unwrap()
        };
        let patch = admitted("Patch", "/revision_source", Value::Null);
        let item = admitted("Item", "/source", json!("cloud"));
        let context = admitted("Patch", "context", json!("cloud"));
        let rows: &[(&Made, &str, Option<usize>, &str)] = &[
            (&patch, r#"{"revision_source": "image"}"#, None, "git image |  | SH"),
            (&patch, r#"{"revision_source": null}"#, None, EVERY_SOURCE),
            (&patch, r#"{"revision_source": "other"}"#, None, "-"),
            (&item, r#"{"source": "git"}"#, None, ""),
            (&item, r#"{"source": "upload"}"#, None, "-"),
            (&context, "{}", None, "git image"),
            (&context, "{}", Some(2), "-"),
        ];
        for (judge, text, source, expected) in rows {
            assert_eq!(told(judge, text, *source, ""), *expected, "{text}");
        }
    }

    #[test]
    fn places_of_a_document_are_compared_with_each_other() {
        let made = |shape: &str, on: &str, given: Value| {
            judge(json!([rule(shape, on, given)]), json!({}), on).unwrap()
        };
        let pairs = json!({"within": "/a", "pairs": [["low", "high"]]});
        let at_most = made("at_most", "Patch", pairs);
        let unique = made("unique_by", "Patch", json!({"array": "/a", "key": "n"}));
        let exists = json!({"names": ["/x/*"], "array": "/a", "key": "n"});
        let exists = made("exists_in", "Patch", exists);
        let page = judge(
            json!([rule("unique_by", "Item", json!({"array": "/a", "key": "n"}))]),
            json!({}),
            "Page",
        );
        let page = page.unwrap();
        let rows: &[(&Made, &str, bool)] = &[
            (&at_most, r#"{"a": {"low": 1, "high": 1.0}}"#, true),
            (&at_most, r#"{"a": {"low": 1, "high": 0.5}}"#, false),
            (&at_most, r#"{"a": {"low": 1.00000000000000000001, "high": 1}}"#, false),
            (&at_most, r#"{"a": {"low": 9999999999999999, "high": 1e99}}"#, true),
            (&at_most, r#"{"a": {"low": "2", "high": 1}}"#, true),
            (&at_most, r#"{"a": {"low": 2}}"#, true),
            (&at_most, r#"{"a": [2, 1]}"#, true),
            (&unique, r#"{"a": [{"n": "x"}, {"n": "y"}, {"n": 1}, {"n": 1}, {}, 5]}"#, true),
            (&unique, r#"{"a": [{"n": "\u0078"}, {"n": "x"}]}"#, false),
            (&unique, r#"{"a": null}"#, true),
            (&exists, r#"{"a": [{"n": "x"}, {"n": "y"}], "x": ["y", "x", 5]}"#, true),
            (&exists, r#"{"a": [{"n": "x"}], "x": ["y"]}"#, false),
            (&exists, r#"{"x": ["y"]}"#, false),
            (&exists, r#"{"x": null}"#, true),
            (&page, r#"{"items": [{"a": [{"n": "x"}]}, {"a": [{"n": "x"}]}]}"#, true),
            (&page, r#"{"items": [{}, {"a": [{"n": "x"}, {"n": "x"}]}]}"#, false),
            (&page, r#"{"a": [{"n": "x"}, {"n": "x"}]}"#, true),
        ];
        for (judge, text, expected) in rows {
            assert_eq!(answer(judge, text, None, "").is_some(), *expected, "{text}");
        }
    }

    #[test]
    fn fields_that_are_set_are_compared_with_stored_ones() {
        let made = |shape: &str| {
            let given = json!({"fields": ["/name", "/x/y"]});
            judge(json!([rule(shape, "Patch", given)]), json!({}), "Patch").unwrap()
        };
        let (equals, unknown) = (made("equals_stored"), made("stored_unknown"));
        assert!(equals.judge.reads_stored(b"x") && !equals.judge.reads_stored(b"config"));
        let upper = format!("{{\"name\": \"{}\"}}", ID.to_uppercase());
        let id = format!("{{\"name\": \"{ID}\"}}");
        let rows: &[(&Made, &str, &str, bool)] = &[
            (&equals, r#"{"name": "1"}"#, r#"{"name": "1"}"#, true),
            (&equals, r#"{"name": "1"}"#, r#"{"name": "2"}"#, false),
            (&equals, r#"{"name": "1"}"#, r#"{"name": null}"#, false),
            (&equals, r#"{"name": "1", "x": {"y": 5}}"#, r#"{}"#, true),
            (&equals, r#"{"x": {"y": 5}}"#, r#"{"x": {"y": [5]}}"#, false),
            (&equals, r#"{"x": {"y": true}}"#, r#"{"x": {"y": true}}"#, true),
            (&equals, r#"{"x": {"y": true}}"#, r#"{"x": {"y": false}}"#, false),
            (&equals, r#"{"x": {"y": 1}}"#, r#"{"x": {"y": true}}"#, true), // as Python compares them
            (&equals, r#"{"name": null, "x": null}"#, r#"{"name": "1", "x": {"y": "1"}}"#, true),
            (&equals, &upper, &id, true),
            (&unknown, r#"{"name": "1"}"#, r#"{"name": "2"}"#, true),
            (&unknown, r#"{"name": "1"}"#, r#"{"x": {"y": null}}"#, false),
            (&unknown, r#"{"name": null}"#, r#"{}"#, true),
            (&unknown, r#"{"name": "1"}"#, r#"{"name": [5]}"#, true),
            (&unknown, r#"{"x": {"y": 1}}"#, r#"{"x": {"y": null}}"#, true),
        ];
        for (judge, text, stored, expected) in rows {
            let found = answer(judge, text, Some(0), stored);
            assert_eq!(found.is_some(), *expected, "{text} {stored:?}");
        }
        let source = json!([rule("equals_stored", "Patch", json!({"fields": ["/source"]}))]);
        let source = judge(source, json!({}), "Patch").unwrap();
        assert_eq!(told(&source, r#"{"source": "git"}"#, None, ""), "git |  | S");
        assert_eq!(told(&source, r#"{"source": "x"}"#, None, ""), "-");
    }

    #[test]
    fn never_looks_at_the_state_after_the_patch() {
        let both = json!({"never": {
            "/config/push": {"const": true}, "/ref": {"type": "string", "pattern": "^t/"},
        }});
        let made =
            |given| judge(json!([rule("never", "Patch", given)]), json!({}), "Patch").unwrap();
        let judge = made(both);
        let (kept, open, broken) = ("git", "git | git | D", "-");
        let rows: &[(&str, &str, &str)] = &[
            (
                r#"{"config": {"push": true}, "ref": "t/1"}"#,
                r#"{"config": {"push": null}, "ref": null}"#,
                broken,
            ),
            (
                r#"{"config": {"push": false}, "ref": "t/1"}"#,
                r#"{"config": {"push": true}, "ref": null}"#,
                kept,
            ),
            (
                r#"{"config": {"push": true}}"#,
                r#"{"config": {"push": null}, "ref": "t/1"}"#,
                broken,
            ),
            (r#"{"config": {"push": true}}"#, r#"{"config": {"push": null}, "ref": "x"}"#, kept),
            (r#"{"config": {"push": true}}"#, r#"{"config": {"push": null}, "ref": null}"#, kept),
            (r#"{"config": {"push": true}}"#, r#"{"config": {"push": null}}"#, open),
            (r#"{"config": {"push": true}}"#, r#"{"ref": [5]}"#, kept),
            (
                r#"{"config": {"push": null}, "ref": "t/1"}"#,
                r#"{"config": {"push": true}, "ref": null}"#,
                broken,
            ),
            (r#"{"ref": "t/1"}"#, r#"{"config": {"push": false}, "ref": null}"#, kept),
            (r#"{"ref": "t/1"}"#, r#"{"ref": null}"#, open),
            (r#"{"config": 5, "ref": "t/1"}"#, r#"{"config": {"push": true}, "ref": null}"#, kept),
            (r#"{"name": 1}"#, r#"{"config": {"push": true}, "ref": "t/1"}"#, kept),
            (r#"{"config": {}}"#, r#"{"ref": "t/1"}"#, kept),
        ];
        for (text, stored, expected) in rows {
            let found = told(&judge, text, Some(0), stored);
            assert_eq!(found, *expected, "{text} {stored:?}");
        }
        let secrets = made(json!({"never": {"/secrets": {"minItems": 1}, "/name": {}}}));
        let rows: &[(&str, &str, &str)] = &[
            (r#"{"secrets": [], "name": 1}"#, r#"{"name": null}"#, open),
            (r#"{"secrets": [1], "name": 1}"#, r#"{"secrets": null, "name": null}"#, broken),
        ];
        for (text, stored, expected) in rows {
            assert_eq!(told(&secrets, text, Some(0), stored), *expected, "{text}");
        }
        let merged = made(json!({"never": {"/config": {"required": ["url"], "type": "object"}}}));
        assert_eq!(told(&merged, r#"{"config": {"url": 1}}"#, Some(0), ""), broken);
        assert_eq!(told(&merged, "{}", Some(0), ""), kept);
    }

    #[test]
    fn advice_concerns_all_worlds_that_are_left() {
        let mut given = rule("field", "Patch", json!({"field": "/name", "sources": ["git"]}));
        given["mode"] = json!("report");
        let made = judge(json!([given]), json!({}), "Patch").unwrap();
        for (source, expected) in [(None, false), (Some(0), false), (Some(1), true)] {
            let answer = answer(&made, r#"{"name": 1}"#, source, "").unwrap();
            let mut scratch = Scratch::default();
            made.judge.scan(br#"{"name": 1}"#, &mut scratch).unwrap();
            let Scratch { tape, work, .. } = &mut scratch;
            let document = Document { body: br#"{"name": 1}"#, tape };
            let known = Known { source, stored: Stored::Missing, of_response: false };
            let found = made.judge.is_advised(&answer, document, known, work);
            assert_eq!(found, expected, "{source:?}");
        }
    }

    #[test]
    fn the_surest_rule_says_whether_a_patch_creates_a_revision() {
        let rules = json!([
            rule("revision", "Patch", json!({"field": "/config/x", "creates": "unknown"})),
            rule("revision", "Patch", json!({"field": "/revision/*", "creates": "yes"})),
            rule(
                "revision",
                "Patch",
                json!({"field": "/secrets", "creates": "yes", "when": {"minItems": 1}})
            ),
        ]);
        let judge = judge(rules, json!({}), "Patch").unwrap().judge;
        for (text, expected) in [
            ("{}", Revision::No),
            ("[]", Revision::Unknown),
            (r#"{"config": {"x": 1}}"#, Revision::Unknown),
            (r#"{"config": {"x": 1}, "revision": {"zzz": 1}}"#, Revision::Yes),
            (r#"{"revision": {"zzz": null}}"#, Revision::No),
            (r#"{"secrets": []}"#, Revision::No),
            (r#"{"secrets": [1]}"#, Revision::Yes),
        ] {
            let mut scratch = Scratch::default();
            judge.scan(text.as_bytes(), &mut scratch).unwrap();
            let Scratch { tape, work, .. } = &mut scratch;
            let found = judge.revision(Document { body: text.as_bytes(), tape }, work).0;
            assert_eq!(found, Some(expected), "{text}");
        }
    }

    #[test]
    fn modes_decide_what_undeclared_members_mean() {
        let rows = json!([
            {"rule": "unknown-field", "shape": "undeclared", "on": [], "mode": "report", "message": "", "hint": "", "parameters": {}},
            {"rule": "confusable-field", "shape": "undeclared", "on": [], "mode": "enforce", "message": "", "hint": "", "parameters": {}},
        ]);
        for (fields, modes, text, expected) in [
            ("allow", json!({}), r#"{"x": 1}"#, Some(false)),
            ("allow", json!({}), r#"{"NAME": 1}"#, None),
            ("allow", json!({"confusable-field": "off"}), r#"{"NAME": 1}"#, Some(false)),
            ("report", json!({}), r#"{"x": 1}"#, Some(true)),
            ("report-requests", json!({}), r#"{"x": 1}"#, Some(true)),
            ("report-requests", json!({}), r#"{"name": 1}"#, Some(false)),
            ("reject", json!({}), r#"{"x": 1}"#, None),
            ("reject", json!({"unknown-field": "off"}), r#"{"x": 1}"#, Some(false)),
        ] {
            let options = json!({"unknown_fields": fields, "modes": modes});
            let judge = judge(rows.clone(), options, "Patch").unwrap();
            let found = answer(&judge, text, None, "");
            assert_eq!(found.map(|found| found.reports_strays), expected, "{fields} {text}");
        }
    }

    #[test]
    fn contracts_that_are_not_known_are_refused_with_the_part() {
        let refused =
            |rules: Value, options: Value| judge(rules, options, "Patch").err().unwrap().0;
        let at_least = json!([rule("at_least", "Patch", json!({}))]);
        assert_eq!(refused(at_least, json!({})), "own: its shape or relation is not known");
        let missing = json!([rule("unique_by", "Patch", json!({"array": "/a"}))]);
        assert_eq!(refused(missing, json!({})), "own: key is missing");
        let number = json!([rule("schema", "Patch", json!({"schema": {"enum": [1]}}))]);
        assert!(refused(number, json!({})).starts_with("own: an enum has a number"));
        let pointer = json!([rule("field", "Patch", json!({"field": "a", "sources": []}))]);
        assert_eq!(refused(pointer, json!({})), "own: a pointer begins with /");
        assert!(refused(json!([]), json!({"unknown_fields": "x"})).contains("unknown_fields"));
        assert!(refused(json!([]), json!({"modes": {"own": "x"}, "hosting": 5})).contains("text"));
        for text in ["", "[]", "{\"format\": 2}", "{\"format\": 1}", "{"] {
            assert!(Contract::read(text.as_bytes(), "").is_err(), "{text}");
        }
    }
}
