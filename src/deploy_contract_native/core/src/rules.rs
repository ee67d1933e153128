//! Rules, and the worlds in which a document breaks them.
//!
//! A rule answers with hits: a place, the worlds in which the document breaks the rule there, and those
//! in which that depends on stored values that are not known.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value, json};

use crate::after_patch::{AfterPatch, Effect, Effects, Stored};
use crate::contract::{
    Contract, Fault, Kind, Rule, list, member, object, optional, text_of, texts, tokens,
};
use crate::evaluate::{Failure, Sink, Walk};
use crate::learn::{HYPHENS, UUID_CHARACTERS};
use crate::number::{Decimal, nearest_double};
use crate::places::{Document, EVERY, Fields, Pattern, mark_of, place_of};
use crate::program::{Compiler, ObjectRules};
use crate::tape::{Node, Writer, flag, kind};
use crate::worlds::{ALL, Mask, Worlds, bits};

/// The shape of the rules that say whether a document creates a revision.
pub const REVISION: &str = "revision";
const MERGED: &str = "merged";
const UNLESS_EMPTY: &str = "replaced_unless_empty";
/// Shapes of rules that are not on the values of documents.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 10] = [
    REVISION, "undeclared", "keyword", "wire", "http", "count_at_most", "equals_parameter",
    "among_parameter", "contains_parameter", "equals_known",
];
/// Reports show rules of these shapes after the others.
const LAST: [&str; 3] = ["at_most", "unique_by", "exists_in"];

/// Takes a place, the worlds in which a rule is broken there, and those in which that is open. It
/// returns false to end.
pub type Hits<'a> = &'a mut dyn FnMut(usize, Mask, Mask) -> bool;
/// Takes a place, and true if the rule is broken there whatever else is stored.
type Places<'a> = &'a mut dyn FnMut(usize, bool) -> bool;

/// All that a rule depends on beside its own parameters, and what reading it adds to.
pub struct Reading<'a, 'c> {
    pub contract: &'a Contract,
    pub kind: &'a Kind,
    pub worlds: &'c Worlds,
    pub compiler: &'c mut Compiler<'a>,
    pub fields: &'c mut Fields,
}

/// A rule, ready to be asked of documents.
#[derive(Debug)]
pub struct Check {
    /// The number of the rule in the contract.
    pub rule: usize,
    /// True if reports show it after rules of other shapes.
    pub is_last: bool,
    /// The place of the rule in reports.
    pub order: usize,
    /// True if the structure asks the same; see `merged`.
    pub is_merged: bool,
    /// No other world matters to the rule.
    pub concerns: Mask,
    /// The marks of fields. A document without all of them keeps the rule.
    pub looks_at: u64,
    shape: Shape,
    /// The way to the source in a stored deployment, if the rule reads it.
    source: Option<SourceField>,
}

#[derive(Debug)]
struct SourceField {
    path: Vec<u16>,
    /// The same field in the document, if the source matters only where the document has it.
    set_at: Option<usize>,
}

#[derive(Debug)]
enum Shape {
    Field {
        at: Target,
        when: Option<usize>,
        others: Mask,
        named: Named,
    },
    Schema {
        /// Fields, each with the schema of its value.
        each: Vec<(usize, usize)>,
        /// The schema of the whole document, which asks the same.
        whole: usize,
        violated: Mask,
        own: Option<OwnSource>,
    },
    /// The same for every document.
    Always(Mask),
    Admitted {
        at: Target,
        by_source: Vec<(Box<[u8]>, Mask)>,
        otherwise: Mask,
    },
    Never {
        /// Fields of which a document must have one to break the rule; none for any document.
        fields: Vec<usize>,
        parts: Vec<Part>,
        effects: Effects,
    },
    Compared {
        fields: Vec<(usize, Vec<u16>)>,
        wants_known: bool,
    },
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

/// A place of a `never` rule: its path, its field in the document, and the schema of its value.
#[derive(Debug)]
struct Part {
    path: Vec<u16>,
    field: usize,
    schema: usize,
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

impl Target {
    pub fn new(pattern: &[String], reading: &mut Reading, members: bool) -> Result<Target, Fault> {
        let (field, rest) = reading.field(pattern)?;
        let below = (!rest.is_empty()).then(|| Pattern::new(rest, members, reading.compiler));
        let below = below.transpose()?;
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
            Some(pattern) => pattern.all(document, place, &mut is_right),
        }
    }
}

/// Gives the places of failures.
struct Failures<'a>(&'a mut dyn FnMut(usize) -> bool);

impl Sink for Failures<'_> {
    const COLLECTS: bool = true;

    fn fail(&mut self, _walk: &mut Walk, failure: Failure) -> bool {
        (self.0)(failure.at)
    }

    fn undeclared(&mut self, _: &mut Walk, _: &ObjectRules, _: usize, _: usize) -> bool {
        true
    }

    fn skips_oversized(&self) -> bool {
        false
    }
}

impl Check {
    /// Read a rule on a kind of document. None if no document breaks it.
    pub fn read<'a>(
        number: usize,
        rule: &'a Rule,
        reading: &mut Reading<'a, '_>,
    ) -> Result<Option<Check>, Fault> {
        let given = &rule.parameters;
        let (shape, concerns) = match rule.shape.as_str() {
            "field" => read_field(given, reading)?,
            "schema" => read_schema(given, reading)?,
            REVISION => {
                let path = tokens(text_of(member(given, "field")?)?)?;
                let at = Target::new(&path, reading, true)?;
                let when = read_when(given, reading)?;
                (Shape::Field { at, when, others: ALL, named: Named::Nothing }, ALL)
            }
            "admitted" => read_admitted(given, reading)?,
            "never" => (read_never(given, reading)?, ALL),
            "equals_stored" => (read_compared(given, false, reading)?, ALL),
            "stored_unknown" => (read_compared(given, true, reading)?, ALL),
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
        let source = reading.source_field(rule)?;
        let is_last = LAST.contains(&rule.shape.as_str());
        let looks_at = shape.looks_at();
        let check = Check {
            rule: number,
            is_last,
            order: 0,
            is_merged: false,
            concerns,
            looks_at,
            shape,
            source,
        };
        Ok((concerns != 0).then_some(check))
    }

    /// Return the ways to the stored values that the rule reads.
    pub fn stored(&self) -> Vec<&[u16]> {
        match &self.shape {
            Shape::Never { parts, .. } => parts.iter().map(|part| &part.path[..]).collect(),
            Shape::Compared { fields, .. } => fields.iter().map(|(_, path)| &path[..]).collect(),
            _ => Vec::new(),
        }
    }

    /// Give the hits of a document whose fields are at the places `found`. Return false if `add` does.
    ///
    /// `possible`: the worlds that remain. `stored`: the stored deployment.
    pub fn hits(
        &self,
        walk: &mut Walk,
        found: &[u32],
        stored: Stored,
        (worlds, possible): (&Worlds, Mask),
        add: Hits,
    ) -> bool {
        let document = walk.document();
        let is_null = |at: usize| document.tape[at].kind == kind::NULL;
        match &self.shape {
            Shape::Always(violated) => add(found[0] as usize, *violated, 0),
            Shape::Field { at, when, others, named } => {
                if place_of(found, at.field).is_none() {
                    return true;
                }
                let violated = named.violated(document, found, *others);
                violated & possible == 0
                    || at.all(document, found, |place| {
                        let is_set = match when {
                            None => !is_null(place),
                            Some(schema) => walk.is_valid(*schema, place),
                        };
                        !is_set || add(place, violated, 0)
                    })
            }
            Shape::Schema { each, whole, violated, own } => {
                let mut is_valid = |&(field, schema): &(usize, usize)| {
                    place_of(found, field).is_none_or(|at| walk.is_valid(schema, at))
                };
                if each.iter().all(&mut is_valid) {
                    return true;
                }
                let at = own.as_ref().and_then(|own| Some((own, place_of(found, own.at)?)));
                let is_own = at.is_some_and(|(own, at)| document.is_among(at, &own.chosen));
                let violated = if is_own { ALL } else { *violated };
                let mut failures = Failures(&mut |at| add(at, violated, 0));
                violated & possible == 0 || walk.walk(&mut failures, *whole, found[0] as usize)
            }
            Shape::Admitted { at, by_source, otherwise } => at.all(document, found, |place| {
                let text = document.text(place);
                let known = by_source.iter().find(|(name, _)| text.as_deref() == Some(name));
                let violated = known.map_or(*otherwise, |(_, worlds)| *worlds);
                is_null(place) || add(place, violated, 0)
            }),
            _ => match &self.source {
                Some(source) if source.set_at.is_none_or(|at| place_of(found, at).is_some()) => {
                    self.by_world(walk, found, stored, source, (worlds, possible), add)
                }
                _ => self.places(walk, found, stored, &mut |at, is_settled| {
                    if is_settled { add(at, ALL, 0) } else { add(at, 0, ALL) }
                }),
            },
        }
    }

    /// Give the hits of a relation that reads the stored source, which each world has.
    fn by_world(
        &self,
        walk: &mut Walk,
        found: &[u32],
        stored: Stored,
        source: &SourceField,
        (worlds, possible): (&Worlds, Mask),
        add: Hits,
    ) -> bool {
        let mut hits: Vec<(usize, Mask, Mask)> = Vec::new();
        for world in bits(possible) {
            let name = worlds.source(world).unwrap_or_default();
            let mut writer = Writer::new(walk.names());
            write_with(&mut writer, stored, &source.path, name);
            let known = Document { body: &writer.body, tape: &writer.tape };
            self.places(walk, found, Stored::whole(known), &mut |at, is_settled| {
                let place = hits.iter().position(|(place, ..)| *place == at);
                let place = place.unwrap_or_else(|| {
                    hits.push((at, 0, 0));
                    hits.len() - 1
                });
                let (_, violated, open) = &mut hits[place];
                *(if is_settled { violated } else { open }) |= world;
                true
            });
        }
        hits.iter().all(|(at, violated, open)| add(*at, *violated, *open))
    }

    /// Give the places at which a document breaks a relation.
    fn places(&self, walk: &mut Walk, found: &[u32], stored: Stored, add: Places) -> bool {
        let document = walk.document();
        match &self.shape {
            Shape::Never { fields, parts, effects } => {
                if fields.iter().all(|field| place_of(found, *field).is_none()) {
                    return true;
                }
                let after = AfterPatch { program: walk.program, patch: document, effects };
                let (mut touched, mut is_settled) = (None, true);
                // fast: a text or true that the patch sets is the state, and most patches set no wrong one
                let is_set = |node: Node| match node.kind {
                    kind::STRING => node.size > 0,
                    kind::BOOLEAN => node.has(flag::TRUE),
                    _ => false,
                };
                for part in parts {
                    let place = place_of(found, part.field);
                    let set = place.filter(|&at| is_set(document.tape[at]));
                    if set.is_some_and(|at| !walk.is_valid(part.schema, at)) {
                        return true;
                    }
                }
                for part in parts {
                    let (state, place) = after.state(found[0] as usize, stored, &part.path);
                    touched = touched.or(place);
                    match after.may_fit(part.schema, &state) {
                        Some(false) => return true,
                        answer => is_settled &= answer.is_some(),
                    }
                }
                touched.is_none_or(|place| add(place, is_settled))
            }
            Shape::Compared { fields, wants_known } => fields.iter().all(|(field, path)| {
                let set = place_of(found, *field);
                let Some(at) = set.filter(|&at| document.tape[at].kind != kind::NULL) else {
                    return true;
                };
                let is_right = match stored.find(path) {
                    Stored::Missing => !wants_known,
                    _ if *wants_known => true,
                    Stored::Null => false,
                    Stored::At(known, place) => is_same(document, at, known, place),
                };
                is_right || add(at, true)
            }),
            Shape::AtMost(pairs) => pairs.iter().all(|&(lower, upper)| {
                let (Some(lower), Some(upper)) = (place_of(found, lower), place_of(found, upper))
                else {
                    return true;
                };
                is_at_most(document, lower, upper) || add(lower, true)
            }),
            Shape::UniqueBy { array, key } => {
                let mut texts = Vec::new();
                array.all(document, found, |item| {
                    let place = document.member(item, *key);
                    texts.extend(place.and_then(|place| Some((document.text(place)?, place))));
                    true
                });
                texts.sort_unstable();
                let pairs = texts.windows(2).filter(|pair| pair[0].0 == pair[1].0);
                let mut repeated: Vec<usize> = pairs.map(|pair| pair[1].1).collect();
                repeated.sort_unstable();
                repeated.into_iter().all(|place| add(place, true))
            }
            Shape::ExistsIn { names, texts } => {
                let mut declared = None; // most documents have no names
                names.iter().all(|target| {
                    target.all(document, found, |place| {
                        let Some(name) = document.text(place) else { return true };
                        let known =
                            declared.get_or_insert_with(|| texts_at(document, found, texts));
                        known.contains(&name) || add(place, true)
                    })
                })
            }
            _ => true,
        }
    }
}

impl Shape {
    /// Return the marks of the fields of which a document must have one to break the rule.
    fn looks_at(&self) -> u64 {
        match self {
            Shape::Always(_) => u64::MAX,
            Shape::Never { fields, .. } => {
                fields.iter().fold(0, |marks, field| marks | mark_of(*field))
            }
            Shape::Field { at, .. } | Shape::Admitted { at, .. } => mark_of(at.field),
            Shape::Schema { each, .. } => {
                each.iter().fold(0, |marks, (field, _)| marks | mark_of(*field))
            }
            Shape::Compared { fields, .. } => {
                fields.iter().fold(0, |marks, (at, _)| marks | mark_of(*at))
            }
            Shape::AtMost(pairs) => pairs.iter().fold(0, |marks, (low, _)| marks | mark_of(*low)),
            Shape::UniqueBy { array, .. } => mark_of(array.field),
            Shape::ExistsIn { names, .. } => {
                names.iter().fold(0, |marks, it| marks | mark_of(it.field))
            }
        }
    }
}

impl Reading<'_, '_> {
    /// Return the field that a pattern begins with, and the tokens below it.
    fn field<'p>(&mut self, pattern: &'p [String]) -> Result<(usize, &'p [String]), Fault> {
        let stem = pattern.iter().position(|token| token == EVERY).unwrap_or(pattern.len());
        Ok((self.fields.add(&pattern[..stem], self.compiler)?, &pattern[stem..]))
    }

    fn target(&mut self, pointer: &str) -> Result<Target, Fault> {
        Target::new(&tokens(pointer)?, self, false)
    }

    fn own_source(&mut self, chosen: &[String]) -> Result<Option<OwnSource>, Fault> {
        let Some(path) = &self.kind.own_source else { return Ok(None) };
        let at = self.fields.add(path, self.compiler)?;
        Ok(Some(OwnSource { at, chosen: boxed(chosen) }))
    }

    /// Return the place of the stored source if a relation reads it.
    fn source_field(&mut self, rule: &Rule) -> Result<Option<SourceField>, Fault> {
        let given = &rule.parameters;
        let (pointers, is_of_set) = match rule.shape.as_str() {
            "never" => (object(member(given, "never")?)?.keys().cloned().collect(), false),
            "equals_stored" | "stored_unknown" => (texts(member(given, "fields")?)?, true),
            _ => return Ok(None),
        };
        let carried = self.contract.carried();
        let mut reads = false;
        for pointer in &pointers {
            let path = tokens(pointer)?;
            reads |= path.iter().zip(&carried).all(|(one, other)| one == other);
        }
        if !reads || carried.is_empty() || !self.kind.stored || !self.worlds.are_sources() {
            return Ok(None);
        }
        let set_at = is_of_set.then(|| self.fields.add(&carried, self.compiler)).transpose()?;
        Ok(Some(SourceField { path: self.compiler.path(&carried)?, set_at }))
    }
}

impl Named {
    /// Return the worlds in which a document must not set a field. `others`: of other sources.
    fn violated(&self, document: Document, found: &[u32], others: Mask) -> Mask {
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

/// Write a copy of a stored object with a text at a path.
fn write_with(writer: &mut Writer, stored: Stored, path: &[u16], text: &str) {
    let Some((&first, rest)) = path.split_first() else { return writer.text(text.as_bytes()) };
    writer.open(kind::OBJECT);
    if let Stored::At(document, at) = stored
        && document.tape[at].kind == kind::OBJECT
    {
        document.each_child(at, |key, value| {
            if document.tape[value].name != first {
                writer.copy_key(document, key, value);
                writer.copy(document, value);
            }
            true
        });
    }
    writer.name(first);
    write_with(writer, stored.member(first), rest, text);
    writer.close();
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
    nearest_double(one) <= nearest_double(other)
}

/// Return true if a value equals a stored one, or both are one uuid in different letter case.
fn is_same(document: Document, at: usize, known: Document, place: usize) -> bool {
    if let (Some(text), Some(wanted)) = (document.text(at), known.text(place)) {
        let is_uuid = |text: &str| {
            let signs = text.chars().enumerate();
            let hyphens = signs.filter(|(_, sign)| *sign == '-').map(|(place, _)| place);
            hyphens.eq(HYPHENS) && text.chars().count() == UUID_CHARACTERS
        };
        let (text, wanted) = (String::from_utf8_lossy(&text), String::from_utf8_lossy(&wanted));
        let are_uuids = || is_uuid(&text) && is_uuid(&wanted);
        return text == wanted || (are_uuids() && text.to_lowercase() == wanted.to_lowercase());
    }
    is_equal(document, at, known, place)
}

/// Return true if two values are equal, where true is 1 and false is 0.
pub fn is_equal(one: Document, at: usize, other: Document, place: usize) -> bool {
    let (node, known) = (one.tape[at], other.tape[place]);
    let is_numeric = |node: Node| is_number(node) || node.kind == kind::BOOLEAN;
    if is_numeric(node) && is_numeric(known) {
        return is_equal_number(numeral(one, node), numeral(other, known));
    }
    if node.kind != known.kind || node.kind == 0 {
        return false;
    }
    match node.kind {
        kind::STRING => one.text(at) == other.text(place),
        kind::ARRAY => {
            let mut place = place + 1;
            node.size == known.size
                && one.each_child(at, |_, item| {
                    let is_equal = is_equal(one, item, other, place);
                    place = other.tape[place].next as usize;
                    is_equal
                })
        }
        kind::OBJECT if node.size == known.size => {
            let members = members_of(other, place);
            one.each_child(at, |key, value| {
                let found = members.get(&name_of(one, key, value));
                found.is_some_and(|&place| is_equal(one, value, other, place))
            })
        }
        kind::OBJECT => false,
        _ => true,
    }
}

/// The name of a member: its number, or its text if it has none.
type MemberName<'a> = (u16, Option<Cow<'a, [u8]>>);

fn name_of<'a>(document: Document<'a>, key: Option<usize>, value: usize) -> MemberName<'a> {
    (document.tape[value].name, key.and_then(|key| document.text_at(key)))
}

/// Return the places of the values of an object by their names: to look for each would take quadratic
/// time.
fn members_of(document: Document<'_>, at: usize) -> HashMap<MemberName<'_>, usize> {
    let mut members = HashMap::new();
    document.each_child(at, |key, value| {
        members.insert(name_of(document, key, value), value);
        true
    });
    members
}

fn numeral<'a>(document: Document<'a>, node: Node) -> (&'a [u8], bool) {
    if node.kind == kind::BOOLEAN {
        return (if node.has(flag::TRUE) { b"1" } else { b"0" }, false);
    }
    (node.bytes(document.body), node.has(flag::DECIMAL))
}

/// Return true if two numbers are equal: as doubles if they are written as such, else by their digits.
fn is_equal_number((one, is_double): (&[u8], bool), (other, is_other): (&[u8], bool)) -> bool {
    let exactly = |integer: &[u8], double: f64| {
        double.fract() == 0.0
            && Decimal::read(integer)
                .compare(&Decimal::read(format!("{double:.0}").as_bytes()))
                .is_eq()
    };
    match (is_double, is_other) {
        (true, true) => nearest_double(one) == nearest_double(other),
        (true, false) => exactly(other, nearest_double(one)),
        (false, true) => exactly(one, nearest_double(other)),
        (false, false) => Decimal::read(one).compare(&Decimal::read(other)).is_eq(),
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

/// Return the schema of the values that count as set; None for all but null.
fn read_when(given: &Value, reading: &mut Reading) -> Result<Option<usize>, Fault> {
    let when = optional(given, "when");
    when.map(|schema| reading.compiler.predicate(schema)).transpose()
}

fn read_field<'a>(given: &'a Value, reading: &mut Reading<'a, '_>) -> Result<(Shape, Mask), Fault> {
    let pointer = text_of(member(given, "field")?)?;
    let allowed = texts(member(given, "sources")?)?;
    let at = reading.target(pointer)?;
    let when = read_when(given, reading)?;
    let kind = reading.kind;
    let of_others =
        reading.worlds.mask(|source| source.is_none_or(|it| !allowed.contains(&it.name)));
    let others = if kind.in_context { of_others } else { ALL };
    let named = if let Some(path) = kind.override_at.as_ref().filter(|_| kind.in_context) {
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
) -> Result<(Shape, Mask), Fault> {
    let schema = member(given, "schema")?;
    let each = given.get("each").map(texts).transpose()?;
    let chosen = given.get("sources").map(texts).transpose()?;
    let hostings = given.get("hosting").map(texts).transpose()?;
    let nulls = chosen.is_some() && each.is_some() && !speaks_of_null(schema)?;
    let (contract, mut names) = (reading.contract, Vec::new());
    for source in &contract.sources {
        let runs = contract.hosting.as_ref().map_or(&source.hostings[..], std::slice::from_ref);
        let is_hosted = hostings.as_ref().is_none_or(|it| runs.iter().all(|one| it.contains(one)));
        if is_hosted && chosen.as_ref().is_none_or(|chosen| chosen.contains(&source.name)) {
            names.push(source.name.clone());
        }
    }
    let concerns_all = chosen.is_none() && names.len() == contract.sources.len();
    let of_names = reading.worlds.mask(|source| source.is_some_and(|it| names.contains(&it.name)));
    let violated = if concerns_all { ALL } else { of_names };
    let own = if names.is_empty() { None } else { reading.own_source(&names)? };
    let judged = if nulls { json!({"anyOf": [schema, {"type": "null"}]}) } else { schema.clone() };
    let (mut fields, mut patterns) = (Vec::new(), Vec::new());
    for pointer in each.unwrap_or_else(|| vec![String::new()]) {
        let pattern = tokens(&pointer)?;
        let (field, below) = reading.field(&pattern)?;
        fields.push((field, reading.compiler.predicate(&at_places(&[below], &judged))?));
        patterns.push(pattern);
    }
    let patterns: Vec<&[String]> = patterns.iter().map(Vec::as_slice).collect();
    let whole = reading.compiler.predicate(&at_places(&patterns, &judged))?;
    let concerns = if own.is_some() { ALL } else { violated };
    Ok((Shape::Schema { each: fields, whole, violated, own }, concerns))
}

/// Return a schema of documents whose values at some patterns are valid by `schema`.
fn at_places(patterns: &[&[String]], schema: &Value) -> Value {
    let mut below: BTreeMap<&str, Vec<&[String]>> = BTreeMap::new();
    for (first, rest) in patterns.iter().filter_map(|pattern| pattern.split_first()) {
        below.entry(first).or_default().push(rest);
    }
    let mut around = Map::new();
    if let Some(rest) = below.remove(EVERY) {
        around.insert("items".into(), at_places(&rest, schema));
    }
    let properties: Map<_, _> =
        below.iter().map(|(name, rest)| ((*name).into(), at_places(rest, schema))).collect();
    if !properties.is_empty() {
        around.insert("properties".into(), properties.into());
    }
    if patterns.iter().all(|pattern| !pattern.is_empty()) {
        return around.into();
    }
    if around.is_empty() {
        return schema.clone();
    }
    match schema.get("type") {
        // nothing is to be found inside a value of another type
        Some(kind) => json!({"allOf": [schema, {"if": {"type": kind}, "then": around}]}),
        None => json!({"allOf": [schema, around]}),
    }
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

fn read_admitted(given: &Value, reading: &mut Reading) -> Result<(Shape, Mask), Fault> {
    let target = text_of(member(given, "admitted")?)?;
    let (contract, hosting) = (reading.contract, reading.contract.hosting.as_ref());
    if target == "context" {
        let contradicts = reading.worlds.mask(|source| {
            source.zip(hosting).is_some_and(|(source, hosting)| !source.hostings.contains(hosting))
        });
        return Ok((Shape::Always(contradicts), contradicts));
    }
    // if hosting and source contradict each other, the document is not at fault: both are accepted
    let elsewhere = |own: &[String]| {
        reading.worlds.mask(|source| {
            let known = source.map_or(&[][..], |source| &source.hostings);
            let mut places = known.iter().chain(hosting).peekable();
            places.peek().is_some() && !places.any(|place| own.contains(place))
        })
    };
    let mut by_source = Vec::new();
    for source in &contract.sources {
        by_source.push((source.name.as_bytes().into(), elsewhere(&source.hostings)));
    }
    let otherwise = elsewhere(&[]);
    Ok((Shape::Admitted { at: reading.target(target)?, by_source, otherwise }, ALL))
}

fn read_never<'a>(given: &'a Value, reading: &mut Reading<'a, '_>) -> Result<Shape, Fault> {
    let (mut parts, mut effects, mut fields) = (Vec::new(), Vec::new(), Vec::new());
    for (place, effect) in reading.kind.effects.iter().filter(|_| reading.kind.stored) {
        let effect = match effect.as_str() {
            MERGED => Effect::Merged,
            UNLESS_EMPTY => Effect::UnlessEmpty,
            _ => return Err(Fault::new("an effect of a patch is not known")),
        };
        effects.push((reading.compiler.path(place)?, effect));
    }
    for (pointer, schema) in object(member(given, "never")?)? {
        let tokens = tokens(pointer)?;
        let path = reading.compiler.path(&tokens)?;
        // an object that is not merged breaks the rule by a member that it lacks, too
        let is_merged =
            path.first().is_some_and(|first| effects.contains(&(vec![*first], Effect::Merged)));
        let size = tokens.len().min(1 + usize::from(is_merged));
        fields.push(reading.fields.add(&tokens[..size], reading.compiler)?);
        let field = reading.fields.add(&tokens, reading.compiler)?;
        parts.push(Part { path, field, schema: reading.compiler.predicate(schema)? });
    }
    Ok(Shape::Never { fields, parts, effects })
}

fn read_compared(given: &Value, wants_known: bool, reading: &mut Reading) -> Result<Shape, Fault> {
    let mut fields = Vec::new();
    for pointer in texts(member(given, "fields")?)? {
        let path = tokens(&pointer)?;
        fields.push((reading.fields.add(&path, reading.compiler)?, reading.compiler.path(&path)?));
    }
    Ok(Shape::Compared { fields, wants_known })
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
