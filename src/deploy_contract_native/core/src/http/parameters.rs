//! Path and query parameters: decoded once, parsed strictly, checked against the contract's types.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

use crate::automaton::Pattern;
use crate::contract::{self, Json, list, member, optional, optional_text, text_of, texts};
use crate::http::faults::Fault;
use crate::http::parameter_names::{Aliases, is_method_field};
use crate::http::path_readings::unquote;
use crate::http::wtf8;
use crate::outcome::Location;
use crate::program::types;
use crate::tape::kind;
use crate::words::{Name as Declared, did_you_mean, either, nearest};

/// Names that become faults; no report shows more.
const MOST_CONFUSED: usize = 100;
/// Digits that are parsed; a longer number is out of any bounds.
const LONGEST_INTEGER: usize = 20;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// It is not valid.
    None,
    Text(String),
    Integer(i128),
    Fraction(f64),
    Truth(bool),
    Texts(Vec<String>),
}

impl Value {
    /// Return true for an empty text or list, and for no value.
    pub fn is_empty(&self) -> bool {
        match self {
            Value::None => true,
            Value::Text(text) => text.is_empty(),
            Value::Texts(texts) => texts.is_empty(),
            _ => false,
        }
    }
}

/// Values by the names of their parameters.
pub type Values = Vec<(Arc<str>, Value)>;

/// A declared parameter.
#[derive(Debug)]
pub struct Parameter {
    pub name: Arc<str>,
    location: Location,
    schema: Scalar,
    /// The schema of each item, if the value is a list separated by commas.
    items: Option<Scalar>,
    /// The known values beside the empty one, if not all are known.
    known: Option<Vec<String>>,
    default: Option<Value>,
    is_required: bool,
}

/// The schema of a scalar.
#[derive(Debug)]
struct Scalar {
    /// Kinds of value; a text is parsed only if it may not be a string.
    kinds: u8,
    /// The words for these kinds.
    expected: String,
    choices: Option<Vec<String>>,
    pattern: Option<Pattern>,
    format: Option<String>,
    minimum: Option<Json>,
    maximum: Option<Json>,
}

impl Scalar {
    fn read(schema: &Json) -> Result<Scalar, contract::Fault> {
        let kinds = member(schema, "type")?;
        let names = kinds.as_array().map_or(std::slice::from_ref(kinds), Vec::as_slice);
        let names: Vec<&str> = names.iter().map(text_of).collect::<Result<_, _>>()?;
        let named: Vec<&str> = names.into_iter().filter(|name| *name != "null").collect();
        let choices = optional(schema, "enum").map(list).transpose()?;
        let text = |value: &Json| value.as_str().map(String::from);
        let pattern = optional(schema, "pattern").map(text_of).transpose()?;
        Ok(Scalar {
            kinds: types(kinds)?,
            expected: named.join(" or "),
            choices: choices.map(|choices| choices.iter().filter_map(text).collect()),
            pattern: pattern.map(Pattern::new).transpose()?,
            format: optional_text(schema, "x-format")?,
            minimum: optional(schema, "minimum").cloned(),
            maximum: optional(schema, "maximum").cloned(),
        })
    }

    /// Return the value of a text that stands for another scalar than a string.
    fn scalar(&self, text: &str) -> Option<Value> {
        if self.kinds & kind::INTEGER != 0 && is_integer(text) {
            let digits = &text[..text.len().min(LONGEST_INTEGER)];
            return digits.parse().ok().map(Value::Integer);
        }
        if self.kinds & kind::BOOLEAN == 0 {
            return None;
        }
        match &*text.to_ascii_lowercase() {
            "true" => Some(Value::Truth(true)),
            "false" => Some(Value::Truth(false)),
            _ => None,
        }
    }

    /// Return the rule that a value breaks.
    fn broken(&self, value: &Value) -> Option<&'static str> {
        match value {
            Value::Text(text) => self.broken_by_text(text),
            Value::Integer(number) if compared(*number, &self.minimum) == Some(Ordering::Less) => {
                Some("parameter-minimum")
            }
            Value::Integer(number)
                if compared(*number, &self.maximum) == Some(Ordering::Greater) =>
            {
                Some("parameter-maximum")
            }
            _ => None,
        }
    }

    fn broken_by_text(&self, text: &str) -> Option<&'static str> {
        if self.choices.as_ref().is_some_and(|choices| !choices.iter().any(|one| one == text)) {
            return Some("parameter-enum");
        }
        let pattern = self.pattern.as_ref();
        let fits = pattern.is_none_or(|pattern| pattern.matches(text.as_bytes()));
        (!fits).then_some("parameter-format")
    }

    /// Return a fault with the values for the placeholders in the texts of its rule.
    fn fault(&self, rule: &'static str, name: &str) -> Fault {
        let bound = |bound: &Option<Json>| bound.as_ref().map_or("None".into(), Json::to_string);
        Fault::new(rule)
            .about(name)
            .with("name", name)
            .with("enum", either_of(self.choices.as_deref().unwrap_or_default()))
            .with("format", self.format.as_deref().unwrap_or("value"))
            .with("minimum", bound(&self.minimum))
            .with("maximum", bound(&self.maximum))
    }
}

impl Parameter {
    pub fn read(row: &Json) -> Result<Parameter, contract::Fault> {
        let location = match text_of(member(row, "in")?)? {
            "path" => Location::Path,
            "query" => Location::Query,
            _ => return Err(contract::Fault::new("a parameter is at an unknown place")),
        };
        Ok(Parameter {
            name: text_of(member(row, "name")?)?.into(),
            location,
            schema: Scalar::read(member(row, "schema")?)?,
            items: optional(row, "items").map(Scalar::read).transpose()?,
            known: optional(row, "values").map(texts).transpose()?,
            default: row.get("default").map(default).transpose()?,
            is_required: member(row, "required")?.as_bool() == Some(true),
        })
    }

    pub fn is_in_query(&self) -> bool {
        self.location == Location::Query
    }

    pub fn is_uuid(&self) -> bool {
        self.schema.format.as_deref() == Some("uuid")
    }

    pub fn pattern(&self) -> Option<&str> {
        self.schema.pattern.as_ref().map(Pattern::text)
    }

    /// Return the value that a text stands for. If it is invalid, add a fault.
    pub fn parse(&self, text: &str, faults: &mut Vec<Fault>) -> Value {
        let mut wrong = |fault: Fault| faults.push(fault.at(self.location));
        let mut value = Value::Text(text.into());
        if self.schema.kinds & kind::STRING == 0 {
            let Some(scalar) = self.schema.scalar(text) else {
                let fault = Fault::new("parameter-type").about(&*self.name);
                wrong(fault.with("name", &self.name).with("type", &self.schema.expected));
                return Value::None;
            };
            value = scalar;
        }
        if let Some(rule) = self.schema.broken(&value) {
            wrong(self.schema.fault(rule, &self.name));
            return Value::None;
        }
        if let Some(schema) = &self.items {
            if text.is_empty() {
                return Value::Texts(Vec::new());
            }
            if text.split(',').any(|item| schema.broken_by_text(item).is_some()) {
                wrong(schema.fault("parameter-item", &self.name));
            }
            return Value::Texts(text.split(',').map(String::from).collect());
        }
        let known = self.known.as_ref();
        if !text.is_empty() && known.is_some_and(|known| !known.iter().any(|one| one == text)) {
            let fault = Fault::new("parameter-value").about(&*self.name).with("name", &self.name);
            wrong(fault.with("values", either_of(known.map_or(&[], Vec::as_slice))));
        }
        value
    }
}

fn default(value: &Json) -> Result<Value, contract::Fault> {
    Ok(match value {
        Json::Null => Value::None,
        Json::Bool(truth) => Value::Truth(*truth),
        Json::String(text) => Value::Text(text.clone()),
        Json::Number(number) => match number.as_i128() {
            Some(integer) => Value::Integer(integer),
            None => Value::Fraction(number.as_f64().unwrap_or_default()),
        },
        _ => return Err(contract::Fault::new("a default is no scalar")),
    })
}

/// Return how a number compares with a bound, if there is one.
fn compared(number: i128, bound: &Option<Json>) -> Option<Ordering> {
    let Some(Json::Number(bound)) = bound else { return None };
    match bound.as_i128() {
        Some(bound) => Some(number.cmp(&bound)),
        None => (number as f64).partial_cmp(&bound.as_f64()?),
    }
}

/// Return true for `-?(0|[1-9][0-9]*)`.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit());
    is_plain && (digits == "0" || !digits.starts_with('0'))
}

fn either_of(names: &[String]) -> String {
    either(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The query parameters of an operation.
#[derive(Debug)]
pub struct Query {
    /// The name of the operation.
    pub operation: Arc<str>,
    pub declared: Vec<Parameter>,
    /// Their names.
    pub names: Vec<Declared>,
    /// Names of parameters, of members of the body and of method overrides.
    pub aliases: Aliases,
    /// Characters that a query may have.
    pub longest: usize,
    /// Undeclared names that become faults, at most.
    pub most_unknown: usize,
}

type Name<'a> = Cow<'a, [u8]>;

impl Query {
    /// Add the values of the parameters of a query, and its faults.
    ///
    /// Defaults are filled in. Parameters without a value or default and undeclared names are left out.
    pub fn parse(&self, query: &[u8], values: &mut Values, faults: &mut Vec<Fault>) {
        if wtf8::count(query) > self.longest {
            let fault = Fault::new("query-size").at(Location::Query);
            faults.push(fault.with("limit", self.longest));
            return;
        }
        let first = values.len();
        for parameter in &self.declared {
            if let Some(default) = &parameter.default {
                values.push((parameter.name.clone(), default.clone()));
            }
        }
        if query.is_empty() && !self.requires_any() {
            return;
        }
        let mut found: Vec<Option<Option<Cow<str>>>> = vec![None; self.declared.len()];
        let mut repeated = vec![false; self.declared.len()];
        let mut unknown = Names::default();
        for (name, value) in pairs(query) {
            match self.declared.iter().position(|one| *one.name.as_bytes() == *name) {
                None => unknown.add(name),
                Some(number) if found[number].is_some() => repeated[number] = true,
                Some(number) => found[number] = Some(value),
            }
        }
        for ((parameter, text), repeated) in self.declared.iter().zip(&found).zip(repeated) {
            let name = &parameter.name;
            let fault =
                |rule| Fault::new(rule).at(Location::Query).about(&**name).with("name", name);
            let value = match text {
                None => continue,
                Some(_) if repeated => Err(fault("parameter-repeated")),
                Some(None) => Err(fault("parameter-encoding")),
                Some(Some(text)) => Ok(parameter.parse(text, faults)),
            };
            let known = values[first..].iter().position(|(known, _)| known == name);
            match (value, known.map(|place| first + place)) {
                (Ok(value), Some(place)) => values[place].1 = value,
                (Ok(value), None) => values.push((name.clone(), value)),
                (Err(fault), place) => {
                    faults.push(fault);
                    if let Some(place) = place {
                        values.remove(place);
                    }
                }
            }
        }
        for (parameter, text) in self.declared.iter().zip(&found) {
            if text.is_none() && parameter.is_missed() {
                let fault = Fault::new("parameter-required").at(Location::Query);
                faults.push(fault.about(&*parameter.name).with("name", &parameter.name));
            }
        }
        if !unknown.in_order.is_empty() || query.contains(&b';') {
            self.judge_names(query, &unknown.in_order, faults);
        }
    }

    pub fn requires_any(&self) -> bool {
        self.declared.iter().any(Parameter::is_missed)
    }

    /// Add a fault for each name that is confusable, then for the other undeclared names.
    fn judge_names(&self, query: &[u8], unknown: &[Name], faults: &mut Vec<Fault>) {
        let mut confusable: Vec<(Vec<u8>, Fault)> = Vec::new();
        for name in unknown {
            if let Some(known) = self.aliases.taken_for(name) {
                confusable.push((name.to_vec(), self.confusable(name, known)));
            }
            if confusable.len() == MOST_CONFUSED {
                break;
            }
        }
        if query.contains(&b';') {
            self.add_pieces(query, &mut confusable);
        }
        let is_left = |name: &&Name| !confusable.iter().any(|(known, _)| **known == ***name);
        let left = unknown.iter().filter(is_left).take(self.most_unknown);
        let left: Vec<Fault> = left.map(|name| self.unknown(name)).collect();
        faults.extend(confusable.into_iter().map(|(_, fault)| fault));
        faults.extend(left);
    }

    fn unknown(&self, name: &[u8]) -> Fault {
        let meant = nearest(&wtf8::readable(name), self.names.iter());
        let fault = Fault::new("parameter-unknown").at(Location::Query);
        let fault = fault.about(wtf8::printable(name)).with("operation", &self.operation);
        Fault { hint: meant.map(|name| did_you_mean(&name.text)), ..fault }
    }

    /// Add the names that readers find too that split a query at `;`.
    fn add_pieces(&self, query: &[u8], confusable: &mut Vec<(Vec<u8>, Fault)>) {
        let mut names = Names::default();
        for part in query.split(|&sign| sign == b'&') {
            let mut pieces = part.split(|&sign| sign == b';').peekable();
            let is_whole = !part.contains(&b';');
            if is_whole || pieces.peek().is_some_and(|piece| piece.contains(&b'=')) {
                pieces.next();
            }
            for piece in pieces {
                names.add(decoded_name(name_of(piece)));
            }
        }
        let mut count = 0;
        for name in names.in_order {
            let declared = self.declared.iter().map(|parameter| &*parameter.name);
            let own = declared.into_iter().find(|known| known.as_bytes() == &*name);
            let Some(known) = own.or_else(|| self.aliases.taken_for(&name)) else { continue };
            let (key, fault) = ([b";", &*name].concat(), self.confusable(&name, known));
            match confusable.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => *known = fault,
                None => confusable.push((key, fault)),
            }
            count += 1;
            if count == MOST_CONFUSED {
                break;
            }
        }
    }

    fn confusable(&self, name: &[u8], known: &str) -> Fault {
        let is_declared = self.declared.iter().any(|parameter| &*parameter.name == known);
        let is_override = is_method_field(known) && !is_declared;
        let rule = if is_override { "method-override" } else { "parameter-confusable" };
        let fault = Fault::new(rule).at(Location::Query).about(wtf8::printable(name));
        if is_override { fault } else { fault.with("name", known) }
    }
}

impl Parameter {
    fn is_missed(&self) -> bool {
        self.is_required && self.default.is_none()
    }
}

/// Distinct names in the order in which they come.
#[derive(Default)]
struct Names<'a> {
    in_order: Vec<Name<'a>>,
    known: HashSet<Name<'a>>,
}

impl<'a> Names<'a> {
    fn add(&mut self, name: Name<'a>) {
        if self.known.insert(name.clone()) {
            self.in_order.push(name);
        }
    }
}

/// Return each name and value of a query, decoded (WHATWG URL, section 5.1).
///
/// The value is None if it is not UTF-8.
fn pairs(query: &[u8]) -> impl Iterator<Item = (Name<'_>, Option<Cow<'_, str>>)> {
    let parts = query.split(|&sign| sign == b'&').filter(|part| !part.is_empty());
    parts.map(|part| {
        let name = name_of(part);
        let value = part.get(name.len() + 1..).unwrap_or_default();
        (decoded_name(name), decoded(value))
    })
}

fn name_of(part: &[u8]) -> &[u8] {
    part.split(|&sign| sign == b'=').next().unwrap_or_default()
}

fn decoded_name(name: &[u8]) -> Name<'_> {
    match decoded(name) {
        Some(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
        Some(Cow::Owned(text)) if !text.is_empty() => Cow::Owned(text.into()),
        _ => Cow::Borrowed(name),
    }
}

/// Return the text decoded, or None if it is not UTF-8.
///
/// A percent sign that begins no triplet stays (WHATWG URL, section 1.3).
fn decoded(text: &[u8]) -> Option<Cow<'_, str>> {
    if !text.iter().any(|sign| matches!(sign, b'%' | b'+')) {
        return std::str::from_utf8(text).ok().map(Cow::Borrowed);
    }
    let spaced: Vec<u8> = text.iter().map(|&sign| if sign == b'+' { b' ' } else { sign }).collect();
    String::from_utf8(unquote(&spaced).into_owned()).ok().map(Cow::Owned)
}
