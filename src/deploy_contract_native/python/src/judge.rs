//! The judge of a contract: documents, requests and responses.

use std::thread::Builder;

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString, PyTuple};

use crate::facts::Value;
use crate::headers::admit_headers;
use crate::outcome::{Accepted, Document, Message};
use crate::with_scratch;
use deploy_contract_core::contract::{Contract, Fault, Json};
use deploy_contract_core::exchange::{Argument, Known, Rule};
use deploy_contract_core::guard::fenced;
use deploy_contract_core::judge::Judge;
use deploy_contract_core::learn;
use deploy_contract_core::messages::{Exchanges, Operation, Operations};
use deploy_contract_core::places;
use deploy_contract_core::query;
use deploy_contract_core::rules::Facts;
use deploy_contract_core::scan::Refused;

/// Bytes of the stack of the thread that reads a contract: schemas nest, and callers' stacks are small.
const STACK: usize = 4 << 20;

/// A kind of document.
pub struct Kind {
    pub name: Py<PyString>,
    pub judge: Judge,
    pub names: Vec<Py<PyString>>,
    pub learned: Vec<learn::Fields>,
    exchanges: Exchanges,
}

/// The Python names of an operation.
struct Names {
    operation: Py<PyString>,
    path: Vec<Py<PyString>>,
    query: Vec<Py<PyString>>,
    defaults: Py<PyDict>,
}

/// The judge of a contract. What it does not accept, another judge decides.
#[pyclass(frozen, subclass, module = "deploy_contract_native")]
pub struct Core {
    pub python: Py<PyAny>,
    pub kinds: Vec<Kind>,
    pub sources: Vec<Py<PyString>>,
    /// The member of a stored deployment that is its source.
    source_member: Py<PyString>,
    /// Numbers of the sources in the order of the contract.
    order: Vec<usize>,
    operations: Operations,
    names: Vec<Names>,
    request_body: usize,
    response_body: usize,
}

/// Facts about a deployment, if any, and its identity.
type Given<'py> = (Option<Bound<'py, PyDict>>, Bound<'py, PyString>);

#[pymethods]
impl Core {
    /// Make the judge of an effective contract.
    ///
    /// `python` judges what this one does not accept. `sources` are those of the contract in their
    /// order. Raises ValueError if the core does not know a part of the contract; the text says which.
    #[new]
    fn new(
        py: Python<'_>,
        contract: &[u8],
        python: Py<PyAny>,
        sources: Vec<String>,
    ) -> PyResult<Core> {
        let text = contract.to_vec();
        let reader = Builder::new().stack_size(STACK).spawn(move || read(&text));
        let reader = reader.map_err(|_| PyValueError::new_err("no thread can be made"))?;
        let made = py.detach(|| reader.join());
        let made = made.unwrap_or_else(|_| Err(Fault::new("the core failed to read it")));
        let (contract, operations, kinds) = made.map_err(|fault| PyValueError::new_err(fault.0))?;
        let interned = |text: &str| PyString::intern(py, text).unbind();
        let place = |source: &String| contract.sources.iter().position(|it| it.name == *source);
        let order = sources.iter().filter_map(place).collect();
        let mut found = Vec::new();
        for (kind, (judge, exchanges, learned)) in contract.kinds.iter().zip(kinds) {
            let mut names = Vec::new();
            for number in 0..judge.names().len() {
                names.push(PyString::from_bytes(py, judge.names().get(number as u16))?.unbind());
            }
            found.push(Kind { name: interned(&kind.name), judge, names, learned, exchanges });
        }
        let mut names = Vec::new();
        for operation in &operations.all {
            let defaults = PyDict::new(py);
            for (name, value) in &operation.defaults {
                defaults.set_item(interned(name), scalar(py, value)?)?;
            }
            let query = &operation.query.declared;
            names.push(Names {
                operation: interned(&operation.name),
                path: operation.path_parameters.iter().map(|name| interned(name)).collect(),
                query: query.iter().map(|parameter| interned(&parameter.name)).collect(),
                defaults: defaults.unbind(),
            });
        }
        Ok(Core {
            python,
            kinds: found,
            sources: contract.sources.iter().map(|source| interned(&source.name)).collect(),
            source_member: interned(&contract.source_member()),
            order,
            operations,
            names,
            request_body: contract.bounds.request_body,
            response_body: contract.bounds.response_body,
        })
    }

    /// Return the outcome for a document if its arguments are right and it is accepted, else None.
    ///
    /// `deployment` is the stored one, as a caller gives it.
    fn accept<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, Accepted>>> {
        let Ok(body) = document.cast_exact::<PyBytes>() else { return Ok(None) };
        let Some(source) = slf.get().known_source(source, deployment)? else { return Ok(None) };
        let found = Core::judged(slf, body, kind, source.as_ref(), deployment)?;
        found.map(|found| accepted(slf, Some(found), None)).transpose()
    }

    /// Return the outcome for a document of a request or a file.
    fn document<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        stored: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(body) = document.cast_exact::<PyBytes>()
            && let Some(found) = Core::judged(slf, body, kind, source, stored)?
        {
            return Ok(accepted(slf, Some(found), None)?.into_any());
        }
        let python = slf.get().python.bind(slf.py());
        python.call_method1(intern!(slf.py(), "document"), (document, kind, source, stored))
    }

    /// Return the outcome for a document of a response.
    fn answer<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let names = slf.get().kinds.iter().map(|kind| &kind.name);
        if let Ok(body) = document.cast_exact::<PyBytes>()
            && let Some(kind) = position(py, names, kind)
            && let Some(found) = slf.get().answered(body, kind, |_| true)
        {
            return Ok(accepted(slf, Some(found), None)?.into_any());
        }
        slf.get().python.bind(py).call_method1(intern!(py, "answer"), (document, kind))
    }

    /// The judge of what is not accepted.
    #[getter]
    fn python(&self, py: Python<'_>) -> Py<PyAny> {
        self.python.clone_ref(py)
    }

    /// Return the outcome for an ordinary request; None if another judge has to look at it.
    ///
    /// A request is a tuple of method, path, query, headers and body. The other arguments are those
    /// of `accept`.
    fn accept_request<'py>(
        slf: &Bound<'py, Self>,
        request: &Bound<'py, PyTuple>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, Accepted>>> {
        let (core, py) = (slf.get(), slf.py());
        let (method, path, query) =
            (request.get_item(0)?, request.get_item(1)?, request.get_item(2)?);
        let (Ok(method), Ok(path), Ok(query)) = (
            method.cast_exact::<PyString>(),
            path.cast_exact::<PyString>(),
            query.cast_exact::<PyString>(),
        ) else {
            return Ok(None);
        };
        // texts with lone surrogates are not ordinary
        let (Ok(method), Ok(path), Ok(query)) = (method.to_str(), path.to_str(), query.to_str())
        else {
            return Ok(None);
        };
        let Some((number, texts)) = core.routed(method, path) else { return Ok(None) };
        let (operation, names) = (&core.operations.all[number], &core.names[number]);
        let media_type = &operation.route.media_type;
        let headers = request.get_item(3)?;
        let Some(Some(types)) =
            fenced(|| Some(admit_headers(media_type, &headers).map(|it| it.types)))
        else {
            return Ok(None);
        };
        let body = request.get_item(4)?;
        let Ok(body) = body.cast_exact::<PyBytes>() else { return Ok(None) };
        let parameters = PyDict::new(py);
        for (name, text) in names.path.iter().zip(texts) {
            parameters.set_item(name, text)?;
        }
        let has_none = query.is_empty() && names.query.is_empty();
        if !has_none && !core.read_query(operation, names, query, &parameters)? {
            return Ok(None);
        }
        let document = match &operation.kind {
            Some(kind) => {
                if types != 1 || body.as_bytes().len() > core.request_body {
                    return Ok(None);
                }
                let Some(kind) = core.kinds.iter().position(|it| it.judge.kind == *kind) else {
                    return Ok(None);
                };
                let Some(source) = core.known_source(source, deployment)? else {
                    return Ok(None);
                };
                let found = Core::judged_as(slf, body, kind, source.as_ref(), deployment)?;
                let Some(found) = found else { return Ok(None) };
                Some(found)
            }
            None if body.as_bytes().is_empty() && source.is_none() && deployment.is_none() => None,
            None => return Ok(None),
        };
        let operation = names.operation.clone_ref(py).into_any();
        let message = Message { operation, parameters: parameters.into_any().unbind() };
        accepted(slf, document, Some(message)).map(Some)
    }

    /// Return the outcome for an ordinary response; None if another judge has to look at it.
    ///
    /// None as well if it may break a rule on the exchange. `arguments` has the parameters of the
    /// request, by name. `given` has certain facts about one deployment: the one whose identity they
    /// hold, else the one in the path. `heard` has other facts, about `addressed`, an identity in
    /// lower case. If that is given, a response with another document needs a second look, too.
    #[pyo3(signature = (response, operation, arguments, given, heard=None, addressed=None))]
    fn accept_response<'py>(
        slf: &Bound<'py, Self>,
        response: &Bound<'py, PyTuple>,
        operation: &Bound<'py, PyAny>,
        arguments: Option<Bound<'py, PyAny>>,
        given: Option<Bound<'py, PyAny>>,
        heard: Option<Bound<'py, PyAny>>,
        addressed: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, Accepted>>> {
        let (core, py) = (slf.get(), slf.py());
        let Ok(arguments) = arguments.map(Bound::cast_into_exact::<PyDict>).transpose() else {
            return Ok(None);
        };
        let Ok(addressed) = addressed.map(Bound::cast_into_exact::<PyString>).transpose() else {
            return Ok(None);
        };
        let Some(number) = position(py, core.names.iter().map(|it| &it.operation), operation)
        else {
            return Ok(None);
        };
        let (row, names) = (&core.operations.all[number], &core.names[number]);
        let status = response.get_item(0)?;
        let Ok(status) = status.cast_exact::<PyInt>() else { return Ok(None) };
        let Ok(status) = status.extract::<u16>() else { return Ok(None) };
        let described = row.responses.iter().find(|(known, _)| *known == status);
        let Some((_, kind)) = described else { return Ok(None) };
        let Some(kind) = core.kinds.iter().position(|it| it.judge.kind == *kind) else {
            return Ok(None);
        };
        let headers = response.get_item(1)?;
        let media_type = &row.route.media_type;
        let types = fenced(|| Some(admit_headers(media_type, &headers).map(|it| it.types)));
        let body = response.get_item(2)?;
        let Ok(body) = body.cast_exact::<PyBytes>() else { return Ok(None) };
        if types != Some(Some(1)) || body.as_bytes().len() > core.response_body {
            return Ok(None);
        }
        let rules = core.kinds[kind].exchanges.rules_of(&row.name);
        let Some(asked) = asked(rules, arguments.as_ref())? else { return Ok(None) };
        let given = match given {
            None => None,
            Some(given) => {
                let Ok(facts) = given.cast_exact::<PyDict>() else { return Ok(None) };
                let identity = core.identity_in(facts, row, arguments.as_ref())?;
                identity.map(|identity| (Some(facts.clone()), identity))
            }
        };
        let heard = match (heard, addressed) {
            (Some(facts), addressed) => {
                let Ok(facts) = facts.cast_exact::<PyDict>() else { return Ok(None) };
                addressed.map(|identity| (Some(facts.clone()), identity))
            }
            (None, addressed) => addressed.map(|identity| (None, identity)),
        };
        let given = core.known(kind, given)?;
        let heard = core.known(kind, heard)?;
        let entry = &core.kinds[kind];
        let found = core.answered(body, kind, |document| {
            let keeps = asked.iter().all(|(rule, argument)| {
                argument.borrowed().is_some_and(|argument| rule.is_kept(document, &argument))
            });
            let agrees = |about: &Option<About>, alone: bool| {
                about.as_ref().is_none_or(|about| {
                    let mut rows = entry.exchanges.constants.iter().zip(&about.values);
                    rows.all(|((constants, _), values)| {
                        let known: Vec<_> = values.iter().map(|it| known_of(it.as_ref())).collect();
                        let identity = about.identity.to_str();
                        identity.is_ok_and(|name| constants.agree(document, name, &known, alone))
                    })
                })
            };
            keeps && agrees(&given, false) && agrees(&heard, true)
        });
        let Some(document) = found.filter(|found| found.answer.is_allowed()) else {
            return Ok(None);
        };
        let parameters = arguments.map_or_else(|| py.None(), |it| it.into_any().unbind());
        let operation = names.operation.clone_ref(py).into_any();
        let message = Message { operation, parameters };
        accepted(slf, Some(document), Some(message)).map(Some)
    }
}

/// Certain or other facts about a deployment: its identity, and its values by the places of constants.
struct About<'py> {
    identity: Bound<'py, PyString>,
    values: Vec<Vec<Option<Bound<'py, PyAny>>>>,
}

impl Core {
    /// Return the source that is given, or that of a stored deployment; None in it for neither.
    ///
    /// None if one is odd, or they contradict each other: others say so.
    fn known_source<'py>(
        &self,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Option<Bound<'py, PyAny>>>> {
        let source = source.cloned();
        let Some(deployment) = deployment else { return Ok(Some(source)) };
        let Ok(known) = deployment.cast_exact::<PyDict>() else { return Ok(None) };
        let Some(stored) = known.get_item(&self.source_member)?.filter(|it| !it.is_none()) else {
            return Ok(Some(source));
        };
        let Ok(name) = stored.cast_exact::<PyString>() else { return Ok(None) };
        if let Some(given) = &source
            && !(given.is_exact_instance_of::<PyString>() && name.as_any().eq(given)?)
        {
            return Ok(None);
        }
        Ok(Some(Some(stored)))
    }

    /// Judge a document of a request or a file; None if another judge has to.
    fn judged<'py>(
        slf: &Bound<'py, Self>,
        body: &Bound<'py, PyBytes>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        stored: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Document>> {
        let names = slf.get().kinds.iter().map(|kind| &kind.name);
        let Some(kind) = position(slf.py(), names, kind) else { return Ok(None) };
        Core::judged_as(slf, body, kind, source, stored)
    }

    /// Do the same, given the number of the kind.
    #[inline]
    fn judged_as<'py>(
        slf: &Bound<'py, Self>,
        body: &Bound<'py, PyBytes>,
        kind: usize,
        source: Option<&Bound<'py, PyAny>>,
        stored: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Document>> {
        let (core, py) = (slf.get(), slf.py());
        let judge = &core.kinds[kind].judge;
        let source = match source {
            None => None,
            Some(source) => match position(py, core.sources.iter(), source) {
                None => return Ok(None),
                found => found,
            },
        };
        let possible = source.and_then(|number| judge.sources.get(number)).map(|(_, own)| *own);
        let text = body.as_bytes();
        let judge_with = |facts: Facts| {
            with_scratch(|scratch| {
                judge.scan(text, scratch)?;
                let number = scratch.number;
                let answer = judge.answer(text, scratch, possible, facts, false);
                Ok((answer.ok_or(Refused)?, number))
            })
        };
        let (found, stored) = match stored {
            None => (judge_with(Facts::Unknown), None),
            Some(stored) => {
                let Ok(stored) = stored.cast_exact::<PyDict>() else { return Ok(None) };
                let stored = stored.copy()?;
                let mut values = Vec::with_capacity(judge.stored.len());
                for place in &judge.stored {
                    values.push(Value::find(&stored, place)?);
                }
                let known: Vec<_> = values.iter().map(Value::stored).collect();
                let found = judge_with(Facts::Known(&known));
                (found, Some(stored.unbind()))
            }
        };
        let Ok((answer, scan)) = found else { return Ok(None) };
        let body = body.clone().unbind();
        let (kind, source) = (kind as u16, source.map(|number| number as u16));
        Ok(Some(Document { kind, body, scan, answer, source, stored, of_response: false }))
    }

    /// Judge a document of a response that must also be right as `is_right` says.
    fn answered(
        &self,
        body: &Bound<'_, PyBytes>,
        kind: usize,
        is_right: impl FnOnce(places::Document) -> bool,
    ) -> Option<Document> {
        let (text, judge) = (body.as_bytes(), &self.kinds[kind].judge);
        let found = with_scratch(|scratch| {
            judge.scan(text, scratch)?;
            if !is_right(places::Document { body: text, tape: &scratch.tape }) {
                return Err(Refused);
            }
            let number = scratch.number;
            let answer = judge.answer(text, scratch, None, Facts::Unknown, true);
            Ok((answer.ok_or(Refused)?, number))
        });
        let (answer, scan) = found.ok()?;
        let body = body.clone().unbind();
        let (source, stored, of_response) = (None, None, true);
        let kind = kind as u16;
        Some(Document { kind, body, scan, answer, source, stored, of_response })
    }

    /// Return the operation that a request leads to, and the texts of its path parameters.
    fn routed<'a>(&self, method: &str, path: &'a str) -> Option<(usize, Vec<&'a str>)> {
        let mut operations = self.operations.all.iter().enumerate();
        let found = fenced(|| {
            operations.find_map(|(n, one)| Some((n, one.route.parameters(method, path)?)))
        })?;
        self.operations.all[found.0].judged.then_some(found)
    }

    /// Add the values of a query to the parameters, and the defaults; false for another query.
    fn read_query(
        &self,
        operation: &Operation,
        names: &Names,
        query: &str,
        parameters: &Bound<'_, PyDict>,
    ) -> PyResult<bool> {
        let py = parameters.py();
        let found = fenced(|| operation.query.read(&self.operations.program, query));
        let Some(found) = found else { return Ok(false) };
        parameters.update(names.defaults.bind(py).as_mapping())?;
        for (name, value) in names.query.iter().zip(found) {
            match value {
                None => {}
                Some(query::Value::Text(text)) => parameters.set_item(name, text)?,
                Some(query::Value::Number(number)) => parameters.set_item(name, number)?,
                Some(query::Value::Truth(truth)) => parameters.set_item(name, truth)?,
                Some(query::Value::Texts(text)) if text.is_empty() => {
                    parameters.set_item(name, PyTuple::empty(py))?;
                }
                Some(query::Value::Texts(text)) => {
                    let items: Vec<&str> = text.split(',').collect();
                    parameters.set_item(name, PyTuple::new(py, items)?)?;
                }
            }
        }
        Ok(true)
    }

    /// Return the identity that facts hold, else that in the path of the request.
    fn identity_in<'py>(
        &self,
        facts: &Bound<'py, PyDict>,
        operation: &Operation,
        arguments: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyString>>> {
        for place in &self.operations.identities {
            let found = find(facts, place)?.map(Bound::cast_into::<PyString>);
            if let Some(Ok(name)) = found {
                return Ok(Some(name));
            }
        }
        let (Some(arguments), Some(name)) = (arguments, &operation.identity) else {
            return Ok(None);
        };
        let name = arguments.get_item(name)?;
        Ok(name.and_then(|name| name.cast_into::<PyString>().ok()))
    }

    /// Return the values that a response must not contradict.
    fn known<'py>(&self, kind: usize, about: Option<Given<'py>>) -> PyResult<Option<About<'py>>> {
        let Some((facts, identity)) = about else { return Ok(None) };
        let mut values = Vec::new();
        for (_, fields) in &self.kinds[kind].exchanges.constants {
            let mut row = Vec::new();
            for field in fields {
                row.push(match &facts {
                    Some(facts) => find(facts, field)?,
                    None => None,
                });
            }
            values.push(row);
        }
        Ok(Some(About { identity, values }))
    }

    /// Return true if some texts are the sources of the contract.
    pub fn has_sources(&self, py: Python<'_>, texts: &[String]) -> bool {
        let is_known = |text: &String| {
            let mut known = self.sources.iter().map(|source| source.bind(py).to_str());
            known.any(|source| source.is_ok_and(|source| source == text))
        };
        texts.len() == self.sources.len() && texts.iter().all(is_known)
    }

    /// Return the names of some sources, in the order of the contract.
    pub fn names_of<'py>(
        &self,
        py: Python<'py>,
        numbers: impl Iterator<Item = usize>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let wanted: Vec<usize> = numbers.collect();
        let in_order = self.order.iter().filter(|number| wanted.contains(number));
        let names: Vec<_> = in_order.map(|&number| self.sources[number].bind(py)).collect();
        PyTuple::new(py, names)
    }
}

/// All that is made of a contract for one kind of document.
type Made = (Judge, Exchanges, Vec<learn::Fields>);

fn read(contract: &[u8]) -> Result<(Contract, Operations, Vec<Made>), Fault> {
    let contract = Contract::read(contract)?;
    let operations = Operations::read(&contract)?;
    let mut kinds = Vec::new();
    for kind in &contract.kinds {
        let made = Judge::new(&contract, kind, |compiler| {
            let exchanges = Exchanges::read(&contract, kind, &operations, compiler)?;
            let learned = learn::Fields::of_kind(&contract, kind, compiler)?;
            Ok((exchanges, learned))
        });
        let (judge, (exchanges, learned)) = made.map_err(|fault| fault.within(&kind.name))?;
        kinds.push((judge, exchanges, learned));
    }
    Ok((contract, operations, kinds))
}

/// Return an outcome.
fn accepted<'py>(
    core: &Bound<'py, Core>,
    document: Option<Document>,
    message: Option<Message>,
) -> PyResult<Bound<'py, Accepted>> {
    let made = Accepted {
        core: core.clone().unbind(),
        document,
        message,
        value: PyOnceLock::new(),
        explained: PyOnceLock::new(),
    };
    Bound::new(core.py(), made)
}

/// Return the place of a text among some. Most texts are the same object.
#[inline]
fn position<'a>(
    py: Python<'_>,
    texts: impl Iterator<Item = &'a Py<PyString>> + Clone,
    wanted: &Bound<'_, PyAny>,
) -> Option<usize> {
    if let Some(found) = texts.clone().position(|text| text.as_ptr() == wanted.as_ptr()) {
        return Some(found);
    }
    let wanted = wanted.cast_exact::<PyString>().ok()?.to_str().ok()?;
    let mut texts = texts;
    texts.position(|text| text.bind(py).to_str().is_ok_and(|text| text == wanted))
}

/// Return the value at a place through dicts.
fn find<'py>(facts: &Bound<'py, PyDict>, place: &[String]) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut value = facts.clone().into_any();
    for token in place {
        let Ok(object) = value.cast_exact::<PyDict>() else { return Ok(None) };
        match object.get_item(token)? {
            Some(member) => value = member,
            None => return Ok(None),
        }
    }
    Ok(Some(value))
}

fn known_of<'a>(value: Option<&'a Bound<'_, PyAny>>) -> Known<'a> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Known::Nothing };
    if let Ok(text) = value.cast_exact::<PyString>() {
        return text.to_str().map_or(Known::Other, Known::Text);
    }
    value.cast_exact::<PyBool>().map_or(Known::Other, |truth| Known::Truth(truth.is_true()))
}

/// A parameter of a request, as a rule compares it.
enum Asked<'py> {
    Text(Bound<'py, PyString>),
    Texts(Vec<String>),
    Number(i64),
}

impl Asked<'_> {
    fn borrowed(&self) -> Option<Argument<'_>> {
        Some(match self {
            Asked::Text(text) => Argument::Text(text.to_str().ok()?),
            Asked::Texts(texts) => Argument::Texts(texts.clone()),
            Asked::Number(number) => Argument::Number(*number),
        })
    }
}

/// Return the rules that have an argument, each with it; None if one is of another type.
///
/// An empty filter filters nothing.
fn asked<'a, 'py>(
    rules: &'a [(Rule, String)],
    arguments: Option<&Bound<'py, PyDict>>,
) -> PyResult<Option<Vec<(&'a Rule, Asked<'py>)>>> {
    let mut asked = Vec::new();
    let Some(arguments) = arguments else { return Ok(Some(asked)) };
    for (rule, name) in rules {
        let Some(argument) = arguments.get_item(name)?.filter(|it| !it.is_none()) else { continue };
        if let Ok(text) = argument.cast_exact::<PyString>() {
            if !text.is_empty()? {
                asked.push((rule, Asked::Text(text.clone())));
            }
        } else if let Ok(several) = argument.cast_exact::<PyTuple>() {
            let Ok(texts) = several.extract::<Vec<String>>() else { return Ok(None) };
            if !texts.is_empty() {
                asked.push((rule, Asked::Texts(texts)));
            }
        } else if argument.is_exact_instance_of::<PyInt>() {
            let Ok(number) = argument.extract() else { return Ok(None) };
            asked.push((rule, Asked::Number(number)));
        } else {
            return Ok(None);
        }
    }
    Ok(Some(asked))
}

/// Return a default of a parameter.
fn scalar<'py>(py: Python<'py>, value: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Json::String(text) => PyString::new(py, text).into_any(),
        Json::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        Json::Number(number) if number.as_i64().is_some() => {
            number.as_i64().into_pyobject(py)?.into_any()
        }
        Json::Number(number) => number.as_f64().into_pyobject(py)?.into_any(),
        Json::Null => py.None().into_bound(py),
        _ => return Err(PyValueError::new_err("a default is no scalar")),
    })
}
