//! Rules, and the worlds in which a document breaks them.
//!
//! A world is what the stored deployment may be: a source, and the hosting that it runs on. A set of
//! worlds is a mask with a bit for each. A rule answers with two: the worlds in which the document
//! breaks it, and those in which that depends on stored values that are not known.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use crate::contract::{Contract, Fault, Kind, Rule, list, member, object, text_of, texts, tokens};
use crate::evaluate::{Strays, Walk};
use crate::exchange::is_same;
use crate::number::{Decimal, value_of};
use crate::places::{Document, EVERY, Fields, Pattern, mark_of, place_of};
use crate::program::Compiler;
use crate::tape::{Node, UNNAMED, flag, kind};

/// A set of worlds.
pub type Worlds = u64;
pub const ALL: Worlds = Worlds::MAX;

const MERGED: &str = "merged";
const UNLESS_EMPTY: &str = "replaced_unless_empty";
/// Shapes of rules that are not on the values of documents.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 10] = [
    "revision", "undeclared", "keyword", "wire", "http", "count_at_most", "equals_parameter",
    "among_parameter", "contains_parameter", "equals_known",
];

/// What the stored deployment may be.
#[derive(Clone, Debug)]
pub struct World {
    /// None if the document carries its source, or has none.
    pub source: Option<String>,
    pub hosting: Option<String>,
}

/// A stored value, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub enum Stored<'a> {
    /// It is not known.
    Missing,
    Null,
    Text(&'a str),
    Truth(bool),
    /// A value that is not compared here.
    Other,
}

/// The stored values of a deployment, by the numbers of `Reading::stored`.
#[derive(Clone, Copy, Debug)]
pub enum Facts<'a> {
    Unknown,
    /// The document has its state in it: what it lacks is null.
    AllNull,
    Known(&'a [Stored<'a>]),
}

impl<'a> Facts<'a> {
    fn get(&self, number: usize) -> Stored<'a> {
        match self {
            Facts::Unknown => Stored::Missing,
            Facts::AllNull => Stored::Null,
            Facts::Known(values) => values[number],
        }
    }
}

/// The worlds in which a rule is broken, and those in which that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    pub violated: Worlds,
    pub open: Worlds,
}

impl Masks {
    fn violated(violated: Worlds) -> Option<Masks> {
        Some(Masks { violated, open: 0 })
    }
}

/// All that a rule depends on beside its own parameters, and what reading it adds to.
pub struct Reading<'a, 'c> {
    pub contract: &'a Contract,
    pub kind: &'a Kind,
    pub worlds: &'c [World],
    /// Tokens of the source in a stored deployment.
    pub carried: &'c [String],
    pub compiler: &'c mut Compiler<'a>,
    pub fields: &'c mut Fields,
    /// Places of stored values.
    pub stored: &'c mut Vec<Vec<String>>,
}

/// A rule, ready to be asked of documents.
#[derive(Debug)]
pub struct Check {
    /// No other world matters to the rule.
    pub concerns: Worlds,
    /// The marks of fields. A document without all of them keeps the rule.
    pub looks_at: u64,
    shape: Shape,
}

#[derive(Debug)]
enum Shape {
    Field {
        at: Target,
        when: Option<usize>,
        others: Worlds,
        named: Named,
    },
    Schema {
        each: Vec<Target>,
        schema: usize,
        nulls: bool,
        own: Option<OwnSource>,
    },
    /// The same for every document.
    Always,
    Admitted {
        at: Target,
        by_source: Vec<(Box<[u8]>, Worlds)>,
        otherwise: Worlds,
    },
    Never(Vec<Part>),
    EqualsStored(Vec<StoredField>),
    StoredUnknown(Vec<StoredField>),
    AtMost(Vec<(usize, usize)>),
    UniqueBy {
        array: Target,
        key: u16,
    },
    ExistsIn {
        names: Vec<Target>,
        texts: Target,
    },
}

/// The source that a document names itself.
#[derive(Debug)]
enum Named {
    Nothing,
    Own(OwnSource),
    /// A field that overrides the source, whether it replaces it altogether, and the sources that
    /// may set the field of the rule.
    Override {
        at: usize,
        replaces: bool,
        allowed: Vec<Box<[u8]>>,
    },
}

/// The field of the own source of a document, and the sources that a rule is about.
#[derive(Debug)]
struct OwnSource {
    at: usize,
    chosen: Vec<Box<[u8]>>,
}

/// Places in a document: a field, and a pattern below it.
#[derive(Debug)]
pub struct Target {
    field: usize,
    below: Option<Pattern>,
}

/// A field, and the number of its stored value; None if that is the source of each world.
#[derive(Debug)]
struct StoredField {
    at: usize,
    value: StoredAt,
}

/// Where the stored value of a field is.
#[derive(Debug)]
enum StoredAt {
    Number(usize),
    /// It is the source: that of each world.
    Source(Vec<(String, Worlds)>),
}

/// A pointer of a `never` rule and its schema, with all that decides about the state after a patch.
#[derive(Debug)]
struct Part {
    /// The fields on the way, from the outermost; the last is the field itself.
    way: Vec<(usize, Effect)>,
    stored: StoredAt,
    schema: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Replaced,
    UnlessEmpty,
    Merged,
}

impl Shape {
    /// Return the marks of the fields of which a document must have one to break the rule.
    fn looks_at(&self) -> u64 {
        let of_targets =
            |targets: &[Target]| targets.iter().fold(0, |marks, it| marks | mark_of(it.field));
        let of_fields =
            |fields: &[StoredField]| fields.iter().fold(0, |marks, it| marks | mark_of(it.at));
        match self {
            Shape::Always => u64::MAX,
            Shape::Field { at, .. } | Shape::Admitted { at, .. } => mark_of(at.field),
            Shape::Schema { each, .. } => of_targets(each),
            Shape::Never(parts) => {
                let first = |part: &Part| part.way.first().map_or(u64::MAX, |(at, _)| mark_of(*at));
                parts.iter().fold(0, |marks, part| marks | first(part))
            }
            Shape::EqualsStored(fields) | Shape::StoredUnknown(fields) => of_fields(fields),
            Shape::AtMost(pairs) => pairs.iter().fold(0, |marks, (low, _)| marks | mark_of(*low)),
            Shape::UniqueBy { array, .. } => mark_of(array.field),
            Shape::ExistsIn { names, .. } => of_targets(names),
        }
    }
}

impl Target {
    pub fn new(pattern: &[String], reading: &mut Reading, members: bool) -> Result<Target, Fault> {
        let stem = pattern.iter().position(|token| token == EVERY).unwrap_or(pattern.len());
        let field = reading.fields.add(&pattern[..stem], reading.compiler)?;
        let rest = &pattern[stem..];
        let made = |compiler| {
            if members { Pattern::new(rest, compiler) } else { Pattern::of_items(rest, compiler) }
        };
        let below = if rest.is_empty() { None } else { Some(made(reading.compiler)?) };
        Ok(Target { field, below })
    }

    /// Ask `is_right` of each place, until it is not. Return true if all are right.
    pub fn all(
        &self,
        document: Document,
        found: &[u32],
        mut is_right: impl FnMut(usize) -> bool,
    ) -> bool {
        let Some(place) = place_of(found, self.field) else { return true };
        match &self.below {
            None => is_right(place),
            Some(pattern) => pattern.all_at(document, place, &mut is_right),
        }
    }
}

impl Reading<'_, '_> {
    /// Return the mask of the worlds for which something holds.
    pub fn mask(&self, holds: impl Fn(&World) -> bool) -> Worlds {
        let bits = self.worlds.iter().enumerate().filter(|(_, world)| holds(world));
        bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    fn target(&mut self, pointer: &str) -> Result<Target, Fault> {
        Target::new(&tokens(pointer)?, self, false)
    }

    fn stored_at(&mut self, path: &[String]) -> StoredAt {
        if self.kind.stored && self.kind.in_context && path == self.carried {
            let of_world = |(bit, world): (usize, &World)| Some((world.source.clone()?, 1 << bit));
            return StoredAt::Source(self.worlds.iter().enumerate().filter_map(of_world).collect());
        }
        let known = self.stored.iter().position(|known| known == path);
        StoredAt::Number(known.unwrap_or_else(|| {
            self.stored.push(path.to_vec());
            self.stored.len() - 1
        }))
    }

    fn own_source(&mut self, chosen: &[String]) -> Result<Option<OwnSource>, Fault> {
        let Some(path) = &self.kind.own_source else { return Ok(None) };
        let at = self.fields.add(path, self.compiler)?;
        Ok(Some(OwnSource { at, chosen: boxed(chosen) }))
    }
}

impl Check {
    /// Read a rule on a kind of document.
    pub fn read<'a>(rule: &'a Rule, reading: &mut Reading<'a, '_>) -> Result<Check, Fault> {
        let given = &rule.parameters;
        let (shape, concerns) = match rule.shape.as_str() {
            "field" => read_field(given, reading)?,
            "schema" => read_schema(given, reading)?,
            "admitted" => read_admitted(given, reading)?,
            "never" => (read_never(given, reading)?, ALL),
            "equals_stored" => (Shape::EqualsStored(read_stored(given, reading)?), ALL),
            "stored_unknown" => (Shape::StoredUnknown(read_stored(given, reading)?), ALL),
            "at_most" => (read_at_most(given, reading)?, ALL),
            "unique_by" => {
                let mut array = tokens(text_of(member(given, "array")?)?)?;
                array.push(EVERY.into());
                let key = reading.compiler.name(text_of(member(given, "key")?)?)?;
                (Shape::UniqueBy { array: Target::new(&array, reading, false)?, key }, ALL)
            }
            "exists_in" => {
                let mut array = tokens(text_of(member(given, "array")?)?)?;
                array.extend([EVERY.into(), text_of(member(given, "key")?)?.into()]);
                let mut names = Vec::new();
                for pattern in texts(member(given, "names")?)? {
                    names.push(Target::new(&tokens(&pattern)?, reading, true)?);
                }
                (Shape::ExistsIn { names, texts: Target::new(&array, reading, true)? }, ALL)
            }
            _ => return Err(Fault::new("its shape or relation is not known")),
        };
        Ok(Check { concerns, looks_at: shape.looks_at(), shape })
    }

    /// Return the worlds in which a document breaks the rule; None if that cannot be said here.
    ///
    /// `found` has the places of the fields of the document, `facts` what is stored.
    #[inline]
    pub fn masks(&self, walk: &mut Walk, found: &[u32], facts: Facts) -> Option<Masks> {
        let document = Document { body: walk.body, tape: walk.tape };
        let is_null = |at: usize| document.tape[at].kind == kind::NULL;
        let is_kept = match &self.shape {
            Shape::Always => false,
            Shape::Field { at, when, others, named } => {
                place_of(found, at.field).is_none() || {
                    let violated = named.violated(document, found, *others);
                    let is_unset = |place| match when {
                        None => is_null(place),
                        Some(schema) => !walk.is_valid(*schema, place),
                    };
                    if violated != 0 && !at.all(document, found, is_unset) {
                        return Masks::violated(violated);
                    }
                    true
                }
            }
            Shape::Schema { each, schema, nulls, own } => {
                let mut fits = |place| (*nulls && is_null(place)) || walk.is_valid(*schema, place);
                each.iter().all(|target| target.all(document, found, &mut fits)) || {
                    match own.as_ref().map(|own| (own, place_of(found, own.at))) {
                        None => false,
                        Some((own, Some(at))) => !document.is_among(at, &own.chosen),
                        Some((_, None)) => return None,
                    }
                }
            }
            Shape::Admitted { at, by_source, otherwise } => {
                let mut violated = 0;
                at.all(document, found, |place| {
                    if !is_null(place) {
                        let text = document.text(place);
                        let known =
                            by_source.iter().find(|(name, _)| text.as_deref() == Some(name));
                        violated |= known.map_or(*otherwise, |(_, worlds)| *worlds);
                    }
                    true
                });
                return Masks::violated(violated);
            }
            Shape::Never(parts) => return never(parts, walk, found, facts),
            Shape::EqualsStored(fields) => {
                return compared(
                    fields,
                    document,
                    found,
                    |at, stored| match stored {
                        Stored::Missing => Some(true),
                        Stored::Text(wanted) => {
                            Some(document.text(at).is_some_and(|text| is_same(&text, wanted)))
                        }
                        Stored::Truth(truth) => match document.tape[at] {
                            node if node.kind == kind::BOOLEAN => {
                                Some(node.has(flag::TRUE) == truth)
                            }
                            node if is_number(node) => None, // 1 is true for others
                            _ => Some(false),
                        },
                        Stored::Null => Some(false),
                        Stored::Other => None,
                    },
                    facts,
                );
            }
            Shape::StoredUnknown(fields) => {
                return compared(
                    fields,
                    document,
                    found,
                    |_, stored| match stored {
                        Stored::Missing => Some(false),
                        Stored::Other => None, // it is not seen here what is known below it
                        Stored::Null | Stored::Text(_) | Stored::Truth(_) => Some(true),
                    },
                    facts,
                );
            }
            Shape::AtMost(pairs) => pairs.iter().all(|&(lower, upper)| {
                let (Some(lower), Some(upper)) = (place_of(found, lower), place_of(found, upper))
                else {
                    return true;
                };
                is_at_most(document, lower, upper)
            }),
            Shape::UniqueBy { array, key } => {
                let mut seen = Distinct::default();
                array.all(document, found, |item| {
                    let text = document.member(item, *key).and_then(|place| document.text(place));
                    text.is_none_or(|text| seen.insert(text))
                })
            }
            Shape::ExistsIn { names, texts } => {
                let mut declared = None; // most documents have no names
                names.iter().all(|target| {
                    target.all(document, found, |place| {
                        let Some(name) = document.text(place) else { return true };
                        let known =
                            declared.get_or_insert_with(|| texts_at(document, found, texts));
                        known.contains(&name)
                    })
                })
            }
        };
        Masks::violated(if is_kept { 0 } else { self.concerns })
    }
}

impl Named {
    /// Return the worlds in which a document must not set a field. `others`: of other sources.
    fn violated(&self, document: Document, found: &[u32], others: Worlds) -> Worlds {
        match self {
            Named::Nothing => others,
            Named::Own(own) => match place_of(found, own.at) {
                Some(at) if !document.is_among(at, &own.chosen) => ALL,
                _ => 0,
            },
            Named::Override { at, replaces, allowed } => match place_of(found, *at) {
                Some(at) if document.tape[at].kind != kind::NULL => {
                    let is_allowed = document.is_among(at, allowed);
                    if is_allowed {
                        0
                    } else if *replaces {
                        ALL
                    } else {
                        others
                    }
                }
                _ => others,
            },
        }
    }
}

/// Return the worlds in which all schemas fit once a document is applied.
fn never(parts: &[Part], walk: &mut Walk, found: &[u32], facts: Facts) -> Option<Masks> {
    let document = Document { body: walk.body, tape: walk.tape };
    let mut is_touched = false;
    for part in parts {
        is_touched |= !matches!(part.state(document, found)?, State::Stored);
    }
    if !is_touched {
        return Some(Masks::default()); // as for most patches
    }
    let (mut all, mut open) = (ALL, 0);
    for part in parts {
        let state = part.state(document, found)?;
        let (fits, unknown) = match state {
            State::Sent(at) => (every_if(walk.is_valid(part.schema, at)), 0),
            State::Absent => (every_if(fits_stored(walk, part.schema, Stored::Null)?), 0),
            State::Stored => match &part.stored {
                StoredAt::Source(sources) => {
                    let mut fits = 0;
                    for (name, worlds) in sources {
                        if fits_stored(walk, part.schema, Stored::Text(name))? {
                            fits |= worlds;
                        }
                    }
                    (fits, 0)
                }
                StoredAt::Number(number) => match facts.get(*number) {
                    Stored::Missing => (0, ALL),
                    value => (every_if(fits_stored(walk, part.schema, value)?), 0),
                },
            },
        };
        all &= fits | unknown;
        open |= unknown;
        if all == 0 {
            return Some(Masks::default());
        }
    }
    Some(Masks { violated: all & !open, open: all & open })
}

fn every_if(holds: bool) -> Worlds {
    if holds { ALL } else { 0 }
}

/// The value at a pointer after a patch.
enum State {
    /// The patch has it, at this place.
    Sent(usize),
    /// The patch replaces an object around it by one without it.
    Absent,
    /// The patch does not set it.
    Stored,
}

impl Part {
    /// Return the state after a patch; None if it is an object that is merged, or if an empty object
    /// would leave a stored null.
    fn state(&self, document: Document, found: &[u32]) -> Option<State> {
        for &(field, effect) in &self.way {
            let sent = place_of(found, field).map(|at| (at, document.tape[at]));
            let Some((_, node)) = sent.filter(|(_, node)| node.kind != kind::NULL) else {
                return Some(State::Stored);
            };
            if effect == Effect::UnlessEmpty && is_empty(node)? {
                return Some(State::Stored);
            }
            if effect != Effect::Merged || node.kind != kind::OBJECT {
                if node.kind == kind::OBJECT && node.size == 0 {
                    return None;
                }
                let (last, _) = *self.way.last()?;
                return Some(place_of(found, last).map_or(State::Absent, State::Sent));
            }
        }
        None
    }
}

/// Return true if a value counts as empty; None if only its digits tell.
fn is_empty(node: Node) -> Option<bool> {
    match node.kind {
        kind::ARRAY | kind::OBJECT | kind::STRING => Some(node.size == 0),
        kind::BOOLEAN => Some(!node.has(flag::TRUE)),
        _ => None,
    }
}

/// Return whether a stored value is valid by a schema; None if that cannot be said here.
fn fits_stored(walk: &Walk, schema: usize, stored: Stored) -> Option<bool> {
    let (kind, flags, text) = match stored {
        Stored::Missing | Stored::Other => return None,
        Stored::Null => (kind::NULL, 0, ""),
        Stored::Text(text) => (kind::STRING, 0, text),
        Stored::Truth(truth) => (kind::BOOLEAN, if truth { flag::TRUE } else { 0 }, ""),
    };
    let size = u32::try_from(text.len()).ok()?;
    let tape = [Node { kind, flags, name: UNNAMED, start: 0, size, next: 1 }];
    let decoded = &mut Vec::new();
    let mut walk = Walk::new(walk.program, text.as_bytes(), &tape, decoded, Strays::default());
    let is_valid = walk.is_valid(schema, 0);
    (!walk.is_unsure).then_some(is_valid)
}

/// Return the worlds in which a field that is set is not right beside its stored value.
fn compared(
    fields: &[StoredField],
    document: Document,
    found: &[u32],
    is_right: impl Fn(usize, Stored) -> Option<bool>,
    facts: Facts,
) -> Option<Masks> {
    let mut violated = 0;
    for field in fields {
        let set = place_of(found, field.at).filter(|&at| document.tape[at].kind != kind::NULL);
        let Some(at) = set else { continue };
        match &field.value {
            StoredAt::Number(number) => {
                if !is_right(at, facts.get(*number))? {
                    violated = ALL;
                }
            }
            StoredAt::Source(sources) => {
                for (name, worlds) in sources {
                    if !is_right(at, Stored::Text(name))? {
                        violated |= worlds;
                    }
                }
            }
        }
    }
    Masks::violated(violated)
}

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
    value_of(one) <= value_of(other)
}

/// So many texts are compared with each other, which takes less time than to hash them.
const FEW: usize = 16;

/// Texts that differ from each other.
#[derive(Default)]
struct Distinct<'a> {
    few: Vec<Cow<'a, [u8]>>,
    many: HashSet<Cow<'a, [u8]>>,
}

impl<'a> Distinct<'a> {
    /// Add a text; return false if it was added before.
    fn insert(&mut self, text: Cow<'a, [u8]>) -> bool {
        if self.few.len() < FEW {
            let is_new = !self.few.contains(&text);
            self.few.push(text);
            return is_new;
        }
        if self.many.is_empty() {
            self.many.extend(self.few.iter().cloned());
        }
        self.many.insert(text)
    }
}

/// Return the texts at some places.
fn texts_at<'a>(document: Document<'a>, found: &[u32], target: &Target) -> HashSet<Cow<'a, [u8]>> {
    let mut texts = HashSet::new();
    target.all(document, found, |place| {
        texts.extend(document.text(place));
        true
    });
    texts
}

// -- from the parameters of rules

fn boxed(texts: &[String]) -> Vec<Box<[u8]>> {
    texts.iter().map(|text| text.as_bytes().into()).collect()
}

fn read_field<'a>(
    given: &'a Value,
    reading: &mut Reading<'a, '_>,
) -> Result<(Shape, Worlds), Fault> {
    let pointer = text_of(member(given, "field")?)?;
    let allowed = texts(member(given, "sources")?)?;
    let at = reading.target(pointer)?;
    let when = given.get("when").map(|schema| reading.compiler.predicate(schema)).transpose()?;
    let is_other =
        |world: &World| !world.source.as_ref().is_some_and(|source| allowed.contains(source));
    let others = reading.mask(is_other);
    let kind = reading.kind;
    let overriding_at = kind.override_at.as_ref().filter(|_| kind.in_context);
    let named = if let Some(path) = overriding_at {
        let is_overridden = |part: &String| {
            pointer.strip_prefix(part.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        let overriding = |name: &&String| kind.overrides.contains(name);
        let overriding: Vec<String> = allowed.iter().filter(overriding).cloned().collect();
        Named::Override {
            at: reading.fields.add(path, reading.compiler)?,
            replaces: kind.overridden.iter().any(is_overridden),
            allowed: boxed(&overriding),
        }
    } else if allowed.is_empty() {
        Named::Nothing
    } else {
        reading.own_source(&allowed)?.map_or(Named::Nothing, Named::Own)
    };
    let concerns = if matches!(named, Named::Nothing) { others } else { ALL };
    Ok((Shape::Field { at, when, others, named }, concerns))
}

fn read_schema<'a>(
    given: &'a Value,
    reading: &mut Reading<'a, '_>,
) -> Result<(Shape, Worlds), Fault> {
    let schema = member(given, "schema")?;
    let each = given.get("each").map(texts).transpose()?;
    let chosen = given.get("sources").map(texts).transpose()?;
    let hostings = given.get("hosting").map(texts).transpose()?;
    let nulls = chosen.is_some() && each.is_some() && !speaks_of_null(schema)?;
    let own = match &chosen {
        Some(chosen) => reading.own_source(chosen)?,
        None => None,
    };
    let is_hosted = |world: &World| {
        let Some(hostings) = &hostings else { return true };
        world.hosting.as_ref().is_none_or(|hosting| hostings.contains(hosting))
    };
    let is_chosen = |world: &World| {
        let Some(chosen) = &chosen else { return true };
        own.is_some() || world.source.as_ref().is_some_and(|source| chosen.contains(source))
    };
    let concerns = reading.mask(|world| is_hosted(world) && is_chosen(world));
    let mut targets = Vec::new();
    for pointer in each.unwrap_or_else(|| vec![String::new()]) {
        targets.push(reading.target(&pointer)?);
    }
    let schema = reading.compiler.predicate(schema)?;
    Ok((Shape::Schema { each: targets, schema, nulls, own }, concerns))
}

/// Return true if a schema names null among the values of the instance itself.
fn speaks_of_null(schema: &Value) -> Result<bool, Fault> {
    let null = |value: &Value| value.as_str() == Some("null");
    let named = match schema.get("type") {
        Some(Value::Array(several)) => several.iter().any(null),
        Some(one) => null(one),
        None => false,
    };
    let in_enum = match schema.get("enum") {
        Some(values) => list(values)?.iter().any(Value::is_null),
        None => false,
    };
    if named || in_enum || schema.get("const").is_some_and(Value::is_null) {
        return Ok(true);
    }
    let singles = ["not", "if", "then", "else"].iter().filter_map(|name| schema.get(*name));
    let several = ["allOf", "anyOf"].iter().filter_map(|name| schema.get(*name)?.as_array());
    let mut parts = singles.chain(several.flatten());
    parts.try_fold(false, |known, part| Ok(known || speaks_of_null(part)?))
}

fn read_admitted(given: &Value, reading: &mut Reading) -> Result<(Shape, Worlds), Fault> {
    let target = text_of(member(given, "admitted")?)?;
    let (contract, hosting) = (reading.contract, reading.contract.hosting.as_ref());
    let runs = |name: &str| {
        let source = contract.sources.iter().find(|source| source.name == name);
        source.map_or(&[][..], |source| &source.hostings)
    };
    if target == "context" {
        let is_contradicted = |world: &World| match (&world.source, hosting) {
            (Some(source), Some(hosting)) => !runs(source).contains(hosting),
            _ => false,
        };
        return Ok((Shape::Always, reading.mask(is_contradicted)));
    }
    // if hosting and source contradict each other, the document is not at fault: both are accepted
    let elsewhere = |own: &[String]| {
        reading.mask(|world| {
            let known = world.source.as_deref().map_or(&[][..], runs);
            let mut places = known.iter().chain(hosting).peekable();
            places.peek().is_some() && !places.any(|place| own.contains(place))
        })
    };
    let of_source = |name: &str| (Box::from(name.as_bytes()), elsewhere(runs(name)));
    let by_source = contract.sources.iter().map(|source| of_source(&source.name)).collect();
    let otherwise = elsewhere(&[]);
    Ok((Shape::Admitted { at: reading.target(target)?, by_source, otherwise }, ALL))
}

fn read_never<'a>(given: &'a Value, reading: &mut Reading<'a, '_>) -> Result<Shape, Fault> {
    let mut parts = Vec::new();
    for (pointer, schema) in object(member(given, "never")?)? {
        let path = tokens(pointer)?;
        let (mut way, mut field) = (Vec::new(), 0);
        for depth in 1..=path.len() {
            field = reading.fields.add_below(field, &path[depth - 1], reading.compiler)?;
            let known = reading.kind.effects.iter().find(|(place, _)| *place == path[..depth]);
            let effect = match known.map(|(_, effect)| effect.as_str()) {
                Some(MERGED) => Effect::Merged,
                Some(UNLESS_EMPTY) => Effect::UnlessEmpty,
                Some(_) => return Err(Fault::new("an effect of a patch is not known")),
                None => Effect::Replaced,
            };
            way.push((field, effect));
        }
        let stored = reading.stored_at(&path);
        parts.push(Part { way, stored, schema: reading.compiler.predicate(schema)? });
    }
    Ok(Shape::Never(parts))
}

fn read_stored(given: &Value, reading: &mut Reading) -> Result<Vec<StoredField>, Fault> {
    let mut fields = Vec::new();
    for pointer in texts(member(given, "fields")?)? {
        let path = tokens(&pointer)?;
        let at = reading.fields.add(&path, reading.compiler)?;
        fields.push(StoredField { at, value: reading.stored_at(&path) });
    }
    Ok(fields)
}

fn read_at_most(given: &Value, reading: &mut Reading) -> Result<Shape, Fault> {
    let within = tokens(text_of(member(given, "within")?)?)?;
    let group = reading.fields.add(&within, reading.compiler)?;
    let mut pairs = Vec::new();
    for pair in list(member(given, "pairs")?)? {
        let [lower, upper] = &texts(pair)?[..] else {
            return Err(Fault::new("a pair has two names"));
        };
        let lower = reading.fields.add_below(group, lower, reading.compiler)?;
        pairs.push((lower, reading.fields.add_below(group, upper, reading.compiler)?));
    }
    Ok(Shape::AtMost(pairs))
}
