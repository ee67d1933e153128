//! Routes from method and path to an operation of the contract.
//!
//! A path leads to an operation only if no common reading leads to another operation.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::contract::{Contract, Fault, Json, part};
use crate::http::parameter_names::Aliases;
use crate::http::parameters::{Parameter, Query};
use crate::http::path_readings::{Methods, Readings, Template, decode_exactly, segments};
use crate::http::wtf8::{self, fold_case};
use crate::text::count_characters;
use crate::words::Name;

/// The greatest number of characters of a path.
const LONGEST: usize = 1 << 16;
/// The methods that a contract may have, in the order of their bits.
const METHODS: [&str; Methods::BITS as usize] =
    ["GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "TRACE"];

#[derive(Debug)]
pub struct Operation {
    pub name: Arc<str>,
    method: Methods,
    /// The segments of the path, with the prefix of all paths.
    template: Template,
    /// Path parameters in the order of the path.
    pub path: Vec<Parameter>,
    pub query: Query,
    /// The number of the kind of document in the body of a request; None if requests have no body.
    pub kind: Option<usize>,
    pub(crate) requires_body: bool,
    pub(crate) media_type: String,
    /// Number of the kind of document of each described status.
    pub responses: Vec<(u16, usize)>,
    /// Methods of the other operations on the same path.
    others: Methods,
    /// The parameter that is the identity of the stored deployment.
    pub identity: Option<String>,
}

/// The operation that a request leads to, or the reason why it leads to none.
#[derive(Debug)]
pub struct Route {
    /// The number of the operation, and the decoded texts of the path parameters; or the id of the
    /// rule by which the request leads to none.
    pub found: Result<(usize, Vec<String>), &'static str>,
    /// The methods that the contract declares for the path; with GET also HEAD.
    pub methods: Vec<String>,
    /// The methods of the other operations to which some reading of the path leads.
    pub reachable: Methods,
}

impl Route {
    /// Return the route of a request that leads to no operation, by a rule.
    pub fn none(rule: &'static str, methods: Vec<String>, reachable: Methods) -> Route {
        Route { found: Err(rule), methods, reachable }
    }

    /// Return the number of the operation, if there is one.
    pub fn operation(&self) -> Option<usize> {
        self.found.as_ref().ok().map(|(number, _)| *number)
    }

    /// Return true if the path leads to some operation, by the method or another one.
    pub fn is_on_path(&self) -> bool {
        self.found.is_ok() || self.reachable != 0
    }
}

/// The operations of a contract, and the paths that lead to them.
#[derive(Debug)]
pub struct Router {
    pub operations: Vec<Operation>,
    readings: Readings,
}

impl Router {
    pub(crate) fn read(contract: &Contract) -> Result<Router, Fault> {
        let mut operations = Vec::new();
        for row in &contract.operations {
            let name: Arc<str> = part(row, "operation")?;
            let operation = read_operation(contract, row, name.clone());
            operations.push(operation.map_err(|fault| fault.within(&name))?);
        }
        let on_path = |template: &Template| {
            let same = operations.iter().filter(|it: &&Operation| it.template == *template);
            same.fold(0, |found, other| found | other.method)
        };
        let all: Vec<Methods> = operations.iter().map(|it| on_path(&it.template)).collect();
        let mut readings = Readings(Vec::new());
        for (operation, methods) in operations.iter_mut().zip(all) {
            operation.others = methods & !operation.method;
            let lower = |part: &str| String::from_utf8_lossy(&fold_case(part.as_bytes())).into();
            let template = operation.template.iter().map(|part| part.as_deref().map(lower));
            readings.0.push((template.collect(), methods));
        }
        Ok(Router { operations, readings })
    }

    /// Return the route of a request. The method may have any letter case.
    ///
    /// The path is percent-encoded, and has no query. The search for other readings comes last.
    pub fn route(&self, method: &str, path: &[u8]) -> Route {
        if path.len() > LONGEST && count_characters(path) > LONGEST {
            return Route::none("path-ambiguous", Vec::new(), 0);
        }
        let is_known = METHODS.contains(&method);
        let method: Cow<str> = if is_known { method.into() } else { method.to_uppercase().into() };
        let written: Vec<&[u8]> = segments(path).collect();
        let all = self.operations.iter().enumerate();
        for method in wanted(&method) {
            let own = all.clone().filter(|(_, it)| it.method == method && it.fits(&written));
            // concrete paths come before templates (OpenAPI 3.1, Paths Object)
            if let Some((number, operation)) = own.max_by(|a, b| a.1.template.cmp(&b.1.template)) {
                return operation.route(number, &written);
            }
        }
        if !self.readings.may_lead(path) {
            return Route::none("operation-unknown", Vec::new(), 0);
        }
        let on_path: Vec<_> = all.filter(|(_, it)| it.fits(&written)).collect();
        let reachable = self.readings.methods(path);
        match reachable.filter(|found| wanted(&method).all(|method| found & method == 0)) {
            None => Route::none("path-ambiguous", Vec::new(), 0),
            Some(reachable) if on_path.is_empty() => {
                Route::none("operation-unknown", Vec::new(), reachable)
            }
            Some(reachable) => {
                let names =
                    on_path.iter().map(|(_, it)| METHODS[it.method.trailing_zeros() as usize]);
                let mut names: Vec<String> = names.map(String::from).collect();
                let get = names.iter().position(|name| name == "GET");
                if let Some(get) = get.filter(|_| !names.iter().any(|name| name == "HEAD")) {
                    names.insert(get + 1, "HEAD".into()); // HEAD is judged as GET
                }
                Route::none("method-unknown", names, reachable)
            }
        }
    }
}

/// Return the bits of the methods whose operations may serve a request, in order of preference.
fn wanted(method: &str) -> impl Iterator<Item = Methods> {
    [Some(method), (method == "HEAD").then_some("GET")].into_iter().flatten().map(bit_of)
}

/// Return the bit of a method; 0 for a method that no contract has.
pub(crate) fn bit_of(method: &str) -> Methods {
    METHODS.iter().position(|known| *known == method).map_or(0, |place| 1 << place)
}

impl Operation {
    /// Return the number of the kind of document in a response; None if its status is not described.
    pub(crate) fn describes(&self, status: u16) -> Option<usize> {
        let found = self.responses.iter().find(|(described, _)| *described == status);
        found.map(|(_, kind)| *kind)
    }

    /// Return true if the segments of a path lead to the operation, by one decoding.
    fn fits(&self, written: &[&[u8]]) -> bool {
        let same = |(part, written): (&Option<Box<str>>, &&[u8])| {
            part.as_ref().is_none_or(|part| part.as_bytes() == &*decoded(written))
        };
        self.template.len() == written.len() && self.template.iter().zip(written).all(same)
    }

    /// Return the route to the operation, for segments that fit it.
    ///
    /// A uuid needs no percent-encoding, and some routers do not decode it (chi, Echo and Fiber).
    /// So the text of a uuid is not decoded, and an encoded one is not a uuid.
    fn route(&self, number: usize, written: &[&[u8]]) -> Route {
        let places = self.template.iter().zip(written).filter(|(part, _)| part.is_none());
        let texts = self.path.iter().zip(places).map(|(parameter, (_, written))| {
            let is_uuid = parameter.is_uuid();
            let text = if is_uuid { (*written).into() } else { decoded(written) };
            wtf8::readable(&text).into_owned()
        });
        let found = Ok((number, texts.collect()));
        Route { found, methods: Vec::new(), reachable: self.others }
    }
}

fn decoded(part: &[u8]) -> Cow<'_, [u8]> {
    if part.contains(&b'%') { decode_exactly(part).into() } else { part.into() }
}

fn read_operation(contract: &Contract, row: &Json, name: Arc<str>) -> Result<Operation, Fault> {
    let method = bit_of(part(row, "method")?);
    if method == 0 {
        return Err(Fault::new("a method is not known"));
    }
    let declared: Result<Vec<_>, _> =
        part::<Vec<Json>>(row, "parameters")?.iter().map(Parameter::read).collect();
    let (query, mut in_path): (Vec<_>, Vec<_>) =
        declared?.into_iter().partition(Parameter::is_in_query);
    let path: &str = part(row, "path")?;
    let own = path.strip_prefix('/').ok_or_else(|| Fault::new("a path begins with /"))?;
    let base = contract.base_path.split('/').filter(|part| !part.is_empty());
    let mut template: Template = base.map(|part| Some(part.into())).collect();
    let mut path = Vec::new();
    for part in own.split('/') {
        let Some(named) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) else {
            template.push(Some(part.into()));
            continue;
        };
        let place = in_path.iter().position(|parameter| &*parameter.name == named);
        let place = place.ok_or_else(|| Fault::new("a parameter of the path is not declared"))?;
        path.push(in_path.remove(place));
        template.push(None);
    }
    if !in_path.is_empty() {
        return Err(Fault::new("a parameter is neither of the path nor of the query"));
    }
    let kind = part::<Option<_>>(row, "request")?.map(|name| contract.kind(name)).transpose()?;
    let members = kind.map(|kind| members(&contract.kinds[kind].schema)).transpose()?;
    let names = query.iter().map(|parameter| &*parameter.name);
    let mut responses = Vec::new();
    for (status, kind) in part::<BTreeMap<&str, &str>>(row, "responses")? {
        if let Ok(status) = status.parse() {
            responses.push((status, contract.kind(kind)?));
        }
    }
    let is_active = contract.judges_fault("parameter-unknown");
    Ok(Operation {
        identity: identity_of(contract, &name, &path, &responses)?,
        name: name.clone(),
        method,
        template,
        path,
        query: Query {
            operation: name,
            names: names.clone().map(Name::new).collect(),
            aliases: Aliases::new(names.chain(members.into_iter().flatten())),
            declared: query,
            longest: contract.bounds.query,
            most_unknown: if is_active { contract.bounds.violations.saturating_add(1) } else { 0 },
        },
        kind,
        requires_body: part(row, "request_required")?,
        media_type: part(row, "media_type")?,
        responses,
        others: 0,
    })
}

/// Return the members of a request body, since Rails and Laravel merge them with the query.
fn members(schema: &Json) -> Result<Vec<&str>, Fault> {
    let reference = part::<Option<&str>>(schema, "$ref")?.unwrap_or_default();
    let root = reference.strip_prefix('#').and_then(|pointer| schema.pointer(pointer));
    let properties = root.unwrap_or(schema).get("properties").and_then(Json::as_object);
    Ok(properties.map(|members| members.keys().map(String::as_str).collect()).unwrap_or_default())
}

/// Return the path parameter that is the identity of a stored deployment.
///
/// A rule `equals_parameter` on the identity of a response names this parameter, even if the mode
/// of the rule is `off`. Without such a rule, the only path parameter is the identity.
fn identity_of(
    contract: &Contract,
    operation: &str,
    parameters: &[Parameter],
    responses: &[(u16, usize)],
) -> Result<Option<String>, Fault> {
    let identities: Vec<_> =
        responses.iter().filter_map(|(_, kind)| contract.kinds[*kind].identity.as_ref()).collect();
    for rule in contract.rules.iter().filter(|rule| rule.shape == "equals_parameter") {
        let given = &rule.parameters;
        let (field, parameter): (_, &str) = (part(given, "field")?, part(given, "parameter")?);
        let names_it = parameters.iter().any(|it| &*it.name == parameter);
        if part::<&str>(given, "operation")? == operation
            && identities.contains(&&field)
            && names_it
        {
            return Ok(Some(parameter.to_string()));
        }
    }
    Ok(if let [only] = parameters { Some(only.name.to_string()) } else { None })
}
