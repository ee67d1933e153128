//! The judge of requests and responses.

use std::collections::HashMap;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString, PyTuple};

use crate::judge::{Core, Given, Makers, Names, position};
use crate::outcome::{Document, Message, Outcome, Text};
use crate::routes::{Line, Route, read_headers};
use crate::written::{self, Tape};
use deploy_contract_core::guard::fenced;
use deploy_contract_core::http::messages::{Body, Compared, Read, Response};
use deploy_contract_core::http::parameters::{Value, Values};
use deploy_contract_core::outcome::{Verdict, Violation};
use deploy_contract_core::tape::Writer;
use deploy_contract_core::wire::TextFault;

/// What the core calls of `Checker` for messages that are not plain.
#[derive(FromPyObject)]
struct Checker {
    operations: Py<PyAny>,
    route: Py<PyAny>,
    request_of: Py<PyAny>,
    read_response: Py<PyAny>,
}

/// The judge of the messages of a contract. Its attributes `document` and `answer` are those of the judge
/// of documents.
#[pyclass(frozen, dict, module = "deploy_contract_native")]
pub struct Messages {
    judge: Py<Core>,
    /// The rows of operations in the table of `deploy_contract.http.routing`.
    rows: Vec<Py<PyAny>>,
    checker: Checker,
}

/// What a response is compared with.
struct Facts<'a, 'py> {
    arguments: Option<&'a Bound<'py, PyAny>>,
    deployment: Option<&'a Bound<'py, PyAny>>,
    /// Functions that find facts by the id of a deployment.
    known: Option<&'a Bound<'py, PyAny>>,
    learned: Option<Bound<'py, PyAny>>,
}

#[pymethods]
impl Messages {
    /// Make the judge of messages, given that of their documents.
    #[new]
    fn new(py: Python<'_>, judge: Py<Core>, checker: Checker) -> PyResult<Messages> {
        let table = checker.operations.bind(py);
        let rows = judge.get().operations.iter();
        let rows = rows.map(|names| table.get_item(&names.operation).map(Bound::unbind));
        Ok(Messages { rows: rows.collect::<PyResult<_>>()?, judge, checker })
    }

    /// Return the route of a request, whose body is not read.
    fn route<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match Route::of(&self.judge.get().core, &self.rows, request)? {
            Some(route) => Ok(Bound::new(py, route)?.into_any()),
            None => self.checker.route.bind(py).call1((request,)),
        }
    }

    /// Return the outcome for a request, by its route or itself; `body` is None if it is not shown.
    #[pyo3(signature = (route, body, source=None, deployment=None))]
    fn request<'py>(
        &self,
        py: Python<'py>,
        route: &Bound<'py, PyAny>,
        body: Option<&Bound<'py, PyBytes>>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Outcome> {
        let (judge, given) = (self.judge.bind(py), self.judge.get().given(py, source, deployment)?);
        if let Ok(route) = route.cast::<Route>() {
            return judged_request(judge, &route.get().line, body, given);
        }
        let mut request = route.cast::<PyTuple>()?.clone();
        if Line::read(&request).is_none() {
            request = self.checker.request_of.bind(py).call1((route,))?.cast_into()?;
        }
        let line = Line::read(&request).ok_or_else(not_plain)?;
        judged_request(judge, &line, body, given)
    }

    /// Return the outcome for a response of an operation.
    #[pyo3(signature = (
        response, operation, arguments=None, deployment=None, known=None, learned=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are those of `Judge.response`")]
    fn response<'py>(
        &self,
        py: Python<'py>,
        response: &Bound<'py, PyTuple>,
        operation: Option<&Bound<'py, PyAny>>,
        arguments: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
        known: Option<&Bound<'py, PyAny>>,
        learned: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Outcome> {
        let (judge, core) = (self.judge.bind(py), &self.judge.get().core);
        let names = &self.judge.get().operations;
        let number =
            operation.and_then(|name| position(names.iter().map(|it| &it.operation), name));
        let mut response = response.clone();
        let mut headers = read_headers(&response.get_item(1)?);
        if headers.is_none() || !response.get_item(2)?.is_exact_instance_of::<PyBytes>() {
            response = self.checker.read_response.bind(py).call1((response,))?.cast_into()?;
            headers = read_headers(&response.get_item(1)?);
        }
        let (headers, _) = headers.ok_or_else(not_plain)?;
        let body = response.get_item(2)?.cast_into::<PyBytes>()?;
        let status = response.get_item(0)?.extract().unwrap_or(0); // no contract describes another
        let message = Message {
            operation: number
                .map_or_else(|| py.None(), |number| names[number].operation.clone_ref(py).into()),
            parameters: arguments.map_or_else(|| py.None(), |it| it.clone().unbind()),
        };
        let given = Response { status, headers: &headers, body: body.as_bytes() };
        let Some(mut read) = fenced(|| Some(core.read_response(&given, number))) else {
            return Ok(unjudged(judge, Some(message)));
        };
        let given = Given { of_response: true, ..Given::default() };
        let found = judged_body(judge, &mut read, Some(&body), given)?;
        if let Some(number) = number
            && found.verdict(py) != Verdict::Deny
        {
            let find = intern!(py, "find");
            let learned = learned.map(|learned| learned.getattr(find)).transpose()?;
            let facts = Facts { arguments, deployment, known, learned };
            let Some(more) = self.compared(py, &found, number, &facts)? else {
                return Ok(unjudged(judge, Some(message)));
            };
            read.violations.extend(more);
        }
        if read.violations.is_empty() && found.verdict(py) == Verdict::Allow {
            return Ok(found.with_message(Some(message)));
        }
        let whole = core.response_outcome(read, found.whole(py).clone());
        Ok(found.with_whole(whole).with_message(Some(message)))
    }
}

impl Messages {
    /// Return the violations of a response that contradicts its request or facts; None if the core
    /// fails.
    fn compared<'py>(
        &self,
        py: Python<'py>,
        response: &Outcome,
        operation: usize,
        facts: &Facts<'_, 'py>,
    ) -> PyResult<Option<Vec<Violation>>> {
        let Facts { arguments, deployment, known, learned } = facts;
        let core = &self.judge.get().core;
        let Some(kind) = response.document.kind else { return Ok(Some(Vec::new())) };
        let stored = match deployment {
            Some(deployment) => self.tape(kind, deployment)?,
            None => None,
        };
        let mut ids = Vec::new();
        if known.is_some() || learned.is_some() {
            let found = response.on_tape(py, |text, _| core.kinds[kind].exchanges.identities(text));
            ids = found.unwrap_or_default();
        }
        let tapes = |find: Option<&Bound<'py, PyAny>>| {
            let mut found = HashMap::new();
            for id in &ids {
                if let Some(find) = find
                    && let Some(tape) = self.tape(kind, &find.call1((id,))?)?
                {
                    found.insert(&**id, tape);
                }
            }
            PyResult::Ok(found)
        };
        let (certain, uncertain) = (tapes(*known)?, tapes(learned.as_ref())?);
        let argument = |name: &str| argument((*arguments)?, name);
        let write = |writer: &mut Writer| {
            if let Some(tape) = &stored {
                writer.copy(tape.document(), 0);
            }
        };
        let find = |id: &str, writer: &mut Writer| copy(certain.get(id), writer);
        let learn = |id: &str, writer: &mut Writer| copy(uncertain.get(id), writer);
        let compared = Compared {
            arguments: Some(&argument),
            stored: deployment.is_some().then_some(&write),
            known: known.is_some().then_some(&find),
            learned: learned.is_some().then_some(&learn),
        };
        Ok(response.on_tape(py, |text, _| core.exchanged(operation, kind, text, compared)))
    }

    /// Return the tape of facts, as far as rules on a kind of response read them; None if there are
    /// none.
    fn tape(&self, kind: usize, facts: &Bound<'_, PyAny>) -> PyResult<Option<Tape>> {
        if facts.is_none() {
            return Ok(None);
        }
        let Makers { plain_facts, numeral, .. } = &self.judge.get().makers;
        let facts = match facts.cast::<PyDict>() {
            Ok(facts) => facts.clone(),
            Err(_) => plain_facts.bind(facts.py()).call1((facts,))?.cast_into()?,
        };
        let kind = &self.judge.get().core.kinds[kind];
        let reads = |name: &[u8]| kind.exchanges.reads(name);
        Ok(Some(written::facts(&facts, kind.judge.names(), numeral.bind(facts.py()), reads)))
    }
}

fn copy(facts: Option<&Tape>, writer: &mut Writer) -> bool {
    facts.inspect(|facts| writer.copy(facts.document(), 0)).is_some()
}

/// Judge a request. `body`: None if it is not shown.
pub fn judged_request<'py>(
    judge: &Bound<'py, Core>,
    line: &Line,
    body: Option<&Bound<'py, PyBytes>>,
    given: Given<'py>,
) -> PyResult<Outcome> {
    let (core, py) = (judge.get(), judge.py());
    let request = line.request(body.map(|body| body.as_bytes()));
    let Some(mut read) = fenced(|| Some(core.core.read_request(&request))) else {
        return Ok(unjudged(judge, None));
    };
    let mut message = None;
    if let (Some(number), Some(values)) = (read.operation, read.parameters.take()) {
        let names = &core.operations[number];
        let operation = names.operation.clone_ref(py).into();
        message = Some(Message { operation, parameters: parameters(py, names, values)?.into() });
    }
    let found = judged_body(judge, &mut read, body, given)?;
    if read.violations.is_empty() {
        return Ok(found.with_message(message));
    }
    let whole = core.core.request_outcome(read, found.whole(py).clone());
    Ok(found.with_whole(whole).with_message(message))
}

/// Judge the document of a message, given its body.
fn judged_body<'py>(
    judge: &Bound<'py, Core>,
    read: &mut Read,
    body: Option<&Bound<'py, PyBytes>>,
    given: Given<'py>,
) -> PyResult<Outcome> {
    Ok(match std::mem::replace(&mut read.body, Body::None) {
        Body::None => Outcome::new(judge, Document::default()),
        Body::Known(outcome) => Outcome::of_whole(judge, *outcome),
        Body::Document { kind, decoded } => {
            let decoded = decoded.map(|decoded| PyBytes::new(judge.py(), &decoded));
            let body = decoded.or_else(|| body.cloned()).ok_or_else(not_plain)?;
            Core::judged(judge, Text::new(body), kind, given)
        }
    })
}

/// Return the outcome for a message that the core fails to judge: the unexpected is denied.
fn unjudged(judge: &Bound<'_, Core>, message: Option<Message>) -> Outcome {
    let whole = judge.get().core.refuse(None, &TextFault::of("unjudged"));
    Outcome::of_whole(judge, whole).with_message(message)
}

/// The error for a message that is not plain though it was checked.
fn not_plain() -> PyErr {
    PyTypeError::new_err("a checked message is not plain")
}

/// Return the parameters of a request by their names.
fn parameters<'py>(py: Python<'py>, names: &Names, values: Values) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    for (name, value) in values {
        let own = names.parameters.iter().find(|(known, _)| *known == name);
        let Some((_, name)) = own else { continue };
        match value {
            Value::None => found.set_item(name, py.None())?,
            Value::Text(text) => found.set_item(name, text)?,
            Value::Fraction(number) => found.set_item(name, number)?,
            Value::Truth(truth) => found.set_item(name, truth)?,
            Value::Texts(texts) => found.set_item(name, PyTuple::new(py, texts)?)?,
            Value::Integer(number) => found.set_item(name, number)?,
        }
    }
    Ok(found)
}

/// Return a parameter of a request, as rules compare it.
fn argument(arguments: &Bound<'_, PyAny>, name: &str) -> Option<Value> {
    let value = arguments.call_method1(intern!(arguments.py(), "get"), (name,)).ok()?;
    Some(if let Ok(text) = value.cast::<PyString>() {
        Value::Text(text.to_string_lossy().into_owned())
    } else if let Ok(truth) = value.cast::<PyBool>() {
        Value::Truth(truth.is_true())
    } else if let Ok(number) = value.cast::<PyInt>() {
        Value::Integer(number.extract().unwrap_or(i128::MAX))
    } else if let Ok(texts) = value.extract() {
        Value::Texts(texts)
    } else {
        Value::Fraction(value.extract().ok()?)
    })
}
