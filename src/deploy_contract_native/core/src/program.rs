//! Programs: schemas compiled for walks along a tape.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::automaton::Pattern;
use crate::contract::{Fault, list, member, object, text_of, texts};
use crate::folding::folded;
use crate::names::Names;
use crate::number::{Decimal, nearest_double};
use crate::tape::kind;
use crate::words::{Name, either};

/// Schemas nest at most so deep. It bounds the stack of a walk.
const MOST_HEIGHT: usize = 100;
/// A cell of a row has 16 bits for a schema.
const MOST_SCHEMAS: usize = Cell::NONE as usize;
const MOST_NAMES: usize = u16::MAX as usize;
/// In schemas, the most items of an array and members of an object; a contract may take others.
const MOST_ITEMS: u64 = 10_000;
/// Numbers that are not wide lie within these bounds; see `flag::WIDE`.
const NARROW: f64 = 999_999_999_999_999.0;
const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const REFERENCE: &str = "#/$defs/";

/// Schemas that may be asked of one tape, with the names that they declare.
#[derive(Debug)]
pub struct Program {
    pub names: Names,
    pub schemas: Vec<Schema>,
    /// Kinds of values by schema, apart from the rest: most values need nothing else.
    pub kinds: Vec<Kinds>,
    /// Bytes of the longest name, or of its form that lenient readers compare.
    pub longest: usize,
    /// The names as keys are compared with them, by their numbers.
    pub known: Vec<Name>,
}

/// Kinds of values that a schema takes.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// Kinds of the values that may be valid.
    pub valid: u8,
    /// Kinds of the values that are valid whatever they hold, wide numbers excepted.
    pub sure: u8,
}

/// The keywords of one compiled schema, apart from `type`.
#[derive(Debug, Default)]
pub struct Schema {
    pub bounds: Option<Bounds>,
    pub text: Option<TextRules>,
    /// Of `enum` and `const`.
    pub choices: Vec<(Keyword, Choices)>,
    pub array: Option<ArrayRules>,
    pub object: Option<ObjectRules>,
    pub combined: Option<Combined>,
    /// Values of keywords as texts say them, if it is a schema of the structure of a document.
    words: Vec<(Box<str>, Box<str>)>,
}

/// Bounds on numbers, in the order of reports.
#[derive(Debug)]
pub struct Bounds(Vec<Bound>);

/// A bound: as a double, and by the digits that the schema has.
#[derive(Debug)]
struct Bound {
    keyword: Keyword,
    value: f64,
    exact: Decimal,
}

impl Bound {
    fn is_broken(&self, order: Ordering) -> bool {
        match self.keyword {
            Keyword::Minimum => order.is_lt(),
            Keyword::Maximum => order.is_gt(),
            Keyword::ExclusiveMinimum => order.is_le(),
            _ => order.is_ge(),
        }
    }
}

impl Bounds {
    /// Return the bounds of a schema, if it has any.
    pub fn read(schema: &Map<String, Value>) -> Result<Option<Bounds>, Fault> {
        let mut bounds = Vec::new();
        for name in BOUNDS {
            let (Some(value), Some(keyword)) = (schema.get(name), Keyword::of_name(name)) else {
                continue;
            };
            let Value::Number(number) = value else {
                return Err(Fault::new("a bound is no number"));
            };
            let numeral = number.to_string();
            let (value, exact) =
                (nearest_double(numeral.as_bytes()), Decimal::read(numeral.as_bytes()));
            if !value.is_finite() {
                return Err(Fault::new("a bound is too large"));
            }
            bounds.push(Bound { keyword, value, exact });
        }
        Ok((!bounds.is_empty()).then_some(Bounds(bounds)))
    }

    /// Return the keywords whose bounds a number breaks.
    pub fn broken(&self, number: &Decimal) -> impl Iterator<Item = Keyword> {
        let broken = self.0.iter().filter(|bound| bound.is_broken(number.compare(&bound.exact)));
        broken.map(|bound| bound.keyword)
    }

    /// Return true if a number of at most 15 digits lies within the bounds.
    pub fn admit(&self, number: f64) -> bool {
        let order = |bound: &Bound| number.partial_cmp(&bound.value);
        self.0.iter().all(|bound| order(bound).is_some_and(|order| !bound.is_broken(order)))
    }

    /// Return true if every number that is not wide lies within the bounds.
    fn admit_narrow(&self) -> bool {
        self.admit(NARROW) && self.admit(-NARROW)
    }
}

#[derive(Debug)]
pub struct TextRules {
    pub min_length: usize,
    pub max_length: usize,
    pub pattern: Option<Arc<Pattern>>,
}

/// The strings that are valid, and whether null, false and true are; other values are not.
#[derive(Debug, Default)]
pub struct Choices {
    pub null: bool,
    pub truths: [bool; 2],
    pub texts: Vec<Name>,
}

/// A keyword that a value may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    Type,
    Enum,
    Const,
    Pattern,
    MinLength,
    MaxLength,
    MaxProperties,
    Minimum,
    Maximum,
    ExclusiveMinimum,
    ExclusiveMaximum,
    MinItems,
    MaxItems,
    Required,
    AdditionalProperties,
    Not,
}

impl Keyword {
    pub const COUNT: usize = Keyword::Not as usize + 1;

    /// Return the keyword of a name.
    pub fn of_name(name: &str) -> Option<Keyword> {
        let found = KEYWORDS.iter().find(|(known, _)| *known == name);
        found.map(|(_, keyword)| *keyword)
    }
}

const KEYWORDS: [(&str, Keyword); Keyword::COUNT] = [
    ("type", Keyword::Type),
    ("enum", Keyword::Enum),
    ("const", Keyword::Const),
    ("pattern", Keyword::Pattern),
    ("minLength", Keyword::MinLength),
    ("maxLength", Keyword::MaxLength),
    ("maxProperties", Keyword::MaxProperties),
    ("minimum", Keyword::Minimum),
    ("maximum", Keyword::Maximum),
    ("exclusiveMinimum", Keyword::ExclusiveMinimum),
    ("exclusiveMaximum", Keyword::ExclusiveMaximum),
    ("minItems", Keyword::MinItems),
    ("maxItems", Keyword::MaxItems),
    ("required", Keyword::Required),
    ("additionalProperties", Keyword::AdditionalProperties),
    ("not", Keyword::Not),
];

#[derive(Debug)]
pub struct ArrayRules {
    pub min_items: u32,
    pub max_items: u32,
    pub items: Option<usize>,
}

#[derive(Debug)]
pub struct ObjectRules {
    pub max_properties: u32,
    /// Names of the required members, in their order.
    pub required: Box<[u16]>,
    pub others: Others,
    /// The declared names by their forms, if undeclared members are looked at: those of the structure of
    /// a document.
    pub folds: HashMap<Vec<u8>, u16>,
    /// The cells of the first names; the others are undeclared.
    cells: Box<[Cell]>,
}

impl ObjectRules {
    /// Return true if every undeclared member is valid.
    #[inline(always)]
    pub fn admit_all(&self) -> bool {
        self.others == Others::All && self.folds.is_empty()
    }

    /// Return what the object says of a name, or of `UNNAMED`.
    #[inline(always)]
    pub fn cell(&self, name: u16) -> Cell {
        self.cells.get(name as usize).copied().unwrap_or(Cell::UNDECLARED)
    }

    /// Return the declared names with their schemas.
    pub fn declared(&self) -> impl Iterator<Item = (u16, usize)> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(name, cell)| Some((name as u16, cell.schema()?)))
    }
}

/// Which undeclared members are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    All,
    None,
    Schema(usize),
}

#[derive(Debug, Default)]
pub struct Combined {
    pub all: Vec<usize>,
    pub any: Vec<usize>,
    /// The schema that says why no schema of `any` fits.
    pub best: Option<usize>,
    pub not: Option<usize>,
    pub condition: Option<usize>,
    pub then: Option<usize>,
    pub otherwise: Option<usize>,
}

/// What an object says of a name: whether it is required, and the schema of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Compiles the schemas of one program.
pub struct Compiler<'a> {
    definitions: Option<&'a Value>,
    /// Takes the place of `MOST_ITEMS`.
    most_items: u32,
    names: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u16>,
    schemas: Vec<Schema>,
    kinds: Vec<Kinds>,
    /// Definitions by name, and whether their undeclared members are looked at.
    known: HashMap<(String, bool), Definition>,
    /// How many arrays and objects are around the values of the schema that is compiled.
    level: usize,
}

/// A definition, and the level at which it is being compiled.
#[derive(Clone, Copy)]
struct Definition {
    number: usize,
    open_at: Option<usize>,
}

impl<'a> Compiler<'a> {
    /// Make a compiler. `definitions` are those that references lead to.
    pub fn new(definitions: Option<&'a Value>, most_items: u32) -> Compiler<'a> {
        Compiler {
            definitions,
            most_items,
            names: Vec::new(),
            numbers: HashMap::new(),
            schemas: Vec::new(),
            kinds: Vec::new(),
            known: HashMap::new(),
            level: 0,
        }
    }

    /// Return the number of a name, which the tapes of the program have.
    pub fn name(&mut self, name: &str) -> Result<u16, Fault> {
        if let Some(&known) = self.numbers.get(name.as_bytes()) {
            return Ok(known);
        }
        let number = self.names.len();
        if number + 1 >= MOST_NAMES {
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

    /// Compile the schema of a document, whose undeclared members are looked at.
    pub fn structure(&mut self, schema: &Value) -> Result<usize, Fault> {
        self.schema(schema, true, 0)
    }

    /// Compile the schema of a rule.
    pub fn predicate(&mut self, schema: &Value) -> Result<usize, Fault> {
        self.schema(schema, false, 0)
    }

    pub fn finish(self) -> Program {
        let names = Names::new(self.names);
        let text = |number| String::from_utf8_lossy(names.get(number as u16)).into_owned();
        let known: Vec<Name> = (0..names.len()).map(|number| Name::new(&text(number))).collect();
        let size = |name: &Name| name.text.len().max(folded(&name.text).len());
        let longest = known.iter().map(size).max().unwrap_or(0);
        Program { names, schemas: self.schemas, kinds: self.kinds, longest, known }
    }

    fn schema(&mut self, schema: &Value, guarded: bool, depth: usize) -> Result<usize, Fault> {
        if depth == MOST_HEIGHT {
            return Err(Fault::new("schemas nest too deeply, or hold themselves"));
        }
        let schema = object(schema)?;
        let mut all = Vec::new();
        if let Some(reference) = schema.get("$ref") {
            let found = self.definition(text_of(reference)?, guarded, depth)?;
            if schema.keys().all(|key| key == "$ref" || is_annotation(key)) {
                return Ok(found);
            }
            all.push(found);
        }
        let (mut valid, mut found) = (kind::ANY, Schema::default());
        let mut combined = Combined::default();
        for (keyword, value) in schema {
            let mut inner = |guarded| self.schema(value, guarded, depth + 1);
            match keyword.as_str() {
                "type" => valid &= types(value)?,
                "enum" => found.choices.push((Keyword::Enum, choices(list(value)?)?)),
                "const" => {
                    let only = choices(std::slice::from_ref(value))?;
                    found.choices.push((Keyword::Const, only));
                }
                "allOf" => {
                    for part in list(value)? {
                        all.push(self.schema(part, guarded, depth + 1)?);
                    }
                }
                "anyOf" => {
                    for part in list(value)? {
                        combined.any.push(self.schema(part, false, depth + 1)?);
                    }
                    let first = list(value)?.first();
                    let best = first.map(|part| self.schema(part, guarded, depth + 1));
                    combined.best = best.transpose()?;
                }
                "not" => combined.not = Some(inner(false)?),
                "if" => combined.condition = Some(inner(false)?),
                "then" => combined.then = Some(inner(guarded)?),
                "else" => combined.otherwise = Some(inner(guarded)?),
                _ if BY_GROUPS.contains(&keyword.as_str()) || is_annotation(keyword) => {}
                "$ref" => {}
                _ => return Err(Fault::new("a keyword is not in the declared subset")),
            }
        }
        combined.all = all;
        found.bounds = Bounds::read(schema)?;
        found.text = text_rules(schema)?;
        found.array = self.array_rules(schema, guarded, depth)?;
        found.object = self.object_rules(schema, guarded, depth)?;
        found.choices.sort_by_key(|(keyword, _)| *keyword as usize);
        if combined.is_used() {
            found.combined = Some(combined);
        }
        if guarded {
            found.words = self.words(schema);
        }
        self.push(valid, found)
    }

    fn push(&mut self, valid: u8, schema: Schema) -> Result<usize, Fault> {
        if self.schemas.len() + 1 >= MOST_SCHEMAS {
            return Err(Fault::new("there are too many schemas"));
        }
        self.kinds.push(Kinds { valid, sure: valid & schema.free_kinds() });
        self.schemas.push(schema);
        Ok(self.schemas.len() - 1)
    }

    fn definition(&mut self, reference: &str, guarded: bool, depth: usize) -> Result<usize, Fault> {
        let wrong = || Fault::new("a reference leads to no definition");
        let name = reference.strip_prefix(REFERENCE).ok_or_else(wrong)?;
        if let Some(known) = self.known.get(&(name.to_string(), guarded)) {
            if known.open_at == Some(self.level) {
                return Err(Fault::new("a schema holds itself, for the same value"));
            }
            return Ok(known.number);
        }
        let schema = member(self.definitions.ok_or_else(wrong)?, name).map_err(|_| wrong())?;
        if schema.get("$ref").is_some() {
            return Err(Fault::new("a definition is a reference to another one"));
        }
        // its place is known before it is compiled, since the values in it may be valid by it, too
        let number = self.push(kind::ANY, Schema::default())?;
        let open_at = Some(self.level);
        self.known.insert((name.to_string(), guarded), Definition { number, open_at });
        let made = self.schema(schema, guarded, depth + 1)?;
        self.schemas[number] = std::mem::take(&mut self.schemas[made]);
        self.kinds[number] = self.kinds[made];
        self.known.insert((name.to_string(), guarded), Definition { number, open_at: None });
        Ok(number)
    }

    /// Compile the schema of values inside of those of the schema that is compiled.
    fn inner(&mut self, schema: &Value, guarded: bool, depth: usize) -> Result<usize, Fault> {
        self.level += 1;
        let made = self.schema(schema, guarded, depth + 1);
        self.level -= 1;
        made
    }

    fn array_rules(
        &mut self,
        schema: &Map<String, Value>,
        guarded: bool,
        depth: usize,
    ) -> Result<Option<ArrayRules>, Fault> {
        let items = schema.get("items").map(|items| self.inner(items, guarded, depth));
        let rules = ArrayRules {
            min_items: count(schema, "minItems")?.unwrap_or(0),
            max_items: self.most(schema, "maxItems")?,
            items: items.transpose()?,
        };
        let is_used = rules.min_items > 0 || rules.max_items < u32::MAX || rules.items.is_some();
        Ok(is_used.then_some(rules))
    }

    fn object_rules(
        &mut self,
        schema: &Map<String, Value>,
        guarded: bool,
        depth: usize,
    ) -> Result<Option<ObjectRules>, Fault> {
        let (mut declared, mut folds) = (Vec::new(), HashMap::new());
        if let Some(properties) = schema.get("properties") {
            for (name, inner) in object(properties)? {
                let number = self.name(name)?;
                declared.push((number, self.inner(inner, guarded, depth)?));
                folds.extend(guarded.then(|| (folded(name).into_bytes(), number)));
            }
        }
        let mut required = Vec::new();
        for name in schema.get("required").map(texts).transpose()?.unwrap_or_default() {
            let name = self.name(&name)?;
            if !required.contains(&name) {
                required.push(name);
            }
        }
        let others = match schema.get("additionalProperties") {
            None | Some(Value::Bool(true)) => Others::All,
            Some(Value::Bool(false)) => Others::None,
            Some(inner) => Others::Schema(self.inner(inner, guarded, depth)?),
        };
        let mut cells = vec![Cell::UNDECLARED; self.names.len()];
        for &(name, schema) in &declared {
            cells[name as usize].schema = schema as u16;
        }
        for &name in &required {
            cells[name as usize].is_required = true;
        }
        let is_used = !declared.is_empty() || !required.is_empty() || others != Others::All;
        let max_properties = self.most(schema, "maxProperties")?;
        let (required, cells) = (required.into(), cells.into());
        let rules = ObjectRules { max_properties, required, others, folds, cells };
        Ok((is_used || max_properties < u32::MAX).then_some(rules))
    }

    /// Return the values of keywords as texts say them.
    fn words(&self, schema: &Map<String, Value>) -> Vec<(Box<str>, Box<str>)> {
        let said = |(keyword, value): (&String, &Value)| -> Option<(Box<str>, Box<str>)> {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Number(number) if number.as_u64() == Some(MOST_ITEMS) => {
                    match keyword.as_str() {
                        "maxItems" | "maxProperties" => self.most_items.to_string(),
                        _ => number.to_string(),
                    }
                }
                Value::Number(number) => number.to_string(),
                Value::Array(values) => {
                    let names =
                        values.iter().map(|it| it.as_str().or(it.is_null().then_some("null")));
                    either(&names.collect::<Option<Vec<_>>>()?)
                }
                _ => return None,
            };
            Some((keyword.as_str().into(), text.into()))
        };
        schema.iter().filter_map(said).collect()
    }

    /// Return the most items or members of a schema.
    fn most(&self, schema: &Map<String, Value>, keyword: &str) -> Result<u32, Fault> {
        if schema.get(keyword).and_then(Value::as_u64) == Some(MOST_ITEMS) {
            return Ok(self.most_items);
        }
        Ok(count(schema, keyword)?.unwrap_or(u32::MAX))
    }
}

/// Keywords that are read with others for the same type.
#[rustfmt::skip]
const BY_GROUPS: [&str; 14] = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
    "pattern", "minItems", "maxItems", "items", "maxProperties", "properties",
    "required", "additionalProperties",
];
#[rustfmt::skip]
const ANNOTATIONS: [&str; 7] = [
    "$schema", "$defs", "title", "description", "default", "examples", "readOnly",
];

pub fn is_annotation(keyword: &str) -> bool {
    ANNOTATIONS.contains(&keyword) || keyword.starts_with("x-")
}

pub fn types(value: &Value) -> Result<u8, Fault> {
    let of_name = |value: &Value| match text_of(value)? {
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

/// Return the bound of a keyword on lengths. A greater one than integers of 32 bits is any.
fn count(schema: &Map<String, Value>, keyword: &str) -> Result<Option<u32>, Fault> {
    let Some(value) = schema.get(keyword) else { return Ok(None) };
    let number = value.as_u64().ok_or_else(|| Fault::new("a length is no integer"))?;
    Ok(Some(u32::try_from(number).unwrap_or(u32::MAX)))
}

fn text_rules(schema: &Map<String, Value>) -> Result<Option<TextRules>, Fault> {
    let pattern = schema.get("pattern").map(text_of).transpose()?;
    let longest = count(schema, "maxLength")?.filter(|&length| length < u32::MAX);
    let rules = TextRules {
        min_length: count(schema, "minLength")?.unwrap_or(0) as usize,
        max_length: longest.map_or(usize::MAX, |length| length as usize),
        pattern: pattern.map(Pattern::shared).transpose()?,
    };
    let is_used = rules.min_length > 0 || rules.max_length < usize::MAX || rules.pattern.is_some();
    Ok(is_used.then_some(rules))
}

impl Combined {
    fn is_used(&self) -> bool {
        let has_lists = !self.all.is_empty() || !self.any.is_empty();
        has_lists || self.not.is_some() || self.condition.is_some()
    }
}

impl Schema {
    /// Return the value of a keyword as a text says it.
    pub fn word(&self, keyword: &str) -> Option<&str> {
        let known = self.words.iter().find(|(known, _)| **known == *keyword);
        known.map(|(_, text)| &**text)
    }

    /// Return the kinds of values that only their type can make invalid.
    fn free_kinds(&self) -> u8 {
        if self.combined.is_some() || !self.choices.is_empty() {
            return 0;
        }
        let mut free = kind::NULL | kind::BOOLEAN;
        if self.bounds.as_ref().is_none_or(Bounds::admit_narrow) {
            free |= kind::INTEGER | kind::FRACTION;
        }
        if self.text.is_none() {
            free |= kind::STRING;
        }
        if self.array.is_none() {
            free |= kind::ARRAY;
        }
        if self.object.is_none() {
            free |= kind::OBJECT;
        }
        free
    }
}
