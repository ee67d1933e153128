//! The judge of the documents of one kind: its structure, then its rules by worlds.
//!
//! It answers on documents that some world allows or leaves open. All others are left to others,
//! and so is everything that it cannot say exactly.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;

use crate::contract::{
    CONFUSABLE_FIELD, Contract, Fault, Kind, Mode, Source, UNKNOWN_FIELD, member,
    optional, text_of, tokens,
};
use crate::evaluate::{Strays, Walk};
use crate::names::Names;
use crate::places::{Document, Fields, Pattern, place_of};
use crate::program::{Compiler, Program};
use crate::rules::{Check, ELSEWHERE, Facts, Reading, Target, World, Worlds};
use crate::scan::{Limits, Refused, Scratch, scan};
use crate::tape::{Node, kind};

/// Whether a document creates a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    Yes,
    Unknown,
    No,
}

/// The facts that would settle an open verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    pub source: bool,
    pub hosting: bool,
    pub deployment: bool,
}

/// A verdict: "allow" if no world is denied or open, else "indeterminate".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The worlds that are not denied.
    pub left: Worlds,
    pub denied: Worlds,
    pub open: Worlds,
    /// True if undeclared members have to be reported.
    pub reports_strays: bool,
}

impl Answer {
    pub fn is_allowed(&self) -> bool {
        self.denied | self.open == 0
    }
}

/// The reading of undeclared members, and whether they are reported.
#[derive(Clone, Copy, Debug)]
struct Undeclared {
    strays: Strays,
    reported: bool,
}

/// The rules on the documents at a pattern in a document.
#[derive(Debug)]
struct Scope {
    around: Option<Pattern>,
    enforced: Rules,
    reported: Rules,
    /// True if the documents have their state in them: what they lack is null.
    whole: bool,
}

/// Rules of one mode, and the fields that they look at.
#[derive(Debug, Default)]
struct Rules {
    fields: Fields,
    checks: Vec<Check>,
}

/// A rule that says whether a document creates a revision.
#[derive(Debug)]
struct RevisionRule {
    at: Target,
    when: Option<usize>,
    creates: Revision,
}

#[derive(Debug)]
pub struct Judge {
    /// The name of the kind.
    pub kind: String,
    pub program: Program,
    pub limits: Limits,
    structure: usize,
    of_requests: Undeclared,
    of_responses: Undeclared,
    scopes: Vec<Scope>,
    /// The sources, each with its worlds; none if the caller need not know the source.
    pub sources: Vec<(Source, Worlds)>,
    /// The worlds of sources that run on the hosting of the contract.
    admitted: Worlds,
    /// The field of the own source, and the worlds of each.
    own: Option<(usize, Vec<(Box<[u8]>, Worlds)>)>,
    knows_hosting: bool,
    /// Places of the stored values that rules look at.
    pub stored: Vec<Vec<String>>,
    /// The surest first.
    revisions: Vec<RevisionRule>,
    of_revisions: Fields,
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
        let worlds = worlds_of(contract, kind);
        if worlds.len() > Worlds::BITS as usize {
            return Err(Fault::new("there are too many sources and hostings"));
        }
        let carried = contract.carried();
        let (mut stored, mut scopes) = (Vec::new(), Vec::new());
        add_scopes(
            contract, kind, None, &worlds, &carried, &mut compiler, &mut stored, &mut scopes, 0,
        )?;
        let whole = &mut scopes[0];
        let own = match &kind.own_source {
            Some(path) => {
                let runs = |source: &Source| {
                    let runs_here = |world: &World| {
                        world.hosting.as_ref().is_some_and(|it| source.hostings.contains(it))
                    };
                    (Box::from(source.name.as_bytes()), mask_of(&worlds, runs_here))
                };
                let by_source = contract.sources.iter().map(runs).collect();
                Some((whole.enforced.fields.add(path, &mut compiler)?, by_source))
            }
            None => None,
        };
        let mut of_revisions = Fields::default();
        let revisions = {
            let mut reading = Reading {
                contract,
                kind,
                worlds: &worlds,
                carried: &carried,
                compiler: &mut compiler,
                fields: &mut of_revisions,
                stored: &mut stored,
            };
            read_revisions(&mut reading)?
        };
        let extra = prepare(&mut compiler)?;
        let program = compiler.finish();
        let names = program.names.len();
        of_revisions.complete(names);
        for scope in &mut scopes {
            scope.enforced.fields.complete(names);
            scope.reported.fields.complete(names);
        }
        let of_source = |source: &Source| {
            let is_its = |world: &World| world.source.as_ref() == Some(&source.name);
            (source.clone(), mask_of(&worlds, is_its))
        };
        let mut sources = Vec::new();
        if kind.in_context {
            sources = contract.sources.iter().map(of_source).collect();
        }
        let runs = |source: &Source| {
            contract.hosting.as_ref().is_none_or(|hosting| source.hostings.contains(hosting))
        };
        let admitted = match kind.in_context {
            true => sources.iter().filter(|(it, _)| runs(it)).fold(0, |sum, (_, own)| sum | own),
            false => mask_of(&worlds, |_| true),
        };
        let unknown = contract.mode(UNKNOWN_FIELD);
        let confusable = contract.mode(CONFUSABLE_FIELD);
        let of_requests = Undeclared {
            strays: Strays {
                refused: unknown == Mode::Enforce,
                guarded: confusable == Mode::Enforce,
            },
            reported: unknown == Mode::Report || confusable == Mode::Report,
        };
        let looks = contract.judges_fields_of_responses;
        let of_responses = Undeclared {
            strays: Strays { refused: looks && unknown == Mode::Enforce, guarded: false },
            reported: looks && unknown == Mode::Report,
        };
        let judge = Judge {
            kind: kind.name.clone(),
            program,
            limits: kind.limits,
            structure,
            of_requests,
            of_responses,
            scopes,
            sources,
            admitted,
            own,
            knows_hosting: contract.hosting.is_some(),
            stored,
            revisions,
            of_revisions,
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

    /// Return the verdict on a text that was scanned; None if others have to judge it.
    ///
    /// `possible`: the worlds of the source that the caller knows; None if it knows none.
    pub fn answer(
        &self,
        body: &[u8],
        scratch: &mut Scratch,
        possible: Option<Worlds>,
        facts: Facts,
        of_response: bool,
    ) -> Option<Answer> {
        let undeclared = if of_response { self.of_responses } else { self.of_requests };
        let Scratch { tape, decoded, found, .. } = scratch;
        let mut walk = Walk::new(&self.program, body, tape, decoded, undeclared.strays);
        if !walk.is_valid(self.structure, 0) {
            return None;
        }
        let reports_strays = walk.has_strays && undeclared.reported;
        let mut possible = possible.unwrap_or(self.admitted);
        let (mut denied, mut open) = (0, 0);
        for scope in &self.scopes {
            let rules = &scope.enforced;
            let is_judged = scope.each(rules, body, walk.tape, found, &mut |found, marks| {
                if scope.around.is_none() {
                    possible = self.narrowed(&walk, found, possible);
                }
                let facts = if scope.whole { Facts::AllNull } else { facts };
                for check in &rules.checks {
                    if check.looks_at & marks == 0 || check.concerns & possible == 0 {
                        continue;
                    }
                    let Some(masks) = check.masks(&mut walk, found, facts) else { return false };
                    denied |= masks.violated;
                    open |= masks.open;
                }
                true
            });
            if !is_judged {
                return None;
            }
        }
        denied &= possible;
        open &= possible & !denied;
        let left = possible & !denied;
        let settled = denied | open == 0;
        if left == 0 || (!settled && !self.can_explain(denied, open)) {
            return None;
        }
        Some(Answer { left, denied, open, reports_strays })
    }

    /// Return false if no rule that is reported is broken in all worlds left.
    pub fn is_advised(
        &self,
        body: &[u8],
        scratch: &mut Scratch,
        left: Worlds,
        facts: Facts,
    ) -> bool {
        let Scratch { tape, decoded, found, .. } = scratch;
        let mut walk = Walk::new(&self.program, body, tape, decoded, Strays::default());
        !self.scopes.iter().all(|scope| {
            let facts = if scope.whole { Facts::AllNull } else { facts };
            let rules = &scope.reported;
            scope.each(rules, body, tape, found, &mut |found, marks| {
                rules.checks.iter().all(|check| {
                    if check.looks_at & marks == 0 {
                        return true;
                    }
                    let masks = check.masks(&mut walk, found, facts);
                    masks.is_some_and(|masks| masks.violated & left != left)
                })
            })
        })
    }

    /// Return true if any rule says whether documents create a revision.
    pub fn has_revisions(&self) -> bool {
        !self.revisions.is_empty()
    }

    /// Return whether a text that was scanned creates a revision.
    pub fn revision(&self, body: &[u8], scratch: &mut Scratch) -> Revision {
        let Scratch { tape, decoded, found, .. } = scratch;
        if tape[0].kind != kind::OBJECT {
            return Revision::Unknown;
        }
        let document = Document { body, tape };
        self.of_revisions.find(document, 0, found);
        let mut walk = Walk::new(&self.program, body, tape, decoded, Strays::default());
        let set_off = self.revisions.iter().find(|rule| {
            !rule.at.all(document, found, |place| match rule.when {
                None => document.tape[place].kind == kind::NULL,
                Some(schema) => !walk.is_valid(schema, place),
            })
        });
        set_off.map_or(Revision::No, |rule| rule.creates)
    }

    /// Return the facts that would settle a verdict.
    pub fn needs(&self, answer: &Answer) -> Needs {
        let Answer { left, denied, open, .. } = *answer;
        let possible = left | denied;
        let mut needs = Needs { deployment: open != 0, ..Needs::default() };
        if open == possible {
            return needs;
        }
        needs.source = true;
        let mut by_hosting: Vec<(&String, bool)> = Vec::new();
        let mut is_split = !self.knows_hosting;
        for (source, worlds) in &self.sources {
            if worlds & possible == 0 {
                continue;
            }
            for hosting in &source.hostings {
                let is_denied = worlds & denied != 0;
                match by_hosting.iter().find(|(known, _)| *known == hosting) {
                    Some((_, known)) => is_split &= *known == is_denied,
                    None => by_hosting.push((hosting, is_denied)),
                }
            }
        }
        needs.hosting = is_split && by_hosting.len() > 1;
        needs
    }

    /// Return the numbers of the sources of some worlds.
    pub fn sources_of(&self, worlds: Worlds) -> impl Iterator<Item = usize> {
        let sources = self.sources.iter().enumerate();
        sources.filter(move |(_, (_, own))| own & worlds != 0).map(|(number, _)| number)
    }

    /// Return the worlds that the own source of a document leaves.
    fn narrowed(&self, walk: &Walk, found: &[u32], possible: Worlds) -> Worlds {
        let Some((field, by_source)) = &self.own else { return possible };
        let document = Document { body: walk.body, tape: walk.tape };
        let text = place_of(found, *field).and_then(|at| document.text(at));
        let known = by_source.iter().find(|(name, _)| text.as_deref() == Some(name));
        match known.map(|(_, worlds)| worlds & possible) {
            Some(worlds) if worlds != 0 => worlds,
            _ => possible,
        }
    }

    /// Return true if each source is denied or open as a whole, so that `needs` can tell.
    fn can_explain(&self, denied: Worlds, open: Worlds) -> bool {
        let is_whole = |worlds: Worlds, some: Worlds| worlds & some == 0 || worlds & !some == 0;
        let mut sources = self.sources.iter();
        !self.sources.is_empty()
            && sources.all(|(_, own)| is_whole(*own, denied) && is_whole(*own, open))
    }
}

impl Scope {
    /// Ask about each document of the scope, until one is not right.
    ///
    /// `is_right` takes the places of the fields of some rules, and the marks of those there.
    fn each(
        &self,
        rules: &Rules,
        body: &[u8],
        tape: &[Node],
        found: &mut Vec<u32>,
        is_right: &mut dyn FnMut(&[u32], u64) -> bool,
    ) -> bool {
        let document = Document { body, tape };
        let mut look = |at: usize| {
            let marks = rules.fields.find(document, at, found);
            is_right(found, marks)
        };
        match &self.around {
            None => look(0),
            Some(pattern) => pattern.all(document, &mut look),
        }
    }
}

fn mask_of(worlds: &[World], holds: impl Fn(&World) -> bool) -> Worlds {
    let bits = worlds.iter().enumerate().filter(|(_, world)| holds(world));
    bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
}

fn worlds_of(contract: &Contract, kind: &Kind) -> Vec<World> {
    let mut worlds = Vec::new();
    if kind.in_context {
        for source in &contract.sources {
            let name = Some(source.name.clone());
            match &contract.hosting {
                Some(hosting) => {
                    worlds.push(World { source: name, hosting: Some(hosting.clone()) });
                }
                None => worlds.extend(source.hostings.iter().map(|hosting| World {
                    source: name.clone(),
                    hosting: Some(hosting.clone()),
                })),
            }
        }
        return worlds;
    }
    let every = contract.sources.iter().flat_map(|source| source.hostings.iter().cloned());
    let hostings: BTreeSet<String> = match &contract.hosting {
        Some(hosting) => BTreeSet::from([hosting.clone()]),
        None => every.collect(),
    };
    worlds.extend(hostings.into_iter().map(|it| World { source: None, hosting: Some(it) }));
    if worlds.is_empty() {
        worlds.push(World { source: None, hosting: None });
    }
    worlds
}

/// Documents in documents nest at most so deep.
const MOST_SCOPES: usize = 8;

/// Read the rules on a kind of document and those on the documents in it.
#[allow(clippy::too_many_arguments)] // it calls itself
fn add_scopes<'a>(
    contract: &'a Contract,
    kind: &'a Kind,
    around: Option<Vec<String>>,
    worlds: &[World],
    carried: &[String],
    compiler: &mut Compiler<'a>,
    stored: &mut Vec<Vec<String>>,
    scopes: &mut Vec<Scope>,
    depth: usize,
) -> Result<(), Fault> {
    if depth == MOST_SCOPES {
        return Err(Fault::new("kinds of document contain each other too deeply"));
    }
    let (mut enforced, mut reported) = (Rules::default(), Rules::default());
    for rule in &contract.rules {
        if rule.mode == Mode::Off || !rule.on.contains(&kind.name) {
            continue;
        }
        if ELSEWHERE.contains(&rule.shape.as_str()) {
            continue;
        }
        let rules = if rule.mode == Mode::Enforce { &mut enforced } else { &mut reported };
        let mut reading = Reading {
            contract,
            kind,
            worlds,
            carried,
            compiler: &mut *compiler,
            fields: &mut rules.fields,
            stored: &mut *stored,
        };
        let check = Check::read(rule, &mut reading).map_err(|fault| fault.within(&rule.name))?;
        if check.concerns != 0 {
            rules.checks.push(check);
        }
    }
    let pattern = match &around {
        Some(tokens) => Some(Pattern::new(tokens, compiler)?),
        None => None,
    };
    scopes.push(Scope { around: pattern, enforced, reported, whole: !kind.stored });
    for (place, inner) in &kind.contains {
        let place = [around.as_deref().unwrap_or_default(), place].concat();
        let inner = contract.kind(inner)?;
        add_scopes(
            contract, inner, Some(place), worlds, carried, compiler, stored, scopes, depth + 1,
        )?;
    }
    Ok(())
}

fn read_revisions<'a>(reading: &mut Reading<'a, '_>) -> Result<Vec<RevisionRule>, Fault> {
    let mut found = Vec::new();
    for rule in &reading.contract.rules {
        if rule.shape != "revision" || !rule.on.contains(&reading.kind.name) {
            continue;
        }
        let given = &rule.parameters;
        let path = tokens(text_of(member(given, "field")?)?)?;
        let creates = match text_of(member(given, "creates")?)? {
            "yes" => Revision::Yes,
            "unknown" => Revision::Unknown,
            _ => return Err(Fault::new("an answer of a revision is not known").within(&rule.name)),
        };
        let at = Target::new(&path, reading, true)?;
        let when = optional(given, "when");
        let when = when.map(|schema| reading.compiler.predicate(schema)).transpose()?;
        found.push(RevisionRule { at, when, creates });
    }
    found.sort_by_key(|rule| rule.creates);
    Ok(found)
}
