//! The judge of requests and responses.

use std::cell::RefCell;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::headers::read_headers;
use crate::judge::{Core, plain_bytes};
use crate::outcome::{Document, Message, Outcome};
use crate::routes::{Head, Operation, Route};
use crate::written;
use deploy_contract_core::guard::fenced;
use deploy_contract_core::http::messages::{Body, Compared, Request, Response};
use deploy_contract_core::http::parameters::{Value, Values};
use deploy_contract_core::http::routing;
use deploy_contract_core::tape::Writer;
use deploy_contract_core::wire::TextFault;

/// The judge of the messages of a contract.
#[pyclass(frozen, subclass, module = "deploy_contract_native")]
pub struct Messages {
    judge: Py<Core>,
    operations: Vec<Names>,
    /// Functions for arguments that are not plain: they return plain ones, or raise.
    given: Py<PyAny>,
    checked_route: Py<PyAny>,
    request_of: Py<PyAny>,
    checked_response: Py<PyAny>,
    plain_facts: Py<PyAny>,
}

/// The Python names of an operation and of its parameters.
struct Names {
    operation: Py<PyString>,
    parameters: Vec<(Arc<str>, Py<PyString>)>,
    own: Operation,
}

/// The first exception that a function of Python raised.
type Raised = RefCell<Option<PyErr>>;

#[pymethods]
impl Messages {
    /// Make the judge of messages, given that of their documents.
    ///
    /// `operations` are those of `Checker`, by name. `given` takes a source and a deployment, and
    /// returns them as parsed JSON. `checked_route` returns the route of a request that is not plain,
    /// and `request_of` the plain request of such a route. The others return a response and facts of
    /// plain classes. All of them raise what is wrong.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is a part of `Checker`")]
    fn new(
        py: Python<'_>,
        judge: Py<Core>,
        operations: &Bound<'_, PyAny>,
        given: Py<PyAny>,
        checked_route: Py<PyAny>,
        request_of: Py<PyAny>,
        checked_response: Py<PyAny>,
        plain_facts: Py<PyAny>,
    ) -> PyResult<Messages> {
        let interned = |text: &str| PyString::intern(py, text).unbind();
        let mut known = Vec::new();
        for operation in &judge.get().core.router.operations {
            let all = operation.path.iter().chain(&operation.query.declared);
            let named = |name: &Arc<str>| (name.clone(), interned(name));
            let parameters = all.map(|parameter| named(&parameter.name)).collect();
            let name = interned(&operation.name);
            let row = operations.get_item(&name)?;
            let own = Operation::read(row, operation)?;
            known.push(Names { operation: name, parameters, own });
        }
        Ok(Messages {
            judge,
            operations: known,
            given,
            checked_route,
            request_of,
            checked_response,
            plain_facts,
        })
    }

    /// Return the route of a request, whose body is not read.
    fn route<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let own = |number: usize| &self.operations[number].own;
        let mut route = None;
        if let Some(head) = Head::read(request)? {
            route = Route::of(&self.judge.get().core, own, head, request.get_item(3)?);
        }
        match route {
            Some(route) => Ok(Bound::new(py, route)?.into_any()),
            None => self.checked_route.bind(py).call1((request,)),
        }
    }

    /// Return the outcome for a request, by its route or itself; `body` is None if it is not shown.
    #[pyo3(signature = (route, body, source=None, deployment=None))]
    fn request<'py>(
        &self,
        py: Python<'py>,
        route: &Bound<'py, PyAny>,
        body: Option<&Bound<'py, PyAny>>,
        source: Option<Bound<'py, PyAny>>,
        deployment: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Outcome> {
        let (source, deployment) = self.given(py, source, deployment)?;
        let known = Known { source, deployment };
        let body = body.map(plain_bytes).transpose()?;
        if let Ok(route) = route.cast::<Route>() {
            let route = route.get();
            return self.judged_request(py, &route.head, Some(&route.found), body, known);
        }
        let mut head = Head::read(route.cast::<PyTuple>()?)?;
        if head.is_none() {
            let request = self.request_of.bind(py).call1((route,))?;
            head = Head::read(request.cast::<PyTuple>()?)?;
        }
        self.judged_request(py, &head.ok_or_else(not_plain)?, None, body, known)
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
            checked = self.checked_response.bind(py).call1((response,))?.cast_into::<PyTuple>()?;
            (response, headers) = (&checked, read_headers(&checked.get_item(1)?));
        }
        let headers = headers.ok_or_else(not_plain)?;
        let body = plain_bytes(&response.get_item(2)?)?;
        let status = response.get_item(0)?.extract().unwrap_or(0); // no contract describes another
        let given = Response { status, headers: &headers, body: body.as_bytes() };
        let message = Message {
            operation: match number {
                Some(number) => self.operations[number].operation.clone_ref(py).into_any(),
                None => py.None(),
            },
            parameters: arguments.map_or_else(|| py.None(), |it| it.clone().unbind()),
        };
        let Some(mut read) = fenced(|| Some(core.read_response(&given, number))) else {
            return Ok(unjudged(judge, message));
        };
        let document = match &mut read.body {
            Body::Document { kind, decoded } => {
                let body = match decoded.take() {
                    Some(decoded) => PyBytes::new(py, &decoded),
                    None => body,
                };
                let found = Core::judged(judge, body.as_any(), *kind, None, None, true)?;
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
                    let Some(more) = more else { return Ok(unjudged(judge, message)) };
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
    fn judged_request<'py>(
        &self,
        py: Python<'py>,
        head: &Head,
        route: Option<&routing::Route>,
        body: Option<Bound<'py, PyBytes>>,
        known: Known<'py>,
    ) -> PyResult<Outcome> {
        let (judge, core) = (self.judge.bind(py), &self.judge.get().core);
        let request = Request {
            method: &head.method,
            path: &head.path,
            query: &head.query,
            headers: &head.headers,
            body: body.as_ref().map_or(&[], |body| body.as_bytes()),
            shows_body: body.is_some(),
        };
        let read = fenced(|| {
            Some(match route {
                Some(route) => core.read_routed(&request, route),
                None => core.read_request(&request),
            })
        });
        let Some(mut read) = read else {
            let message = Message { operation: py.None(), parameters: py.None() };
            return Ok(unjudged(judge, message));
        };
        let message = match (read.operation, read.parameters.take()) {
            (Some(number), Some(values)) => {
                let names = &self.operations[number];
                let parameters = names.parameters(py, values)?.into_any().unbind();
                let operation = names.operation.clone_ref(py).into_any();
                Message { operation, parameters }
            }
            _ => Message { operation: py.None(), parameters: py.None() },
        };
        let document = match &mut read.body {
            Body::Document { kind, decoded } => {
                let body = match decoded.take() {
                    Some(decoded) => Some(PyBytes::new(py, &decoded)),
                    None => body,
                };
                let body = body.ok_or_else(not_plain)?;
                let stored = known.deployment.map(|stored| judge.get().facts(*kind, &stored));
                let (body, stored) = (body.as_any(), stored.transpose()?);
                Core::judged(judge, body, *kind, known.source, stored, false)?
            }
            Body::None => Outcome::new(judge, Document::default()),
            Body::Known(outcome) => Outcome::of_whole(judge, (**outcome).clone()),
        };
        if read.violations.is_empty() {
            return Ok(document.with_message(message));
        }
        let whole = document.outcome(py)?;
        let whole = core.request_outcome(read, whole);
        Ok(document.with_outcome(py, whole, message))
    }

    /// Return the number of a source that is known, and facts about the deployment.
    fn given<'py>(
        &self,
        py: Python<'py>,
        source: Option<Bound<'py, PyAny>>,
        deployment: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Option<usize>, Option<Bound<'py, PyDict>>)> {
        let judge = self.judge.get();
        if let Some(found) = judge.plain_source(py, source.as_ref(), deployment.as_ref())? {
            let deployment = deployment.map(|it| it.cast_into::<PyDict>()).transpose()?;
            return Ok((found, deployment));
        }
        let given = self.given.bind(py).call1((source, deployment))?;
        let (source, facts): (Bound<PyAny>, Bound<PyAny>) = given.extract()?;
        let facts = if facts.is_none() { None } else { Some(facts.cast_into::<PyDict>()?) };
        Ok((judge.source(py, &source), facts))
    }

    fn operation(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> Option<usize> {
        crate::judge::position(py, self.operations.iter().map(|it| &it.operation), name)
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

/// The number of a source that is known, and facts about the deployment.
struct Known<'py> {
    source: Option<usize>,
    deployment: Option<Bound<'py, PyDict>>,
}

/// The error for a message that is not plain though it was checked.
fn not_plain() -> PyErr {
    PyTypeError::new_err("a checked message is not plain")
}

/// Return the outcome for a message that the core fails to judge: the unexpected is denied.
fn unjudged(judge: &Bound<'_, Core>, message: Message) -> Outcome {
    let outcome = judge.get().core.refuse(None, &TextFault::of("unjudged"));
    Outcome::of_whole(judge, outcome).with_message(message)
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
                let plain = self.messages.plain_facts.bind(self.py).call1((facts,))?;
                plain.cast_into::<PyDict>()?
            }
        };
        let numeral = judge.numeral.bind(self.py);
        let reads = |name: &[u8]| kind.exchanges.reads(name);
        let made = written::facts(&facts, kind.judge.names(), numeral, reads)?;
        (writer.body, writer.tape) = (made.body, made.nodes);
        Ok(true)
    }
}
