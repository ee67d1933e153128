//! Rules, and the worlds in which a document breaks them.
//!
//! A rule answers with hits: a place, the worlds in which the document breaks the rule there, and those
//! in which that depends on stored values that are not known.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use serde_json::Value;

use crate::after_patch::{AfterPatch, Effect, Stored, value};
use crate::contract::{Contract, Fault, Kind, Pointer, Rule, Source, part};
use crate::evaluate::{Failure, Sink, Walk, is_valid};
use crate::learn::comparable;
use crate::number::{Decimal, nearest_double};
use crate::outcome::Revision;
use crate::places::{Document, EVERY, Fields, Pattern, mark_of, place_of};
use crate::program::{Compiler, Program};
use crate::tape::{Node, flag, kind};
use crate::worlds::{ALL, Mask, Worlds, bits};

/// The shape of the rules that say whether a document creates a revision.
pub const REVISION: &str = "revision";
/// Shapes of rules that are not on the values of documents.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 10] = [
    REVISION, "undeclared", "keyword", "wire", "http", "count_at_most", "equals_parameter",
    "among_parameter", "contains_parameter", "equals_known",
];
/// Reports show rules of these shapes after the others.
const LAST: [&str; 3] = ["at_most", "unique_by", "exists_in"];
/// Reports drop some breaches, so for each rule this many more than their limit are kept.
pub const SPARE: usize = 200;
/// Most arrays whose texts are compared have no more items.
const FEW: usize = 32;

/// Receives a place, the worlds that break a rule there, and the worlds in which that is open.
/// It returns false to end the search.
pub type Hits<'a> = &'a mut dyn FnMut(usize, Mask, Mask) -> bool;
/// Gives the hits of a rule in a document to a receiver. Returns false if the receiver does.
type Ask = Box<dyn Fn(&Asked, Hits) -> bool + Send + Sync>;

/// A document that is asked about a rule.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub program: &'a Program,
    pub document: Document<'a>,
    /// The places of fields.
    pub found: &'a [u32],
    /// The stored deployment.
    pub stored: Stored<'a>,
    pub worlds: &'a Worlds,
    /// The worlds that remain.
    pub possible: Mask,
}

impl Asked<'_> {
    fn place(&self, field: usize) -> Option<usize> {
        place_of(self.found, field)
    }

    fn is_valid(&self, schema: usize, at: usize) -> bool {
        is_valid(self.program, self.document, schema, at)
    }
}

/// The context in which a rule is read. The rule adds schemas to `compiler`, and places to `fields`.
pub struct Reading<'a, 'c> {
    pub contract: &'a Contract,
    pub kind: &'a Kind,
    pub scope: usize,
    pub worlds: &'c Worlds,
    pub compiler: &'c mut Compiler<'a>,
    pub fields: &'c mut Fields,
}

/// A rule, ready to judge documents.
pub struct Check {
    /// Its order in reports: rules of the shapes in `LAST` come last, then the number of the scope
    /// decides, and then that of the rule.
    pub order: (bool, usize, usize),
    /// The marks of fields. A document without all of them keeps the rule.
    pub looks_at: u64,
    /// The names of the members of a stored deployment that the rule reads; None for all of them.
    pub stored: Vec<Option<u16>>,
    /// True if the rule denies a field whose stored value differs.
    pub compares: bool,
    /// The name of a rule on revisions, and its effect on a document.
    pub revision: Option<(Arc<str>, Revision)>,
    pub ask: Ask,
}

/// The fields of which a document must have one to break a rule, and the check of the rule.
type Made = Result<(Vec<usize>, Ask), Fault>;

impl Check {
    /// Read a rule on a kind of document.
    pub fn read(number: usize, rule: &Rule, reading: &mut Reading) -> Result<Check, Fault> {
        let given = &rule.parameters;
        let (fields, mut ask) = match rule.shape.as_str() {
            "field" => field(given, reading)?,
            "schema" => schema(given, reading)?,
            REVISION => revision(given, reading)?,
            "admitted" => admitted(given, reading)?,
            "never" => never(given, reading)?,
            "equals_stored" => compared(given, false, reading)?,
            "stored_unknown" => compared(given, true, reading)?,
            "at_most" => at_most(given, reading)?,
            "unique_by" => unique_by(given, reading)?,
            "exists_in" => exists_in(given, reading)?,
            _ => return Err(Fault::new("its shape or relation is not known")),
        };
        let is_of_set = rule.shape != "never";
        let stored: Vec<Pointer> = match rule.shape.as_str() {
            "never" => part::<BTreeMap<Pointer, Value>>(given, "never")?.into_keys().collect(),
            "equals_stored" | "stored_unknown" => part(given, "fields")?,
            _ => Vec::new(),
        };
        let mut members = Vec::new();
        for path in &stored {
            members.push(reading.compiler.path(path)?.first().copied());
        }
        let has_worlds = reading.kind.stored && reading.worlds.are_sources;
        if let Some(source) = reading.contract.source_member().filter(|_| has_worlds)
            && stored.iter().any(|path| path.first().is_none_or(|first| first == source))
        {
            let path = slice::from_ref(source);
            let set_at = is_of_set.then(|| reading.field(path)).transpose()?;
            ask = by_world(ask, reading.compiler.name(source)?, set_at);
        }
        Ok(Check {
            order: (LAST.contains(&&*rule.shape), reading.scope, number),
            looks_at: fields.into_iter().fold(0, |marks, field| marks | mark_of(field)),
            stored: members,
            compares: rule.shape == "equals_stored",
            revision: part::<Option<_>>(given, "creates")?
                .map(|creates| (rule.name.clone(), creates)),
            ask,
        })
    }
}

/// Places in a document: a field, and a pattern below it.
struct Target {
    field: usize,
    below: Option<Pattern>,
}

impl Target {
    /// Call `is_right` with each place, until it returns false. Return true if all places are right.
    fn all(&self, asked: &Asked, mut is_right: impl FnMut(usize) -> bool) -> bool {
        let Some(place) = asked.place(self.field) else { return true };
        match &self.below {
            None => is_right(place),
            Some(pattern) => pattern.all(asked.document, place, &mut is_right),
        }
    }
}

impl Reading<'_, '_> {
    fn field(&mut self, path: &[String]) -> Result<usize, Fault> {
        self.fields.add(path, self.compiler)
    }

    /// Return the places of a pattern. In it, `*` stands for items, and for `members` if that is true.
    fn target(&mut self, pattern: &[String], members: bool) -> Result<Target, Fault> {
        let stem = pattern.iter().position(|token| token == EVERY).unwrap_or(pattern.len());
        let (path, rest) = pattern.split_at(stem);
        let below = (!rest.is_empty()).then(|| Pattern::new(rest, members, self.compiler));
        Ok(Target { field: self.field(path)?, below: below.transpose()? })
    }

    /// Return the function that says whether a value counts as set: if it is valid by a schema, or
    /// without one, if it is not null.
    fn is_set(&mut self, given: &Value) -> Result<impl Fn(&Asked, usize) -> bool + use<>, Fault> {
        let when = part::<Option<Value>>(given, "when")?;
        let when = when.map(|when| self.compiler.schema(&when)).transpose()?;
        Ok(move |asked: &Asked, at| match when {
            Some(schema) => asked.is_valid(schema, at),
            None => !asked.document.is_null(at),
        })
    }
}

/// Let a relation read the stored source, which each world has.
///
/// `set_at`: the same field in the document, if the source matters only where the document has it.
fn by_world(ask: Ask, member: u16, set_at: Option<usize>) -> Ask {
    Box::new(move |asked, add| {
        if set_at.is_some_and(|field| asked.place(field).is_none()) {
            return ask(asked, add);
        }
        let known = match asked.stored {
            Stored::At(document, at) if document.tape[at].kind == kind::OBJECT => asked.stored,
            _ => Stored::Missing,
        };
        let mut hits: Vec<(usize, Mask, Mask)> = Vec::new();
        for world in bits(asked.possible) {
            let body = asked.worlds.source(world).unwrap_or_default().as_bytes();
            let tape = [Node { size: body.len() as u32, ..value(kind::STRING) }];
            let stored = Stored::With(&known, member, Document { body, tape: &tape });
            let asked = Asked { stored, ..*asked };
            ask(&asked, &mut |at, violated, open| {
                let place = hits.iter().position(|(place, ..)| *place == at);
                let place = place.unwrap_or_else(|| {
                    hits.push((at, 0, 0));
                    hits.len() - 1
                });
                hits[place].1 |= violated & world;
                hits[place].2 |= open & world;
                true
            });
        }
        hits.iter().all(|(at, violated, open)| add(*at, *violated, *open))
    })
}

// -- the shapes

/// Require that only documents of some sources set the field. An override replaces the source.
fn field(given: &Value, reading: &mut Reading) -> Made {
    let pointer: Pointer = part(given, "field")?;
    let allowed: Vec<String> = part(given, "sources")?;
    let at = reading.target(&pointer, false)?;
    let (fields, is_set) = (vec![at.field], reading.is_set(given)?);
    let kind = reading.kind;
    let is_other = |name: &String| !allowed.contains(name);
    let (mut of_none, mut of_named) = (ALL, ALL);
    let mut source = kind.own_source.as_ref().filter(|_| !allowed.is_empty());
    let is_override = kind.in_context;
    if is_override {
        let is_within = |part: &Pointer| pointer.len() > part.len() && pointer.starts_with(part);
        of_none = reading.worlds.mask(|source| source.is_none_or(|it| is_other(&it.name)));
        of_named = if kind.overridden.iter().any(is_within) { ALL } else { of_none };
        source = kind.override_at.as_ref();
    } else if source.is_some() {
        of_none = 0;
    }
    let source = source.map(|path| reading.field(path)).transpose()?;
    let chosen = allowed.into_iter().filter(|name| !is_override || kind.overrides.contains(name));
    let chosen: Vec<String> = chosen.collect();
    let ask = move |asked: &Asked, add: Hits| {
        let document = asked.document;
        let named = source.and_then(|field| asked.place(field));
        let violated = match named.filter(|&at| !is_override || !document.is_null(at)) {
            None => of_none,
            Some(at) if document.is_among(at, &chosen) => 0,
            Some(_) => of_named,
        };
        violated & asked.possible == 0
            || at.all(asked, |place| !is_set(asked, place) || add(place, violated, 0))
    };
    Ok((fields, Box::new(ask)))
}

/// Find the values by which a document creates a revision.
fn revision(given: &Value, reading: &mut Reading) -> Made {
    let at = reading.target(&part::<Pointer>(given, "field")?, true)?;
    let (fields, is_set) = (vec![at.field], reading.is_set(given)?);
    let ask = move |asked: &Asked, add: Hits| {
        at.all(asked, |place| !is_set(asked, place) || add(place, ALL, 0))
    };
    Ok((fields, Box::new(ask)))
}

/// Gives the places of failures.
struct Failures<'a>(&'a mut dyn FnMut(usize) -> bool);

impl Sink for Failures<'_> {
    const COLLECTS: bool = true;

    fn fail(&mut self, _: &Program, _: Document, failure: Failure) -> bool {
        (self.0)(failure.at)
    }
}

/// Require each value at the places of `each` to be valid by a schema, for some sources and hostings.
fn schema(given: &Value, reading: &mut Reading) -> Made {
    let judged: Value = part(given, "schema")?;
    let each: Option<Vec<Pointer>> = part(given, "each")?;
    let chosen: Option<Vec<String>> = part(given, "sources")?;
    let hostings: Option<Vec<String>> = part(given, "hosting")?;
    let skips_null = chosen.is_some() && each.is_some() && !speaks_of_null(&judged);
    let (contract, mut names) = (reading.contract, Vec::new());
    for source in &contract.sources {
        let runs = contract.hosting.as_ref().map_or(&source.hostings[..], slice::from_ref);
        let is_hosted = hostings.as_ref().is_none_or(|it| runs.iter().all(|one| it.contains(one)));
        if is_hosted && chosen.as_ref().is_none_or(|chosen| chosen.contains(&source.name)) {
            names.push(source.name.clone());
        }
    }
    let concerns_all = chosen.is_none() && names.len() == contract.sources.len();
    let of_names = reading.worlds.mask(|source| source.is_some_and(|it| names.contains(&it.name)));
    let always = if concerns_all { ALL } else { of_names };
    let mut own = None;
    if let Some(path) = reading.kind.own_source.as_ref().filter(|_| !names.is_empty()) {
        own = Some((reading.field(path)?, names));
    }
    let schema = reading.compiler.schema(&judged)?;
    let mut targets = Vec::new();
    for pattern in each.unwrap_or(vec![Pointer::default()]) {
        targets.push(reading.target(&pattern, false)?);
    }
    let fields = targets.iter().map(|target| target.field).collect();
    let limit = contract.bounds.violations.saturating_add(SPARE);
    let ask = move |asked: &Asked, add: Hits| {
        let document = asked.document;
        let is_own = own.as_ref().is_some_and(|(field, names)| {
            asked.place(*field).is_some_and(|at| document.is_among(at, names))
        });
        let violated = if is_own { ALL } else { always };
        if violated & asked.possible == 0 {
            return true;
        }
        let is_right =
            |at: usize| (skips_null && document.is_null(at)) || asked.is_valid(schema, at);
        let mut wrong = Vec::new(); // it stays empty for most documents
        for target in &targets {
            let end = wrong.len().saturating_add(limit);
            target.all(asked, |at| {
                wrong.extend((!is_right(at)).then_some(at as u32));
                wrong.len() < end
            });
        }
        wrong.sort_unstable();
        wrong.dedup();
        let mut end = 0;
        wrong.into_iter().all(|at| {
            let node = document.tape[at as usize];
            if at < end {
                return true; // nothing is to be found inside a value of another type
            }
            if !skips_null && asked.program.kinds[schema].valid & node.kind == 0 {
                end = node.next;
            }
            let sink = Failures(&mut |at| add(at, violated, 0));
            Walk { program: asked.program, document, sink }.walk(schema, at as usize)
        })
    };
    Ok((fields, Box::new(ask)))
}

/// Return true if a schema names null among the values of the instance itself.
fn speaks_of_null(schema: &Value) -> bool {
    let several = |name: &str| match &schema[name] {
        Value::Null => Vec::new(),
        Value::Array(several) => several.iter().collect(),
        one => vec![one],
    };
    let parts = ["not", "if", "then", "else", "allOf", "anyOf"];
    several("type").iter().any(|&kind| kind == "null")
        || several("enum").iter().any(|value| value.is_null())
        || schema.get("const").is_some_and(Value::is_null)
        || parts.iter().flat_map(|name| several(name)).any(speaks_of_null)
}

/// Require that the source at a pointer, or that of the caller, can run on the hosting.
fn admitted(given: &Value, reading: &mut Reading) -> Made {
    let target: &str = part(given, "admitted")?;
    let (contract, hosting) = (reading.contract, reading.contract.hosting.as_ref());
    if target == "context" {
        let contradicts = reading.worlds.mask(|source| {
            source.zip(hosting).is_some_and(|(source, hosting)| !source.hostings.contains(hosting))
        });
        let ask = move |asked: &Asked, add: Hits| add(asked.found[0] as usize, contradicts, 0);
        return Ok((vec![0], Box::new(ask)));
    }
    // if hosting and source contradict each other, the document is not at fault: both are accepted
    let elsewhere = |own: &[String]| {
        reading.worlds.mask(|source| {
            let known = source.map_or(&[][..], |source| &source.hostings);
            let mut places = known.iter().chain(hosting).peekable();
            places.peek().is_some() && !places.any(|place| own.contains(place))
        })
    };
    let of_source = |source: &Source| (source.name.clone(), elsewhere(&source.hostings));
    let by_source: Vec<_> = contract.sources.iter().map(of_source).collect();
    let otherwise = elsewhere(&[]);
    let at = reading.target(&part::<Pointer>(given, "admitted")?, false)?;
    let fields = vec![at.field];
    let ask = move |asked: &Asked, add: Hits| {
        at.all(asked, |place| {
            let text = asked.document.text(place);
            let is_named = |name: &str| text.as_deref() == Some(name.as_bytes());
            let known = by_source.iter().find(|(name, _)| is_named(name));
            let violated = known.map_or(otherwise, |(_, worlds)| *worlds);
            asked.document.is_null(place) || add(place, violated, 0)
        })
    };
    Ok((fields, Box::new(ask)))
}

/// A place of a `never` rule: its path, its field in the document, and the schema of its value.
struct Part {
    path: Vec<u16>,
    field: usize,
    schema: usize,
}

/// Require that not all values are valid by their schemas at once, after the document is applied.
fn never(given: &Value, reading: &mut Reading) -> Made {
    let (mut parts, mut effects, mut set_by) = (Vec::new(), Vec::new(), Vec::new());
    for (place, effect) in reading.kind.effects.iter().filter(|_| reading.kind.stored) {
        effects.push((reading.compiler.path(place)?, *effect));
    }
    for (tokens, schema) in part::<BTreeMap<Pointer, Value>>(given, "never")? {
        let path = reading.compiler.path(&tokens)?;
        // an object that is not merged breaks the rule by a member that it lacks, too
        let is_merged =
            path.first().is_some_and(|first| effects.contains(&(vec![*first], Effect::Merged)));
        let size = tokens.len().min(1 + usize::from(is_merged));
        set_by.push((reading.field(&tokens[..size.min(1)])?, reading.field(&tokens[..size])?));
        let (field, schema) = (reading.field(&tokens)?, reading.compiler.schema(&schema)?);
        parts.push(Part { path, field, schema });
    }
    let fields = set_by.iter().map(|(around, _)| *around).collect();
    let ask = move |asked: &Asked, add: Hits| {
        let (document, program) = (asked.document, asked.program);
        // a value of another type replaces an object, so that it sets all members
        let is_other = |at: usize| document.tape[at].kind != kind::OBJECT;
        let is_set = |(around, field): &(usize, usize)| {
            asked.place(*field).is_some() || asked.place(*around).is_some_and(is_other)
        };
        if !set_by.iter().any(is_set) {
            return true;
        }
        // Fast path: if the patch sets a text or true, this value is the state after the patch. Most
        // patches set no wrong value.
        let is_state = |&at: &usize| match document.tape[at].kind {
            kind::STRING => document.tape[at].size > 0,
            kind::BOOLEAN => document.tape[at].has(flag::TRUE),
            _ => false,
        };
        let is_wrong = |part: &Part| {
            let set = asked.place(part.field).filter(is_state);
            set.is_some_and(|at| !asked.is_valid(part.schema, at))
        };
        if parts.iter().any(is_wrong) {
            return true;
        }
        let after = AfterPatch { program, patch: document, effects: &effects };
        let (mut touched, mut is_settled) = (None, true);
        for part in &parts {
            let root = asked.found[0] as usize;
            let (state, set_at) = after.state(root, asked.stored, &part.path, 0);
            touched = touched.or(set_at);
            match after.may_fit(part.schema, &state) {
                Some(false) => return true,
                answer => is_settled &= answer.is_some(),
            }
        }
        let (violated, open) = if is_settled { (ALL, 0) } else { (0, ALL) };
        touched.is_none_or(|place| add(place, violated, open))
    };
    Ok((fields, Box::new(ask)))
}

/// Require that each field that is set equals its stored value, or that this value is known.
///
/// `wants_known` chooses the second check.
fn compared(given: &Value, wants_known: bool, reading: &mut Reading) -> Made {
    let (mut fields, mut paths) = (Vec::new(), Vec::new());
    for path in part::<Vec<Pointer>>(given, "fields")? {
        fields.push(reading.field(&path)?);
        paths.push((reading.field(&path)?, reading.compiler.path(&path)?));
    }
    let ask = move |asked: &Asked, add: Hits| {
        let document = asked.document;
        paths.iter().all(|(field, path)| {
            let set = asked.place(*field).filter(|&at| !document.is_null(at));
            let Some(at) = set else { return true };
            let is_right = match asked.stored.find(path) {
                Stored::Missing => !wants_known,
                Stored::At(known, place) if !wants_known => is_same(document, at, known, place),
                _ => wants_known,
            };
            is_right || add(at, ALL, 0)
        })
    };
    Ok((fields, Box::new(ask)))
}

/// Require lower <= upper for each pair of numbers below `within`.
fn at_most(given: &Value, reading: &mut Reading) -> Made {
    let within: Pointer = part(given, "within")?;
    let mut pairs = Vec::new();
    for (lower, upper) in part::<Vec<(String, String)>>(given, "pairs")? {
        let mut field = |name| reading.field(&[&within[..], &[name]].concat());
        pairs.push((field(lower)?, field(upper)?));
    }
    let fields = pairs.iter().map(|(lower, _)| *lower).collect();
    let ask = move |asked: &Asked, add: Hits| {
        pairs.iter().all(|&(lower, upper)| match (asked.place(lower), asked.place(upper)) {
            (Some(lower), Some(upper)) => {
                is_at_most(asked.document, lower, upper) || add(lower, ALL, 0)
            }
            _ => true,
        })
    };
    Ok((fields, Box::new(ask)))
}

/// Require that no two items of `array` have the same text under `key`.
fn unique_by(given: &Value, reading: &mut Reading) -> Made {
    let Pointer(mut items) = part(given, "array")?;
    items.push(EVERY.into());
    let key = reading.compiler.name(part(given, "key")?)?;
    let items = reading.target(&items, false)?;
    let fields = vec![items.field];
    let ask = move |asked: &Asked, add: Hits| {
        let (document, mut texts) = (asked.document, Vec::with_capacity(FEW));
        items.all(asked, |item| {
            let place = document.member(item, key);
            texts.extend(place.and_then(|place| Some((document.text(place)?, place))));
            true
        });
        // by length first: numbered names mostly come in this order, and sorting them is fast
        texts.sort_unstable_by(|one, other| (one.0.len(), one).cmp(&(other.0.len(), other)));
        let pairs = texts.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let mut repeated: Vec<usize> = pairs.map(|pair| pair[1].1).collect();
        repeated.sort_unstable();
        repeated.into_iter().all(|place| add(place, ALL, 0))
    };
    Ok((fields, Box::new(ask)))
}

/// Require each text at the patterns of `names` to be the `key` of an item of `array`.
fn exists_in(given: &Value, reading: &mut Reading) -> Made {
    let Pointer(mut items) = part(given, "array")?;
    items.extend([EVERY.into(), part(given, "key")?]);
    let mut names = Vec::new();
    for pattern in part::<Vec<Pointer>>(given, "names")? {
        names.push(reading.target(&pattern, true)?);
    }
    let items = reading.target(&items, true)?;
    let fields = names.iter().map(|target| target.field).collect();
    let ask = move |asked: &Asked, add: Hits| {
        let document = asked.document;
        let mut declared: Option<Vec<Cow<[u8]>>> = None; // most documents have no names
        names.iter().all(|target| {
            target.all(asked, |place| {
                let Some(name) = document.text(place) else { return true };
                let known = declared.get_or_insert_with(|| {
                    let mut texts = Vec::new();
                    items.all(asked, |place| {
                        texts.extend(document.text(place));
                        true
                    });
                    texts.sort_unstable();
                    texts
                });
                known.binary_search(&name).is_ok() || add(place, ALL, 0)
            })
        })
    };
    Ok((fields, Box::new(ask)))
}

// -- values

fn is_number(node: Node) -> bool {
    node.kind & (kind::INTEGER | kind::FRACTION) != 0
}

/// Return true unless both are numbers and the first is greater.
fn is_at_most(document: Document, lower: usize, upper: usize) -> bool {
    let (lower, upper) = (document.tape[lower], document.tape[upper]);
    if !is_number(lower) || !is_number(upper) {
        return true;
    }
    let (one, other) = (lower.bytes(document.body), upper.bytes(document.body));
    if lower.has(flag::WIDE) || upper.has(flag::WIDE) {
        return Decimal::read(one).compare(&Decimal::read(other)).is_le();
    }
    nearest_double(one) <= nearest_double(other)
}

/// Return true if a value equals a stored one, or both are one uuid in different letter case.
fn is_same(document: Document, at: usize, known: Document, place: usize) -> bool {
    match (document.text(at), known.text(place)) {
        (Some(text), Some(wanted)) => comparable(&text) == comparable(&wanted),
        _ => is_equal(document, at, known, place),
    }
}

/// Return true if two values are equal, where true is 1 and false is 0.
pub fn is_equal(one: Document, at: usize, other: Document, place: usize) -> bool {
    let (node, known) = (one.tape[at], other.tape[place]);
    if let (Some(number), Some(wanted)) = (decimal(one, node), decimal(other, known)) {
        return number.compare(&wanted).is_eq();
    }
    if node.kind != known.kind || node.kind == 0 {
        return false;
    }
    match node.kind {
        kind::STRING => one.text(at) == other.text(place),
        kind::ARRAY | kind::OBJECT if node.size != known.size => false,
        kind::ARRAY => {
            let mut items = one.children(at).zip(other.children(place));
            items.all(|(at, place)| is_equal(one, at, other, place))
        }
        kind::OBJECT => {
            // to look for each name would take quadratic time
            let members = other.children(place).map(|value| (name_of(other, value), value));
            let members: BTreeMap<_, usize> = members.collect();
            one.children(at).all(|at| {
                let place = members.get(&name_of(one, at));
                place.is_some_and(|&place| is_equal(one, at, other, place))
            })
        }
        _ => true,
    }
}

/// Return the name of a member: its number, or its text if it has no number.
fn name_of(document: Document<'_>, value: usize) -> (u16, Option<Cow<'_, [u8]>>) {
    (document.tape[value].name, document.unnamed_key(value))
}

/// Return the digits of a number or a boolean.
///
/// A number with a point or an exponent counts as the nearest double. If this double has a fraction,
/// return the shortest digits that lead to it.
fn decimal(document: Document, node: Node) -> Option<Decimal> {
    let numeral = match node.kind {
        kind::BOOLEAN if node.has(flag::TRUE) => b"1",
        kind::BOOLEAN => b"0",
        _ if is_number(node) => node.bytes(document.body),
        _ => return None,
    };
    if !node.has(flag::DECIMAL) {
        return Some(Decimal::read(numeral));
    }
    let double = nearest_double(numeral);
    let digits = if double.fract() == 0.0 { format!("{double:.0}") } else { format!("{double:?}") };
    Some(Decimal::read(digits.as_bytes()))
}
