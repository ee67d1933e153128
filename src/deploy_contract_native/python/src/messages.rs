//! The judge of requests and responses.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString, PyTuple};

use crate::judge::{Core, Given, position};
use crate::outcome::{Outcome, Text};
use crate::routes::{Route, read_headers, read_request};
use crate::written::{self, Tape};
use deploy_contract_core::{
    self as core, Compared, MessageFault, Read, Request, Stored, Value, Values, Verdict, Violation,
    fenced,
};

/// The judge of the messages of a contract. Its attributes `document` and `answer` are those of the judge
/// of documents.
#[pyclass(frozen, dict, module = "deploy_contract_native")]
pub struct Messages {
    judge: Py<Core>,
    /// The rows of operations in the table of `deploy_contract.http.routing`.
    rows: Vec<Py<PyAny>>,
    /// Reads messages that are not plain.
    checker: Py<PyAny>,
}

/// The facts with which a response is compared.
struct Facts<'a, 'py> {
    arguments: Option<&'a Bound<'py, PyAny>>,
    deployment: Option<&'a Bound<'py, PyAny>>,
    /// Functions that find facts by the id of a deployment.
    known: Option<&'a Bound<'py, PyAny>>,
    learned: Option<Bound<'py, PyAny>>,
}

#[pymethods]
impl Messages {
    /// Make the judge of messages, given the judge of their documents.
    #[new]
    fn new(py: Python<'_>, judge: Py<Core>, checker: Py<PyAny>) -> PyResult<Messages> {
        let table = checker.bind(py).getattr("operations")?;
        let rows = judge.get().operations.iter();
        let rows = rows.map(|name| table.get_item(name).map(Bound::unbind));
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
            None => self.checker.bind(py).call_method1("route", (request,)),
        }
    }

    /// Return the outcome for a request. `route`: that of the request, or the request itself.
    /// `body`: None if the caller does not show it.
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
            let Route { request, found, .. } = route.get();
            return judged_request(judge, request, Some(found), body, given);
        }
        if let Some((request, _)) = read_request(route.cast()?, None) {
            return judged_request(judge, &request, None, body, given);
        }
        let request = self.checker.bind(py).call_method1("request_of", (route,))?.cast_into()?;
        let (request, _) = read_request(&request, None).ok_or_else(not_plain)?;
        judged_request(judge, &request, None, body, given)
    }

    /// Return whether a response states that its body is JSON; None if its status is not described.
    fn has_json<'py>(
        &self,
        py: Python<'py>,
        status: &Bound<'py, PyAny>,
        headers: &Bound<'py, PyAny>,
        operation: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number = self.number(operation);
        let (Some(number), Ok(stated), Some((headers, _))) =
            (number, status.extract(), read_headers(headers, None))
        else {
            let given = (status, headers, operation);
            return self.checker.bind(py).call_method1("has_json", given);
        };
        self.judge.get().core.has_json(number, stated, &headers).into_bound_py_any(py)
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
    ) -> PyResult<Bound<'py, Outcome>> {
        let operation = operation.and_then(|name| self.number(name));
        let of_message = |mut found: Outcome| {
            if let Some(arguments) = arguments {
                // a new outcome has no parameters yet
                let _ = found.parameters.set(py, arguments.clone().unbind());
            }
            found.operation = operation;
            Bound::new(py, found)
        };
        let (found, read) = self.judged_response(response, operation)?;
        let found = of_message(found)?;
        let (outcome, Some(mut read)) = (found.get(), read) else { return Ok(found) };
        if let Some(number) = operation
            && outcome.verdict(py) != Verdict::Deny
        {
            let mut facts = Facts { arguments, deployment, known, learned: None };
            if let Some(learned) = learned.filter(|_| outcome.document.is_some()) {
                // nearly all responses state the facts that are known
                let lookup = learned.getattr(intern!(py, "lookup"))?;
                let agrees = || lookup.call_method1(intern!(py, "agrees_with"), (&found,));
                if lookup.is_none() || !agrees()?.is_truthy()? {
                    facts.learned = Some(learned.getattr(intern!(py, "find"))?);
                }
            }
            let more = self.compared(py, outcome, number, &facts)?;
            let Some(more) = more else { return of_message(unjudged(self.judge.bind(py))) };
            read.violations.extend(more);
        }
        if !read.violations.is_empty() || outcome.verdict(py) != Verdict::Allow {
            let whole = outcome.whole(py).clone();
            outcome.complete(self.judge.get().core.response_outcome(read, whole));
        }
        Ok(found)
    }
}

impl Messages {
    /// Return the outcome for a response, without its operation and the parameters of its request.
    fn judged_response<'py>(
        &self,
        response: &Bound<'py, PyTuple>,
        operation: Option<usize>,
    ) -> PyResult<(Outcome, Option<Read>)> {
        let py = response.py();
        let (judge, core) = (self.judge.bind(py), &self.judge.get().core);
        let mut response = response.clone();
        let mut headers = read_headers(&response.get_item(1)?, None);
        if headers.is_none() || !response.get_item(2)?.is_exact_instance_of::<PyBytes>() {
            response =
                self.checker.bind(py).call_method1("read_response", (response,))?.cast_into()?;
            headers = read_headers(&response.get_item(1)?, None);
        }
        let (headers, _) = headers.ok_or_else(not_plain)?;
        let body = response.get_item(2)?.cast_into::<PyBytes>()?;
        let status = response.get_item(0)?.extract().unwrap_or(0); // no contract describes another
        let read = || core.read_response(operation, status, &headers, body.as_bytes());
        let Some(mut read) = fenced(|| Some(read())) else {
            return Ok((unjudged(judge), None));
        };
        let given = Given { of_response: true, ..Given::default() };
        let found = judged_body(judge, &mut read, Some(&body), given)?;
        Ok((found, Some(read)))
    }

    /// Return the number of the operation with a name.
    fn number(&self, operation: &Bound<'_, PyAny>) -> Option<usize> {
        position(self.judge.get().operations.iter(), operation)
    }

    /// Return the violations of a response that contradicts its request or facts; None if the core
    /// fails.
    fn compared<'py>(
        &self,
        py: Python<'py>,
        response: &Outcome,
        operation: usize,
        facts: &Facts<'_, 'py>,
    ) -> PyResult<Option<Vec<Violation>>> {
        let core = &self.judge.get().core;
        let Some(document) = &response.document else { return Ok(Some(Vec::new())) };
        let kind = document.kind;
        let stored = self.tape(kind, facts.deployment)?;
        let reads_ids = facts.known.is_some() || facts.learned.is_some();
        let read_ids = || document.on_tape(py, core, |text| core.kinds[kind].identities(text));
        let ids = reads_ids.then(read_ids).flatten().unwrap_or_default();
        let tapes = |find: Option<&Bound<'py, PyAny>>| {
            let pairs = ids.iter().zip(find.into_iter().cycle());
            let found = pairs.map(|(id, find)| self.tape(kind, Some(&find.call1((id,))?)));
            found.collect::<PyResult<Vec<_>>>()
        };
        let (certain, uncertain) = (tapes(facts.known)?, tapes(facts.learned.as_ref())?);
        let argument = |name: &str| argument(facts.arguments?, name);
        let compared = Compared {
            arguments: Some(&argument),
            stored: written::stored(stored.as_ref()),
            known: &all_stored(&certain),
            learned: &all_stored(&uncertain),
        };
        Ok(document.on_tape(py, core, |text| core.exchanged(operation, kind, text, compared)))
    }

    /// Return the tape of facts, as far as rules on a kind of response read them; None without
    /// facts.
    fn tape(&self, kind: usize, facts: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Tape>> {
        let Some(facts) = facts.filter(|facts| !facts.is_none()) else { return Ok(None) };
        let judge = self.judge.get();
        let (of_core, names) = (&judge.core.kinds[kind], judge.names(kind));
        written::facts(facts, names, &judge.makers, |name| of_core.reads_known(name)).map(Some)
    }
}

fn all_stored(facts: &[Option<Tape>]) -> Vec<Stored<'_>> {
    facts.iter().map(|tape| written::stored(tape.as_ref())).collect()
}

/// Judge a request. `route`: None if it is not known. `body`: None if it is not shown.
pub fn judged_request<'py>(
    judge: &Bound<'py, Core>,
    request: &Request,
    route: Option<&core::Route>,
    body: Option<&Bound<'py, PyBytes>>,
    given: Given<'py>,
) -> PyResult<Outcome> {
    let (core, py) = (judge.get(), judge.py());
    let shown = body.map(|body| body.as_bytes());
    let read = || match route {
        Some(route) => core.core.read_request(request, shown, route),
        None => {
            let route = core.core.router.route(&request.method, &request.path);
            core.core.read_request(request, shown, &route)
        }
    };
    let Some(mut read) = fenced(|| Some(read())) else {
        return Ok(unjudged(judge));
    };
    let (operation, values) = (read.operation, read.parameters.take());
    let mut found = judged_body(judge, &mut read, body, given)?;
    if !read.violations.is_empty() {
        found.complete(core.core.request_outcome(read, found.whole(py).clone()));
    }
    (found.operation, found.values) = (operation, values);
    Ok(found)
}

/// Judge the document of a message, given its body.
fn judged_body<'py>(
    judge: &Bound<'py, Core>,
    read: &mut Read,
    body: Option<&Bound<'py, PyBytes>>,
    given: Given<'py>,
) -> PyResult<Outcome> {
    match &mut read.body {
        // most requests have no document; their outcome is made if somebody reads it
        Err(outcome) if outcome.kind.is_none() && outcome.violations.is_empty() => {
            Ok(Outcome::new(judge, None))
        }
        Err(outcome) => Ok(Outcome::new(judge, None).with_whole(std::mem::take(outcome))),
        Ok((kind, decoded)) => {
            let decoded = decoded.take().map(|decoded| PyBytes::new(judge.py(), &decoded));
            let body = decoded.or_else(|| body.cloned()).ok_or_else(not_plain)?;
            Core::judged(judge, Text::new(body), *kind, given)
        }
    }
}

/// Return the outcome for a message that the core fails to judge: the unexpected is denied.
fn unjudged(judge: &Bound<'_, Core>) -> Outcome {
    Outcome::new(judge, None)
        .with_whole(judge.get().core.refuse(None, MessageFault::new("unjudged")))
}

/// Return the error for a message that is still not plain after `checker` has read it.
fn not_plain() -> PyErr {
    PyTypeError::new_err("a checked message is not plain")
}

/// Return the parameters of a request by their names.
pub fn parameters(py: Python<'_>, values: &Values) -> PyResult<Py<PyAny>> {
    let found = PyDict::new(py);
    for (name, value) in values {
        let name = &**name;
        match value {
            Value::None => found.set_item(name, py.None())?,
            Value::Text(text) => found.set_item(name, text)?,
            Value::Fraction(number) => found.set_item(name, number)?,
            Value::Truth(truth) => found.set_item(name, truth)?,
            Value::Texts(texts) => found.set_item(name, PyTuple::new(py, texts)?)?,
            Value::Integer(number) => match i64::try_from(*number) {
                Ok(number) => found.set_item(name, number)?, // an integer of 128 bits takes longer
                Err(_) => found.set_item(name, number)?,
            },
        }
    }
    Ok(found.into())
}

/// Return a parameter of a request, as rules compare it.
fn argument(arguments: &Bound<'_, PyAny>, name: &str) -> Option<Value> {
    let value = match arguments.cast_exact::<PyDict>() {
        Ok(arguments) => arguments.get_item(name).ok()??,
        Err(_) => arguments.call_method1(intern!(arguments.py(), "get"), (name,)).ok()?,
    };
    if value.is_none() {
        return None;
    }
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
