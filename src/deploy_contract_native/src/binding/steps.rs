//! Awaitables of the messages of an exchange.

use std::mem::replace;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyBaseException, PyRuntimeError, PyStopIteration, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::iterator::PySendResult;
use pyo3::types::{PyBytes, PyTuple};

use super::exchange::Exchange;
use super::instances::resume;

/// The receipt of a message, or its sending. Like a coroutine, it begins when it is awaited.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Step {
    exchange: Py<Exchange>,
    progress: Mutex<Progress>,
}

enum Progress {
    /// It has a message to send, or none to receive one.
    New(Option<Py<PyAny>>),
    /// An awaitable runs.
    Running(Py<PyAny>, Then<Py<PyBytes>>),
    Executing,
    Ended,
}

/// The beginning of a step.
pub enum Begun<'py> {
    /// The step ended at once, with a value.
    Taken(Bound<'py, PyAny>),
    /// An object was called, and gave an awaitable.
    Called(Bound<'py, PyAny>, Then<Bound<'py, PyBytes>>),
}

/// What follows on an awaitable.
pub enum Then<Body> {
    /// The step ends.
    End,
    /// The body of a response, which was sent, is judged.
    Judge(Body),
    /// The body of a response, which was judged, is sent.
    Send(Body),
    /// A response that was withheld is at its end.
    Finish,
}

impl<Body> Then<Body> {
    fn map<Other>(self, change: impl FnOnce(Body) -> Other) -> Then<Other> {
        match self {
            Then::End => Then::End,
            Then::Judge(body) => Then::Judge(change(body)),
            Then::Send(body) => Then::Send(change(body)),
            Then::Finish => Then::Finish,
        }
    }
}

impl Step {
    pub fn new(exchange: Py<Exchange>, message: Option<Py<PyAny>>) -> Step {
        Step { exchange, progress: Mutex::new(Progress::New(message)) }
    }

    fn replace(&self, progress: Progress) -> Progress {
        let mut guard = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        replace(&mut *guard, progress)
    }

    /// Take the progress. An error if there is none to be made.
    fn take(&self) -> PyResult<Progress> {
        match self.replace(Progress::Executing) {
            Progress::Executing => Err(PyValueError::new_err("coroutine already executing")),
            Progress::Ended => {
                self.replace(Progress::Ended);
                Err(PyRuntimeError::new_err("cannot reuse already awaited coroutine"))
            }
            progress => Ok(progress),
        }
    }

    fn go_on<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<PySendResult<'py>> {
        let progress = self.take()?;
        let made = self.advance(progress, value);
        self.settle(made)
    }

    /// Note the end, unless the step goes on.
    fn settle<'py>(&self, made: PyResult<PySendResult<'py>>) -> PyResult<PySendResult<'py>> {
        if !matches!(made, Ok(PySendResult::Next(_))) {
            self.replace(Progress::Ended);
        }
        made
    }

    fn advance<'py>(
        &self,
        progress: Progress,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<PySendResult<'py>> {
        let py = value.py();
        let (steps, then) = match progress {
            Progress::New(message) => match Exchange::begin(self.exchange.bind(py), message)? {
                Begun::Taken(value) => return Ok(PySendResult::Return(value)),
                Begun::Called(coming, then) => (awaited(coming)?, then),
            },
            Progress::Running(steps, then) => {
                (steps.into_bound(py), then.map(|body| body.into_bound(py)))
            }
            Progress::Executing | Progress::Ended => return Ok(PySendResult::Return(none(py))),
        };
        let made = resume(&steps, value)?;
        self.after(steps, then, made)
    }

    /// Keep what runs on, or do what follows.
    fn after<'py>(
        &self,
        steps: Bound<'py, PyAny>,
        then: Then<Bound<'py, PyBytes>>,
        made: PySendResult<'py>,
    ) -> PyResult<PySendResult<'py>> {
        let py = steps.py();
        if let PySendResult::Next(_) = made {
            self.replace(Progress::Running(steps.unbind(), then.map(Bound::unbind)));
            return Ok(made);
        }
        let exchange = self.exchange.bind(py).get();
        match then {
            Then::End => {}
            Then::Judge(body) => exchange.judge(&body)?,
            Then::Send(body) => {
                let steps = awaited(exchange.send_body(&body)?)?;
                let made = resume(&steps, &none(py))?;
                return self.after(steps, Then::Finish, made);
            }
            Then::Finish => exchange.finish(py),
        }
        Ok(made)
    }

    fn thrown<'py>(
        &self,
        progress: Progress,
        error: &Bound<'py, PyTuple>,
    ) -> PyResult<PySendResult<'py>> {
        let py = error.py();
        let Progress::Running(steps, then) = progress else { return Err(raised(error)?) };
        let steps = steps.into_bound(py);
        let Some(throw) = steps.getattr_opt(intern!(py, "throw"))? else {
            return Err(raised(error)?);
        };
        let made = match throw.call1(error) {
            Ok(value) => PySendResult::Next(value),
            Err(end) if end.is_instance_of::<PyStopIteration>(py) => {
                PySendResult::Return(end.value(py).getattr(intern!(py, "value"))?)
            }
            Err(other) => return Err(other),
        };
        self.after(steps, then.map(|body| body.into_bound(py)), made)
    }
}

#[pymethods]
impl Step {
    fn __await__<'py>(slf: Bound<'py, Self>) -> Bound<'py, Self> {
        slf
    }

    fn __iter__<'py>(slf: Bound<'py, Self>) -> Bound<'py, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.go_on(&none(py))? {
            PySendResult::Next(value) => Ok(Some(value)),
            PySendResult::Return(value) if value.is_none() => Ok(None),
            PySendResult::Return(value) => Err(ended_with(value)),
        }
    }

    /// Go on with a value.
    fn send<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        yielded(self.go_on(value)?)
    }

    /// Raise an exception where the step waits.
    #[pyo3(signature = (*error))]
    fn throw<'py>(&self, error: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let progress = self.take()?;
        let made = self.thrown(progress, error);
        yielded(self.settle(made)?)
    }

    /// End the step.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if let Progress::Running(steps, _) = self.replace(Progress::Ended)
            && let Some(close) = steps.bind(py).getattr_opt(intern!(py, "close"))?
        {
            close.call0()?;
        }
        Ok(())
    }

    /// Show the garbage collector what the step holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.exchange)?;
        let Ok(progress) = self.progress.try_lock() else { return Ok(()) };
        match &*progress {
            Progress::New(message) => visit.call(message),
            Progress::Running(steps, _) => visit.call(steps),
            Progress::Executing | Progress::Ended => Ok(()),
        }
    }

    fn __clear__(&self) {
        self.replace(Progress::Ended);
    }
}

/// Return the object that awaiting an awaitable goes through: a coroutine itself.
pub fn awaited(awaitable: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = awaitable.py();
    let class = awaitable.get_type();
    if awaitable.is_exact_instance_of::<Step>() || class.is(coroutine_class(py)?) {
        return Ok(awaitable);
    }
    awaitable.call_method0(intern!(py, "__await__"))
}

fn coroutine_class<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let import =
        || -> PyResult<Py<PyAny>> { Ok(py.import("types")?.getattr("CoroutineType")?.unbind()) };
    Ok(CLASS.get_or_try_init(py, import)?.bind(py))
}

fn none(py: Python<'_>) -> Bound<'_, PyAny> {
    py.None().into_bound(py)
}

fn ended_with(value: Bound<'_, PyAny>) -> PyErr {
    PyStopIteration::new_err((value.unbind(),))
}

fn yielded<'py>(made: PySendResult<'py>) -> PyResult<Bound<'py, PyAny>> {
    match made {
        PySendResult::Next(value) => Ok(value),
        PySendResult::Return(value) => Err(ended_with(value)),
    }
}

/// Return the exception that the arguments of `throw` say: it, or its class, value and traceback.
fn raised(error: &Bound<'_, PyTuple>) -> PyResult<PyErr> {
    let class = error.get_item(0)?;
    match error.get_item(1) {
        Ok(value) if value.is_instance_of::<PyBaseException>() => Ok(PyErr::from_value(value)),
        Ok(value) if !value.is_none() => Ok(PyErr::from_value(class.call1((value,))?)),
        _ => Ok(PyErr::from_value(class)),
    }
}
