//! The judge of a contract: documents, requests and responses.

use std::sync::Arc;
use std::thread::Builder;

use pyo3::exceptions::{PyException, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyInt, PyMemoryView, PyString, PyTuple, PyType,
};

use crate::headers::admit_headers;
use crate::outcome::{Document, Judged, Message, Outcome, Text, Whole};
use crate::with_scratch;
use crate::written::{self, Tape};
use deploy_contract_core::after_patch::Stored;
use deploy_contract_core::contract::{Fault, Json};
use deploy_contract_core::core;
use deploy_contract_core::exchange::{Argument, Known, Rule};
use deploy_contract_core::guard::fenced;
use deploy_contract_core::judge as documents;
use deploy_contract_core::messages::Operation;
use deploy_contract_core::places;
use deploy_contract_core::query;
use deploy_contract_core::scan::{Refused, Scratch};
use deploy_contract_core::wire::TextFault;

/// Bytes of the stack of the thread that reads a contract: schemas nest, and callers' stacks are small.
const STACK: usize = 4 << 20;

/// The Python names of a kind of document, and the declared names in it.
pub struct Kind {
    pub name: Py<PyString>,
    pub names: Vec<Py<PyString>>,
}

/// The Python names of an operation.
struct Names {
    operation: Py<PyString>,
    path: Vec<Py<PyString>>,
    query: Vec<Py<PyString>>,
    defaults: Py<PyDict>,
}

/// The judge of a contract.
#[pyclass(frozen, subclass, module = "deploy_contract_native")]
pub struct Core {
    pub core: core::Core,
    pub kinds: Vec<Kind>,
    pub sources: Vec<Py<PyString>>,
    /// The member of a stored deployment that is its source.
    source_member: Py<PyString>,
    names: Vec<Names>,
    /// The classes of violations, of outcomes with other fields, and of numbers with a text.
    pub violation: Py<PyAny>,
    pub outcome: Py<PyAny>,
    numeral: Py<PyAny>,
    /// Makes parsed JSON of models, members of enums and mappings.
    plain: Py<PyAny>,
}

/// Facts about a deployment, if any, and its identity.
type Given<'py> = (Option<Bound<'py, PyDict>>, Bound<'py, PyString>);

#[pymethods]
impl Core {
    /// Make the judge of an effective contract.
    ///
    /// `violation`, `outcome` and `numeral` are classes, `plain` is a function that makes parsed JSON of
    /// values. Raises ValueError if the core does not know a part of the contract; the text says which.
    #[new]
    fn new(
        py: Python<'_>,
        contract: &[u8],
        violation: Py<PyAny>,
        outcome: Py<PyAny>,
        numeral: Py<PyAny>,
        plain: Py<PyAny>,
    ) -> PyResult<Core> {
        let text = contract.to_vec();
        let reader = Builder::new().stack_size(STACK).spawn(move || core::Core::read(&text));
        let reader = reader.map_err(|_| PyValueError::new_err("no thread can be made"))?;
        let made = py.detach(|| reader.join());
        let made = made.unwrap_or_else(|_| Err(Fault::new("the core failed to read it")));
        let core = made.map_err(|fault| PyValueError::new_err(fault.0))?;
        let interned = |text: &str| PyString::intern(py, text).unbind();
        let contract = &core.contract;
        let mut kinds = Vec::new();
        for (kind, made) in contract.kinds.iter().zip(&core.kinds) {
            let known = made.judge.names();
            let names = (0..known.len()).map(|number| known.get(number as u16));
            let names = names.map(|name| Ok(PyString::from_bytes(py, name)?.unbind()));
            kinds.push(Kind { name: interned(&kind.name), names: names.collect::<PyResult<_>>()? });
        }
        let mut names = Vec::new();
        for operation in &core.operations.all {
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
        let sources = contract.sources.iter().map(|source| interned(&source.name)).collect();
        let source_member = interned(&contract.source_member());
        Ok(Core { core, kinds, sources, source_member, names, violation, outcome, numeral, plain })
    }

    /// Return the outcome for a document of a request or a file; None if another argument is odd, so
    /// that a caller has to look at it.
    ///
    /// `document`: bytes, text, or parsed JSON. `deployment`: the stored one, as parsed JSON.
    fn check<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Outcome>> {
        let core = slf.get();
        let Some(kind) = core.kind(slf.py(), kind) else { return Ok(None) };
        let Some(source) = core.known_source(source, deployment)? else { return Ok(None) };
        let source = match source {
            None => None,
            Some(source) => match position(slf.py(), core.sources.iter(), &source) {
                None => return Ok(None),
                found => found,
            },
        };
        let stored = match deployment {
            None => None,
            Some(stored) => {
                let Ok(stored) = stored.cast_exact::<PyDict>() else { return Ok(None) };
                Some(core.facts(kind, stored)?)
            }
        };
        Core::judged(slf, document, kind, source, stored, false).map(Some)
    }

    /// Return the outcome for a document of a request or a file. `stored`: facts as parsed JSON.
    fn document<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        stored: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Outcome> {
        let (core, py) = (slf.get(), slf.py());
        let unknown = || PyValueError::new_err("the contract has no such kind or source");
        let kind = core.kind(py, kind).ok_or_else(unknown)?;
        let source = match source {
            None => None,
            Some(source) => Some(position(py, core.sources.iter(), source).ok_or_else(unknown)?),
        };
        let stored = stored.map(|stored| core.facts(kind, stored)).transpose()?;
        Core::judged(slf, document, kind, source, stored, false)
    }

    /// Return the outcome for a document of a response.
    fn answer<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
    ) -> PyResult<Outcome> {
        let unknown = || PyValueError::new_err("the contract has no such kind");
        let kind = slf.get().kind(slf.py(), kind).ok_or_else(unknown)?;
        Core::judged(slf, document, kind, None, None, true)
    }

    /// Return the outcome for a text that breaks a rule of the wire. `kind` is None for a text of no
    /// known kind.
    #[pyo3(signature = (kind, rule, place=None, pointer=String::new(), limit=None))]
    fn refused(
        slf: &Bound<'_, Self>,
        kind: Option<&Bound<'_, PyAny>>,
        rule: &str,
        place: Option<(usize, usize)>,
        pointer: String,
        limit: Option<usize>,
    ) -> PyResult<Outcome> {
        let core = slf.get();
        let unknown = || PyValueError::new_err("the contract has no such kind or rule");
        let rule = core.core.contract.rule(rule).ok_or_else(unknown)?.name.clone();
        let kind = match kind {
            Some(kind) => Some(core.kind(slf.py(), kind).ok_or_else(unknown)?),
            None => None,
        };
        Ok(Core::refuse(
            slf,
            kind,
            &TextFault { rule: rule.to_string().into(), place, pointer, limit },
        ))
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
    ) -> PyResult<Option<Outcome>> {
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
        let (operation, names) = (&core.core.operations.all[number], &core.names[number]);
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
                if types != 1 || body.as_bytes().len() > core.core.contract.bounds.request_body {
                    return Ok(None);
                }
                let Some(kind) = core.core.kinds.iter().position(|it| it.judge.kind == *kind)
                else {
                    return Ok(None);
                };
                let Some(source) = core.known_source(source, deployment)? else {
                    return Ok(None);
                };
                let found = Core::check(
                    slf,
                    body.as_any(),
                    core.kinds[kind].name.bind(py),
                    source.as_ref(),
                    deployment,
                )?;
                let judged = found.and_then(|found| found.judged);
                let Some(judged) = judged.filter(|it| it.document.answer.is_some()) else {
                    return Ok(None);
                };
                Some(judged)
            }
            None if body.as_bytes().is_empty() && source.is_none() && deployment.is_none() => None,
            None => return Ok(None),
        };
        let operation = names.operation.clone_ref(py).into_any();
        let message = Message { operation, parameters: parameters.into_any().unbind() };
        Ok(Some(Core::outcome(slf, document, Some(message))))
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
    ) -> PyResult<Option<Outcome>> {
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
        let (row, names) = (&core.core.operations.all[number], &core.names[number]);
        let status = response.get_item(0)?;
        let Ok(status) = status.cast_exact::<PyInt>() else { return Ok(None) };
        let Ok(status) = status.extract::<u16>() else { return Ok(None) };
        let described = row.responses.iter().find(|(known, _)| *known == status);
        let Some((_, kind)) = described else { return Ok(None) };
        let Some(kind) = core.core.kinds.iter().position(|it| it.judge.kind == *kind) else {
            return Ok(None);
        };
        let headers = response.get_item(1)?;
        let media_type = &row.route.media_type;
        let types = fenced(|| Some(admit_headers(media_type, &headers).map(|it| it.types)));
        let body = response.get_item(2)?;
        let Ok(body) = body.cast_exact::<PyBytes>() else { return Ok(None) };
        if types != Some(Some(1)) || body.as_bytes().len() > core.core.contract.bounds.response_body
        {
            return Ok(None);
        }
        let rules = core.core.kinds[kind].exchanges.rules_of(&row.name);
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
        let entry = &core.core.kinds[kind];
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
        let is_allowed = |found: &Document| found.answer.is_some_and(|it| it.is_allowed());
        let Some(document) = found.filter(is_allowed) else { return Ok(None) };
        let parameters = arguments.map_or_else(|| py.None(), |it| it.into_any().unbind());
        let operation = names.operation.clone_ref(py).into_any();
        let message = Message { operation, parameters };
        Ok(Some(Core::outcome(slf, Some(Judged::new(document)), Some(message))))
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

    /// Return the number of the kind with a name, or of the class of that name.
    fn kind(&self, py: Python<'_>, kind: &Bound<'_, PyAny>) -> Option<usize> {
        let names = self.kinds.iter().map(|kind| &kind.name);
        position(py, names.clone(), kind).or_else(|| {
            let class = kind.cast::<PyType>().ok()?;
            position(py, names, class.name().ok()?.as_any())
        })
    }

    /// Return the tape of a stored deployment, as far as rules read it.
    fn facts(&self, kind: usize, stored: &Bound<'_, PyDict>) -> PyResult<Box<Tape>> {
        let judge = &self.core.kinds[kind].judge;
        let numeral = self.numeral.bind(stored.py());
        written::facts(stored, judge.names(), numeral, |name| judge.reads_stored(name))
            .map(Box::new)
    }

    /// Judge a document.
    fn judged<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: usize,
        source: Option<usize>,
        stored: Option<Box<Tape>>,
        of_response: bool,
    ) -> PyResult<Outcome> {
        let core = slf.get();
        let judge = &core.core.kinds[kind].judge;
        let source = source.map(|number| number as u16);
        let made = |text, answer| {
            let kind = Some(kind as u16);
            Document { kind, text, answer, source, stored, of_response }
        };
        let body = if let Ok(body) = document.cast_exact::<PyBytes>() {
            body.clone()
        } else if let Ok(text) = document.cast::<PyString>() {
            match text.to_str() {
                Ok(text) => PyBytes::new(slf.py(), text.as_bytes()),
                Err(_) => {
                    return Ok(Core::refuse(slf, Some(kind), &TextFault::of("json-encoding")));
                }
            }
        } else if is_bytes(document)? {
            match slf.py().get_type::<PyBytes>().call1((document,)) {
                Ok(body) => body.cast_into::<PyBytes>()?,
                // a memoryview that was released
                Err(error) if error.is_instance_of::<PyValueError>(slf.py()) => {
                    return Ok(Core::refuse(slf, Some(kind), &TextFault::of("json-value")));
                }
                Err(error) => return Err(error),
            }
        } else {
            return match core.written(document, kind)? {
                Err(fault) => Ok(Core::refuse(slf, Some(kind), &fault)),
                Ok((tape, value)) => {
                    let document = made(Text::Written(Box::new(tape)), None);
                    let found = with_scratch(|scratch| match &document.text {
                        Text::Written(tape) => {
                            let (text, known) = (tape.document(), document.known());
                            Ok(judge.answer(text, known, &mut scratch.work))
                        }
                        _ => Err(Refused),
                    });
                    let answer = found.unwrap_or_default();
                    let judged = Judged::new(Document { answer, ..document });
                    let _ = judged.value.set(slf.py(), value.unbind()); // it is new, and not set
                    Ok(Core::outcome(slf, Some(judged), None))
                }
            };
        };
        let text = body.as_bytes();
        let mut document = made(Text::Unread, None);
        let found = with_scratch(|scratch| {
            judge.scan(text, scratch)?;
            let Scratch { tape, work, number, .. } = scratch;
            let text = places::Document { body: text, tape };
            Ok((judge.answer(text, document.known(), work), *number))
        });
        match found {
            Ok((answer, scan)) => {
                document.answer = answer;
                document.text = Text::Bytes(body.unbind(), scan);
                Ok(Core::outcome(slf, Some(Judged::new(document)), None))
            }
            Err(Refused) => {
                let fault = fenced(|| Some(judge.fault(text)));
                let fault = fault.unwrap_or_else(|| TextFault::of("unjudged"));
                Ok(Core::refuse(slf, Some(kind), &fault))
            }
        }
    }

    /// Return the tape of a value of a caller, and the value as parsed JSON.
    fn written<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        kind: usize,
    ) -> PyResult<Result<(Tape, Bound<'py, PyAny>), TextFault>> {
        let py = value.py();
        let (judge, numeral) = (&self.core.kinds[kind].judge, self.numeral.bind(py));
        let longest = judge.limits.string;
        match written::parsed(value, judge.names(), numeral, longest)? {
            Ok(tape) => return Ok(Ok((tape, value.clone()))),
            Err(fault) if fault.rule != "json-value" => return Ok(Err(fault)),
            Err(_) => {}
        }
        let plain = match self.plain.bind(py).call1((value,)) {
            Ok(plain) => plain,
            // whatever an object of the caller raises, except what stops programs
            Err(error)
                if error.is_instance_of::<PyException>(py)
                    && !error.is_instance_of::<PyMemoryError>(py) =>
            {
                return Ok(Err(TextFault::of("json-value")));
            }
            Err(error) => return Err(error),
        };
        let found = written::parsed(&plain, judge.names(), numeral, longest)?;
        Ok(found.map(|tape| (tape, plain)))
    }

    /// Return the outcome for a document that cannot be read.
    fn refuse(slf: &Bound<'_, Self>, kind: Option<usize>, fault: &TextFault) -> Outcome {
        let outcome = slf.get().core.refuse(kind, fault);
        let kind = kind.map(|kind| kind as u16);
        let (text, answer, source, stored) = (Text::Unread, None, None, None);
        let document = Document { kind, text, answer, source, stored, of_response: false };
        let judged = Judged::new(document);
        let _ = judged.whole.set(slf.py(), Box::new(Whole::new(outcome))); // it is new, and not set
        Core::outcome(slf, Some(judged), None)
    }

    fn outcome(
        slf: &Bound<'_, Self>,
        judged: Option<Arc<Judged>>,
        message: Option<Message>,
    ) -> Outcome {
        Outcome { core: slf.clone().unbind(), judged, message }
    }

    /// Judge a document of a response that must also be right as `is_right` says; None if another judge
    /// has to look at it.
    fn answered(
        &self,
        body: &Bound<'_, PyBytes>,
        kind: usize,
        is_right: impl FnOnce(places::Document) -> bool,
    ) -> Option<Document> {
        let (text, judge) = (body.as_bytes(), &self.core.kinds[kind].judge);
        let (source, stored, of_response) = (None, None, true);
        let known = documents::Known { source, stored: Stored::Missing, of_response };
        let (answer, scan) = with_scratch(|scratch| {
            judge.scan(text, scratch)?;
            let Scratch { tape, work, number, .. } = scratch;
            let document = places::Document { body: text, tape };
            if !is_right(document) {
                return Err(Refused);
            }
            Ok((judge.answer(document, known, work).ok_or(Refused)?, *number))
        })
        .ok()?;
        let (kind, text) = (Some(kind as u16), Text::Bytes(body.clone().unbind(), scan));
        Some(Document { kind, text, answer: Some(answer), source: None, stored, of_response })
    }

    /// Return the operation that a request leads to, and the texts of its path parameters.
    fn routed<'a>(&self, method: &str, path: &'a str) -> Option<(usize, Vec<&'a str>)> {
        let mut operations = self.core.operations.all.iter().enumerate();
        let found = fenced(|| {
            operations.find_map(|(n, one)| Some((n, one.route.parameters(method, path)?)))
        })?;
        self.core.operations.all[found.0].judged.then_some(found)
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
        let found = fenced(|| operation.query.read(&self.core.operations.program, query));
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
        for place in &self.core.operations.identities {
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
        for (_, fields) in &self.core.kinds[kind].exchanges.constants {
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
}

/// Return true if a value is a bytearray, a memoryview, or of a class of bytes.
fn is_bytes(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
        return Ok(true);
    }
    Ok(value.is_instance_of::<PyMemoryView>())
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
