//! The judge of requests and responses.

use std::cell::RefCell;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::headers::read_headers;
use crate::judge::{Core, Given, not_plain, plain_bytes, position};
use crate::outcome::{Document, Message, Outcome};
use crate::routes::{Line, Operation, Route};
use crate::written;
use deploy_contract_core::guard::fenced;
use deploy_contract_core::http::messages::{Body, Compared, Response};
use deploy_contract_core::http::parameters::Value;
use deploy_contract_core::tape::Writer;

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
    operations: Vec<Operation>,
    checker: Checker,
}

/// The first exception that a function of Python raised.
type Raised = RefCell<Option<PyErr>>;

#[pymethods]
impl Messages {
    /// Make the judge of messages, given that of their documents.
    #[new]
    fn new(py: Python<'_>, judge: Py<Core>, checker: Checker) -> PyResult<Messages> {
        let core = judge.get();
        let rows = checker.operations.bind(py);
        let mut operations = Vec::new();
        for (names, operation) in core.operations.iter().zip(&core.core.router.operations) {
            operations.push(Operation::read(rows.get_item(&names.operation)?, operation)?);
        }
        Ok(Messages { judge, operations, checker })
    }

    /// Return the route of a request, whose body is not read.
    fn route<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let operation = |number: usize| &self.operations[number];
        match Route::of(&self.judge.get().core, operation, request)? {
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
        body: Option<&Bound<'py, PyAny>>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Outcome> {
        let given = self.given(py, source, deployment)?;
        let body = body.map(plain_bytes).transpose()?;
        let (judge, body) = (self.judge.bind(py), body.as_ref());
        if let Ok(route) = route.cast::<Route>() {
            return route.get().judged(judge, body, given);
        }
        let mut request = route.cast::<PyTuple>()?.clone();
        if Line::read(&request)?.is_none() {
            request = self.checker.request_of.bind(py).call1((route,))?.cast_into()?;
        }
        let (line, headers) = Line::read(&request)?.ok_or_else(not_plain)?;
        line.judged(judge, &headers, None, body, given)
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
        let number = operation.and_then(|name| self.operation(py, name));
        let checked;
        let (mut response, mut headers) = (response, read_headers(&response.get_item(1)?));
        if headers.is_none() || !response.get_item(2)?.is_exact_instance_of::<PyBytes>() {
            checked =
                self.checker.read_response.bind(py).call1((response,))?.cast_into::<PyTuple>()?;
            (response, headers) = (&checked, read_headers(&checked.get_item(1)?));
        }
        let headers = headers.ok_or_else(not_plain)?;
        let body = plain_bytes(&response.get_item(2)?)?;
        let status = response.get_item(0)?.extract().unwrap_or(0); // no contract describes another
        let given = Response { status, headers: &headers, body: body.as_bytes() };
        let message = Message {
            operation: match number {
                Some(number) => {
                    self.judge.get().operations[number].operation.clone_ref(py).into_any()
                }
                None => py.None(),
            },
            parameters: arguments.map_or_else(|| py.None(), |it| it.clone().unbind()),
        };
        let Some(mut read) = fenced(|| Some(core.read_response(&given, number))) else {
            return Ok(Core::unjudged(judge, message));
        };
        let document = match &mut read.body {
            Body::Document { kind, decoded } => {
                let body = match decoded.take() {
                    Some(decoded) => PyBytes::new(py, &decoded),
                    None => body,
                };
                let found = Core::judged(judge, body.as_any(), *kind, Given::default(), true)?;
                let raised = Raised::default();
                let facts = Facts { messages: self, py, kind: *kind, raised: &raised };
                if facts.are_compared(number, arguments, deployment, known, learned)
                    && !found.is_denied(py)?
                {
                    let find =
                        |identity: &str, writer: &mut Writer| facts.find(known, identity, writer);
                    let learn = |identity: &str, writer: &mut Writer| {
                        facts.learned(learned, identity, writer)
                    };
                    let write = |writer: &mut Writer| {
                        facts.keep(facts.write(deployment, writer));
                    };
                    let argument = |name: &str| facts.keep(argument(arguments, name)).flatten();
                    let compared = Compared {
                        arguments: Some(&argument),
                        stored: deployment.is_some().then_some(&write),
                        known: known.is_some().then_some(&find),
                        learned: learned.is_some().then_some(&learn),
                    };
                    let more = found.on_tape(py, |document, _| {
                        core.exchanged(number.unwrap_or_default(), *kind, document, compared)
                    });
                    if let Some(error) = raised.take() {
                        return Err(error);
                    }
                    let Some(more) = more else { return Ok(Core::unjudged(judge, message)) };
                    read.violations.extend(more);
                }
                found
            }
            Body::None => Outcome::new(judge, Document::default()),
            Body::Known(outcome) => Outcome::of_whole(judge, (**outcome).clone()),
        };
        if read.violations.is_empty() && document.is_allowed(py)? {
            return Ok(document.with_message(message));
        }
        let whole = document.outcome(py)?;
        let whole = core.response_outcome(read, whole);
        Ok(document.with_outcome(py, whole, message))
    }
}

impl Messages {
    /// Return what a caller gives about a deployment, or raise what is wrong.
    fn given<'py>(
        &self,
        py: Python<'py>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Given<'py>> {
        let judge = self.judge.get();
        if let Some(given) = judge.given(py, source, deployment)? {
            return Ok(given);
        }
        let given = judge.makers.given.bind(py).call1((source, deployment))?;
        let (source, facts): (Bound<PyAny>, Option<Bound<PyDict>>) = given.extract()?;
        Ok(Given { source: judge.source(py, &source), deployment: facts })
    }

    fn operation(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> Option<usize> {
        position(py, self.judge.get().operations.iter().map(|it| &it.operation), name)
    }
}

/// Return a parameter of a request, as rules compare it.
fn argument(arguments: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<Value>> {
    let Some(arguments) = arguments else { return Ok(None) };
    let value = match arguments.cast_exact::<PyDict>() {
        Ok(arguments) => match arguments.get_item(name)? {
            Some(value) => value,
            None => return Ok(None),
        },
        Err(_) => arguments.call_method1(intern!(arguments.py(), "get"), (name,))?,
    };
    Ok(if let Ok(text) = value.cast::<PyString>() {
        Some(Value::Text(text.to_string_lossy().into_owned()))
    } else if let Ok(truth) = value.cast::<PyBool>() {
        Some(Value::Truth(truth.is_true()))
    } else if value.is_instance_of::<PyInt>() {
        Some(Value::Integer(value.str()?.to_str()?.parse().unwrap_or(i128::MAX)))
    } else if value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>() {
        Some(Value::Texts(value.extract()?))
    } else if value.is_instance_of::<PyFloat>() {
        Some(Value::Fraction(value.extract()?))
    } else {
        None
    })
}

/// Facts about deployments, as Python programs hand them over.
struct Facts<'a, 'py> {
    messages: &'a Messages,
    py: Python<'py>,
    /// The number of the kind of the response.
    kind: usize,
    raised: &'a Raised,
}

impl<'py> Facts<'_, 'py> {
    /// Return false if a response is compared with nothing.
    fn are_compared(
        &self,
        operation: Option<usize>,
        arguments: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
        known: Option<&Bound<'py, PyAny>>,
        learned: Option<&Bound<'py, PyAny>>,
    ) -> bool {
        let has_facts = deployment.is_some() || known.is_some() || learned.is_some();
        operation.is_some() && (has_facts || arguments.is_some())
    }

    /// Keep an exception, unless there is one already.
    fn keep<Found>(&self, found: PyResult<Found>) -> Option<Found> {
        match found {
            Ok(found) => Some(found),
            Err(error) => {
                self.raised.borrow_mut().get_or_insert(error);
                None
            }
        }
    }

    fn find(&self, known: Option<&Bound<'py, PyAny>>, identity: &str, writer: &mut Writer) -> bool {
        let Some(known) = known.filter(|_| self.raised.borrow().is_none()) else { return false };
        let found = known.call1((identity,)).and_then(|facts| self.write(Some(&facts), writer));
        self.keep(found).unwrap_or(false)
    }

    /// Write the facts that were learned (`LearnedFacts`).
    fn learned(
        &self,
        learned: Option<&Bound<'py, PyAny>>,
        identity: &str,
        writer: &mut Writer,
    ) -> bool {
        let Some(learned) = learned.filter(|_| self.raised.borrow().is_none()) else {
            return false;
        };
        let find = learned.getattr(intern!(self.py, "find"));
        let find = self.keep(find);
        self.find(find.as_ref(), identity, writer)
    }

    /// Write facts, as far as rules read them; return false if there are none.
    fn write(&self, facts: Option<&Bound<'py, PyAny>>, writer: &mut Writer) -> PyResult<bool> {
        let Some(facts) = facts.filter(|facts| !facts.is_none()) else { return Ok(false) };
        let judge = self.messages.judge.get();
        let kind = &judge.core.kinds[self.kind];
        let facts = match facts.cast_exact::<PyDict>() {
            Ok(facts) => facts.clone(),
            Err(_) => {
                let plain = judge.makers.plain_facts.bind(self.py).call1((facts,))?;
                plain.cast_into::<PyDict>()?
            }
        };
        let numeral = judge.makers.numeral.bind(self.py);
        let reads = |name: &[u8]| kind.exchanges.reads(name);
        let made = written::facts(&facts, kind.judge.names(), numeral, reads)?;
        (writer.body, writer.tape) = (made.body, made.nodes);
        Ok(true)
    }
}
