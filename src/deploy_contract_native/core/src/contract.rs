//! The effective contract: the one document that the core is made from.
//!
//! It has the files of a bundle, the rules of policies, modes, options and limits. The library has
//! checked all of these. If the core does not know a part, that is still a fault.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer};
pub use serde_json::Value as Json;
use serde_json::{Map, Number, Value};

use crate::after_patch::Effect;
pub use crate::outcome::Mode;
use crate::scan::Limits;

const FORMAT: u64 = 1;
/// In schemas, the greatest number of items of an array and of members of an object. A contract may
/// have another limit.
const MAX_ITEMS: u64 = 10_000;
/// The greatest number of kinds of document, and of sources, of a contract.
const MAX_KINDS: usize = 1 << 10;
/// The greatest number of documents in a document, itself included, as in the check of the format.
const MAX_SCOPES: usize = 100;
/// For rules that name no status of their own (RFC 9110, section 15.5.21).
const UNPROCESSABLE: u16 = 422;
/// The rule for undeclared names. The option `unknown_fields` gives its mode.
pub const UNKNOWN_FIELD: &str = "unknown-field";
pub const CONFUSABLE_FIELD: &str = "confusable-field";
const FIELDS: [&str; 2] = [UNKNOWN_FIELD, "parameter-unknown"];
const OPERATIONS: [&str; 2] = ["operation-unknown", "method-unknown"];

/// The reason why no core can be made of a contract. It names a part of the contract, and no other value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl Fault {
    pub fn new(text: impl Into<String>) -> Fault {
        Fault(text.into())
    }

    /// Return the fault with the name of the part that has it.
    pub fn within(self, name: &str) -> Fault {
        Fault(format!("{name}: {}", self.0))
    }
}

/// The tokens of a JSON Pointer (RFC 6901).
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct Pointer(pub Vec<String>);

impl TryFrom<String> for Pointer {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Pointer, &'static str> {
        if text.is_empty() {
            return Ok(Pointer::default());
        }
        let rest = text.strip_prefix('/').ok_or("a pointer begins with /")?;
        let token = |token: &str| token.replace("~1", "/").replace("~0", "~");
        Ok(Pointer(rest.split('/').map(token).collect()))
    }
}

impl Deref for Pointer {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

/// A rule with its final mode.
#[derive(Debug, Deserialize)]
pub struct Rule {
    #[serde(rename = "rule")]
    pub name: Arc<str>,
    pub shape: String,
    pub mode: Mode,
    pub message: Arc<str>,
    pub hint: Arc<str>,
    /// True if the rule is of the contract, and not of a policy.
    #[serde(skip)]
    pub is_own: bool,
    /// Kinds of document.
    pub on: Vec<String>,
    pub parameters: Value,
}

/// A source, and the hostings that its deployments run on.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub hostings: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Kind {
    #[serde(skip)]
    pub name: String,
    directions: Vec<String>,
    source: Option<String>,
    /// Pointer of the source in the document; None if the caller knows it, or there is no source.
    #[serde(skip)]
    pub own_source: Option<Pointer>,
    /// True if the caller knows the source.
    #[serde(skip)]
    pub in_context: bool,
    /// A field that names another source.
    #[serde(rename = "override")]
    pub override_at: Option<Pointer>,
    /// The objects to which the rules of the other source apply.
    pub overridden: Vec<Pointer>,
    /// Sources that the override may name.
    pub overrides: Vec<String>,
    /// True if a document changes a stored deployment.
    pub stored: bool,
    pub identity: Option<Pointer>,
    /// Fields that are kept for later requests.
    pub learned: Vec<Pointer>,
    /// Patterns of the documents in a document, and their kinds.
    pub contains: Vec<(Pointer, String)>,
    /// Effects of a patch on fields that it does not simply replace.
    pub effects: Vec<(Pointer, Effect)>,
    /// The schema, whose root is a reference to one of its definitions.
    #[serde(skip)]
    pub schema: Value,
    #[serde(skip)]
    pub limits: Limits,
}

/// Limits beside those of documents.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub query: usize,
    pub violations: usize,
    pub request_body: usize,
    pub response_body: usize,
    /// Arrays and objects in the body of a request.
    pub request_objects: usize,
}

#[derive(Debug)]
pub struct Contract {
    pub sources: Vec<Source>,
    pub kinds: Vec<Kind>,
    pub rules: Vec<Rule>,
    pub hosting: Option<String>,
    pub base_path: String,
    /// True if undeclared fields of responses count as well.
    pub judges_fields_of_responses: bool,
    pub operations: Vec<Value>,
    /// The names of operations that have modes of their own.
    pub own_modes: BTreeSet<String>,
    pub bounds: Bounds,
}

impl Contract {
    /// Read an effective contract. The modes of `operation` take precedence over those of all
    /// operations; "" is no operation.
    pub fn read(text: &[u8], operation: &str) -> Result<Contract, Fault> {
        let whole: Value = serde_json::from_slice(text)
            .map_err(|error| Fault(format!("not JSON at line {}", error.line())))?;
        if part::<u64>(&whole, "format")? != FORMAT {
            return Err(Fault::new("it has another format"));
        }
        let (limits, options) = (&whole["limits"], &whole["options"]);
        let table = &whole["bundle"]["rules.json"];
        let modes = part::<Option<BTreeMap<String, Mode>>>(options, "modes")?.unwrap_or_default();
        let rules = read_rules(&whole, &modes, operation)?;
        let mut kinds = Vec::new();
        for (name, row) in part::<Map<String, Value>>(table, "kinds")? {
            let kind = read_kind(&name, &row, &whole);
            kinds.push(kind.map_err(|fault| fault.within(&name))?);
        }
        let sources = part::<BTreeMap<String, Vec<String>>>(table, "sources")?;
        let sources = sources.into_iter().map(|(name, hostings)| Source { name, hostings });
        let sources: Vec<Source> = sources.collect();
        if kinds.len() > MAX_KINDS || sources.len() > MAX_KINDS {
            return Err(Fault::new("there are too many kinds or sources"));
        }
        let hosting: Option<String> = part(options, "hosting")?;
        if hosting.as_ref().is_some_and(|it| !sources.iter().any(|one| one.hostings.contains(it))) {
            return Err(Fault::new("options: hosting is not known")); // no world would remain
        }
        let is_active = |rule: &Rule| &*rule.name == UNKNOWN_FIELD && rule.mode != Mode::Off;
        let mut contract = Contract {
            judges_fields_of_responses: options["unknown_fields"] != "report-requests"
                && rules.iter().any(is_active),
            sources,
            kinds,
            rules,
            hosting,
            base_path: part::<Option<String>>(options, "base_path")?.unwrap_or_default(),
            operations: part(&whole["bundle"], "operations.json")?,
            own_modes: BTreeSet::new(),
            bounds: Bounds {
                query: count(limits, "query")?,
                violations: count(limits, "violations")?,
                request_body: count(limits, "request_body")?,
                response_body: count(limits, "response_body")?,
                request_objects: count(limits, "request_objects")?,
            },
        };
        contract.own_modes = contract.read_own_modes(&modes)?;
        Ok(contract)
    }

    /// Return the operations with modes of their own. Each mode must be of a known rule.
    fn read_own_modes(&self, modes: &BTreeMap<String, Mode>) -> Result<BTreeSet<String>, Fault> {
        let mut found = BTreeSet::new();
        for key in modes.keys() {
            let (operation, name) = key.split_once(':').unwrap_or(("", key));
            if self.rule(name).is_none() {
                return Err(Fault::new("modes: an entry names no rule"));
            }
            if key.contains(':') {
                if !self.operations.iter().any(|row| row["operation"] == operation) {
                    return Err(Fault::new("modes: an entry names no operation"));
                }
                found.insert(operation.to_string());
            }
        }
        Ok(found)
    }

    pub fn source(&self, name: &[u8]) -> Option<usize> {
        self.sources.iter().position(|source| source.name.as_bytes() == name)
    }

    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| &*rule.name == name)
    }

    /// Return the HTTP status to answer with if a rule refuses a message.
    pub fn status(&self, rule: &str) -> u16 {
        let given = self.rule(rule).and_then(|rule| rule.parameters.get("status")?.as_u64());
        given.and_then(|status| u16::try_from(status).ok()).unwrap_or(UNPROCESSABLE)
    }

    /// Return the name of the member of a stored deployment that is its source, if it has one.
    pub fn source_member(&self) -> Option<&String> {
        self.kinds.iter().find_map(|kind| kind.own_source.as_ref()?.first())
    }

    /// Return a kind of document and the kinds of the documents in it, each with the pattern of its
    /// places.
    pub fn scopes(&self, kind: usize) -> Result<Vec<(Vec<String>, usize)>, Fault> {
        let (mut found, mut left) = (Vec::new(), vec![(Vec::new(), kind)]);
        while let Some((around, kind)) = left.pop() {
            if found.len() == MAX_SCOPES {
                return Err(Fault::new("kinds of document contain each other, or too many"));
            }
            for (place, inner) in self.kinds[kind].contains.iter().rev() {
                left.push(([&around[..], place].concat(), self.kind(inner)?));
            }
            found.push((around, kind));
        }
        Ok(found)
    }

    pub fn kind(&self, name: &str) -> Result<usize, Fault> {
        let found = self.kinds.iter().position(|kind| kind.name == name);
        found.ok_or_else(|| Fault::new("a kind of document is not known"))
    }
}

fn read_rules(
    whole: &Value,
    modes: &BTreeMap<String, Mode>,
    operation: &str,
) -> Result<Vec<Rule>, Fault> {
    let of_option = |option| match part::<Option<&str>>(&whole["options"], option)? {
        None | Some("allow") => Ok(Mode::Off),
        Some("report") => Ok(Mode::Report),
        Some("report-requests") if option == "unknown_fields" => Ok(Mode::Report),
        Some("reject") => Ok(Mode::Enforce),
        Some(_) => Err(Fault(format!("options: {option} is not known"))),
    };
    let (of_fields, of_operations) =
        (of_option("unknown_fields")?, of_option("unknown_operations")?);
    let mut rules: Vec<Rule> = part(&whole["bundle"]["rules.json"], "rules")?;
    let own = rules.len();
    rules.extend(part::<Option<Vec<Rule>>>(whole, "policies")?.into_iter().flatten());
    for (number, rule) in rules.iter_mut().enumerate() {
        let chosen = modes.get(&format!("{operation}:{}", rule.name)).or(modes.get(&*rule.name));
        rule.mode = match chosen {
            Some(mode) => *mode,
            None if FIELDS.contains(&&*rule.name) => of_fields,
            None if OPERATIONS.contains(&&*rule.name) => of_operations,
            None => rule.mode,
        };
        rule.is_own = number < own;
    }
    Ok(rules)
}

fn read_kind(name: &str, row: &Value, whole: &Value) -> Result<Kind, Fault> {
    let (kind, limits): (Kind, _) = (read(row)?, &whole["limits"]);
    let in_context = kind.source.as_deref() == Some("context");
    let is_request = kind.directions.iter().any(|direction| direction == "request");
    let direction = if is_request { "request" } else { "response" };
    let mut schema = whole["bundle"][format!("schemas/{name}.open.json")].clone();
    limit_items(&mut schema, &limits["items"]);
    Ok(Kind {
        name: name.to_string(),
        own_source: if in_context { None } else { part(row, "source")? },
        in_context,
        schema,
        limits: Limits {
            bytes: count(limits, &format!("{direction}_body"))?,
            objects: count(limits, &format!("{direction}_objects"))?,
            string: count(limits, "string")?,
        },
        ..kind
    })
}

/// Put the limit on items in a schema, in the place of `MAX_ITEMS`.
fn limit_items(schema: &mut Value, limit: &Value) {
    match schema {
        Value::Array(parts) => parts.iter_mut().for_each(|part| limit_items(part, limit)),
        Value::Object(members) => {
            for (name, value) in members {
                let is_size = matches!(name.as_str(), "maxItems" | "maxProperties");
                match is_size && value.as_u64() == Some(MAX_ITEMS) {
                    true => value.clone_from(limit),
                    false => limit_items(value, limit),
                }
            }
        }
        _ => {}
    }
}

// -- parts of JSON documents

/// Return a value of JSON as a type. The fault names the expected type, and shows no value.
pub fn read<'a, Part: Deserialize<'a>>(
    value: impl Deserializer<'a, Error = serde_json::Error>,
) -> Result<Part, Fault> {
    Part::deserialize(value).map_err(|error| {
        let text = error.to_string();
        // the value comes before the expected type
        match text.rsplit_once(", expected ") {
            Some((_, expected)) => Fault(format!("it must be {expected}")),
            None => Fault(text),
        }
    })
}

/// Return a member of an object. A null counts as missing, and is None if `Part` is an `Option`.
pub fn part<'a, Part: Deserialize<'a>>(row: &'a Value, name: &str) -> Result<Part, Fault> {
    let value = row.get(name).unwrap_or(&Value::Null);
    read(value).map_err(|fault| match value {
        Value::Null => Fault(format!("{name} is missing")),
        _ => fault.within(name),
    })
}

/// Return the members of an object, which `read` would copy at each depth of a schema.
pub fn object(value: &Value) -> Result<&Map<String, Value>, Fault> {
    value.as_object().ok_or_else(|| Fault::new("it must be a map"))
}

/// Return the items of a list, which `read` would copy at each depth of a schema.
pub fn list(value: &Value) -> Result<&[Value], Fault> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| Fault::new("it must be a sequence"))
}

/// Return a number as it is written; `read` writes some beyond 128 bits with an exponent.
pub fn number<'a>(row: &'a Value, name: &str) -> Result<&'a Number, Fault> {
    let value = row.get(name).ok_or_else(|| Fault(format!("{name} is missing")))?;
    value.as_number().ok_or_else(|| Fault(format!("{name}: it must be a number")))
}

/// Return a count. One beyond the integers of the machine becomes the largest: nothing reaches it.
pub fn count(row: &Value, name: &str) -> Result<usize, Fault> {
    let digits = number(row, name)?.to_string();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault(format!("{name} is no count")));
    }
    Ok(digits.parse().unwrap_or(usize::MAX))
}
