//! Programs: schemas compiled for walks along a tape.
//!
//! `deploy_contract_format.program` writes the bytes of a program and describes their format.
#![forbid(unsafe_code)]

use std::cmp::Ordering;
use std::sync::Arc;

use crate::automaton::Automaton;
use crate::names::Names;
use crate::number::Decimal;
use crate::reader::{Fault, Reader};
use crate::tape::kind;

const MAGIC: &[u8] = b"DCPR";
const VERSION: u32 = 1;
/// Schemas nest at most so deep. It bounds the stack of a walk.
const MOST_HEIGHT: usize = 100;
/// A cell of a row has 15 bits for a schema.
const MOST_SCHEMAS: usize = Cell::NONE as usize;
/// `additional` of objects that take no undeclared members.
const NO_SCHEMA: u32 = u32::MAX;
/// Numbers that are not wide lie within these bounds; see `flag::WIDE`.
const NARROW: f64 = 999_999_999_999_999.0;

/// Schemas that may be asked of one tape, with the names that they declare.
#[derive(Debug)]
pub struct Program {
    pub names: Names,
    pub schemas: Vec<Schema>,
    /// Kinds of values by schema, apart from the rest: most values need nothing else.
    pub kinds: Vec<Kinds>,
    /// Indexes of the schemas that may be asked.
    pub roots: Vec<usize>,
    pub folds: Folds,
    patterns: Vec<Arc<Automaton>>,
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
#[derive(Debug)]
pub struct Schema {
    pub bounds: Option<Bounds>,
    pub text: Option<TextRules>,
    pub choices: Option<Choices>,
    /// The one boolean that is valid.
    pub truth: Option<bool>,
    pub array: Option<ArrayRules>,
    pub object: Option<ObjectRules>,
    pub combined: Option<Combined>,
    height: usize,
}

/// Bounds on numbers.
#[derive(Debug)]
pub struct Bounds {
    minimum: Bound,
    maximum: Bound,
    above: Bound,
    below: Bound,
}

/// A bound: a double, and the shortest text of it, which stands for it in exact comparisons.
#[derive(Debug)]
struct Bound {
    value: f64,
    numeral: Box<str>,
}

impl Bound {
    fn new(value: f64) -> Bound {
        Bound { value, numeral: format!("{value:e}").into() }
    }

    /// Compare a number with the bound. No number reaches an infinite bound.
    fn order(&self, number: &Decimal) -> Ordering {
        if self.value.is_infinite() {
            return 0.0_f64.total_cmp(&self.value);
        }
        number.compare(&Decimal::read(self.numeral.as_bytes()))
    }
}

impl Bounds {
    fn none() -> Bounds {
        Bounds {
            minimum: Bound::new(f64::NEG_INFINITY),
            maximum: Bound::new(f64::INFINITY),
            above: Bound::new(f64::NEG_INFINITY),
            below: Bound::new(f64::INFINITY),
        }
    }

    /// Return true if a number of at most 15 digits lies within the bounds.
    pub fn admit(&self, number: f64) -> bool {
        let within = self.minimum.value <= number && number <= self.maximum.value;
        within && self.above.value < number && number < self.below.value
    }

    /// Return true if a number lies within the bounds.
    pub fn admit_exactly(&self, number: &Decimal) -> bool {
        self.minimum.order(number).is_ge()
            && self.maximum.order(number).is_le()
            && self.above.order(number).is_gt()
            && self.below.order(number).is_lt()
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
    /// Number of the pattern in the program.
    pub pattern: Option<usize>,
}

/// The strings that are valid, and whether null is; other values are not.
#[derive(Debug)]
pub struct Choices {
    pub null: bool,
    pub texts: Vec<Box<[u8]>>,
}

#[derive(Debug)]
pub struct ArrayRules {
    pub min_items: u32,
    pub max_items: u32,
    pub items: Option<usize>,
}

#[derive(Debug)]
pub struct ObjectRules {
    pub min_properties: u32,
    pub max_properties: u32,
    /// Number of required members.
    pub required: u32,
    pub others: Others,
    /// Names that undeclared members must not be confusable with, by the numbers of `Folds`.
    pub guards: Option<Vec<bool>>,
    /// A cell for each name; none at all if the object declares no member.
    cells: Box<[Cell]>,
}

impl ObjectRules {
    /// Return true if every undeclared member is valid.
    #[inline(always)]
    pub fn admit_all(&self) -> bool {
        self.others == Others::All && self.guards.is_none()
    }

    /// Return what the object says of a name, or of `UNNAMED`.
    #[inline(always)]
    pub fn cell(&self, name: u16) -> Cell {
        self.cells.get(name as usize).copied().unwrap_or(Cell::UNDECLARED)
    }

    /// Return the names of the declared members, and their schemas.
    pub fn declared(&self) -> impl Iterator<Item = (usize, usize)> {
        let cells = self.cells.iter().enumerate();
        cells.filter_map(|(name, cell)| Some((name, cell.schema()?)))
    }

    /// Return true if there are no rules but the schemas of declared members.
    pub fn has_properties_alone(&self) -> bool {
        let is_counted = self.min_properties > 0 || self.max_properties < u32::MAX;
        !is_counted && self.admit_all() && self.required == 0
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
    pub not: Option<usize>,
    pub condition: Option<usize>,
    pub then: Option<usize>,
    pub otherwise: Option<usize>,
}

impl Combined {
    /// Return true if there are no schemas but those of `allOf` and `anyOf`.
    pub fn has_lists_alone(&self) -> bool {
        let single = [self.not, self.condition, self.then, self.otherwise];
        single.iter().all(Option::is_none)
    }
}

/// What an object says of a name: whether it is required, and the schema of its value.
#[derive(Clone, Copy, Debug)]
pub struct Cell(u16);

impl Cell {
    const NONE: u16 = 0x7FFF;
    const REQUIRED: u16 = 0x8000;
    const UNDECLARED: Cell = Cell(Cell::NONE);

    pub fn schema(self) -> Option<usize> {
        let schema = self.0 & Cell::NONE;
        if schema == Cell::NONE { None } else { Some(schema as usize) }
    }

    pub fn is_required(self) -> bool {
        self.0 & Cell::REQUIRED != 0
    }

    fn with_schema(self, schema: usize) -> Cell {
        Cell(self.0 & Cell::REQUIRED | schema as u16 & Cell::NONE)
    }

    fn required(self) -> Cell {
        Cell(self.0 | Cell::REQUIRED)
    }
}

/// The declared names in lower case, each with a number.
#[derive(Debug)]
pub struct Folds {
    /// Distinct names in lower case.
    pub folded: Names,
    /// Bytes of the longest of them.
    pub longest: usize,
    /// Number in `folded` of each declared name.
    of_names: Vec<u16>,
}

impl Folds {
    fn new(names: &Names) -> Folds {
        let mut distinct: Vec<Box<[u8]>> = Vec::new();
        let mut of_names = Vec::new();
        for number in 0..names.len() {
            let lower: Box<[u8]> = names.get(number as u16).to_ascii_lowercase().into();
            let place = distinct.iter().position(|one| *one == lower);
            of_names.push(place.unwrap_or(distinct.len()) as u16);
            if place.is_none() {
                distinct.push(lower);
            }
        }
        let longest = distinct.iter().map(|name| name.len()).max().unwrap_or(0);
        Folds { folded: Names::new(distinct), longest, of_names }
    }

    /// Return the number of a declared name in lower case.
    pub fn of_name(&self, name: u16) -> usize {
        self.of_names[name as usize] as usize
    }
}

impl Program {
    /// Read a program. Every index in it is checked here, so that walks need not.
    pub fn read(bytes: &[u8]) -> Result<Program, Fault> {
        let mut reader = Reader::new(bytes);
        if reader.bytes(MAGIC.len())? != MAGIC {
            return Err(Fault("it does not begin like a program"));
        }
        if reader.number()? != VERSION {
            return Err(Fault("it has another version of the format"));
        }
        let names = Names::new(read_texts(&mut reader)?);
        let texts = read_texts(&mut reader)?;
        if names.len() >= u16::MAX as usize {
            return Err(Fault("it has too many names"));
        }
        let patterns = read_texts(&mut reader)?;
        let patterns =
            patterns.iter().map(|text| Automaton::shared(text)).collect::<Result<_, _>>()?;
        let folds = Folds::new(&names);
        let mut program =
            Program { names, folds, patterns, schemas: vec![], kinds: vec![], roots: vec![] };
        let count = reader.count()?;
        if count >= MOST_SCHEMAS {
            return Err(Fault("it has too many schemas"));
        }
        for _ in 0..count {
            let valid = reader.index(kind::ANY as usize + 1)? as u8;
            let schema = program.read_schema(&mut reader, &texts)?;
            let sure = valid & schema.free_kinds();
            program.kinds.push(Kinds { valid, sure });
            if schema.height > MOST_HEIGHT {
                return Err(Fault("its schemas nest too deeply"));
            }
            program.schemas.push(schema);
        }
        program.roots = reader.indexes(count)?;
        if !reader.is_at_end() {
            return Err(Fault("there is more after its end"));
        }
        Ok(program)
    }

    /// Return true if a text matches the pattern of a number.
    pub fn matches(&self, pattern: usize, text: &[u8]) -> bool {
        self.patterns[pattern].matches(text)
    }

    /// Read a schema. The schemas that it holds come before it, so none can hold itself.
    fn read_schema(&self, reader: &mut Reader, texts: &[Box<[u8]>]) -> Result<Schema, Fault> {
        let keywords = Keywords(reader.number()?);
        if keywords.0 >= keyword::END {
            return Err(Fault("a keyword is not known"));
        }
        let before = self.schemas.len();
        let bounds = read_bounds(reader, keywords)?;
        let text = read_text_rules(reader, keywords, self.patterns.len())?;
        let choices = read_choices(reader, keywords, texts)?;
        let truth = keywords.read(keyword::TRUTH, || reader.index(2))?.map(|truth| truth == 1);
        let array = read_array_rules(reader, keywords, before)?;
        let object = self.read_object_rules(reader, keywords)?;
        let combined = read_combined(reader, keywords, before)?;
        let mut schema =
            Schema { bounds, text, choices, truth, array, object, combined, height: 0 };
        let inner = schema.inner();
        let highest = inner.iter().map(|&index| self.schemas[index].height).max();
        schema.height = 1 + highest.unwrap_or(0);
        Ok(schema)
    }

    fn read_object_rules(
        &self,
        reader: &mut Reader,
        keywords: Keywords,
    ) -> Result<Option<ObjectRules>, Fault> {
        if !keywords.has_any(keyword::OF_OBJECTS) {
            return Ok(None);
        }
        let (schemas, names) = (self.schemas.len(), self.names.len());
        let min_properties = keywords.read(keyword::MIN_PROPERTIES, || reader.number())?;
        let max_properties = keywords.read(keyword::MAX_PROPERTIES, || reader.number())?;
        let declares = keywords.has_any(keyword::PROPERTIES | keyword::REQUIRED);
        let mut cells = vec![Cell::UNDECLARED; if declares { names } else { 0 }];
        if keywords.has_any(keyword::PROPERTIES) {
            for _ in 0..reader.count()? {
                let name = reader.index(names)?;
                cells[name] = cells[name].with_schema(reader.index(schemas)?);
            }
        }
        let mut required = 0;
        if keywords.has_any(keyword::REQUIRED) {
            for name in reader.indexes(names)? {
                required += u32::from(!cells[name].is_required());
                cells[name] = cells[name].required();
            }
        }
        let mut others = Others::All;
        if keywords.has_any(keyword::ADDITIONAL) {
            others = match reader.number()? {
                NO_SCHEMA => Others::None,
                index if (index as usize) < schemas => Others::Schema(index as usize),
                _ => return Err(Fault("an index is out of range")),
            };
        }
        let guarded = keywords.has_any(keyword::GUARDED);
        Ok(Some(ObjectRules {
            min_properties: min_properties.unwrap_or(0),
            max_properties: max_properties.unwrap_or(u32::MAX),
            required,
            others,
            guards: guarded.then(|| guards(&self.folds, &cells)),
            cells: cells.into(),
        }))
    }
}

/// Return for each folded name whether an object declares a name that folds to it.
fn guards(folds: &Folds, cells: &[Cell]) -> Vec<bool> {
    let mut guards = vec![false; folds.folded.len()];
    for (name, cell) in cells.iter().enumerate() {
        if cell.schema().is_some() {
            guards[folds.of_name(name as u16)] = true;
        }
    }
    guards
}

impl Schema {
    /// Return the kinds of values that only their type can make invalid.
    fn free_kinds(&self) -> u8 {
        if self.combined.is_some() || self.choices.is_some() {
            return 0;
        }
        let mut free = kind::NULL;
        if self.truth.is_none() {
            free |= kind::BOOLEAN;
        }
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

    /// Return the indexes of the schemas that this one holds.
    fn inner(&self) -> Vec<usize> {
        let mut inner = Vec::new();
        inner.extend(self.array.iter().filter_map(|array| array.items));
        if let Some(object) = &self.object {
            inner.extend(object.declared().map(|(_, schema)| schema));
            if let Others::Schema(index) = object.others {
                inner.push(index);
            }
        }
        if let Some(combined) = &self.combined {
            inner.extend(combined.all.iter().chain(&combined.any));
            let single = [combined.not, combined.condition, combined.then, combined.otherwise];
            inner.extend(single.iter().flatten());
        }
        inner
    }
}

/// Bits of the keywords of a schema. Their operands follow in this order.
mod keyword {
    pub const MINIMUM: u32 = 1;
    pub const MAXIMUM: u32 = 1 << 1;
    pub const EXCLUSIVE_MINIMUM: u32 = 1 << 2;
    pub const EXCLUSIVE_MAXIMUM: u32 = 1 << 3;
    pub const MIN_LENGTH: u32 = 1 << 4;
    pub const MAX_LENGTH: u32 = 1 << 5;
    pub const PATTERN: u32 = 1 << 6;
    pub const CHOICES: u32 = 1 << 7;
    pub const TRUTH: u32 = 1 << 8;
    pub const MIN_ITEMS: u32 = 1 << 9;
    pub const MAX_ITEMS: u32 = 1 << 10;
    pub const ITEMS: u32 = 1 << 11;
    pub const MIN_PROPERTIES: u32 = 1 << 12;
    pub const MAX_PROPERTIES: u32 = 1 << 13;
    pub const PROPERTIES: u32 = 1 << 14;
    pub const REQUIRED: u32 = 1 << 15;
    pub const ADDITIONAL: u32 = 1 << 16;
    pub const GUARDED: u32 = 1 << 17;
    pub const ALL: u32 = 1 << 18;
    pub const ANY: u32 = 1 << 19;
    pub const NOT: u32 = 1 << 20;
    pub const IF: u32 = 1 << 21;
    pub const THEN: u32 = 1 << 22;
    pub const ELSE: u32 = 1 << 23;
    pub const END: u32 = 1 << 24;
    pub const OF_NUMBERS: u32 = MINIMUM | MAXIMUM | EXCLUSIVE_MINIMUM | EXCLUSIVE_MAXIMUM;
    pub const OF_TEXTS: u32 = MIN_LENGTH | MAX_LENGTH | PATTERN;
    pub const OF_ARRAYS: u32 = MIN_ITEMS | MAX_ITEMS | ITEMS;
    pub const OF_OBJECTS: u32 =
        MIN_PROPERTIES | MAX_PROPERTIES | PROPERTIES | REQUIRED | ADDITIONAL | GUARDED;
    pub const COMBINED: u32 = ALL | ANY | NOT | IF | THEN | ELSE;
}

#[derive(Clone, Copy)]
struct Keywords(u32);

impl Keywords {
    fn has_any(self, keywords: u32) -> bool {
        self.0 & keywords != 0
    }

    /// Read the operand of a keyword, if the schema has the keyword.
    fn read<Operand>(
        self,
        keyword: u32,
        read: impl FnOnce() -> Result<Operand, Fault>,
    ) -> Result<Option<Operand>, Fault> {
        if self.has_any(keyword) { read().map(Some) } else { Ok(None) }
    }
}

fn read_texts(reader: &mut Reader) -> Result<Vec<Box<[u8]>>, Fault> {
    let mut texts = Vec::new();
    for _ in 0..reader.count()? {
        let size = reader.number()? as usize;
        let text = reader.bytes(size)?;
        if std::str::from_utf8(text).is_err() {
            return Err(Fault("a text is not UTF-8"));
        }
        texts.push(text.into());
    }
    Ok(texts)
}

fn read_bounds(reader: &mut Reader, keywords: Keywords) -> Result<Option<Bounds>, Fault> {
    if !keywords.has_any(keyword::OF_NUMBERS) {
        return Ok(None);
    }
    let mut bounds = Bounds::none();
    let places = [
        (keyword::MINIMUM, &mut bounds.minimum),
        (keyword::MAXIMUM, &mut bounds.maximum),
        (keyword::EXCLUSIVE_MINIMUM, &mut bounds.above),
        (keyword::EXCLUSIVE_MAXIMUM, &mut bounds.below),
    ];
    for (keyword, bound) in places {
        if let Some(number) = keywords.read(keyword, || reader.double())? {
            *bound = Bound::new(number);
        }
    }
    Ok(Some(bounds))
}

fn read_text_rules(
    reader: &mut Reader,
    keywords: Keywords,
    patterns: usize,
) -> Result<Option<TextRules>, Fault> {
    if !keywords.has_any(keyword::OF_TEXTS) {
        return Ok(None);
    }
    let min_length = keywords.read(keyword::MIN_LENGTH, || reader.number())?;
    let max_length = keywords.read(keyword::MAX_LENGTH, || reader.number())?;
    let pattern = keywords.read(keyword::PATTERN, || reader.index(patterns))?;
    Ok(Some(TextRules {
        min_length: min_length.unwrap_or(0) as usize,
        max_length: max_length.map_or(usize::MAX, |length| length as usize),
        pattern,
    }))
}

fn read_choices(
    reader: &mut Reader,
    keywords: Keywords,
    texts: &[Box<[u8]>],
) -> Result<Option<Choices>, Fault> {
    if !keywords.has_any(keyword::CHOICES) {
        return Ok(None);
    }
    let null = reader.index(2)? == 1;
    let indexes = reader.indexes(texts.len())?;
    let texts = indexes.into_iter().map(|index| texts[index].clone()).collect();
    Ok(Some(Choices { null, texts }))
}

fn read_array_rules(
    reader: &mut Reader,
    keywords: Keywords,
    schemas: usize,
) -> Result<Option<ArrayRules>, Fault> {
    if !keywords.has_any(keyword::OF_ARRAYS) {
        return Ok(None);
    }
    let min_items = keywords.read(keyword::MIN_ITEMS, || reader.number())?;
    let max_items = keywords.read(keyword::MAX_ITEMS, || reader.number())?;
    let items = keywords.read(keyword::ITEMS, || reader.index(schemas))?;
    Ok(Some(ArrayRules {
        min_items: min_items.unwrap_or(0),
        max_items: max_items.unwrap_or(u32::MAX),
        items,
    }))
}

fn read_combined(
    reader: &mut Reader,
    keywords: Keywords,
    schemas: usize,
) -> Result<Option<Combined>, Fault> {
    if !keywords.has_any(keyword::COMBINED) {
        return Ok(None);
    }
    let all = keywords.read(keyword::ALL, || reader.indexes(schemas))?;
    let any = keywords.read(keyword::ANY, || reader.indexes(schemas))?;
    if any.as_ref().is_some_and(Vec::is_empty) {
        return Err(Fault("a list of choices is empty"));
    }
    Ok(Some(Combined {
        all: all.unwrap_or_default(),
        any: any.unwrap_or_default(),
        not: keywords.read(keyword::NOT, || reader.index(schemas))?,
        condition: keywords.read(keyword::IF, || reader.index(schemas))?,
        then: keywords.read(keyword::THEN, || reader.index(schemas))?,
        otherwise: keywords.read(keyword::ELSE, || reader.index(schemas))?,
    }))
}
