//! The judge of the documents of one kind: its structure, then its rules by worlds.
//!
//! `answer` is fast: it returns the worlds that remain, if any. `explain` returns the whole outcome, in
//! the order and the words of reports.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::after_patch::Stored;
use crate::contract::{
    CONFUSABLE_FIELD, Contract, Fault, Kind, Mode, Pointer, Rule, UNKNOWN_FIELD, part,
};
use crate::evaluate::{Failure, Sink, Stop, UNDECLARED, Walk};
use crate::http::faults;
use crate::names::Names;
use crate::outcome::{Needs, Outcome, Revision, Verdict};
use crate::places::{Document, Fields, Pattern, Pointers, mark_of};
use crate::program::{Compiler, Program, is_annotation};
use crate::report::{Breach, Report};
use crate::rules::{Asked, Check, ELSEWHERE, REVISION, Reading, SPARE};
use crate::scan::{Limits, Refused, Scratch, scan};
use crate::tape::kind;
use crate::undeclared::Declared;
use crate::wire;
use crate::words::nearest;
use crate::worlds::{ALL, Mask, Worlds, bits};

/// A verdict: "allow" if no world is denied or open, else "indeterminate".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The worlds that remain.
    pub possible: Mask,
    /// The possible worlds in which an enforced rule is broken; never all of them.
    pub denied: Mask,
    /// The other possible worlds in which stored values decide.
    pub open: Mask,
    /// True if undeclared members have to be reported.
    pub reports_strays: bool,
}

impl Answer {
    pub fn is_allowed(&self) -> bool {
        self.denied | self.open == 0
    }
}

/// The facts about a document, beside its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The number of its source; None if it is unknown.
    pub source: Option<usize>,
    pub stored: Stored<'a>,
    pub of_response: bool,
}

/// The rules on the documents at a pattern in a document.
struct Scope {
    around: Option<Pattern>,
    /// True if the documents are complete: a member that they lack is null.
    whole: bool,
    /// By the use of the rules.
    rules: [Rules; 4],
}

/// The uses of rules: to deny, to deny as the merged structure does too, to report, and to say
/// whether the document creates a revision.
const ENFORCED: usize = 0;
const MERGED: usize = 1;
const REPORTED: usize = 2;
const REVISING: usize = 3;

/// Rules of one use, and the fields that they look at.
#[derive(Default)]
struct Rules {
    fields: Fields,
    checks: Vec<Check>,
    /// The marks that any of the checks looks at.
    looks_at: u64,
}

pub struct Judge {
    pub program: Program,
    pub limits: Limits,
    pub worlds: Worlds,
    structure: usize,
    /// The structure with rules in it: a document that is valid by it keeps both.
    merged: usize,
    /// True if undeclared members of responses are judged.
    judges_fields_of_responses: bool,
    scopes: Vec<Scope>,
    /// Active rules by the keywords that they are about, with their numbers and modes.
    keywords: Vec<(String, usize, Mode)>,
    /// The number and mode of the rule on undeclared members, and of the rule on members that some
    /// reader takes for declared ones.
    unknown: Option<(usize, Mode)>,
    confusable: Option<(usize, Mode)>,
    /// Found when an undeclared member is first reported.
    declared: OnceLock<Declared>,
    /// Violations in a report.
    max_violations: usize,
    /// The names of the members of a stored deployment that rules read; None for all of them.
    stored: Vec<Option<u16>>,
}

impl Judge {
    /// Make the judge of a kind. The compiler has the names of other kinds already.
    pub fn new<'a>(
        contract: &'a Contract,
        kind: usize,
        mut compiler: Compiler<'a>,
    ) -> Result<Judge, Fault> {
        let (mut scopes, nested) = (Vec::new(), contract.scopes(kind)?);
        let kind = &contract.kinds[kind];
        let structure = compiler.schema(&kind.schema)?;
        let mut merged = structure;
        let worlds = Worlds::new(contract, kind)?;
        for (around, inner) in nested {
            let (around, inner) = ((scopes.len(), &around[..]), &contract.kinds[inner]);
            scopes.push(read_scope(contract, inner, around, &worlds, &mut compiler, &mut merged)?);
        }
        let active =
            || contract.rules.iter().enumerate().filter(|(_, rule)| rule.mode != Mode::Off);
        let named = |name: &str| {
            let found = active().find(|(_, rule)| &*rule.name == name);
            found.map(|(number, rule)| (number, rule.mode))
        };
        let keyword = |(number, rule): (usize, &Rule)| {
            let keyword = rule.parameters.get("keyword")?.as_str()?.to_string();
            (rule.shape == "keyword").then_some((keyword, number, rule.mode))
        };
        let checks = scopes[0].rules[..REVISING].iter().flat_map(|rules| &rules.checks);
        let is_whole = scopes[0].whole;
        let stored = checks.filter(|_| !is_whole).flat_map(|check| check.stored.clone());
        Ok(Judge {
            stored: stored.collect(),
            program: compiler.finish(),
            limits: kind.limits,
            worlds,
            structure,
            merged,
            judges_fields_of_responses: contract.judges_fields_of_responses,
            keywords: active().filter_map(keyword).collect(),
            unknown: named(UNKNOWN_FIELD),
            confusable: named(CONFUSABLE_FIELD),
            declared: OnceLock::new(),
            max_violations: contract.bounds.violations,
            scopes,
        })
    }

    pub fn names(&self) -> &Names {
        &self.program.names
    }

    /// Write the tape of a text into the scratch.
    pub fn scan(&self, body: &[u8], scratch: &mut Scratch) -> Result<(), Refused> {
        scan(body, &self.program.names, &self.limits, scratch)
    }

    /// Return a stored deployment, given its text, which is empty if it is not known. Its tape stays
    /// in the scratch.
    pub fn facts<'a>(
        &self,
        text: &'a [u8],
        scratch: &'a mut Scratch,
    ) -> Result<Stored<'a>, Refused> {
        if text.is_empty() {
            return Ok(Stored::Missing);
        }
        scan(text, self.names(), &Limits::NONE, scratch)?;
        Ok(Stored::of(Document { body: text, tape: &scratch.tape }, 0))
    }

    /// Return true if a rule reads members of a stored deployment with this name. None stands for
    /// the names that no schema declares.
    pub fn reads_stored(&self, name: Option<u16>) -> bool {
        self.stored.iter().any(|known| known.is_none() || *known == name)
    }

    /// Return the fault of a text that a scan refused.
    pub fn fault(&self, body: &[u8], scratch: &mut Scratch) -> faults::Fault {
        // without memory, a scan refuses a text that is right
        wire::fault(body, &self.limits, scratch).unwrap_or_else(|| faults::Fault::new("unjudged"))
    }

    /// Return the rule on a keyword. One rule is about both `maxItems` and `maxProperties`.
    fn rule_on(&self, keyword: &str) -> Option<(usize, Mode)> {
        let keyword = if keyword == "maxProperties" { "maxItems" } else { keyword };
        let found = self.keywords.iter().rfind(|(known, ..)| known == keyword);
        found.map(|(_, number, mode)| (*number, *mode))
    }

    fn counts_undeclared(&self, of_response: bool) -> bool {
        !of_response || self.judges_fields_of_responses
    }

    /// Return the verdict on a document; None if it may be denied.
    pub fn answer(&self, document: Document, known: Known) -> Option<Answer> {
        let looks = self.counts_undeclared(known.of_response);
        let is = |rule: Option<(usize, Mode)>, mode| rule.is_some_and(|(_, own)| own == mode);
        let sink = Stop {
            looks,
            refuses: is(self.unknown, Mode::Enforce),
            guards: !known.of_response && is(self.confusable, Mode::Enforce),
            has_strays: false,
        };
        let mut walk = Walk { program: &self.program, document, sink };
        if !walk.walk(self.merged, 0) {
            return None;
        }
        let possible = self.worlds.possible(known.source);
        let (mut denied, mut open) = (0, 0);
        let is_left = self.hits(ENFORCED, document, known, &mut |_, _, violated, more| {
            denied |= violated;
            open |= more;
            denied != possible
        });
        let reports = is(self.unknown, Mode::Report) || is(self.confusable, Mode::Report);
        let reports_strays = walk.sink.has_strays && reports;
        is_left.then_some(Answer { possible, denied, open: open & !denied, reports_strays })
    }

    /// Return true if an answer has violations that are reported.
    pub fn is_advised(&self, answer: &Answer, document: Document, known: Known) -> bool {
        let is_kept = &mut |_: &Check, _, violated, _| violated != answer.possible;
        answer.reports_strays || !self.hits(REPORTED, document, known, is_kept)
    }

    /// Return true if facts about the deployment may deny a document that is allowed without them:
    /// while a stored value is unknown, a field that cannot change counts as unchanged.
    pub fn compares(&self, document: Document) -> bool {
        !self.visit(ENFORCED, document, Known::default(), |check, _| !check.compares)
    }

    /// Give the hits of the rules of one use in the possible worlds. Return false if `take` does.
    fn hits(
        &self,
        of: usize,
        document: Document,
        known: Known,
        take: &mut dyn FnMut(&Check, usize, Mask, Mask) -> bool,
    ) -> bool {
        self.visit(of, document, known, |check, asked| {
            let possible = asked.possible;
            let mut take = |at, violated: Mask, open: Mask| {
                take(check, at, violated & possible, open & possible)
            };
            (check.ask)(asked, &mut take)
        })
    }

    /// Visit the rules of one use whose fields a document has. Return false if `visit` does.
    fn visit(
        &self,
        of: usize,
        document: Document,
        known: Known,
        mut visit: impl FnMut(&Check, &Asked) -> bool,
    ) -> bool {
        let (possible, mut found) = (self.worlds.possible(known.source), Vec::new());
        self.scopes.iter().all(|scope| {
            let rules = &scope.rules[of];
            let stored = if scope.whole { Stored::Null } else { known.stored };
            let mut ask = |at: usize| {
                if rules.looks_at & mark_of(0) == 0 && document.tape[at].kind != kind::OBJECT {
                    return true; // it has no fields
                }
                let marks = rules.fields.find(document, at, &mut found);
                let (program, worlds, found) = (&self.program, &self.worlds, &found[..]);
                let asked = Asked { program, document, found, stored, worlds, possible };
                let mut checks = rules.checks.iter();
                checks.all(|check| check.looks_at & marks == 0 || visit(check, &asked))
            };
            match &scope.around {
                _ if rules.checks.is_empty() => true,
                None => ask(0),
                Some(pattern) => pattern.all(document, 0, &mut ask),
            }
        })
    }

    /// Return the whole outcome for a document.
    pub fn explain(&self, contract: &Contract, document: Document, known: Known) -> Outcome {
        let (of_response, enforced, reported) = (known.of_response, Vec::new(), Vec::new());
        let sink = Collect { judge: self, of_response, enforced, reported, is_truncated: false };
        let mut walk = Walk { program: &self.program, document, sink };
        let is_whole = walk.walk(self.structure, 0);
        let Collect { enforced: mut structure, reported, is_truncated, .. } = walk.sink;
        let is_faulty = !structure.is_empty();
        let is_keyword = |breach: &&Breach| contract.rules[breach.rule].shape == "keyword";
        let wrong = structure.iter().filter(is_keyword).map(|breach| breach.at);
        let wrong: Vec<usize> = wrong.collect();
        if is_whole {
            structure.extend(reported);
        }
        let possible = self.worlds.possible(known.source);
        let mut enforced = self.breaches(&[ENFORCED, MERGED], document, known);
        let mut advice = self.breaches(&[REPORTED], document, known);
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
        advice.retain(|breach| breach.violated & concerned == concerned);
        let pointers = Pointers::new(document, self.names());
        let mut report = Report { contract, judge: self, document, pointers, possible };
        let (violations, advice, is_more) = report.all(structure, shown, advice, &wrong);
        let truncated = !is_whole || is_truncated || is_more;
        let (creates_revision, revision_rules) = self.revision(document);
        let mut outcome = Outcome {
            verdict: Verdict::Deny,
            violations,
            advice,
            truncated,
            creates_revision,
            revision_rules,
            ..Outcome::default()
        };
        if !is_denied {
            let answer = Answer { possible, denied, open, reports_strays: false };
            (outcome.verdict, outcome.sources, outcome.needs) = self.left(&answer);
            let worlds = |it: &Breach| (it.violated | it.open) & (denied | open);
            enforced.retain(|breach| worlds(breach) != 0);
            enforced.sort_by_key(|breach| worlds(breach).trailing_zeros()); // by the first world
            outcome.undecided = report.violations(self.max_violations, enforced).0;
        }
        outcome.status = contract.status_of(&outcome);
        outcome
    }

    /// Return the verdict of an answer, the sources that are left, and the facts that would settle it.
    pub fn left(&self, answer: &Answer) -> (Verdict, Vec<usize>, Needs) {
        let sources = self.worlds.sources(answer.possible & !answer.denied);
        if answer.is_allowed() {
            return (Verdict::Allow, sources, Needs::new());
        }
        let needs = self.worlds.needs(answer.possible, answer.denied, answer.open);
        (Verdict::Indeterminate, sources, needs)
    }

    /// Return the breaches of the rules of some uses, in the order of reports.
    fn breaches(&self, uses: &[usize], document: Document, known: Known) -> Vec<Breach<'_>> {
        let limit = self.max_violations.saturating_add(SPARE);
        let mut breaches: BTreeMap<_, Vec<Breach>> = BTreeMap::new();
        for &of in uses {
            self.hits(of, document, known, &mut |check, at, violated, open| {
                let of_rule = breaches.entry(check.order).or_default();
                if violated | open != 0 && of_rule.len() < limit {
                    of_rule.push(Breach::of_rule(check.order.2, at, violated, open));
                }
                true
            });
        }
        breaches.into_values().flatten().collect()
    }

    /// Return true if any rule says whether documents create a revision.
    pub fn has_revisions(&self) -> bool {
        !self.scopes[0].rules[REVISING].checks.is_empty()
    }

    /// Return whether a document creates a revision, and the rules that say so.
    pub fn revision(&self, document: Document) -> (Option<Revision>, Vec<Arc<str>>) {
        if !self.has_revisions() {
            return (None, Vec::new());
        }
        if document.tape[0].kind != kind::OBJECT {
            return (Some(Revision::Unknown), Vec::new());
        }
        let (mut answer, mut names) = (Revision::No, Vec::new());
        self.hits(REVISING, document, Known::default(), &mut |check, _, _, _| {
            if let Some((name, creates)) = &check.revision
                && !names.contains(name)
            {
                answer = answer.min(*creates);
                names.push(name.clone());
            }
            true
        });
        (Some(answer), names)
    }
}

/// Collects the breaches of the structure.
struct Collect<'j> {
    judge: &'j Judge,
    of_response: bool,
    enforced: Vec<Breach<'j>>,
    reported: Vec<Breach<'j>>,
    is_truncated: bool,
}

impl<'j> Collect<'j> {
    /// Return the breach of an undeclared member, whose value is at `at`, and its mode.
    fn undeclared(
        &self,
        document: Document,
        schema: usize,
        at: usize,
    ) -> Option<(Breach<'j>, Mode)> {
        let (judge, program) = (self.judge, &self.judge.program);
        let confusable = program.confusable(document, schema, at);
        let name = confusable.map(|name| &*program.known[name as usize].text);
        let of_confusable = judge.confusable.filter(|_| name.is_some() && !self.of_response);
        let (rule, mode) = of_confusable.or(judge.unknown)?;
        let mut breach = Breach { name, ..Breach::of_rule(rule, at, ALL, 0) };
        // the report may show the name that the author meant
        if name.is_none() && self.reported.len() <= judge.max_violations {
            let key = document.key(&program.names, at)?;
            let declared = program.schemas[schema].declared();
            let declared = declared.map(|(name, _)| &program.known[name as usize]);
            match nearest(&key, declared) {
                Some(known) => breach.name = Some(&known.text),
                None => {
                    let declared = || Declared::new(program, judge.structure);
                    breach.belongs = judge.declared.get_or_init(declared).elsewhere(&key);
                }
            }
        }
        Some((breach, mode))
    }

    /// Return the breach of a keyword, and its mode.
    fn keyword(&self, document: Document, failure: Failure) -> Option<(Breach<'j>, Mode)> {
        let (rule, mode) = self.judge.rule_on(failure.keyword)?;
        let mut breach = Breach::of_rule(rule, failure.at, ALL, 0);
        let program = &self.judge.program;
        if failure.keyword == "required" {
            breach.name = Some(&program.known[failure.name as usize].text);
        } else if failure.keyword == "enum"
            && let Some(text) = document.str(failure.at)
        {
            let (_, choices) = &program.schemas[failure.schema].choices[0];
            breach.name = nearest(&text, choices.texts.iter()).map(|name| &*name.text);
        }
        Some((breach, mode))
    }
}

impl Sink for Collect<'_> {
    const COLLECTS: bool = true;

    /// Take a breach. Reported ones alone never end the walk: an enforced one may come after them.
    fn fail(&mut self, _: &Program, document: Document, failure: Failure) -> bool {
        let found = match failure.keyword {
            UNDECLARED => self.undeclared(document, failure.schema, failure.at),
            _ => self.keyword(document, failure),
        };
        let Some((breach, mode)) = found else { return true };
        let breach = Breach { schema: Some(failure.schema), ..breach };
        let limit = self.judge.max_violations;
        if mode == Mode::Enforce {
            self.enforced.push(breach);
        } else if self.reported.len() <= limit {
            self.reported.push(breach);
        } else {
            self.is_truncated = true;
        }
        self.enforced.len() <= limit
    }

    fn counts_undeclared(&self) -> bool {
        self.judge.counts_undeclared(self.of_response)
    }

    fn skips_oversized(&self) -> bool {
        self.judge.rule_on("maxItems").is_some_and(|(_, mode)| mode == Mode::Enforce)
    }
}

/// Read the rules on the documents of a kind at a pattern. `merged`: the structure with rules in it.
fn read_scope<'a>(
    contract: &'a Contract,
    kind: &'a Kind,
    (scope, around): (usize, &[String]),
    worlds: &Worlds,
    compiler: &mut Compiler<'a>,
    merged: &mut usize,
) -> Result<Scope, Fault> {
    let mut rules: [Rules; 4] = Default::default();
    for (number, rule) in contract.rules.iter().enumerate() {
        let mut of = match (rule.shape.as_str(), rule.mode) {
            (REVISION, _) if rule.is_own && around.is_empty() => REVISING,
            (shape, _) if ELSEWHERE.contains(&shape) => continue,
            (_, Mode::Enforce) => ENFORCED,
            (_, Mode::Report) => REPORTED,
            (_, Mode::Off) => continue,
        };
        if !rule.on.contains(&kind.name) {
            continue;
        }
        if of == ENFORCED
            && let Some(made) = merge(rule, around, *merged, compiler)?
        {
            (*merged, of) = (made, MERGED);
        }
        let Rules { fields, checks, looks_at } = &mut rules[of];
        let compiler = &mut *compiler;
        let mut reading = Reading { contract, kind, scope, worlds, compiler, fields };
        let check = Check::read(number, rule, &mut reading);
        let check = check.map_err(|fault| fault.within(&rule.name))?;
        *looks_at |= check.looks_at;
        checks.push(check);
    }
    let pattern = || Pattern::new(around, true, compiler);
    let around = (!around.is_empty()).then(pattern).transpose()?;
    Ok(Scope { whole: !kind.stored || around.is_some(), around, rules })
}

/// Return the structure with a rule that asks the same of all documents, if it can be merged.
fn merge(
    rule: &Rule,
    around: &[String],
    structure: usize,
    compiler: &mut Compiler,
) -> Result<Option<usize>, Fault> {
    let given = &rule.parameters;
    let is_plain = |name: &String| matches!(&**name, "type" | "required") || is_annotation(name);
    let asked = given.get("schema").filter(|_| rule.shape == "schema");
    let Some(asked) = asked.filter(|it| it.as_object().is_some_and(|it| it.keys().all(is_plain)))
    else {
        return Ok(None);
    };
    if given.get("sources").or(given.get("hosting")).is_some() {
        return Ok(None);
    }
    let asked = compiler.schema(asked).map_err(|fault| fault.within(&rule.name))?;
    let mut merged = Some(structure);
    for place in part::<Option<Vec<Pointer>>>(given, "each")?.unwrap_or(vec![Pointer::default()]) {
        let place = [around, &place].concat();
        merged = merged.and_then(|merged| compiler.merged(merged, &place, asked));
    }
    Ok(merged)
}
