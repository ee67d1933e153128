//! Requests and responses as the contract describes them: operations, and the rules on exchanges.

use serde_json::Value;

use crate::automaton::Automaton;
use crate::contract::{
    Contract, Fault, Kind, Mode, list, member, object, optional, optional_text, text_of, texts,
    tokens,
};
use crate::exchange::{Constants, Relation, Rule};
use crate::program::{Compiler, Program, types};
use crate::query::{Parameter, Parameters};
use crate::request::{Route, Segment};
use crate::tape::kind;

/// The pattern of path parameters without one of their own.
const PLAIN_PARAMETER: &str = "^[A-Za-z0-9_-]+$";
/// Kinds of value that a query parameter may have here.
const COMPARED: u8 = kind::STRING | kind::INTEGER | kind::BOOLEAN | kind::NULL;

/// An operation.
#[derive(Debug)]
pub struct Operation {
    pub name: String,
    pub route: Route,
    pub path_parameters: Vec<String>,
    /// Kind of the document that a request has, if it has one.
    pub kind: Option<String>,
    /// False if its requests are left to others. It is needed all the same, since its paths may match
    /// the pattern of another operation.
    pub judged: bool,
    pub query: Parameters,
    /// Default values of query parameters, by their names.
    pub defaults: Vec<(String, Value)>,
    /// Kind of the document of each status.
    pub responses: Vec<(u16, String)>,
    /// The parameter that is the identity of the stored deployment.
    pub identity: Option<String>,
}

/// The operations of a contract, with the program of their query parameters.
#[derive(Debug)]
pub struct Operations {
    pub all: Vec<Operation>,
    pub program: Program,
    /// Places of an identity in a stored deployment.
    pub identities: Vec<Vec<String>>,
}

/// The rules on exchanges whose response is of one kind.
#[derive(Debug, Default)]
pub struct Exchanges {
    /// By operation; each with the name of its parameter.
    pub rules: Vec<(String, Vec<(Rule, String)>)>,
    /// The documents in a response, and the places of their fields that never change.
    pub constants: Vec<(Constants, Vec<Vec<String>>)>,
}

impl Operations {
    pub fn read(contract: &Contract) -> Result<Operations, Fault> {
        let mut compiler = Compiler::new(None, contract.bounds.items);
        let mut all = Vec::new();
        for row in &contract.operations {
            let name = text_of(member(row, "operation")?)?;
            let operation = read_operation(contract, row, name, &mut compiler);
            all.push(operation.map_err(|fault| fault.within(name))?);
        }
        let identities = contract.kinds.iter().filter_map(|kind| kind.identity.clone()).collect();
        Ok(Operations { all, program: compiler.finish(), identities })
    }
}

impl Exchanges {
    /// Read the rules on responses of a kind.
    pub fn read(
        contract: &Contract,
        kind: &Kind,
        operations: &Operations,
        compiler: &mut Compiler,
    ) -> Result<Exchanges, Fault> {
        let mut found = Exchanges::default();
        for operation in &operations.all {
            if !operation.responses.iter().any(|(_, answered)| *answered == kind.name) {
                continue;
            }
            let mut rules = Vec::new();
            for rule in contract.rules.iter().filter(|rule| rule.mode != Mode::Off) {
                let (relation, place) = match rule.shape.as_str() {
                    "count_at_most" => (Relation::CountAtMost, "array"),
                    "equals_parameter" => (Relation::Equals, "field"),
                    "among_parameter" => (Relation::Among, "field"),
                    "contains_parameter" => (Relation::Contains, "field"),
                    _ => continue,
                };
                let given = &rule.parameters;
                if text_of(member(given, "operation")?)? != operation.name {
                    continue;
                }
                let place = tokens(text_of(member(given, place)?)?)?;
                let parameter = text_of(member(given, "parameter")?)?.to_string();
                rules.push((Rule::new(relation, &place, compiler)?, parameter));
            }
            found.rules.push((operation.name.clone(), rules));
        }
        found.add_constants(contract, kind, &[], compiler, 0)?;
        Ok(found)
    }

    /// Add the fields that never change of a kind, and of the documents in it.
    fn add_constants(
        &mut self,
        contract: &Contract,
        kind: &Kind,
        around: &[String],
        compiler: &mut Compiler,
        depth: usize,
    ) -> Result<(), Fault> {
        if let Some(identity) = &kind.identity {
            let mut fields = Vec::new();
            for rule in &contract.rules {
                let is_on = rule.shape == "equals_known" && rule.on.contains(&kind.name);
                if is_on && rule.mode != Mode::Off {
                    fields.push(tokens(text_of(member(&rule.parameters, "field")?)?)?);
                }
            }
            self.constants.push((Constants::new(around, identity, &fields, compiler)?, fields));
        }
        for (place, inner) in &kind.contains {
            let place = [around, place].concat();
            let inner = contract.kind(inner)?;
            if depth < 8 {
                self.add_constants(contract, inner, &place, compiler, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Return the rules on the responses of an operation.
    pub fn rules_of(&self, operation: &str) -> &[(Rule, String)] {
        let found = self.rules.iter().find(|(name, _)| name == operation);
        found.map_or(&[], |(_, rules)| rules)
    }
}

fn read_operation<'a>(
    contract: &'a Contract,
    row: &'a Value,
    name: &str,
    compiler: &mut Compiler<'a>,
) -> Result<Operation, Fault> {
    let declared = list(member(row, "parameters")?)?;
    let path = text_of(member(row, "path")?)?;
    let (mut segments, mut path_parameters) = (Vec::new(), Vec::new());
    for text in contract.base_path.split('/').skip(1) {
        segments.push(Segment::Text(text.into()));
    }
    for text in path.split('/').skip(1) {
        let parameter = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        let Some(parameter) = parameter else {
            segments.push(Segment::Text(text.into()));
            continue;
        };
        let is_it = |row: &&Value| row["name"].as_str() == Some(parameter);
        let row = declared.iter().find(is_it);
        let row = row.ok_or_else(|| Fault::new("a parameter of the path is not declared"))?;
        let pattern = optional_text(member(row, "schema")?, "pattern")?;
        let pattern = pattern.as_deref().unwrap_or(PLAIN_PARAMETER);
        segments.push(Segment::Parameter(Automaton::shared(pattern.as_bytes())?));
        path_parameters.push(parameter.to_string());
    }
    let request = optional_text(row, "request")?;
    let is_required = member(row, "request_required")?.as_bool() == Some(true);
    let (mut judged, mut query, mut defaults) =
        (is_required || request.is_none(), Vec::new(), Vec::new());
    for parameter in declared {
        if text_of(member(parameter, "in")?)? != "query" {
            continue;
        }
        if let Some(default) = parameter.get("default") {
            defaults.push((text_of(member(parameter, "name")?)?.to_string(), default.clone()));
        }
        match read_parameter(parameter, compiler)? {
            Some(parameter) => query.push(parameter),
            None => judged = false,
        }
    }
    let mut responses = Vec::new();
    for (status, kind) in object(member(row, "responses")?)? {
        if let Ok(status) = status.parse() {
            responses.push((status, text_of(kind)?.to_string()));
        }
    }
    let identity = identity_of(contract, name, &path_parameters, &responses)?;
    Ok(Operation {
        name: name.to_string(),
        route: Route {
            method: text_of(member(row, "method")?)?.into(),
            segments,
            media_type: text_of(member(row, "media_type")?)?.as_bytes().into(),
        },
        path_parameters,
        kind: request,
        judged,
        query: Parameters { declared: query, longest: contract.bounds.query },
        defaults,
        responses,
        identity,
    })
}

/// Return a query parameter; None if its values are read by others.
fn read_parameter<'a>(
    row: &'a Value,
    compiler: &mut Compiler<'a>,
) -> Result<Option<Parameter>, Fault> {
    let schema = member(row, "schema")?;
    let kinds = types(member(schema, "type")?)?;
    if kinds & !COMPARED != 0 {
        return Ok(None);
    }
    let items = row.get("items").map(|items| compiler.predicate(items)).transpose()?;
    let values = optional(row, "values").map(texts).transpose()?;
    let is_required = member(row, "required")?.as_bool() == Some(true);
    Ok(Some(Parameter {
        name: text_of(member(row, "name")?)?.into(),
        kinds,
        root: compiler.predicate(schema)?,
        items,
        values: values.map(|values| values.into_iter().map(String::into).collect()),
        required: is_required && row.get("default").is_none(),
    }))
}

/// Return the path parameter that is the identity of a stored deployment.
///
/// A rule `equals_parameter` on the identity of a response names it, whatever its mode. Without such a
/// rule it is the only parameter.
fn identity_of(
    contract: &Contract,
    operation: &str,
    parameters: &[String],
    responses: &[(u16, String)],
) -> Result<Option<String>, Fault> {
    let mut identities = Vec::new();
    for (_, kind) in responses {
        identities.extend(&contract.kind(kind)?.identity);
    }
    for rule in contract.rules.iter().filter(|rule| rule.shape == "equals_parameter") {
        let given = |key| member(&rule.parameters, key).and_then(text_of);
        let (field, parameter) = (tokens(given("field")?)?, given("parameter")?);
        let names_it = parameters.iter().any(|name| name == parameter);
        if given("operation")? == operation && identities.contains(&&field) && names_it {
            return Ok(Some(parameter.to_string()));
        }
    }
    Ok(if parameters.len() == 1 { Some(parameters[0].clone()) } else { None })
}
