//! The judge of a contract: documents, requests and responses.

use std::sync::Arc;
use std::thread::Builder;

use pyo3::exceptions::{PyException, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyInt, PyMemoryView, PyString, PyTuple, PyType};

use crate::outcome::{Document, Message, Outcome, Text};
use crate::reports::Reports;
use crate::routes::{BODY, Line};
use crate::with_scratch;
use crate::written::{self, Tape};
use deploy_contract_core::contract::Fault;
use deploy_contract_core::core;
use deploy_contract_core::guard::fenced;
use deploy_contract_core::http::messages::{Body, Request};
use deploy_contract_core::http::parameters::{Value, Values};
use deploy_contract_core::http::routing;
use deploy_contract_core::places;
use deploy_contract_core::scan::{Refused, Scratch};
use deploy_contract_core::wire::TextFault;

/// Bytes of the stack of the thread that reads a contract: schemas nest, and callers' stacks are small.
const STACK: usize = 4 << 20;

/// The Python names of a kind of document, and the declared names in it.
pub struct Kind {
    pub name: Py<PyString>,
    pub names: Vec<Py<PyString>>,
}

/// The Python names of an operation and of its parameters.
pub struct Names {
    pub operation: Py<PyString>,
    parameters: Vec<(Arc<str>, Py<PyString>)>,
}

/// What a caller knows of the deployment of a request: the number of its source, and facts.
#[derive(Default)]
pub struct Given<'py> {
    pub source: Option<usize>,
    pub deployment: Option<Bound<'py, PyDict>>,
}

/// What the core makes and calls in Python: classes, and functions that return parsed JSON.
#[derive(FromPyObject)]
pub struct Makers {
    pub violation: Py<PyAny>,
    /// The class of outcomes with other fields.
    pub outcome: Py<PyAny>,
    report: Py<PyType>,
    request: Py<PyType>,
    /// The class of numbers with a text.
    pub numeral: Py<PyAny>,
    /// Takes models, members of enums and mappings.
    plain: Py<PyAny>,
    /// Takes facts about a deployment.
    pub plain_facts: Py<PyAny>,
    /// Takes a source and a deployment, and raises what is wrong.
    pub given: Py<PyAny>,
}

/// The judge of a contract.
#[pyclass(frozen, subclass, module = "deploy_contract_native")]
pub struct Core {
    pub core: core::Core,
    pub kinds: Vec<Kind>,
    pub operations: Vec<Names>,
    pub sources: Vec<Py<PyString>>,
    /// The member of a stored deployment that is its source.
    source_member: Py<PyString>,
    pub makers: Makers,
    reports: Reports,
}

#[pymethods]
impl Core {
    /// Make the judge of an effective contract. `makers` has the attributes of `Makers`.
    ///
    /// Raises ValueError if the core does not know a part of the contract; the text says which.
    #[new]
    fn new(py: Python<'_>, contract: &[u8], makers: Makers) -> PyResult<Core> {
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
        let names = |operation: &routing::Operation| {
            let all = operation.path.iter().chain(&operation.query.declared);
            let parameters = all.map(|it| (it.name.clone(), interned(&it.name))).collect();
            Names { operation: interned(&operation.name), parameters }
        };
        let operations = core.router.operations.iter().map(names).collect();
        let sources = contract.sources.iter().map(|source| interned(&source.name)).collect();
        let source_member = interned(&contract.source_member());
        let reports = Reports::new(makers.report.bind(py))?;
        Ok(Core { core, kinds, operations, sources, source_member, makers, reports })
    }

    /// Return the report on a document of a request or a file; None if another argument is odd, so that
    /// a caller has to look at it.
    ///
    /// `document`: bytes, text, or parsed JSON. `deployment`: the stored one, as parsed JSON.
    fn check<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let core = slf.get();
        let Some(kind) = core.kind(slf.py(), kind) else { return Ok(None) };
        let Some(given) = core.given(slf.py(), source, deployment)? else { return Ok(None) };
        let outcome = Core::judged(slf, document, kind, given, false)?;
        core.reports.make(slf.py(), outcome).map(Some)
    }

    /// Return the report on a request; None as for `check`, or if the request is not plain.
    fn check_request<'py>(
        slf: &Bound<'py, Self>,
        request: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let core = slf.get();
        if request.get_type_ptr().cast() != core.makers.request.as_ptr() {
            return Ok(None);
        }
        let request = request.cast::<PyTuple>()?;
        let Ok(body) = request.get_item(BODY)?.cast_into_exact::<PyBytes>() else {
            return Ok(None);
        };
        let Some((line, headers)) = Line::read(request)? else { return Ok(None) };
        let Some(given) = core.given(slf.py(), source, deployment)? else { return Ok(None) };
        let outcome = line.judged(slf, &headers, None, Some(&body), given)?;
        core.reports.make(slf.py(), outcome).map(Some)
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
        let given = Given { source, deployment: stored.cloned() };
        Core::judged(slf, document, kind, given, false)
    }

    /// Return the outcome for a document of a response.
    fn answer<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
    ) -> PyResult<Outcome> {
        let unknown = || PyValueError::new_err("the contract has no such kind");
        let kind = slf.get().kind(slf.py(), kind).ok_or_else(unknown)?;
        Core::judged(slf, document, kind, Given::default(), true)
    }
}

impl Core {
    /// Return what a caller gives about a deployment; None if a part is odd, or if the source contradicts
    /// that of the stored deployment: others say so.
    pub fn given<'py>(
        &self,
        py: Python<'py>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Given<'py>>> {
        let mut given = Given::default();
        let mut stored = None;
        if let Some(deployment) = deployment {
            let Ok(deployment) = deployment.cast_exact::<PyDict>() else { return Ok(None) };
            stored = deployment.get_item(&self.source_member)?.filter(|it| !it.is_none());
            given.deployment = Some(deployment.clone());
        }
        for name in [source, stored.as_ref()].into_iter().flatten() {
            let found = self.source(py, name);
            if found.is_none() || given.source.is_some_and(|known| Some(known) != found) {
                return Ok(None);
            }
            given.source = found;
        }
        Ok(Some(given))
    }

    /// Return the number of a source.
    pub fn source(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> Option<usize> {
        position(py, self.sources.iter(), name)
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
    pub fn facts(&self, kind: usize, stored: &Bound<'_, PyDict>) -> PyResult<Box<Tape>> {
        let judge = &self.core.kinds[kind].judge;
        let numeral = self.makers.numeral.bind(stored.py());
        written::facts(stored, judge.names(), numeral, |name| judge.reads_stored(name))
            .map(Box::new)
    }

    /// Judge a document.
    pub fn judged<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: usize,
        given: Given<'py>,
        of_response: bool,
    ) -> PyResult<Outcome> {
        let core = slf.get();
        let judge = &core.core.kinds[kind].judge;
        let source = given.source.map(|number| number as u16);
        let stored = given.deployment.map(|facts| core.facts(kind, &facts)).transpose()?;
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
            match plain_bytes(document) {
                Ok(body) => body,
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
                    Ok(Outcome::new(slf, Document { answer, ..document }).with_value(value))
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
                Ok(Outcome::new(slf, document))
            }
            Err(Refused) => {
                let fault = fenced(|| Some(judge.fault(text)));
                let fault = fault.unwrap_or_else(|| TextFault::of("unjudged"));
                Ok(Core::refuse(slf, Some(kind), &fault))
            }
        }
    }

    /// Judge a request. `route`: its route, if it is known.
    pub fn judged_request<'py>(
        slf: &Bound<'py, Self>,
        request: &Request,
        route: Option<&routing::Route>,
        body: Option<&Bound<'py, PyBytes>>,
        given: Given<'py>,
    ) -> PyResult<Outcome> {
        let (core, py) = (slf.get(), slf.py());
        let read = fenced(|| {
            Some(match route {
                Some(route) => core.core.read_routed(request, route),
                None => core.core.read_request(request),
            })
        });
        let Some(mut read) = read else { return Ok(Core::unjudged(slf, Message::none(py))) };
        let message = match (read.operation, read.parameters.take()) {
            (Some(number), Some(values)) => {
                let names = &core.operations[number];
                let parameters = names.parameters(py, values)?.into_any().unbind();
                let operation = names.operation.clone_ref(py).into_any();
                Message { operation, parameters }
            }
            _ => Message::none(py),
        };
        let document = match &mut read.body {
            Body::Document { kind, decoded } => {
                let decoded = decoded.take().map(|decoded| PyBytes::new(py, &decoded));
                let body = decoded.as_ref().or(body).ok_or_else(not_plain)?;
                Core::judged(slf, body.as_any(), *kind, given, false)?
            }
            Body::None => Outcome::new(slf, Document::default()),
            Body::Known(outcome) => Outcome::of_whole(slf, (**outcome).clone()),
        };
        if read.violations.is_empty() {
            return Ok(document.with_message(message));
        }
        let whole = document.outcome(py)?;
        let whole = core.core.request_outcome(read, whole);
        Ok(document.with_outcome(py, whole, message))
    }

    /// Return the outcome for a message that the core fails to judge: the unexpected is denied.
    pub fn unjudged(slf: &Bound<'_, Self>, message: Message) -> Outcome {
        Core::refuse(slf, None, &TextFault::of("unjudged")).with_message(message)
    }

    /// Return the tape of a value of a caller, and the value as parsed JSON.
    fn written<'py>(
        &self,
        value: &Bound<'py, PyAny>,
        kind: usize,
    ) -> PyResult<Result<(Tape, Bound<'py, PyAny>), TextFault>> {
        let py = value.py();
        let (judge, numeral) = (&self.core.kinds[kind].judge, self.makers.numeral.bind(py));
        let longest = judge.limits.string;
        match written::parsed(value, judge.names(), numeral, longest)? {
            Ok(tape) => return Ok(Ok((tape, value.clone()))),
            Err(fault) if fault.rule != "json-value" => return Ok(Err(fault)),
            Err(_) => {}
        }
        let plain = match self.makers.plain.bind(py).call1((value,)) {
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
        Outcome::of_whole(slf, slf.get().core.refuse(kind, fault))
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

impl Names {
    /// Return parameters by their names.
    fn parameters<'py>(&self, py: Python<'py>, values: Values) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (name, value) in values {
            let own = self.parameters.iter().find(|(known, _)| *known == name);
            let Some((_, own)) = own else { continue };
            match value {
                Value::None => found.set_item(own, py.None())?,
                Value::Text(text) => found.set_item(own, text)?,
                Value::Fraction(number) => found.set_item(own, number)?,
                Value::Truth(truth) => found.set_item(own, truth)?,
                Value::Texts(texts) => found.set_item(own, PyTuple::new(py, texts)?)?,
                Value::Integer(number) => match i64::try_from(number) {
                    Ok(number) => found.set_item(own, number)?,
                    Err(_) => {
                        let class = py.get_type::<PyInt>();
                        found.set_item(own, class.call1((number.to_string(),))?)?;
                    }
                },
            }
        }
        Ok(found)
    }
}

/// The error for a message that is not plain though it was checked.
pub fn not_plain() -> PyErr {
    PyTypeError::new_err("a checked message is not plain")
}

/// Return true if a value is a bytearray, a memoryview, or of a class of bytes.
pub fn is_bytes(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
        return Ok(true);
    }
    Ok(value.is_instance_of::<PyMemoryView>())
}

/// Return bytes of any class as bytes: those that it holds, whatever methods it has.
pub fn plain_bytes<'py>(bytes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = bytes.cast_exact::<PyBytes>() {
        return Ok(bytes.clone());
    }
    let held = PyMemoryView::from(bytes)?;
    Ok(bytes.py().get_type::<PyBytes>().call1((held,))?.cast_into()?)
}

/// Return the place of a text among some. Most texts are the same object.
#[inline]
pub fn position<'a>(
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
