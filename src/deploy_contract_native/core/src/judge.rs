//! The judge of the documents of one kind: its structure, then its rules by worlds.
//!
//! It answers on documents that some world allows or leaves open. All others are left to others,
//! and so is everything that it cannot say exactly.

use std::collections::BTreeSet;

use crate::contract::{
    CONFUSABLE_FIELD, Contract, Fault, Kind, Mode, Source, UNKNOWN_FIELD, member, optional,
    text_of, tokens,
};
use crate::evaluate::{Strays, Walk};
use crate::names::Names;
use crate::outcome::{Needs, Revision};
use crate::places::{Document, Fields, Pattern, place_of};
use crate::program::{Compiler, Program};
use crate::rules::{Check, ELSEWHERE, Facts, Reading, Target, World, Worlds};
use crate::scan::{Limits, Refused, Scratch, scan};
use crate::tape::{Node, kind};

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
    /// The field of the own source.
    own: Option<usize>,
    /// The worlds of each source that a document may carry.
    by_own: Vec<(Box<[u8]>, Worlds)>,
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
            contract,
            kind,
            None,
            &worlds,
            &carried,
            &mut compiler,
            &mut stored,
            &mut scopes,
            0,
        )?;
        let whole = &mut scopes[0];
        let own = match &kind.own_source {
            Some(path) => Some(whole.enforced.fields.add(path, &mut compiler)?),
            None => None,
        };
        let by_own = contract.sources.iter().map(|source| {
            let runs = |world: &World| {
                world.hosting.as_ref().is_some_and(|it| source.hostings.contains(it))
            };
            (Box::from(source.name.as_bytes()), mask_of(&worlds, runs))
        });
        let by_own = by_own.collect();
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
            by_own,
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
        if walk.is_unsure {
            return None;
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
        let is_kept = self.scopes.iter().all(|scope| {
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
        });
        !is_kept || walk.is_unsure
    }

    /// Return true if any rule says whether documents create a revision.
    pub fn has_revisions(&self) -> bool {
        !self.revisions.is_empty()
    }

    /// Return whether a text that was scanned creates a revision; None if others have to say.
    pub fn revision(&self, body: &[u8], scratch: &mut Scratch) -> Option<Revision> {
        let Scratch { tape, decoded, found, .. } = scratch;
        if tape[0].kind != kind::OBJECT {
            return Some(Revision::Unknown);
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
        let found = set_off.map_or(Revision::No, |rule| rule.creates);
        (!walk.is_unsure).then_some(found)
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
        let Some(field) = self.own else { return possible };
        let document = Document { body: walk.body, tape: walk.tape };
        let text = place_of(found, field).and_then(|at| document.text(at));
        let known = self.by_own.iter().find(|(name, _)| text.as_deref() == Some(name));
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
                None => {
                    worlds.extend(source.hostings.iter().map(|hosting| World {
                        source: name.clone(),
                        hosting: Some(hosting.clone()),
                    }))
                }
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
            contract,
            inner,
            Some(place),
            worlds,
            carried,
            compiler,
            stored,
            scopes,
            depth + 1,
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
#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::rules::Stored;
    use crate::tape::steps;

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
        Contract::read(whole.to_string().as_bytes())
    }

    fn judge(rules: Value, options: Value, kind: &str) -> Result<Judge, Fault> {
        let contract = contract(rules, options)?;
        Ok(Judge::new(&contract, contract.kind(kind)?, |_| Ok(()))?.0)
    }

    fn answer(judge: &Judge, text: &str, source: Option<usize>, facts: Facts) -> Option<Answer> {
        let mut scratch = Scratch::default();
        judge.scan(text.as_bytes(), &mut scratch).unwrap();
        let possible = source.map(|number| judge.sources[number].1);
        judge.answer(text.as_bytes(), &mut scratch, possible, facts, false)
    }

    /// Return the sources that are left and those of them that are open; "-" if it is left to others.
    fn told(judge: &Judge, text: &str, source: Option<usize>, facts: Facts) -> String {
        let Some(found) = answer(judge, text, source, facts) else { return "-".into() };
        let names = |worlds| {
            let numbers = judge.sources_of(worlds);
            numbers.map(|number| SOURCES[number]).collect::<Vec<_>>().join(" ")
        };
        let Needs { source, hosting, deployment } = judge.needs(&found);
        let needs = [(source, "S"), (hosting, "H"), (deployment, "D")];
        let needs: String = needs.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        match found.is_allowed() {
            true => names(found.left),
            false => format!("{} | {} | {needs}", names(found.left), names(found.open)),
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
        let rows: &[(&Judge, &str, &str)] = &[
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
            assert_eq!(told(judge, text, None, Facts::Unknown), *expected, "{text}");
        }
        assert_eq!(told(&git, r#"{"config": {"url": 1}}"#, Some(0), Facts::Unknown), "git");
        assert_eq!(told(&git, r#"{"config": {"url": 1}}"#, Some(1), Facts::Unknown), "-");
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
        let rows: &[(&Judge, &str, &str)] = &[
            (&of_git, r#"{"name": "x"}"#, EVERY_SOURCE),
            (&of_git, r#"{"name": null}"#, EVERY_SOURCE),
            (&of_git, r#"{"name": "xx"}"#, "image upload |  | S"),
            (&on_cloud, r#"{"name": "xx"}"#, "upload |  | SH"),
            (&on_cloud, r#"{"name": null}"#, "upload |  | SH"),
            (&known, r#"{"name": "xx"}"#, "upload"),
            (&item, r#"{"name": "xx", "source": "git"}"#, "-"),
            (&item, r#"{"name": "xx", "source": "upload"}"#, ""),
            (&item, r#"{"name": "xx"}"#, "-"), // its hosting is not known
            (&item_of_git, r#"{"name": "xx", "source": "git"}"#, "-"),
            (&item_of_git, r#"{"name": "xx", "source": "image"}"#, ""),
        ];
        for (judge, text, expected) in rows {
            assert_eq!(told(judge, text, None, Facts::Unknown), *expected, "{text}");
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
        let rows: &[(&Judge, &str, Option<usize>, &str)] = &[
            (&patch, r#"{"revision_source": "image"}"#, None, "git image |  | SH"),
            (&patch, r#"{"revision_source": null}"#, None, EVERY_SOURCE),
            (&patch, r#"{"revision_source": "other"}"#, None, "-"),
            (&item, r#"{"source": "git"}"#, None, ""),
            (&item, r#"{"source": "upload"}"#, None, "-"),
            (&context, "{}", None, "git image"),
            (&context, "{}", Some(2), "-"),
        ];
        for (judge, text, source, expected) in rows {
            assert_eq!(told(judge, text, *source, Facts::Unknown), *expected, "{text}");
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
        let rows: &[(&Judge, &str, bool)] = &[
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
            assert_eq!(answer(judge, text, None, Facts::Unknown).is_some(), *expected, "{text}");
        }
        let names: Vec<String> = (0..900).map(|number| format!("\"n{number}\"")).collect();
        let items: Vec<String> = names.iter().map(|name| format!("{{\"n\":{name}}}")).collect();
        let steps_of = |count: usize| {
            let (items, names) = (items[..count].join(","), names[..count / 9].join(","));
            let text = format!("{{\"a\": [{items}], \"x\": [{names}]}}");
            let ask = |judge| assert!(answer(judge, &text[..], None, Facts::Unknown).is_some());
            steps::count(|| [&unique, &exists].into_iter().for_each(ask))
        };
        let (some, many) = (steps_of(90), steps_of(900));
        assert!(many < 11 * some, "{some} and {many} steps");
    }

    #[test]
    fn fields_that_are_set_are_compared_with_stored_ones() {
        use Stored::{Missing, Null, Other, Text, Truth};
        let made = |shape: &str| {
            let given = json!({"fields": ["/name", "/x/y"]});
            judge(json!([rule(shape, "Patch", given)]), json!({}), "Patch").unwrap()
        };
        let (equals, unknown) = (made("equals_stored"), made("stored_unknown"));
        assert_eq!(equals.stored, [vec!["name"], vec!["x", "y"]]);
        let upper = format!("{{\"name\": \"{}\"}}", ID.to_uppercase());
        let rows: &[(&Judge, &str, [Stored; 2], bool)] = &[
            (&equals, r#"{"name": "1"}"#, [Text("1"), Missing], true),
            (&equals, r#"{"name": "1"}"#, [Text("2"), Missing], false),
            (&equals, r#"{"name": "1"}"#, [Null, Missing], false),
            (&equals, r#"{"name": "1", "x": {"y": 5}}"#, [Missing, Missing], true),
            (&equals, r#"{"x": {"y": 5}}"#, [Missing, Other], false),
            (&equals, r#"{"x": {"y": true}}"#, [Missing, Truth(true)], true),
            (&equals, r#"{"x": {"y": true}}"#, [Missing, Truth(false)], false),
            (&equals, r#"{"x": {"y": 1}}"#, [Missing, Truth(true)], false), // others know
            (&equals, r#"{"name": null, "x": null}"#, [Text("1"), Text("1")], true),
            (&equals, &upper, [Text(ID), Missing], true),
            (&unknown, r#"{"name": "1"}"#, [Text("2"), Missing], true),
            (&unknown, r#"{"name": "1"}"#, [Missing, Null], false),
            (&unknown, r#"{"name": null}"#, [Missing, Missing], true),
            (&unknown, r#"{"name": "1"}"#, [Other, Null], false),
            (&unknown, r#"{"x": {"y": 1}}"#, [Missing, Null], true),
        ];
        for (judge, text, stored, expected) in rows {
            let found = answer(judge, text, Some(0), Facts::Known(stored));
            assert_eq!(found.is_some(), *expected, "{text} {stored:?}");
        }
        let source = json!([rule("equals_stored", "Patch", json!({"fields": ["/source"]}))]);
        let source = judge(source, json!({}), "Patch").unwrap();
        assert_eq!(told(&source, r#"{"source": "git"}"#, None, Facts::Unknown), "git |  | S");
        assert_eq!(told(&source, r#"{"source": "x"}"#, None, Facts::Unknown), "-");
    }

    #[test]
    fn never_looks_at_the_state_after_the_patch() {
        use Stored::{Missing, Null, Other, Text, Truth};
        let both = json!({"never": {
            "/config/push": {"const": true}, "/ref": {"type": "string", "pattern": "^t/"},
        }});
        let made =
            |given| judge(json!([rule("never", "Patch", given)]), json!({}), "Patch").unwrap();
        let judge = made(both);
        let (kept, open, broken) = ("git", "git | git | D", "-");
        let rows: &[(&str, [Stored; 2], &str)] = &[
            (r#"{"config": {"push": true}, "ref": "t/1"}"#, [Null, Null], broken),
            (r#"{"config": {"push": false}, "ref": "t/1"}"#, [Truth(true), Null], kept),
            (r#"{"config": {"push": true}}"#, [Null, Text("t/1")], broken),
            (r#"{"config": {"push": true}}"#, [Null, Text("x")], kept),
            (r#"{"config": {"push": true}}"#, [Null, Null], kept),
            (r#"{"config": {"push": true}}"#, [Null, Missing], open),
            (r#"{"config": {"push": true}}"#, [Null, Other], broken),
            (r#"{"config": {"push": null}, "ref": "t/1"}"#, [Truth(true), Null], broken),
            (r#"{"ref": "t/1"}"#, [Truth(false), Null], kept),
            (r#"{"ref": "t/1"}"#, [Missing, Null], open),
            (r#"{"config": 5, "ref": "t/1"}"#, [Truth(true), Null], kept),
            (r#"{"name": 1}"#, [Truth(true), Text("t/1")], kept),
            (r#"{"name": 1}"#, [Other, Other], kept),
        ];
        for (text, stored, expected) in rows {
            let found = told(&judge, text, Some(0), Facts::Known(stored));
            assert_eq!(found, *expected, "{text} {stored:?}");
        }
        let secrets = made(json!({"never": {"/secrets": {"minItems": 1}, "/name": {}}}));
        let rows: &[(&str, [Stored; 2], &str)] = &[
            (r#"{"secrets": [], "name": 1}"#, [Null, Missing], open),
            (r#"{"secrets": [1], "name": 1}"#, [Null, Null], broken),
        ];
        for (text, stored, expected) in rows {
            assert_eq!(told(&secrets, text, Some(0), Facts::Known(stored)), *expected, "{text}");
        }
        let merged = made(json!({"never": {"/config": {"required": ["url"], "type": "object"}}}));
        assert_eq!(told(&merged, r#"{"config": {"url": 1}}"#, Some(0), Facts::Unknown), broken);
        assert_eq!(told(&merged, "{}", Some(0), Facts::Unknown), kept);
    }

    #[test]
    fn advice_is_known_without_reasons() {
        let mut given = rule("field", "Patch", json!({"field": "/name", "sources": ["git"]}));
        given["mode"] = json!("report");
        let judge = judge(json!([given]), json!({}), "Patch").unwrap();
        let text = br#"{"name": 1}"#;
        let mut scratch = Scratch::default();
        judge.scan(text, &mut scratch).unwrap();
        for (left, expected) in [(0b110, true), (0b010, true), (0b001, false), (0b111, false)] {
            let found = judge.is_advised(text, &mut scratch, left, Facts::Unknown);
            assert_eq!(found, expected, "{left:b}");
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
        let judge = judge(rules, json!({}), "Patch").unwrap();
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
            let found = judge.revision(text.as_bytes(), &mut scratch);
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
            let found = answer(&judge, text, None, Facts::Unknown);
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
        assert!(refused(number, json!({})).starts_with("own: an enum has a value"));
        let pointer = json!([rule("field", "Patch", json!({"field": "a", "sources": []}))]);
        assert_eq!(refused(pointer, json!({})), "own: a pointer begins with /");
        assert!(refused(json!([]), json!({"unknown_fields": "x"})).contains("unknown_fields"));
        assert!(refused(json!([]), json!({"modes": {"own": "x"}, "hosting": 5})).contains("text"));
        for text in ["", "[]", "{\"format\": 2}", "{\"format\": 1}", "{"] {
            assert!(Contract::read(text.as_bytes()).is_err(), "{text}");
        }
    }
}
