//! Programs: schemas compiled for walks along a tape.
#![expect(clippy::disallowed_types, reason = "no message adds to these tables")]

use std::cmp::Ordering;
use std::collections::HashMap;
use std::slice;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::automaton::Pattern;
use crate::contract::{Fault, count, list, number, object, read};
use crate::folding::{folded, folded_to_ascii};
use crate::names::Names;
use crate::number::{Decimal, nearest_double};
use crate::places::{Document, EVERY, utf8};
use crate::tape::kind;
use crate::words::{Name, either};

/// Schemas nest at most this deep, which bounds the stack of a walk.
const MAX_HEIGHT: usize = 100;
/// A cell of a row has 16 bits for a schema.
const MAX_SCHEMAS: usize = Cell::NONE as usize;
const MAX_NAMES: usize = u16::MAX as usize;
/// Numbers that are not wide lie within these bounds; see `flag::WIDE`.
const NARROW: f64 = 999_999_999_999_999.0;
const REFERENCE: &str = "#/$defs/";
type IsBroken = fn(Ordering) -> bool;
/// The keywords of bounds in the order of reports. The function returns true if a number breaks the
/// bound, given the order of the number and the bound.
const BOUNDS: [(&str, IsBroken); 4] = [
    ("minimum", Ordering::is_lt),
    ("maximum", Ordering::is_gt),
    ("exclusiveMinimum", Ordering::is_le),
    ("exclusiveMaximum", Ordering::is_ge),
];
#[rustfmt::skip]
const ANNOTATIONS: [&str; 7] = [
    "$schema", "$defs", "title", "description", "default", "examples", "readOnly",
];

/// Schemas for the values of one tape, with the names that they declare.
pub struct Program {
    pub names: Names,
    pub schemas: Vec<Schema>,
    /// Kinds of values by schema. For most values, the kind decides, and `schemas` is not read.
    pub kinds: Vec<Kinds>,
    /// Bytes of the longest name, or of its form that lenient readers compare.
    longest: usize,
    /// By number of a name: the form in which keys are compared with it.
    pub known: Vec<Name>,
}

impl Program {
    /// Return the declared name that some readers may take an undeclared member for.
    pub fn confusable(&self, document: Document, schema: usize, value: usize) -> Option<u16> {
        let folds = &self.schemas[schema].folds;
        let taken = |key: &str| folds.get(&folded_to_ascii(key, self.longest)?).copied();
        let key = document.raw_key(&self.names, value)?;
        // a character beyond ASCII has at most four bytes, and stands for at least one
        let limit = self.longest * if key.is_ascii() { 1 } else { 4 };
        if key.len() > limit && !key.contains(&0) {
            return None;
        }
        let key = utf8(key)?;
        // some readers drop NULs, for others the key ends there
        taken(&key).or_else(|| taken(key.split_once('\0')?.0))
    }
}

/// Kinds of values that a schema takes.
#[derive(Clone, Copy)]
pub struct Kinds {
    /// Kinds of the values that may be valid.
    pub valid: u8,
    /// Kinds of the values that are valid whatever they hold, wide numbers excepted.
    pub sure: u8,
}

/// The keywords of one compiled schema, apart from `type`.
#[derive(Clone, Default)]
pub struct Schema {
    /// The values that `enum` and `const` allow.
    pub choices: Vec<(&'static str, Choices)>,
    pub bounds: Option<Bounds>,
    pub min_length: u32,
    pub max_length: u32,
    pub pattern: Option<Arc<Pattern>>,
    pub min_items: u32,
    pub max_items: u32,
    pub items: Option<usize>,
    pub max_properties: u32,
    /// Names of the required members, in their order.
    pub required: Vec<u16>,
    pub others: Others,
    /// The declared names by their forms.
    pub folds: HashMap<Vec<u8>, u16>,
    /// By number of a name; names beyond the end are undeclared.
    cells: Vec<Cell>,
    pub combined: Option<Combined>,
    /// Kinds of values that no keyword but `type` restricts.
    unrestricted: u8,
    /// The values of keywords as texts show them.
    words: Vec<(Box<str>, Box<str>)>,
}

impl Schema {
    /// Return the cell of a name, or of `UNNAMED`.
    #[inline(always)]
    pub fn cell(&self, name: u16) -> Cell {
        self.cells.get(name as usize).copied().unwrap_or(Cell::UNDECLARED)
    }

    /// Return the declared names with their schemas.
    pub fn declared(&self) -> impl Iterator<Item = (u16, usize)> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(name, cell)| Some((name as u16, cell.schema()?)))
    }

    /// Return the value of a keyword as texts show it.
    pub fn word(&self, keyword: &str) -> Option<&str> {
        let known = self.words.iter().find(|(known, _)| **known == *keyword);
        known.map(|(_, text)| &**text)
    }

    fn require(&mut self, name: u16) {
        if !std::mem::replace(&mut self.cell_mut(name).is_required, true) {
            self.required.push(name);
        }
    }

    fn cell_mut(&mut self, name: u16) -> &mut Cell {
        let name = name as usize;
        self.cells.resize(self.cells.len().max(name + 1), Cell::UNDECLARED);
        &mut self.cells[name]
    }
}

/// Bounds on numbers, in the order of reports.
#[derive(Clone, Debug)]
pub struct Bounds(Vec<Bound>);

/// A bound: as a double, and by the digits that the schema has.
#[derive(Clone, Debug)]
struct Bound {
    keyword: &'static str,
    is_broken: IsBroken,
    value: f64,
    exact: Decimal,
}

impl Bounds {
    /// Return the bounds of a schema, if it has any.
    pub fn read(schema: &Value) -> Result<Option<Bounds>, Fault> {
        let mut bounds = Vec::new();
        for (keyword, is_broken) in BOUNDS {
            if schema.get(keyword).is_none() {
                continue;
            }
            let numeral = number(schema, keyword)?.to_string();
            let value = nearest_double(numeral.as_bytes());
            if !value.is_finite() {
                return Err(Fault::new("a bound is too large"));
            }
            let exact = Decimal::read(numeral.as_bytes());
            bounds.push(Bound { keyword, is_broken, value, exact });
        }
        Ok((!bounds.is_empty()).then_some(Bounds(bounds)))
    }

    /// Return the keywords whose bounds a number breaks.
    pub fn broken(&self, number: &Decimal) -> impl Iterator<Item = &'static str> {
        let is_broken = |bound: &&Bound| (bound.is_broken)(number.compare(&bound.exact));
        self.0.iter().filter(is_broken).map(|bound| bound.keyword)
    }

    /// Return true if a number of at most 15 digits lies within the bounds.
    pub fn admit(&self, number: f64) -> bool {
        let order = |bound: &Bound| number.partial_cmp(&bound.value);
        self.0.iter().all(|bound| order(bound).is_some_and(|order| !(bound.is_broken)(order)))
    }

    /// Return true if every number that is not wide lies within the bounds.
    fn admit_narrow(&self) -> bool {
        self.admit(NARROW) && self.admit(-NARROW)
    }
}

/// The strings that are valid, and whether null, false and true are; other values are not.
#[derive(Clone, Default)]
pub struct Choices {
    pub null: bool,
    pub truths: [bool; 2],
    pub texts: Vec<Name>,
}

/// Which undeclared members are valid.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Others {
    #[default]
    All,
    None,
    Schema(usize),
}

#[derive(Clone, Default, PartialEq, Eq)]
pub struct Combined {
    pub all: Vec<usize>,
    pub any: Vec<usize>,
    pub not: Option<usize>,
    pub condition: Option<usize>,
    pub then: Option<usize>,
    pub otherwise: Option<usize>,
}

/// A name in the schema of an object: whether it is required, and the schema of its value.
#[derive(Clone, Copy)]
pub struct Cell {
    schema: u16,
    pub is_required: bool,
}

impl Cell {
    const NONE: u16 = u16::MAX;
    const UNDECLARED: Cell = Cell { schema: Cell::NONE, is_required: false };

    pub fn schema(self) -> Option<usize> {
        (self.schema != Cell::NONE).then_some(self.schema as usize)
    }
}

/// Compiles the schemas of one program. `definitions`: the targets of references.
#[derive(Default)]
pub struct Compiler<'a> {
    definitions: Option<&'a Value>,
    names: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u16>,
    schemas: Vec<Schema>,
    kinds: Vec<Kinds>,
    /// Definitions by their names.
    known: HashMap<String, usize>,
    /// Definitions that are being compiled for the same value, to find recursion.
    open: Vec<String>,
    /// How many schemas are around the one that is compiled.
    height: usize,
}

impl<'a> Compiler<'a> {
    pub fn new(definitions: Option<&'a Value>) -> Compiler<'a> {
        Compiler { definitions, ..Compiler::default() }
    }

    /// Return the number by which tapes of the program know a name.
    pub fn name(&mut self, name: &str) -> Result<u16, Fault> {
        if let Some(&known) = self.numbers.get(name.as_bytes()) {
            return Ok(known);
        }
        let number = self.names.len();
        if number + 1 >= MAX_NAMES {
            return Err(Fault::new("there are too many names"));
        }
        self.names.push(name.as_bytes().into());
        self.numbers.insert(name.as_bytes().into(), number as u16);
        Ok(number as u16)
    }

    /// Return the numbers of the names of a path.
    pub fn path(&mut self, tokens: &[String]) -> Result<Vec<u16>, Fault> {
        tokens.iter().map(|token| self.name(token)).collect()
    }

    /// Return a copy of a schema that also applies `type` and `required` of the schema `rule` to
    /// values at a pattern, so that one walk decides both. None if no such place is declared.
    pub fn merged(&mut self, schema: usize, pattern: &[String], rule: usize) -> Option<usize> {
        let (mut made, mut valid) = (self.schemas[schema].clone(), self.kinds[schema].valid);
        match pattern.split_first() {
            None => {
                let asked = &self.schemas[rule];
                valid &= self.kinds[rule].valid;
                asked.required.iter().for_each(|&name| made.require(name));
                made.unrestricted &= asked.unrestricted;
            }
            Some((token, rest)) if token == EVERY => {
                let items = made.items.as_mut()?;
                *items = self.merged(*items, rest, rule)?;
            }
            Some((token, rest)) => {
                let cell = made.cell_mut(*self.numbers.get(token.as_bytes())?);
                cell.schema = self.merged(cell.schema()?, rest, rule)? as u16;
            }
        }
        self.push(valid, made).ok()
    }

    pub fn finish(self) -> Program {
        let texts = self.names.iter().map(|name| String::from_utf8_lossy(name));
        let known: Vec<Name> = texts.map(|text| Name::new(&text)).collect();
        let size = |name: &Name| name.text.len().max(folded(&name.text).len());
        let longest = known.iter().map(size).max().unwrap_or(0);
        let names = Names::new(self.names);
        Program { names, schemas: self.schemas, kinds: self.kinds, longest, known }
    }

    pub fn schema(&mut self, schema: &Value) -> Result<usize, Fault> {
        if self.height == MAX_HEIGHT {
            return Err(Fault::new("schemas nest too deeply, or hold themselves"));
        }
        self.height += 1;
        let made = self.keywords(schema)?;
        self.height -= 1;
        Ok(made)
    }

    fn schemas(&mut self, list_of: &Value) -> Result<Vec<usize>, Fault> {
        list(list_of)?.iter().map(|schema| self.schema(schema)).collect()
    }

    fn keywords(&mut self, whole: &Value) -> Result<usize, Fault> {
        let schema = object(whole)?;
        let (mut valid, mut combined) = (kind::ANY, Combined::default());
        if let Some(reference) = schema.get("$ref") {
            let found = self.definition(read(reference)?)?;
            if schema.keys().all(|key| key == "$ref" || is_annotation(key)) {
                return Ok(found);
            }
            combined.all.push(found);
        }
        let mut made = Schema {
            bounds: Bounds::read(whole)?,
            max_length: u32::MAX,
            max_items: u32::MAX,
            max_properties: u32::MAX,
            words: words(schema),
            ..Schema::default()
        };
        for (keyword, value) in schema {
            match keyword.as_str() {
                "type" => valid = types(value)?,
                "enum" => made.choices.push(("enum", choices(list(value)?)?)),
                "const" => made.choices.push(("const", choices(slice::from_ref(value))?)),
                "minLength" => made.min_length = bound(whole, keyword)?,
                "maxLength" => made.max_length = bound(whole, keyword)?,
                "minItems" => made.min_items = bound(whole, keyword)?,
                "maxItems" => made.max_items = bound(whole, keyword)?,
                "maxProperties" => made.max_properties = bound(whole, keyword)?,
                "pattern" => made.pattern = Some(Pattern::shared(read(value)?)?),
                "items" => made.items = Some(self.inner(value)?),
                "properties" => {
                    for (name, inner) in object(value)? {
                        let number = self.name(name)?;
                        made.cell_mut(number).schema = self.inner(inner)? as u16;
                        made.folds.insert(folded(name).into_bytes(), number);
                    }
                }
                "required" => {
                    for name in read::<Vec<&str>>(value)? {
                        made.require(self.name(name)?);
                    }
                }
                "additionalProperties" => {
                    made.others = match value {
                        Value::Bool(true) => Others::All,
                        Value::Bool(false) => Others::None,
                        inner => Others::Schema(self.inner(inner)?),
                    }
                }
                "allOf" => combined.all.extend(self.schemas(value)?),
                "anyOf" => combined.any = self.schemas(value)?,
                "not" => combined.not = Some(self.schema(value)?),
                "if" => combined.condition = Some(self.schema(value)?),
                "then" => combined.then = Some(self.schema(value)?),
                "else" => combined.otherwise = Some(self.schema(value)?),
                "$ref" => {}
                name if BOUNDS.iter().any(|(bound, _)| *bound == name) || is_annotation(name) => {}
                _ => return Err(Fault::new("a keyword is not in the declared subset")),
            }
        }
        made.choices.sort_by_key(|(keyword, _)| *keyword == "const");
        made.combined = (combined != Combined::default()).then_some(combined);
        let has = |keywords: &[&str]| keywords.iter().any(|word| schema.contains_key(*word));
        if made.choices.is_empty() && made.combined.is_none() {
            let is_closed = made.others != Others::All;
            let is_bounded = made.bounds.as_ref().is_some_and(|it| !it.admit_narrow());
            for (is_restricted, kinds) in [
                (is_bounded, kind::INTEGER | kind::FRACTION),
                (has(&["minLength", "maxLength", "pattern"]), kind::STRING),
                (has(&["minItems", "maxItems", "items"]), kind::ARRAY),
                (is_closed || has(&["maxProperties", "properties", "required"]), kind::OBJECT),
                (false, kind::NULL | kind::BOOLEAN),
            ] {
                made.unrestricted |= if is_restricted { 0 } else { kinds };
            }
        }
        self.push(valid, made)
    }

    fn push(&mut self, valid: u8, schema: Schema) -> Result<usize, Fault> {
        if self.schemas.len() + 1 >= MAX_SCHEMAS {
            return Err(Fault::new("there are too many schemas"));
        }
        self.kinds.push(Kinds { valid, sure: valid & schema.unrestricted });
        self.schemas.push(schema);
        Ok(self.schemas.len() - 1)
    }

    fn definition(&mut self, reference: &str) -> Result<usize, Fault> {
        let wrong = || Fault::new("a reference leads to no definition");
        let name = reference.strip_prefix(REFERENCE).ok_or_else(wrong)?;
        if self.open.iter().any(|open| open == name) {
            return Err(Fault::new("a schema holds itself, for the same value"));
        }
        if let Some(&known) = self.known.get(name) {
            return Ok(known);
        }
        let schema = self.definitions.and_then(|all| all.get(name)).ok_or_else(wrong)?;
        if schema.get("$ref").is_some() {
            return Err(Fault::new("a definition is a reference to another one"));
        }
        // it is added first, since its items and members may refer to it
        let number = self.push(kind::ANY, Schema::default())?;
        self.known.insert(name.to_string(), number);
        self.open.push(name.to_string());
        let made = self.schema(schema)?;
        self.open.pop();
        self.schemas[number] = std::mem::take(&mut self.schemas[made]);
        self.kinds[number] = self.kinds[made];
        Ok(number)
    }

    /// Compile the schema of items or members, which may refer to the open definitions again.
    fn inner(&mut self, schema: &Value) -> Result<usize, Fault> {
        let open = std::mem::take(&mut self.open);
        let made = self.schema(schema)?;
        self.open = open;
        Ok(made)
    }
}

pub fn is_annotation(keyword: &str) -> bool {
    ANNOTATIONS.contains(&keyword) || keyword.starts_with("x-")
}

pub fn types(value: &Value) -> Result<u8, Fault> {
    let of_name = |value: &Value| match value.as_str().unwrap_or_default() {
        "null" => Ok(kind::NULL),
        "boolean" => Ok(kind::BOOLEAN),
        "integer" => Ok(kind::INTEGER),
        "number" => Ok(kind::INTEGER | kind::FRACTION),
        "string" => Ok(kind::STRING),
        "array" => Ok(kind::ARRAY),
        "object" => Ok(kind::OBJECT),
        _ => Err(Fault::new("a type is not known")),
    };
    match value {
        Value::Array(several) => several.iter().try_fold(0, |sum, one| Ok(sum | of_name(one)?)),
        _ => of_name(value),
    }
}

fn choices(values: &[Value]) -> Result<Choices, Fault> {
    let mut found = Choices::default();
    for value in values {
        match value {
            Value::Null => found.null = true,
            Value::Bool(truth) => found.truths[usize::from(*truth)] = true,
            Value::String(text) => found.texts.push(Name::new(text)),
            _ => return Err(Fault::new("an enum has a number, an array or an object")),
        }
    }
    Ok(found)
}

/// Return the value of a keyword that bounds a length.
///
/// A value beyond 32 bits becomes `u32::MAX`, which no length exceeds.
fn bound(schema: &Value, keyword: &str) -> Result<u32, Fault> {
    Ok(u32::try_from(count(schema, keyword)?).unwrap_or(u32::MAX))
}

/// Return the values of keywords as texts show them.
fn words(schema: &Map<String, Value>) -> Vec<(Box<str>, Box<str>)> {
    let word = |(keyword, value): (&String, &Value)| -> Option<(Box<str>, Box<str>)> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Array(values) => {
                let names = values.iter().map(|it| it.as_str().or(it.is_null().then_some("null")));
                either(&names.collect::<Option<Vec<_>>>()?)
            }
            _ => return None,
        };
        Some((keyword.as_str().into(), text.into()))
    };
    schema.iter().filter_map(word).collect()
}
