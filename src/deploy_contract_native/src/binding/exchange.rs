//! Ordinary exchanges whose request passed, over ASGI or shown by a stream of Envoy: the response
//! is judged when it was sent or shown.

use std::mem::replace;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use pyo3::exceptions::PyException;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PySequence, PyString, PyTuple};

use super::asgi::{Carrier, Passed, is_text, message_of, whole_body};
use super::responses::Responses;
use super::steps::{Begun, Step, Then};

/// An ordinary exchange whose request passed.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Exchange {
    carrier: Py<Carrier>,
    /// Number of the operation.
    operation: usize,
    texts: Py<PyDict>,
    parameters: Py<PyDict>,
    identity: Option<Py<PyString>>,
    found: Option<Py<PyAny>>,
    receive: Py<PyAny>,
    send: Py<PyAny>,
    /// True if the response is judged.
    pub judged: bool,
    /// True if it is withheld until then.
    withheld: bool,
    begun: Option<Py<PyAny>>,
    state: Mutex<State>,
}

struct State {
    /// The body of the request, until it was given.
    body: Option<Py<PyBytes>>,
    stage: Stage,
}

/// A stage of a response.
enum Stage {
    Waiting,
    /// The first message was sent on, or is withheld.
    Begun(Start, Py<Responses>),
    /// All was judged. It was withheld, and is sent on now.
    Judged(Start),
    /// All was sent on, and judged.
    Done(Start),
    /// A sender of the library has the rest.
    Left(Py<PyAny>),
}

/// The first message of a response: the application's own, and a copy, since the application may
/// change its message later.
struct Start {
    own: Py<PyDict>,
    kept: Py<PyDict>,
}

impl Stage {
    fn clone_ref(&self, py: Python<'_>) -> Stage {
        match self {
            Stage::Waiting => Stage::Waiting,
            Stage::Begun(start, judge) => Stage::Begun(start.clone_ref(py), judge.clone_ref(py)),
            Stage::Judged(start) => Stage::Judged(start.clone_ref(py)),
            Stage::Done(start) => Stage::Done(start.clone_ref(py)),
            Stage::Left(sender) => Stage::Left(sender.clone_ref(py)),
        }
    }
}

impl Start {
    fn clone_ref(&self, py: Python<'_>) -> Start {
        Start { own: self.own.clone_ref(py), kept: self.kept.clone_ref(py) }
    }

    /// Return the message as it was judged.
    fn message<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (own, kept) = (self.own.bind(py), self.kept.bind(py));
        Ok(if own.eq(kept)? { own.clone() } else { kept.clone() })
    }
}

#[pymethods]
impl Exchange {
    /// Return an awaitable of the next message: the request once more, then those that follow.
    fn receive(slf: Bound<'_, Self>) -> Step {
        Step::new(slf.unbind(), None)
    }

    /// Return an awaitable that takes a message of the application.
    #[pyo3(name = "send")]
    fn take(slf: Bound<'_, Self>, message: Py<PyAny>) -> Step {
        Step::new(slf.unbind(), Some(message))
    }

    /// True if nothing is left to do after the application.
    #[getter]
    fn done(&self, py: Python<'_>) -> PyResult<bool> {
        if !self.judged {
            return Ok(self.identity.is_none() || !self.carrier.get().parts.forgets);
        }
        let stage = self.lock().stage.clone_ref(py);
        match stage {
            Stage::Done(_) => Ok(true),
            Stage::Left(sender) => sender.bind(py).getattr(intern!(py, "done"))?.is_truthy(),
            Stage::Waiting | Stage::Begun(..) | Stage::Judged(_) => Ok(false),
        }
    }

    /// Return the library's sender of the response, as far as it came.
    fn sender<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let stage = self.lock().stage.clone_ref(py);
        let (start, settled, done) = match stage {
            Stage::Left(sender) => return Ok(sender.into_bound(py)),
            Stage::Waiting => (None, false, false),
            Stage::Begun(start, _) => (Some(start), false, false),
            Stage::Judged(start) => (Some(start), true, false),
            Stage::Done(start) => (Some(start), true, true),
        };
        let start = start.map(|start| (start.own, start.kept));
        let parts = &self.carrier.get().parts;
        let operation = parts.requests.get().operation(self.operation);
        let route = operation.routed_to(self.texts.bind(py).copy()?)?;
        let begun = (self.judged, &self.begun);
        let came = (start, settled, done);
        let arguments = (route, &self.parameters, &self.found, begun, &self.send, came);
        let sender = parts.leave.bind(py).call1(arguments)?;
        self.set(Stage::Left(sender.clone().unbind()));
        Ok(sender)
    }

    /// Show the garbage collector what the exchange holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.carrier)?;
        visit.call(&self.parameters)?;
        visit.call(&self.texts)?;
        visit.call(&self.found)?;
        visit.call(&self.receive)?;
        visit.call(&self.send)?;
        let Ok(state) = self.state.try_lock() else { return Ok(()) };
        match &state.stage {
            Stage::Waiting => Ok(()),
            Stage::Begun(start, _) | Stage::Judged(start) | Stage::Done(start) => {
                visit.call(&start.own)?;
                visit.call(&start.kept)
            }
            Stage::Left(sender) => visit.call(sender),
        }
    }

    fn __clear__(&self) {
        let before = replace(&mut *self.lock(), State { body: None, stage: Stage::Waiting });
        drop(before);
    }
}

impl Exchange {
    pub fn new<'py>(
        carrier: &Bound<'py, Carrier>,
        passed: Passed<'py>,
        body: Option<Bound<'py, PyBytes>>,
        receive: &Bound<'py, PyAny>,
        send: &Bound<'py, PyAny>,
    ) -> PyResult<Exchange> {
        let (py, parts) = (carrier.py(), &carrier.get().parts);
        let operation = passed.arrived.operation;
        let treatment = &carrier.get().treatments[operation];
        let judged = treatment.response_mode != "off"
            && (treatment.share >= 1.0 || {
                let name = &parts.requests.get().operation(operation).name;
                parts.is_sampled.bind(py).call1((name,))?.is_truthy()?
            });
        let begun = match &parts.clock {
            Some(clock) if judged => Some(clock.bind(py).call0()?.unbind()),
            _ => None,
        };
        Ok(Exchange {
            carrier: carrier.clone().unbind(),
            operation,
            texts: passed.arrived.texts.unbind(),
            parameters: passed.parameters.unbind(),
            identity: passed.identity.map(Bound::unbind),
            found: passed.found.map(Bound::unbind),
            receive: receive.clone().unbind(),
            send: send.clone().unbind(),
            judged,
            withheld: treatment.response_mode == "enforce",
            begun,
            state: Mutex::new(State { body: body.map(Bound::unbind), stage: Stage::Waiting }),
        })
    }

    /// No code of Python runs while the state is locked.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, stage: Stage) {
        let before = replace(&mut self.lock().stage, stage);
        drop(before); // which may run code of Python
    }

    /// Begin a step: take a message of the application, or receive one if there is none.
    pub fn begin<'py>(
        slf: &Bound<'py, Exchange>,
        message: Option<Py<PyAny>>,
    ) -> PyResult<Begun<'py>> {
        let (py, exchange) = (slf.py(), slf.get());
        let Some(message) = message else {
            let body = exchange.lock().body.take();
            return match body {
                Some(body) => {
                    let message = message_of("http.request", body.bind(py))?;
                    Ok(Begun::Taken(message.into_any()))
                }
                None => Ok(Begun::Called(exchange.receive.bind(py).call0()?, Then::End)),
            };
        };
        let message = message.into_bound(py);
        let stage = exchange.lock().stage.clone_ref(py);
        let send = exchange.send.bind(py);
        let longest = exchange.carrier.get().parts.longest_response_message;
        match stage {
            Stage::Waiting => {
                if let Some((start, judge)) = exchange.judge_of(&message) {
                    exchange.set(Stage::Begun(start, judge.unbind()));
                    if exchange.withheld {
                        return Ok(Begun::Taken(py.None().into_bound(py)));
                    }
                    return Ok(Begun::Called(send.call1((message,))?, Then::End));
                }
            }
            Stage::Begun(start, judge) => {
                match whole_body(&message, "http.response.body", longest) {
                    Some(body) if !exchange.withheld => {
                        return Ok(Begun::Called(send.call1((message,))?, Then::Judge(body)));
                    }
                    Some(body) if exchange.is_released(&start, judge.get(), &body)? => {
                        let message = start.message(py)?;
                        exchange.set(Stage::Judged(start));
                        return Ok(Begun::Called(send.call1((message,))?, Then::Send(body)));
                    }
                    _ => {}
                }
            }
            Stage::Judged(_) | Stage::Done(_) | Stage::Left(_) => {}
        }
        let sender = exchange.sender(py)?;
        Ok(Begun::Called(sender.call_method1(intern!(py, "send"), (message,))?, Then::End))
    }

    /// Judge a response that is withheld; return true if it is sent on.
    fn is_released(
        &self,
        start: &Start,
        judge: &Responses,
        body: &Bound<'_, PyBytes>,
    ) -> PyResult<bool> {
        let py = body.py();
        let Some(headers) = start.kept.bind(py).get_item(intern!(py, "headers"))? else {
            return Ok(false);
        };
        Ok(judge.admits_length(&headers, body.as_bytes().len()) && self.passes(judge, body)?)
    }

    /// Send the body of a response that was withheld; return an awaitable.
    pub fn send_body<'py>(&self, body: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyAny>> {
        self.send.bind(body.py()).call1((message_of("http.response.body", body)?,))
    }

    /// Note that a response that was withheld is sent on.
    pub fn finish(&self, py: Python<'_>) {
        let stage = self.lock().stage.clone_ref(py);
        if let Stage::Judged(start) = stage {
            self.set(Stage::Done(start));
        }
    }

    /// Return the judge of ordinary responses with a status, None if they are not judged.
    pub fn judge_by<'py>(&self, status: &Bound<'py, PyInt>) -> Option<Bound<'py, Responses>> {
        if !self.judged {
            return None;
        }
        let treatment = &self.carrier.get().treatments[self.operation];
        let judge = treatment.responses.bind(status.py()).get_item(status).ok()??;
        judge.cast_into_exact::<Responses>().ok()
    }

    /// Return the first message of an ordinary response, and its judge.
    fn judge_of<'py>(&self, message: &Bound<'py, PyAny>) -> Option<(Start, Bound<'py, Responses>)> {
        let (py, treatment) = (message.py(), &self.carrier.get().treatments[self.operation]);
        let start = message.cast_exact::<PyDict>().ok()?;
        let item = |name| start.get_item(name).ok()?;
        if !is_text(&item(intern!(py, "type"))?, "http.response.start") {
            return None;
        }
        let status = item(intern!(py, "status"))?.cast_into_exact::<PyInt>().ok()?;
        let judge = treatment.responses.bind(py).get_item(status).ok()??;
        let judge = judge.cast_into_exact::<Responses>().ok()?;
        let headers = item(intern!(py, "headers"))?;
        if !judge.get().admits_fresh(&headers) {
            return None;
        }
        let kept = start.copy().ok()?;
        let headers = headers.cast::<PySequence>().ok()?.to_list().ok()?;
        kept.set_item(intern!(py, "headers"), headers).ok()?;
        Some((Start { own: start.clone().unbind(), kept: kept.unbind() }, judge))
    }

    /// Judge a response whose body was sent on.
    pub fn judge(&self, body: &Bound<'_, PyBytes>) -> PyResult<()> {
        let py = body.py();
        let stage = self.lock().stage.clone_ref(py);
        if let Stage::Begun(start, judge) = stage
            && self.passes(judge.get(), body)?
        {
            self.set(Stage::Done(start));
            return Ok(());
        }
        self.sender(py)?.call_method1(intern!(py, "end_with"), (body,))?;
        Ok(())
    }

    /// Judge a response, and learn from it and observe it if it breaks no rule; false if it may.
    pub fn passes(&self, judge: &Responses, body: &Bound<'_, PyBytes>) -> PyResult<bool> {
        let (py, parts, start) = (body.py(), &self.carrier.get().parts, Instant::now());
        let none = py.None().into_bound(py);
        let found = self.found.as_ref().map_or(&none, |found| found.bind(py));
        let (given, heard) = if parts.hears { (&none, found) } else { (found, &none) };
        let parameters = self.parameters.bind(py);
        let addressed = self.identity.as_ref().map(|name| name.bind(py).clone());
        let made = judge.outcome(body, Some(parameters), given, heard, addressed);
        let Some((outcome, scan)) = made else { return Ok(false) };
        let agrees = match (&self.identity, &parts.agrees) {
            (None, Some(agrees)) => Some(agrees.bind(py)),
            _ => None,
        };
        let is_observed = self.carrier.get().is_observed(py)?;
        let observer = parts.observer(py);
        let tell = |seconds| match &observer {
            Some(observer) => judge.observe(observer, &outcome, scan, body, seconds),
            None => Ok(!is_observed),
        };
        let needs_report = agrees.is_some() || parts.learns;
        if !needs_report && tell(start.elapsed().as_secs_f64())? {
            return Ok(true);
        }
        let report = judge.reported(&outcome, scan, body, Some(parameters));
        let Some(report) = report else { return Ok(false) };
        if let Some(agrees) = agrees
            && !agrees.call1((&report,))?.is_truthy()?
        {
            return Ok(false);
        }
        let seconds = start.elapsed().as_secs_f64();
        let noted = self.learned(&report)?;
        let is_told = needs_report && !noted.is_truthy()? && tell(seconds)?;
        if !is_told {
            let advised = observer.as_ref().map(|observer| observer.advised);
            parts.observe(intern!(py, "response"), &report, seconds, &noted, advised)?;
        }
        Ok(true)
    }

    /// Let lookups forget the facts that the request may have changed: its response is not judged.
    pub fn invalidate(&self, py: Python<'_>) -> PyResult<()> {
        let parts = &self.carrier.get().parts;
        if let Some(identity) = self.identity.as_ref().filter(|_| parts.forgets) {
            parts.invalidate.bind(py).call1((identity,))?;
        }
        Ok(())
    }

    /// Let lookups learn from a response that breaks no rule, and return notes.
    fn learned<'py>(&self, report: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, parts) = (report.py(), &self.carrier.get().parts);
        if !parts.learns {
            return Ok(PyTuple::empty(py).into_any());
        }
        let arguments = (report, &self.begun, &self.identity);
        if let Some(learn) = &parts.learn_at_once
            && parts.has_places.bind(py).call1((report,))?.is_truthy()?
        {
            match learn.bind(py).call1(arguments) {
                Err(error) if error.is_instance_of::<PyException>(py) => {} // `learn` meets it again
                noted => return noted,
            }
        }
        let valid = PyDict::new(py);
        valid.set_item(intern!(py, "valid"), true)?;
        parts.learn.bind(py).call(arguments, Some(&valid))
    }
}
