//! Path and query parameters: decoded once, parsed strictly, checked against the contract's types.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::automaton::Pattern;
use crate::contract::{self, Json, part};
use crate::http::faults::Fault;
use crate::http::parameter_names::{Aliases, is_method_field};
use crate::http::path_readings::unquote;
use crate::http::wtf8;
use crate::number::Decimal;
use crate::outcome::Location;
use crate::program::{Bounds, types};
use crate::tape::kind;
use crate::text::count_characters;
use crate::words::{Name as Declared, did_you_mean, either, nearest};

/// The greatest number of names that become faults. No report shows more.
const MAX_CONFUSED: usize = 100;
/// The greatest number of digits that are parsed. A longer number is out of all bounds.
const LONGEST_INTEGER: usize = 20;
/// Integers of at most this many digits are doubles without rounding.
const MAX_EXACT: usize = 15;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// The value is not valid.
    None,
    Text(String),
    Integer(i128),
    Fraction(f64),
    Truth(bool),
    Texts(Vec<String>),
}

impl Value {
    /// Return the value of a parameter for a JSON value; None if no parameter can have this value.
    pub fn of(value: &Json) -> Option<Value> {
        Some(match value {
            Json::Null => Value::None,
            Json::Bool(truth) => Value::Truth(*truth),
            Json::String(text) => Value::Text(text.clone()),
            Json::Number(number) => match number.as_i128() {
                Some(integer) => Value::Integer(integer),
                None => Value::Fraction(number.as_f64()?),
            },
            Json::Array(_) => Value::Texts(Vec::deserialize(value).ok()?),
            Json::Object(_) => return None,
        })
    }

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

/// The values of parameters, by name.
pub type Values = Vec<(Arc<str>, Value)>;

#[derive(Debug)]
pub struct Parameter {
    pub name: Arc<str>,
    location: Location,
    schema: Scalar,
    /// The schema of each item, if the value is a list separated by commas.
    items: Option<Scalar>,
    /// The known values, except the empty one, of a parameter that may also have unknown values.
    known: Option<Vec<String>>,
    default: Option<Value>,
    is_required: bool,
}

#[derive(Debug)]
struct Scalar {
    schema: Json,
    /// The kinds of value. If a string is one of these, a text is not parsed.
    kinds: u8,
    choices: Option<Vec<Json>>,
    bounds: Option<Bounds>,
    pattern: Option<Arc<Pattern>>,
}

impl Scalar {
    fn read(schema: &Json) -> Result<Scalar, contract::Fault> {
        let pattern: Option<&str> = part(schema, "pattern")?;
        Ok(Scalar {
            kinds: types(&schema["type"])?,
            choices: part(schema, "enum")?,
            bounds: Bounds::read(schema)?,
            pattern: pattern.map(Pattern::shared).transpose()?,
            schema: schema.clone(),
        })
    }

    /// Return the value that a text stands for, or the rule that it breaks.
    fn value(&self, text: &str) -> Result<Value, &'static str> {
        if self.kinds & kind::STRING != 0 {
            let choices = self.choices.as_ref();
            if choices.is_some_and(|choices| !choices.iter().any(|one| one == text)) {
                return Err("parameter-enum");
            }
            let pattern = self.pattern.as_ref();
            let fits = pattern.is_none_or(|pattern| pattern.matches(text.as_bytes()));
            return if fits { Ok(Value::Text(text.into())) } else { Err("parameter-format") };
        }
        if self.kinds & kind::INTEGER != 0 && is_integer(text) {
            let digits = &text[..text.len().min(LONGEST_INTEGER)];
            let number: i128 = digits.parse().map_err(|_| "parameter-type")?;
            let Some(bounds) = &self.bounds else { return Ok(Value::Integer(number)) };
            if digits.len() <= MAX_EXACT && bounds.admit(number as f64) {
                return Ok(Value::Integer(number));
            }
            return match bounds.broken(&Decimal::read(digits.as_bytes())).next() {
                Some("minimum" | "exclusiveMinimum") => Err("parameter-minimum"),
                Some(_) => Err("parameter-maximum"),
                None => Ok(Value::Integer(number)),
            };
        }
        let truth = text.to_ascii_lowercase().parse().ok();
        let truth = truth.filter(|_| self.kinds & kind::BOOLEAN != 0);
        truth.map(Value::Truth).ok_or("parameter-type")
    }

    /// Return the names in the value of a keyword, without null.
    fn named(&self, keyword: &str) -> Vec<&str> {
        let names = match self.schema.get(keyword) {
            Some(Json::Array(names)) => &names[..],
            one => one.map_or(&[][..], std::slice::from_ref),
        };
        names.iter().filter_map(Json::as_str).collect()
    }

    fn fault(&self, rule: &'static str, name: &str) -> Fault {
        let value = |keyword: &str, none: &str| match self.schema.get(keyword) {
            Some(Json::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => none.into(),
        };
        let mut kinds = self.named("type");
        kinds.retain(|kind| *kind != "null");
        Fault::new(rule)
            .about(name)
            .with("name", name)
            .with("type", kinds.join(" or "))
            .with("enum", either(&self.named("enum")))
            .with("format", value("x-format", "value"))
            .with("minimum", value("minimum", "None"))
            .with("maximum", value("maximum", "None"))
    }
}

impl Parameter {
    pub fn read(row: &Json) -> Result<Parameter, contract::Fault> {
        let items: Option<Json> = part(row, "items")?;
        let odd = contract::Fault::new("a default is no value of a parameter");
        Ok(Parameter {
            name: part(row, "name")?,
            location: part(row, "in")?,
            schema: Scalar::read(&row["schema"])?,
            items: items.as_ref().map(Scalar::read).transpose()?,
            known: part(row, "values")?,
            default: row.get("default").map(|value| Value::of(value).ok_or(odd)).transpose()?,
            is_required: part(row, "required")?,
        })
    }

    pub fn is_in_query(&self) -> bool {
        self.location == Location::Query
    }

    pub fn is_uuid(&self) -> bool {
        self.schema.schema.get("x-format").is_some_and(|format| format == "uuid")
    }

    /// Return true if a text is ASCII and surely valid, which it is not for lists and listed values.
    pub fn admits(&self, text: &str) -> bool {
        let is_scalar = self.items.is_none() && self.known.is_none();
        is_scalar && text.is_ascii() && self.schema.value(text).is_ok()
    }

    /// Return the value that a text stands for. If it is invalid, add a fault.
    pub fn parse(&self, text: &str, faults: &mut Vec<Fault>) -> Value {
        let mut wrong = |fault: Fault| faults.push(fault.at(self.location));
        let value = match self.schema.value(text) {
            Ok(value) => value,
            Err(rule) => {
                wrong(self.schema.fault(rule, &self.name));
                return Value::None;
            }
        };
        if let Some(schema) = &self.items {
            let items = text.split(',').filter(|_| !text.is_empty());
            if items.clone().any(|item| schema.value(item).is_err()) {
                wrong(schema.fault("parameter-item", &self.name));
            }
            return Value::Texts(items.map(String::from).collect());
        }
        if let Some(known) = &self.known
            && !text.is_empty()
            && !known.iter().any(|one| one == text)
        {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let fault = Fault::new("parameter-value").about(&*self.name).with("name", &self.name);
            wrong(fault.with("values", either(&known)));
        }
        value
    }
}

/// Return true for `-?(0|[1-9][0-9]*)`. An automaton takes 30 ns more for each parameter.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_plain && (digits == "0" || !digits.starts_with('0'))
}

/// The query parameters of an operation.
#[derive(Debug)]
pub struct Query {
    pub operation: Arc<str>,
    pub declared: Vec<Parameter>,
    pub names: Vec<Declared>,
    /// The names of parameters, of members of the body and of method overrides.
    pub aliases: Aliases,
    /// The greatest number of characters of a query.
    pub longest: usize,
    /// The greatest number of undeclared names that become faults.
    pub most_unknown: usize,
}

type Name<'a> = Cow<'a, [u8]>;

impl Query {
    /// Add the values of the parameters of a query, and its faults.
    ///
    /// Defaults are filled in. Parameters without a value or default and undeclared names are left
    /// out.
    pub fn parse(&self, query: &[u8], values: &mut Values, faults: &mut Vec<Fault>) {
        if count_characters(query) > self.longest {
            let fault = Fault::new("query-size").at(Location::Query);
            faults.push(fault.with("limit", self.longest));
            return;
        }
        let pairs: Vec<_> = pairs(query).collect();
        let (mut defaults, mut others, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for parameter in &self.declared {
            let (name, default) = (&parameter.name, &parameter.default);
            let fault =
                |rule| Fault::new(rule).at(Location::Query).about(&**name).with("name", name);
            let mut texts = pairs.iter().filter(|(given, _)| **given == *name.as_bytes());
            let value = match (texts.next(), texts.next()) {
                (Some((_, Some(text))), None) => Some(parameter.parse(text, faults)),
                (Some(_), again) => {
                    let is_repeated = again.is_some();
                    let rule =
                        if is_repeated { "parameter-repeated" } else { "parameter-encoding" };
                    faults.push(fault(rule));
                    None
                }
                (None, _) => {
                    if parameter.is_required && default.is_none() {
                        missing.push(fault("parameter-required"));
                    }
                    default.clone()
                }
            };
            let found = if default.is_some() { &mut defaults } else { &mut others };
            found.extend(value.map(|value| (name.clone(), value)));
        }
        faults.extend(missing);
        values.extend(defaults.into_iter().chain(others));
        let names = pairs.into_iter().map(|(name, _)| name);
        let unknown = distinct(names.filter(|name| self.parameter(name).is_none()));
        if unknown.is_empty() && !query.contains(&b';') {
            return;
        }
        let mut confusable = self.confusables(&unknown, b"");
        for (key, fault) in self.confusables(&pieces(query), b";") {
            match confusable.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => *known = fault,
                None => confusable.push((key, fault)),
            }
        }
        let is_left = |name: &&Name| !confusable.iter().any(|(known, _)| **known == ***name);
        let left = unknown.iter().filter(is_left).take(self.most_unknown);
        let left: Vec<Fault> = left.map(|name| self.unknown(name)).collect();
        faults.extend(confusable.into_iter().map(|(_, fault)| fault));
        faults.extend(left);
    }

    fn parameter(&self, name: &[u8]) -> Option<&Parameter> {
        self.declared.iter().find(|parameter| parameter.name.as_bytes() == name)
    }

    /// Return a fault for each name that some reader takes for a declared name.
    ///
    /// The key of a fault is the name, with `mark` before it.
    fn confusables(&self, names: &[Name], mark: &[u8]) -> Vec<(Vec<u8>, Fault)> {
        let faults = names.iter().filter_map(|name| {
            let own = self.parameter(name).map(|parameter| &*parameter.name);
            let known = own.or_else(|| self.aliases.taken_for(name))?;
            let is_override = is_method_field(known) && self.parameter(known.as_bytes()).is_none();
            let rule = if is_override { "method-override" } else { "parameter-confusable" };
            let fault = Fault::new(rule).at(Location::Query).about(wtf8::printable(name));
            Some(([mark, name].concat(), fault.with("name", known)))
        });
        faults.take(MAX_CONFUSED).collect()
    }

    fn unknown(&self, name: &[u8]) -> Fault {
        let meant = nearest(&wtf8::readable(name), self.names.iter());
        let fault = Fault::new("parameter-unknown").at(Location::Query);
        let fault = fault.about(wtf8::printable(name)).with("operation", &self.operation);
        Fault { hint: meant.map(|name| did_you_mean(&name.text)), ..fault }
    }
}

/// Return the names that a query has only if `;` separates its parts, too.
fn pieces(query: &[u8]) -> Vec<Name<'_>> {
    let mut found = Vec::new();
    for part in query.split(|&byte| byte == b'&') {
        let mut pieces = part.split(|&byte| byte == b';').peekable();
        pieces.next_if(|begin| begin.contains(&b'=') || begin.len() == part.len());
        found.extend(pieces.map(|piece| decoded_name(name_of(piece))));
    }
    distinct(found.into_iter())
}

fn distinct<'a>(names: impl Iterator<Item = Name<'a>>) -> Vec<Name<'a>> {
    let mut known = BTreeSet::new();
    names.filter(|name| known.insert(name.clone())).collect()
}

/// Return each name and value of a query, decoded (WHATWG URL, section 5.1).
///
/// The value is None if it is not UTF-8.
fn pairs(query: &[u8]) -> impl Iterator<Item = (Name<'_>, Option<Cow<'_, str>>)> {
    let parts = query.split(|&byte| byte == b'&').filter(|part| !part.is_empty());
    parts.map(|part| {
        let name = name_of(part);
        let value = part.get(name.len() + 1..).unwrap_or_default();
        (decoded_name(name), decoded(value))
    })
}

/// Return the name that a part of a query or form begins with.
pub(crate) fn name_of(part: &[u8]) -> &[u8] {
    part.split(|&byte| byte == b'=').next().unwrap_or_default()
}

/// Return a text with a space for each `+`.
pub(crate) fn spaced(text: &[u8]) -> Vec<u8> {
    text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect()
}

fn decoded_name(name: &[u8]) -> Name<'_> {
    match decoded(name) {
        Some(Cow::Owned(text)) if !text.is_empty() => Cow::Owned(text.into()),
        _ => Cow::Borrowed(name),
    }
}

/// Return the text decoded, or None if it is not UTF-8.
///
/// A percent sign without two hexadecimal digits after it stays (WHATWG URL, section 1.3).
fn decoded(text: &[u8]) -> Option<Cow<'_, str>> {
    if !text.iter().any(|byte| matches!(byte, b'%' | b'+')) {
        return std::str::from_utf8(text).ok().map(Cow::Borrowed); // most texts
    }
    String::from_utf8(unquote(&spaced(text))).ok().map(Cow::Owned)
}
