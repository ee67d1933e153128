//! Routes from method and path to an operation of the contract.
//!
//! A path leads to an operation only if no common reading leads to another operation.

use std::borrow::Cow;
use std::sync::Arc;

use crate::automaton::Pattern;
use crate::contract::{
    Contract, Fault, Json, list, member, object, optional_text, text_of, tokens,
};
use crate::http::letter_case::fold_case;
use crate::http::parameter_names::Aliases;
use crate::http::parameters::{Parameter, Query};
use crate::http::path_readings::{Methods, Readings, decode_exactly, fits, segments};
use crate::http::wtf8;
use crate::words::Name;

/// Characters of a path.
const LONGEST: usize = 1 << 16;
/// Methods are known by the bits of a number.
const MOST_METHODS: usize = Methods::BITS as usize;
/// The pattern of path parameters without one of their own.
const PLAIN_PARAMETER: &str = "^[A-Za-z0-9_-]+$";

/// An operation.
#[derive(Debug)]
pub struct Operation {
    pub name: Arc<str>,
    /// The number of the method.
    method: usize,
    /// Of the path, with None for each parameter.
    template: Vec<Option<Box<[u8]>>>,
    /// Path parameters in the order of the path.
    pub path: Vec<Parameter>,
    /// The path as it is written up to the first parameter, with the prefix of all paths.
    begin: String,
    /// The pattern of each parameter, and the path as it is written up to the next one.
    plain: Vec<(Arc<Pattern>, String)>,
    pub query: Query,
    /// Number of the kind of document that a request has, if it has one.
    pub kind: Option<usize>,
    pub requires_body: bool,
    pub media_type: String,
    /// Number of the kind of document of each described status.
    pub responses: Vec<(u16, usize)>,
    /// Methods of the other operations on the same path.
    others: Methods,
    /// The parameter that is the identity of the stored deployment.
    pub identity: Option<String>,
}

/// Why a request leads to no operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Astray {
    PathAmbiguous,
    OperationUnknown,
    MethodUnknown,
}

/// The operation that a request leads to, or the reason why it leads to none.
#[derive(Debug)]
pub struct Route<'a> {
    /// The number of the operation, and the decoded texts of the path parameters.
    pub found: Result<(usize, Vec<Cow<'a, str>>), Astray>,
    /// True if the texts are known to match the types of the contract.
    pub is_checked: bool,
    /// Methods that the path has in the contract, with HEAD if it has GET.
    pub methods: Vec<String>,
    /// Methods of other operations that some reading of the path leads to.
    pub reachable: Methods,
}

impl Route<'_> {
    /// Return the number of the operation, if there is one.
    pub fn operation(&self) -> Option<usize> {
        self.found.as_ref().ok().map(|(number, _)| *number)
    }

    /// Return the route with texts of its own.
    pub fn into_owned(self) -> Route<'static> {
        let Route { found, is_checked, methods, reachable } = self;
        let owned = |text: Cow<str>| Cow::Owned(text.into_owned());
        let found = found.map(|(number, texts)| (number, texts.into_iter().map(owned).collect()));
        Route { found, is_checked, methods, reachable }
    }
}

/// The operations of a contract, and the paths that lead to them.
#[derive(Debug)]
pub struct Router {
    base: Vec<Text>,
    pub operations: Vec<Operation>,
    methods: Vec<String>,
    readings: Readings,
}

type Text = Vec<u8>;

impl Router {
    pub fn read(contract: &Contract) -> Result<Router, Fault> {
        let base = segments(contract.base_path.as_bytes()).map(<[u8]>::to_vec).collect();
        let mut methods: Vec<String> = Vec::new();
        let mut operations: Vec<Operation> = Vec::new();
        for row in &contract.operations {
            let method = text_of(member(row, "method")?)?;
            let known = methods.iter().position(|known| known == method);
            let number = known.unwrap_or(methods.len());
            if known.is_none() {
                methods.push(method.into());
            }
            let name = text_of(member(row, "operation")?)?;
            let operation = read_operation(contract, row, name, number);
            operations.push(operation.map_err(|fault| fault.within(name))?);
        }
        if methods.len() > MOST_METHODS {
            return Err(Fault::new("operations have too many methods"));
        }
        let mut router = Router { base, operations, methods, readings: Readings::default() };
        router.add_readings();
        Ok(router)
    }

    /// Let each operation know the others on its path, and add the readings of the paths.
    fn add_readings(&mut self) {
        let on_path = |template: &[Option<Box<[u8]>>]| {
            let same = self.operations.iter().filter(|other| *other.template == *template);
            same.fold(0, |found, other| found | 1 << other.method)
        };
        let all: Vec<Methods> = self.operations.iter().map(|it| on_path(&it.template)).collect();
        for (operation, methods) in self.operations.iter_mut().zip(all) {
            operation.others = methods & !(1 << operation.method);
            let lower = |part: &[u8]| Some(fold_case(part).into());
            let base = self.base.iter().map(|part| lower(part));
            let own = operation.template.iter().map(|part| part.as_ref().and_then(|it| lower(it)));
            self.readings.add(base.chain(own).collect(), methods);
        }
    }

    /// Return the route of a request.
    ///
    /// The fast path is for paths that are written as in the operation table, with parameters that
    /// match their patterns. It skips decoding and the search for other readings. This is safe: such a
    /// path holds no character that readers treat differently.
    ///
    /// The method is in any letter case, the path percent-encoded and without the query.
    pub fn route<'a>(&'a self, method: &str, path: &'a [u8]) -> Route<'a> {
        let is_head = method == "HEAD";
        for wanted in [Some(method), is_head.then_some("GET")].into_iter().flatten() {
            let method = self.methods.iter().position(|known| known == wanted);
            for (number, operation) in self.operations.iter().enumerate() {
                if Some(operation.method) == method
                    && let Some(texts) = operation.plain_texts(path)
                {
                    let found = Ok((number, texts));
                    return Route {
                        found,
                        is_checked: true,
                        methods: Vec::new(),
                        reachable: operation.others,
                    };
                }
            }
        }
        self.route_carefully(&method.to_uppercase(), path)
    }

    /// Return true if a method is among some.
    pub fn has_method(&self, methods: Methods, method: &str) -> bool {
        self.methods
            .iter()
            .position(|known| known == method)
            .is_some_and(|it| methods >> it & 1 == 1)
    }

    fn route_carefully<'a>(&'a self, method: &str, path: &'a [u8]) -> Route<'a> {
        let none = |why, methods, reachable| Route {
            found: Err(why),
            is_checked: false,
            methods,
            reachable,
        };
        if wtf8::count(path) > LONGEST {
            return none(Astray::PathAmbiguous, Vec::new(), 0);
        }
        if !self.readings.may_lead(path) {
            return none(Astray::OperationUnknown, Vec::new(), 0);
        }
        let written: Vec<&[u8]> = segments(path).collect();
        let decoded: Vec<Cow<[u8]>> = written.iter().map(|part| decoded(part)).collect();
        let depth = self.base.len();
        let is_based = decoded.len() >= depth
            && self.base.iter().zip(&decoded).all(|(one, other)| **one == **other);
        let fitting =
            |operation: &&Operation| is_based && fits(&operation.template, &decoded[depth..]);
        let on_path: Vec<&Operation> = self.operations.iter().filter(fitting).collect();
        let mut wanted = vec![method];
        if method == "HEAD" {
            wanted.push("GET");
        }
        for name in &wanted {
            let is_wanted = |operation: &&&Operation| self.methods[operation.method] == **name;
            if let Some(operation) = on_path.iter().find(is_wanted) {
                let number = self.operations.iter().position(|it| std::ptr::eq(it, *operation));
                let texts = operation.texts(&decoded[depth..], &written[depth..]);
                let found = Ok((number.unwrap_or_default(), texts));
                return Route {
                    found,
                    is_checked: false,
                    methods: Vec::new(),
                    reachable: operation.others,
                };
            }
        }
        match self.readings.methods(path) {
            Some(reachable) if !wanted.iter().any(|name| self.has_method(reachable, name)) => {
                if on_path.is_empty() {
                    return none(Astray::OperationUnknown, Vec::new(), reachable);
                }
                none(Astray::MethodUnknown, self.with_head(&on_path), reachable)
            }
            _ => none(Astray::PathAmbiguous, Vec::new(), 0),
        }
    }

    /// Return the methods of some operations with HEAD after GET, since HEAD is judged as GET.
    fn with_head(&self, operations: &[&Operation]) -> Vec<String> {
        let names: Vec<&str> =
            operations.iter().map(|operation| &*self.methods[operation.method]).collect();
        let mut found = Vec::new();
        for name in &names {
            found.push((*name).to_owned());
            if *name == "GET" && !names.contains(&"HEAD") {
                found.push("HEAD".to_owned());
            }
        }
        found
    }
}

impl Operation {
    /// Return the texts of the path parameters, for a path that is written as in the operation table.
    fn plain_texts<'a>(&self, path: &'a [u8]) -> Option<Vec<Cow<'a, str>>> {
        let mut rest = path.strip_prefix(self.begin.as_bytes())?;
        let mut found = Vec::with_capacity(self.plain.len());
        for (pattern, after) in &self.plain {
            let end = rest.iter().position(|&sign| sign == b'/').unwrap_or(rest.len());
            let text = std::str::from_utf8(&rest[..end]).ok().filter(|text| text.is_ascii())?;
            if !pattern.matches(text.as_bytes()) {
                return None;
            }
            found.push(Cow::Borrowed(text));
            rest = rest[end..].strip_prefix(after.as_bytes())?;
        }
        rest.is_empty().then_some(found)
    }

    /// Return the texts of the path parameters, for segments that fit the operation.
    ///
    /// A uuid needs no percent-encoding, and routers differ on whether they decode it (chi, Echo and
    /// Fiber do not). So its text is as written, which is no uuid if it is encoded.
    fn texts<'a>(&self, decoded: &[Cow<'a, [u8]>], written: &[&'a [u8]]) -> Vec<Cow<'a, str>> {
        let mut parameters = self.path.iter();
        let mut found = Vec::new();
        for ((part, decoded), written) in self.template.iter().zip(decoded).zip(written) {
            if part.is_some() {
                continue;
            }
            let is_uuid = parameters.next().is_some_and(Parameter::is_uuid);
            found.push(match decoded {
                _ if is_uuid => wtf8::readable(written),
                Cow::Borrowed(text) => wtf8::readable(text),
                Cow::Owned(text) => wtf8::readable(text).into_owned().into(),
            });
        }
        found
    }
}

fn decoded(part: &[u8]) -> Cow<'_, [u8]> {
    if part.contains(&b'%') { decode_exactly(part).into() } else { part.into() }
}

fn read_operation(
    contract: &Contract,
    row: &Json,
    name: &str,
    method: usize,
) -> Result<Operation, Fault> {
    let kind_number = |name: &str| {
        let found = contract.kinds.iter().position(|kind| kind.name == name);
        found.ok_or_else(|| Fault::new("a kind of document is not known"))
    };
    let text = text_of(member(row, "path")?)?;
    let parts = text.strip_prefix('/').ok_or_else(|| Fault::new("a path begins with /"))?;
    let mut declared = Vec::new();
    for parameter in list(member(row, "parameters")?)? {
        declared.push(Parameter::read(parameter)?);
    }
    let (query, mut in_path): (Vec<_>, Vec<_>) =
        declared.into_iter().partition(Parameter::is_in_query);
    let (mut template, mut path) = (Vec::new(), Vec::new());
    let (mut begin, mut plain) = (contract.base_path.clone(), Vec::<(_, String)>::new());
    for part in parts.split('/') {
        let written = plain.last_mut().map_or(&mut begin, |(_, after)| after);
        written.push('/');
        let named = part.strip_prefix('{').and_then(|part| part.strip_suffix('}'));
        let Some(named) = named else {
            template.push(Some(part.as_bytes().into()));
            written.push_str(part);
            continue;
        };
        let place = in_path.iter().position(|parameter| &*parameter.name == named);
        let place = place.ok_or_else(|| Fault::new("a parameter of the path is not declared"))?;
        let parameter = in_path.remove(place);
        let pattern = match parameter.pattern() {
            Some(own) => own.clone(),
            None => Pattern::shared(PLAIN_PARAMETER)?,
        };
        plain.push((pattern, String::new()));
        path.push(parameter);
        template.push(None);
    }
    let kind = optional_text(row, "request")?.map(|name| kind_number(&name)).transpose()?;
    let members = match kind {
        Some(kind) => members(&contract.kinds[kind].schema)?,
        None => Vec::new(),
    };
    let names = query.iter().map(|parameter| &*parameter.name);
    let aliases = Aliases::new(names.clone().chain(members));
    let names = names.map(Name::new).collect();
    let mut responses = Vec::new();
    for (status, kind) in object(member(row, "responses")?)? {
        if let Ok(status) = status.parse() {
            responses.push((status, kind_number(text_of(kind)?)?));
        }
    }
    let is_active = contract.judges_fault("parameter-unknown");
    let most_unknown = if is_active { contract.bounds.violations.saturating_add(1) } else { 0 };
    let operation = Arc::from(name);
    Ok(Operation {
        identity: identity_of(contract, name, &path, &responses)?,
        name: Arc::clone(&operation),
        method,
        template,
        path,
        begin,
        plain,
        query: Query {
            operation,
            names,
            declared: query,
            aliases,
            longest: contract.bounds.query,
            most_unknown,
        },
        kind,
        requires_body: member(row, "request_required")?.as_bool() == Some(true),
        media_type: text_of(member(row, "media_type")?)?.into(),
        responses,
        others: 0,
    })
}

/// Return the members of a request body, since Rails and Laravel merge them with the query.
fn members(schema: &Json) -> Result<Vec<&str>, Fault> {
    let reference = optional_text(schema, "$ref")?.unwrap_or_default();
    let root = reference.strip_prefix('#').and_then(|pointer| schema.pointer(pointer));
    let properties = root.unwrap_or(schema).get("properties").and_then(Json::as_object);
    Ok(properties.map(|members| members.keys().map(String::as_str).collect()).unwrap_or_default())
}

/// Return the path parameter that is the identity of a stored deployment.
///
/// A rule `equals_parameter` on the identity of a response names it, whatever its mode. Without such a
/// rule it is the only parameter.
fn identity_of(
    contract: &Contract,
    operation: &str,
    parameters: &[Parameter],
    responses: &[(u16, usize)],
) -> Result<Option<String>, Fault> {
    let identities: Vec<_> =
        responses.iter().filter_map(|(_, kind)| contract.kinds[*kind].identity.as_ref()).collect();
    for rule in contract.rules.iter().filter(|rule| rule.shape == "equals_parameter") {
        let given = |key| member(&rule.parameters, key).and_then(text_of);
        let (field, parameter) = (tokens(given("field")?)?, given("parameter")?);
        let names_it = parameters.iter().any(|it| &*it.name == parameter);
        if given("operation")? == operation && identities.contains(&&field) && names_it {
            return Ok(Some(parameter.to_string()));
        }
    }
    Ok(if let [only] = parameters { Some(only.name.to_string()) } else { None })
}
