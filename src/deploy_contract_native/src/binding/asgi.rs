//! The carrier of ordinary requests over ASGI: those that come whole and pass.
//!
//! All else is left to the library, at any point: it gets the messages that were taken already.

use std::time::Instant;

use pyo3::exceptions::PyException;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::iterator::PySendResult;
use pyo3::types::{PyBool, PyBytes, PyDict, PyString, PyTuple, PyType};

use super::exchange::Exchange;
use super::instances::resume;
use super::observed::Observer;
use super::requests::{Arrived, Requests};
use super::shown::Shown;
use super::steps::awaited;

/// The parts of a middleware that a carrier needs; the library documents them.
#[derive(FromPyObject)]
pub struct Parts {
    pub requests: Py<Requests>,
    pub longest_request: usize,
    pub longest_message: usize,
    pub longest_response_message: usize,
    pub operations: Py<PyDict>,
    pub stored: Option<Py<PyDict>>,
    pub find: Option<Py<PyAny>>,
    pub hears: bool,
    pub agrees: Option<Py<PyAny>>,
    pub learns: bool,
    pub forgets: bool,
    pub invalidate: Py<PyAny>,
    pub denies_open: bool,
    pub is_observed: bool,
    pub is_enabled: Py<PyAny>,
    pub level: Py<PyAny>,
    pub clock: Option<Py<PyAny>>,
    pub is_sampled: Py<PyAny>,
    pub observe: Py<PyAny>,
    pub observation: Py<PyType>,
    pub tell: Option<Py<PyAny>>,
    pub rests: Option<Py<PyAny>>,
    pub advice: f64,
    pub chance: Py<PyAny>,
    pub learn: Py<PyAny>,
    pub learn_at_once: Option<Py<PyAny>>,
    pub has_places: Py<PyAny>,
    pub repeat: Py<PyAny>,
    pub resume: Py<PyAny>,
    pub leave: Py<PyAny>,
}

impl Parts {
    /// Return the observer of the next message, if that breaks no rule; None if it is observed in
    /// Python.
    pub fn observer(&self, py: Python<'_>) -> Option<Observer<'_>> {
        let tell = self.tell.as_ref()?;
        if let Some(rests) = &self.rests {
            let answer = rests.bind(py).call0();
            if !answer.and_then(|rests| rests.is_truthy()).unwrap_or(false) {
                return None;
            }
        }
        let advised = self.advice >= 1.0 || {
            let chance = self.chance.bind(py).call0().ok()?;
            chance.lt(self.advice).ok()?
        };
        Some(Observer { class: &self.observation, tell, advised })
    }

    /// Let the library observe a message. `advised` is the decision of an observer, if there is one.
    pub fn observe(
        &self,
        direction: &Bound<'_, PyString>,
        report: &Bound<'_, PyAny>,
        seconds: f64,
        noted: &Bound<'_, PyAny>,
        advised: Option<bool>,
    ) -> PyResult<()> {
        let py = report.py();
        let options = PyDict::new(py);
        options.set_item(intern!(py, "advised"), advised)?;
        self.observe.bind(py).call((direction, report, seconds, noted), Some(&options))?;
        Ok(())
    }
}

/// How an operation is treated; the library documents it.
#[derive(FromPyObject)]
pub struct Treatment {
    pub request_mode: String,
    pub response_mode: String,
    pub share: f64,
    pub identity: Option<Py<PyString>>,
    pub responses: Py<PyDict>,
}

/// Carries ordinary exchanges of one middleware.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Carrier {
    pub parts: Parts,
    /// By number of the operation.
    pub treatments: Vec<Treatment>,
}

/// The callables that an application gets, and its exchange; None if the exchange is not ordinary.
type Carried<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Option<Bound<'py, Exchange>>);

/// A message of a server, as far as it came.
enum Taken<'py> {
    /// The whole body.
    Body(Bound<'py, PyBytes>),
    /// A callable that gives the message again.
    Other(Bound<'py, PyAny>),
}

/// An ordinary request that passes.
pub struct Passed<'py> {
    pub arrived: Arrived<'py>,
    pub parameters: Bound<'py, PyDict>,
    pub identity: Option<Bound<'py, PyString>>,
    pub found: Option<Bound<'py, PyAny>>,
}

#[pymethods]
impl Carrier {
    #[new]
    fn new(py: Python<'_>, parts: Parts) -> PyResult<Carrier> {
        let operations = parts.operations.bind(py).as_any();
        let names = parts.requests.get().names();
        let treatments = names.map(|name| operations.get_item(name)?.extract());
        Ok(Carrier { treatments: treatments.collect::<PyResult<_>>()?, parts })
    }

    /// Judge the request of a connection.
    ///
    /// Return `receive` and `send` for the application, and the exchange. If that is None, nothing
    /// was judged: the connection is left to the library, with that `receive`.
    #[pyo3(signature = (scope, receive, send, /))]
    fn begin<'py>(
        slf: &Bound<'py, Self>,
        scope: &Bound<'py, PyAny>,
        receive: Bound<'py, PyAny>,
        send: Bound<'py, PyAny>,
    ) -> PyResult<Carried<'py>> {
        let (py, carrier) = (slf.py(), slf.get());
        let Some((arrived, identity)) = carrier.arrived(scope) else {
            return Ok((receive, send, None));
        };
        let requests = carrier.parts.requests.get();
        let takes_body = requests.operation(arrived.operation).kind.is_some();
        let body = if takes_body {
            match carrier.taken(&receive)? {
                Taken::Body(body) => body,
                Taken::Other(receive) => return Ok((receive, send, None)),
            }
        } else {
            PyBytes::new(py, b"")
        };
        let Some(passed) = carrier.judged(arrived, identity, &body)? else {
            let receive = if takes_body { carrier.repeated(&receive, &body)? } else { receive };
            return Ok((receive, send, None));
        };
        let exchange = Exchange::new(slf, passed, takes_body.then_some(body), &receive, &send)?;
        let exchange = Bound::new(py, exchange)?;
        let ours = |name| exchange.getattr(name);
        let receive = if takes_body { ours(intern!(py, "receive"))? } else { receive };
        let send = if exchange.get().judged { ours(intern!(py, "send"))? } else { send };
        Ok((receive, send, Some(exchange)))
    }

    /// Judge a request that was read whole; return its exchange.
    ///
    /// None if nothing was judged: the request is left to the library.
    #[pyo3(signature = (scope, body, /))]
    fn request<'py>(
        slf: &Bound<'py, Self>,
        scope: &Bound<'py, PyAny>,
        body: &Bound<'py, PyBytes>,
    ) -> PyResult<Option<Exchange>> {
        let (py, carrier) = (slf.py(), slf.get());
        if body.as_bytes().len() > carrier.parts.longest_message {
            return Ok(None);
        }
        let Some((arrived, identity)) = carrier.arrived(scope) else { return Ok(None) };
        let Some(passed) = carrier.judged(arrived, identity, body)? else { return Ok(None) };
        let none = py.None().into_bound(py); // there is nobody to receive from or to send to
        Exchange::new(slf, passed, None, &none, &none).map(Some)
    }

    /// Return the carrier of one exchange that a stream of Envoy shows.
    fn shown(slf: &Bound<'_, Self>) -> Shown {
        Shown::new(slf)
    }

    /// Show the garbage collector what the carrier holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let parts = &self.parts;
        visit.call(&parts.requests)?;
        visit.call(&parts.stored)?;
        visit.call(&parts.find)?;
        visit.call(&parts.agrees)?;
        visit.call(&parts.clock)?;
        visit.call(&parts.is_sampled)?;
        visit.call(&parts.observe)?;
        visit.call(&parts.tell)?;
        visit.call(&parts.rests)?;
        visit.call(&parts.chance)?;
        visit.call(&parts.learn)?;
        visit.call(&parts.learn_at_once)?;
        visit.call(&parts.has_places)?;
        visit.call(&parts.invalidate)?;
        visit.call(&parts.leave)
    }
}

impl Carrier {
    /// Return an ordinary request, and the identity of the deployment that it changes.
    ///
    /// None if its requests are not judged, or its lookups do not answer at once.
    fn arrived<'py>(
        &self,
        scope: &Bound<'py, PyAny>,
    ) -> Option<(Arrived<'py>, Option<Bound<'py, PyString>>)> {
        let (py, parts) = (scope.py(), &self.parts);
        let scope = scope.cast_exact::<PyDict>().ok()?;
        if !is_text(&scope.get_item(intern!(py, "type")).ok()??, "http") {
            return None;
        }
        let requests = parts.requests.get();
        self.addressed(requests.arrived(scope, parts.longest_request)?)
    }

    /// Return the same as `arrived` does, for a request that is ordinary.
    pub fn addressed<'py>(
        &self,
        arrived: Arrived<'py>,
    ) -> Option<(Arrived<'py>, Option<Bound<'py, PyString>>)> {
        let parts = &self.parts;
        let treatment = &self.treatments[arrived.operation];
        if treatment.request_mode == "off" {
            return None;
        }
        let Some(parameter) = &treatment.identity else { return Some((arrived, None)) };
        if parts.find.is_none() && parts.stored.is_none() {
            return None;
        }
        let text = arrived.texts.get_item(parameter).ok()??.cast_into_exact::<PyString>().ok()?;
        let identity = lower(text)?;
        Some((arrived, Some(identity)))
    }

    /// Take the first message of a server.
    fn taken<'py>(&self, receive: &Bound<'py, PyAny>) -> PyResult<Taken<'py>> {
        let py = receive.py();
        let steps = awaited(receive.call0()?)?;
        match resume(&steps, &py.None().into_bound(py))? {
            PySendResult::Return(message) => {
                let body = whole_body(&message, "http.request", self.parts.longest_message);
                if let Some(body) = body {
                    return Ok(Taken::Body(body));
                }
                Ok(Taken::Other(self.parts.repeat.bind(py).call1((receive, message))?))
            }
            PySendResult::Next(waiting) => {
                let others = self.parts.resume.bind(py);
                Ok(Taken::Other(others.call1((receive, steps, waiting))?))
            }
        }
    }

    /// Return a callable that gives the message with a body again.
    fn repeated<'py>(
        &self,
        receive: &Bound<'py, PyAny>,
        body: &Bound<'py, PyBytes>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let message = message_of("http.request", body)?;
        self.parts.repeat.bind(body.py()).call1((receive, message))
    }

    /// Judge a request, and observe it if it passes; None if that is left to the library.
    pub fn judged<'py>(
        &self,
        arrived: Arrived<'py>,
        identity: Option<Bound<'py, PyString>>,
        body: &Bound<'py, PyBytes>,
    ) -> PyResult<Option<Passed<'py>>> {
        let (py, parts, start) = (body.py(), &self.parts, Instant::now());
        let found = match &identity {
            None => None,
            Some(identity) => match self.found(identity) {
                Ok(found) => found,
                // the library meets it again
                Err(error) if error.is_instance_of::<PyException>(py) => return Ok(None),
                Err(error) => return Err(error),
            },
        };
        let requests = parts.requests.get();
        let operation = requests.operation(arrived.operation);
        let Some(parameters) = requests.parameters(&arrived) else { return Ok(None) };
        let known = found.as_ref().filter(|found| !found.is_none());
        let judged = requests.judged(operation, arrived.types, body, None, known);
        let Some(judged) = judged else { return Ok(None) };
        // coverage counts an open verdict by the source that is known, which `observe` is not given
        let may_count = parts.is_observed && (parts.tell.is_none() || parts.rests.is_some());
        let is_left = parts.denies_open || may_count && known.is_some();
        if is_left && !judged.is_allowed() {
            return Ok(None);
        }
        let seconds = start.elapsed().as_secs_f64();
        let observer = parts.observer(py);
        let told = match &observer {
            Some(observer) => requests.observe(observer, &judged, operation, body, seconds)?,
            None => false,
        };
        if !told && self.is_observed(py)? {
            let report = requests.reported(judged, operation, &parameters, body);
            let Some(report) = report else { return Ok(None) };
            let advised = observer.map(|observer| observer.advised);
            let noted = PyTuple::empty(py).into_any();
            parts.observe(intern!(py, "request"), &report, seconds, &noted, advised)?;
        }
        Ok(Some(Passed { arrived, parameters, identity, found }))
    }

    /// Return the facts about a deployment.
    fn found<'py>(&self, identity: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = identity.py();
        let found = match (&self.parts.stored, &self.parts.find) {
            (Some(stored), _) => return stored.bind(py).get_item(identity).map(not_none),
            (None, Some(find)) => find.bind(py).call1((identity,))?,
            (None, None) => return Ok(None),
        };
        Ok(not_none(Some(found)))
    }

    /// Return true if somebody wants to know of messages that break no rule.
    pub fn is_observed(&self, py: Python<'_>) -> PyResult<bool> {
        if self.parts.is_observed {
            return Ok(true);
        }
        self.parts.is_enabled.bind(py).call1((&self.parts.level,))?.is_truthy()
    }
}

/// Return the body of a message that has all of it, if its type is right and it is small.
pub fn whole_body<'py>(
    message: &Bound<'py, PyAny>,
    kind: &str,
    longest: usize,
) -> Option<Bound<'py, PyBytes>> {
    let py = message.py();
    let message = message.cast_exact::<PyDict>().ok()?;
    if !is_text(&message.get_item(intern!(py, "type")).ok()??, kind) {
        return None;
    }
    if message.get_item(intern!(py, "more_body")).ok()?.is_some_and(|more| !is_false(&more)) {
        return None;
    }
    let body = message.get_item(intern!(py, "body")).ok()??.cast_into_exact::<PyBytes>().ok()?;
    (body.as_bytes().len() <= longest).then_some(body)
}

/// Return the message of a type with a whole body.
pub fn message_of<'py>(kind: &str, body: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyDict>> {
    let py = body.py();
    let message = PyDict::new(py);
    message.set_item(intern!(py, "type"), kind)?;
    message.set_item(intern!(py, "body"), body)?;
    message.set_item(intern!(py, "more_body"), false)?;
    Ok(message)
}

pub fn is_text(value: &Bound<'_, PyAny>, text: &str) -> bool {
    value.cast_exact::<PyString>().is_ok_and(|value| value.to_str().is_ok_and(|own| own == text))
}

fn is_false(value: &Bound<'_, PyAny>) -> bool {
    value.cast_exact::<PyBool>().is_ok_and(|truth| !truth.is_true())
}

fn not_none(value: Option<Bound<'_, PyAny>>) -> Option<Bound<'_, PyAny>> {
    value.filter(|value| !value.is_none())
}

/// Return an ASCII text in lower case.
fn lower<'py>(text: Bound<'py, PyString>) -> Option<Bound<'py, PyString>> {
    let own = text.to_str().ok()?;
    if !own.is_ascii() {
        return None;
    }
    if own.bytes().any(|sign| sign.is_ascii_uppercase()) {
        return Some(PyString::new(text.py(), &own.to_ascii_lowercase()));
    }
    Some(text)
}
