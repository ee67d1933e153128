//! The judge of the documents of one kind: its structure, then its rules by worlds.
//!
//! `answer` says which worlds are left, if any is, and is fast. `explain` says everything, in the order
//! and in the words of reports.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

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
    /// True if the document keeps the rules that are merged into the structure.
    keeps_merged: bool,
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
    /// The structure with rules in it: a document that is valid by it keeps both.
    merged: usize,
    of_requests: Undeclared,
    of_responses: Undeclared,
    scopes: Vec<Scope>,
    /// Numbers of the rules for keywords.
    keywords: [Option<usize>; Keyword::COUNT],
    unknown: Option<usize>,
    confusable: Option<usize>,
    skips_oversized: bool,
    /// Found when an undeclared member is first reported.
    declared: OnceLock<Declared>,
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
        for &(scope, rule) in &kind.merged.rules {
            let checks = scopes[scope].enforced.checks.iter_mut();
            checks.filter(|check| check.rule == rule).for_each(|check| check.is_merged = true);
        }
        let merged = compiler.structure(&kind.merged.schema)?;
        let extra = prepare(&mut compiler)?;
        let rules = scopes.iter_mut().flat_map(|scope| [&mut scope.enforced, &mut scope.reported]);
        let mut checks: Vec<&mut Check> = rules.flat_map(|rules| &mut rules.checks).collect();
        checks.sort_by_key(|check| check.is_last);
        checks.into_iter().enumerate().for_each(|(order, check)| check.order = order);
        let program = compiler.finish();
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
            merged,
            of_requests: of(true, true),
            of_responses: of(contract.judges_fields_of_responses, false),
            keywords,
            unknown,
            confusable,
            skips_oversized: is(sizes, Mode::Enforce),
            declared: OnceLock::new(),
            program,
            most: contract.bounds.violations,
            stored: stored_members(&scopes[0]),
            scopes,
            revisions: read_revisions(contract, &kind.name)?,
        };
        Ok((judge, extra))
    }

    fn declared(&self) -> &Declared {
        self.declared.get_or_init(|| Declared::new(&self.program, self.structure))
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
        if !walk.walk(&mut structure, self.merged, 0) {
            return None;
        }
        let possible = self.worlds.possible(known.source);
        let (mut denied, mut open) = (0, 0);
        let mut asked = Asked { walk, known, possible, keeps_merged: true, found };
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
        let mut asked = Asked { walk, known, possible, keeps_merged: false, found };
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
        let Asked { walk, known, possible, keeps_merged, found } = asked;
        let (document, possible, keeps_merged) = (walk.document(), *possible, *keeps_merged);
        self.scopes.iter().all(|scope| {
            let rules = of(scope);
            let stored = if scope.whole { Stored::Null } else { known.stored };
            let mut ask = |at: usize| {
                let marks = rules.fields.find(document, at, found);
                rules.checks.iter().all(|check| {
                    let mut take = |at, violated: Mask, open: Mask| {
                        take(check, at, violated & possible, open & possible)
                    };
                    (keeps_merged && check.is_merged)
                        || check.looks_at & marks == 0
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
        let mut asked =
            Asked { walk, known, possible, keeps_merged: false, found: &mut work.found };
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
                None => breach.belongs = judge.declared().elsewhere(&key),
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
        } else if keyword == Keyword::Enum && walk.tape[at].kind == kind::STRING {
            let (_, choices) = &program.schemas[schema].choices[0];
            breach.name = nearest(&walk.text(at), choices.texts.iter()).map(|name| &*name.text);
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
