//! The effective contract: the one document that the core is made from.
//!
//! It has the files of a bundle, the rules of policies, modes, options and limits. What is read here
//! is checked by others before; a part that the core does not know is a fault all the same.

use std::collections::BTreeSet;
use std::sync::Arc;

pub use serde_json::Value as Json;
use serde_json::{Map, Value};

use crate::scan::Limits;

const FORMAT: u64 = 1;
/// In schemas, the most items of an array and members of an object; the limits of a contract may have
/// another.
const MOST_ITEMS: u64 = 10_000;
/// The most kinds of document, and the most sources, of a contract.
const MOST_KINDS: usize = 1 << 10;
/// The most documents in a document, itself included, as the check of the format has it.
const MOST_SCOPES: usize = 100;
/// For rules that name no status of their own (RFC 9110, section 15.5.21).
const UNPROCESSABLE: u16 = 422;
/// The rules for undeclared names, whose mode is that of the option `unknown_fields`.
pub const UNKNOWN_FIELD: &str = "unknown-field";
pub const CONFUSABLE_FIELD: &str = "confusable-field";
const FIELDS: [&str; 2] = [UNKNOWN_FIELD, "parameter-unknown"];
const OPERATIONS: [&str; 2] = ["operation-unknown", "method-unknown"];

/// Why no core can be made of a contract. It names a part of the contract, and no other value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl Fault {
    pub fn new(text: impl Into<String>) -> Fault {
        Fault(text.into())
    }

    /// Return the same fault of a part with a name.
    pub fn within(self, name: &str) -> Fault {
        Fault(format!("{name}: {}", self.0))
    }
}

/// What a broken rule means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Enforce,
    Report,
    Off,
}

impl Mode {
    /// Return the mode with a name.
    pub fn named(name: &str) -> Option<Mode> {
        [Mode::Enforce, Mode::Report, Mode::Off].into_iter().find(|one| one.name() == name)
    }

    /// Return the name of the mode.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Enforce => "enforce",
            Mode::Report => "report",
            Mode::Off => "off",
        }
    }
}

/// A rule with its final mode.
#[derive(Debug)]
pub struct Rule {
    pub name: Arc<str>,
    pub shape: String,
    pub mode: Mode,
    pub message: Arc<str>,
    pub hint: Arc<str>,
    /// True if it is one of the contract, and not of a policy.
    pub is_own: bool,
    /// Kinds of document.
    pub on: Vec<String>,
    pub parameters: Value,
    /// What to do with a value that breaks the rule: "remove", "null", or nothing.
    pub fix: String,
}

/// A source, and the hostings that its deployments run on.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub hostings: Vec<String>,
}

/// A kind of document.
#[derive(Debug)]
pub struct Kind {
    pub name: String,
    /// Pointer of the source in the document; None if the caller knows it, or there is none.
    pub own_source: Option<Vec<String>>,
    /// True if the caller knows the source.
    pub in_context: bool,
    /// Pointer of a field that names another source.
    pub override_at: Option<Vec<String>>,
    /// Pointers of the objects that the other source judges.
    pub overridden: Vec<String>,
    /// Sources that the override may name.
    pub overrides: Vec<String>,
    /// True if a document changes a stored deployment.
    pub stored: bool,
    pub identity: Option<Vec<String>>,
    /// Pointers of fields that are kept for later requests.
    pub learned: Vec<Vec<String>>,
    /// Patterns of the documents in a document, and their kinds.
    pub contains: Vec<(Vec<String>, String)>,
    /// Effects of a patch on fields that it does not simply replace, by their pointers.
    pub effects: Vec<(Vec<String>, String)>,
    /// The schema, whose root is a reference to one of its definitions.
    pub schema: Value,
    pub limits: Limits,
}

/// Limits beside those of texts.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub query: usize,
    /// Violations in a report.
    pub violations: usize,
    pub request_body: usize,
    pub response_body: usize,
}

/// The effective contract.
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
    /// Read an effective contract. `operation`: its modes come before those of all; "" for none.
    pub fn read(text: &[u8], operation: &str) -> Result<Contract, Fault> {
        let whole: Value = serde_json::from_slice(text)
            .map_err(|error| Fault(format!("not JSON at line {}", error.line())))?;
        if member(&whole, "format")?.as_u64() != Some(FORMAT) {
            return Err(Fault::new("it has another format"));
        }
        let bundle = member(&whole, "bundle")?;
        let table = member(bundle, "rules.json")?;
        let limits = member(&whole, "limits")?;
        let options = member(&whole, "options")?;
        let fields = optional(options, "unknown_fields").map(text_of).transpose()?;
        let rules = read_rules(&whole, table, options, operation)?;
        let (mut kinds, mut sources) = (Vec::new(), Vec::new());
        for (name, row) in object(member(table, "kinds")?)? {
            kinds.push(read_kind(name, row, bundle, limits).map_err(|fault| fault.within(name))?);
        }
        for (name, runs) in object(member(table, "sources")?)? {
            sources.push(Source { name: name.clone(), hostings: texts(runs)? });
        }
        if kinds.len() > MOST_KINDS || sources.len() > MOST_KINDS {
            return Err(Fault::new("there are too many kinds or sources"));
        }
        let hosting = optional_text(options, "hosting")?;
        if hosting.as_ref().is_some_and(|it| !sources.iter().any(|one| one.hostings.contains(it))) {
            return Err(Fault::new("options: hosting is not known")); // no world would remain
        }
        let is_active = |rule: &Rule| &*rule.name == UNKNOWN_FIELD && rule.mode != Mode::Off;
        let judges_fields = fields != Some("report-requests") && rules.iter().any(is_active);
        let mut contract = Contract {
            sources,
            kinds,
            rules,
            hosting,
            base_path: optional_text(options, "base_path")?.unwrap_or_default(),
            judges_fields_of_responses: judges_fields,
            operations: list(member(bundle, "operations.json")?)?.clone(),
            own_modes: BTreeSet::new(),
            bounds: Bounds {
                query: limit(limits, "query")?,
                violations: limit(limits, "violations")?,
                request_body: limit(limits, "request_body")?,
                response_body: limit(limits, "response_body")?,
            },
        };
        contract.own_modes = contract.read_own_modes(optional(options, "modes"))?;
        Ok(contract)
    }

    /// Return the operations with modes of their own. Each mode must be of a known rule.
    fn read_own_modes(&self, modes: Option<&Value>) -> Result<BTreeSet<String>, Fault> {
        let mut found = BTreeSet::new();
        for key in modes.map(object).transpose()?.into_iter().flat_map(Map::keys) {
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

    /// Return the number of a source by its name.
    pub fn source(&self, name: &[u8]) -> Option<usize> {
        self.sources.iter().position(|source| source.name.as_bytes() == name)
    }

    /// Return a rule by its id.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| &*rule.name == name)
    }

    /// Return the HTTP status to answer with if a rule refuses a message.
    pub fn status(&self, rule: &str) -> u16 {
        let given = self.rule(rule).and_then(|rule| rule.parameters.get("status")?.as_u64());
        given.and_then(|status| u16::try_from(status).ok()).unwrap_or(UNPROCESSABLE)
    }

    /// Return the tokens of the source in a stored deployment; none if it has none.
    pub fn carried(&self) -> Vec<String> {
        self.kinds.iter().find_map(|kind| kind.own_source.clone()).unwrap_or_default()
    }

    /// Return the name of the member of a stored deployment that is its source.
    pub fn source_member(&self) -> String {
        self.carried().join("/")
    }

    /// Return a kind of document and those of the documents in it, each with the pattern of its places.
    pub fn scopes<'a>(&'a self, kind: &'a Kind) -> Result<Vec<(Vec<String>, &'a Kind)>, Fault> {
        let (mut found, mut left) = (Vec::new(), vec![(Vec::new(), kind)]);
        while let Some((around, kind)) = left.pop() {
            if found.len() == MOST_SCOPES {
                return Err(Fault::new("kinds of document contain each other, or too many"));
            }
            for (place, inner) in kind.contains.iter().rev() {
                left.push(([&around[..], place].concat(), self.kind(inner)?));
            }
            found.push((around, kind));
        }
        Ok(found)
    }

    pub fn kind(&self, name: &str) -> Result<&Kind, Fault> {
        let found = self.kinds.iter().find(|kind| kind.name == name);
        found.ok_or_else(|| Fault::new("a kind of document is not known"))
    }
}

fn named_mode(name: &str) -> Result<Mode, Fault> {
    Mode::named(name).ok_or_else(|| Fault::new("a mode is not known"))
}

fn read_rules(
    whole: &Value,
    table: &Value,
    options: &Value,
    operation: &str,
) -> Result<Vec<Rule>, Fault> {
    let modes = optional(options, "modes");
    let mode_of = |option| match optional(options, option).map(text_of).transpose()? {
        None | Some("allow") => Ok(Mode::Off),
        Some("report") => Ok(Mode::Report),
        Some("report-requests") if option == "unknown_fields" => Ok(Mode::Report),
        Some("reject") => Ok(Mode::Enforce),
        Some(_) => Err(Fault(format!("options: {option} is not known"))),
    };
    let (of_fields, of_operations) = (mode_of("unknown_fields")?, mode_of("unknown_operations")?);
    let policies = optional(whole, "policies").map(list).transpose()?;
    let mut rules = Vec::new();
    let own = list(member(table, "rules")?)?;
    let rows = own.iter().chain(policies.into_iter().flatten());
    for (number, row) in rows.enumerate() {
        let text = |key| text_of(member(row, key)?);
        let name = text("rule")?;
        let of_operation = format!("{operation}:{name}");
        let chosen = modes.and_then(|modes| modes.get(&of_operation).or_else(|| modes.get(name)));
        let mode = match chosen {
            Some(mode) => named_mode(text_of(mode)?)?,
            None if FIELDS.contains(&name) => of_fields,
            None if OPERATIONS.contains(&name) => of_operations,
            None => named_mode(text("mode")?)?,
        };
        let parameters = member(row, "parameters")?.clone();
        rules.push(Rule {
            fix: optional_text(&parameters, "fix")?.unwrap_or_default(),
            name: name.into(),
            shape: text("shape")?.to_string(),
            mode,
            message: text("message")?.into(),
            hint: text("hint")?.into(),
            is_own: number < own.len(),
            on: texts(member(row, "on")?)?,
            parameters,
        });
    }
    Ok(rules)
}

fn read_kind(name: &str, row: &Value, bundle: &Value, limits: &Value) -> Result<Kind, Fault> {
    let pointer = |key| optional_text(row, key)?.map(|text| tokens(&text)).transpose();
    let of_requests = texts(member(row, "directions")?)?.iter().any(|it| it == "request");
    let source = optional_text(row, "source")?;
    let in_context = source.as_deref() == Some("context");
    let own_source = source.filter(|_| !in_context).map(|text| tokens(&text)).transpose()?;
    let pairs = |key| -> Result<Vec<(Vec<String>, String)>, Fault> {
        let pair = |row: &Value| match &list(row)?[..] {
            [pointer, text] => Ok((tokens(text_of(pointer)?)?, text_of(text)?.to_string())),
            _ => Err(Fault::new("a pair has another length")),
        };
        list(member(row, key)?)?.iter().map(pair).collect()
    };
    let direction = if of_requests { "request" } else { "response" };
    Ok(Kind {
        name: name.to_string(),
        own_source,
        in_context,
        override_at: pointer("override")?,
        overridden: texts(member(row, "overridden")?)?,
        overrides: texts(member(row, "overrides")?)?,
        stored: member(row, "stored")?.as_bool() == Some(true),
        identity: pointer("identity")?,
        learned: pointers(member(row, "learned")?)?,
        contains: pairs("contains")?,
        effects: pairs("effects")?,
        schema: with_items(member(bundle, &format!("schemas/{name}.open.json"))?, limits),
        limits: Limits {
            bytes: limit(limits, &format!("{direction}_body"))?,
            objects: limit(limits, &format!("{direction}_objects"))?,
            string: limit(limits, "string")?,
        },
    })
}

/// Return a schema with the limit on items in the place of `MOST_ITEMS`.
fn with_items(schema: &Value, limits: &Value) -> Value {
    let member = |(name, value): (&String, &Value)| {
        let is_size = matches!(name.as_str(), "maxItems" | "maxProperties");
        let is_most = is_size && value.as_u64() == Some(MOST_ITEMS);
        (name.clone(), if is_most { limits["items"].clone() } else { with_items(value, limits) })
    };
    match schema {
        Value::Array(parts) => parts.iter().map(|part| with_items(part, limits)).collect(),
        Value::Object(members) => Value::Object(members.iter().map(member).collect()),
        value => value.clone(),
    }
}

fn limit(limits: &Value, name: &str) -> Result<usize, Fault> {
    count(member(limits, name)?)
}

// -- parts of JSON documents

/// Return a count. One beyond the integers of the machine becomes the largest: nothing reaches it.
pub fn count(value: &Value) -> Result<usize, Fault> {
    let digits = value.as_number().map(ToString::to_string).unwrap_or_default();
    if digits.is_empty() || !digits.bytes().all(|sign| sign.is_ascii_digit()) {
        return Err(Fault::new("a limit is not a count"));
    }
    Ok(digits.parse().unwrap_or(usize::MAX))
}

pub fn member<'a>(value: &'a Value, name: &str) -> Result<&'a Value, Fault> {
    value.get(name).ok_or_else(|| Fault(format!("{name} is missing")))
}

/// Return a member that is there and not null.
pub fn optional<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).filter(|member| !member.is_null())
}

pub fn optional_text(value: &Value, name: &str) -> Result<Option<String>, Fault> {
    optional(value, name).map(|text| Ok(text_of(text)?.to_string())).transpose()
}

pub fn object(value: &Value) -> Result<&Map<String, Value>, Fault> {
    value.as_object().ok_or_else(|| Fault::new("an object is of another type"))
}

pub fn list(value: &Value) -> Result<&Vec<Value>, Fault> {
    value.as_array().ok_or_else(|| Fault::new("a list is of another type"))
}

pub fn text_of(value: &Value) -> Result<&str, Fault> {
    value.as_str().ok_or_else(|| Fault::new("a text is of another type"))
}

pub fn texts(value: &Value) -> Result<Vec<String>, Fault> {
    list(value)?.iter().map(|text| Ok(text_of(text)?.to_string())).collect()
}

/// Return the tokens of JSON Pointers.
pub fn pointers(value: &Value) -> Result<Vec<Vec<String>>, Fault> {
    list(value)?.iter().map(|pointer| tokens(text_of(pointer)?)).collect()
}

/// Return the tokens of a JSON Pointer (RFC 6901).
pub fn tokens(pointer: &str) -> Result<Vec<String>, Fault> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let rest = pointer.strip_prefix('/').ok_or_else(|| Fault::new("a pointer begins with /"))?;
    Ok(rest.split('/').map(|token| token.replace("~1", "/").replace("~0", "~")).collect())
}
