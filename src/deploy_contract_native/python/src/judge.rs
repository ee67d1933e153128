//! The judge of a contract: documents, and requests that need not be routed before.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

use crate::messages::judged_request;
use crate::outcome::{Document, Outcome, Text};
use crate::reports::report;
use crate::routes::{BODY, read_request};
use crate::written;
use deploy_contract_core::{self as core, MessageFault, Names, fenced, with_scratch};

/// The Python names of a kind of document, and the declared names in it.
pub struct Kind {
    pub name: Py<PyString>,
    pub names: Vec<Py<PyString>>,
}

/// The facts that a caller gives: the number of the source, and the stored deployment.
#[derive(Default)]
pub struct Given<'py> {
    pub source: Option<usize>,
    pub deployment: Option<Bound<'py, PyAny>>,
    pub of_response: bool,
}

/// Python classes that the core makes, and functions that it calls.
#[derive(FromPyObject)]
pub struct Makers {
    pub violation: Py<PyType>,
    report: Py<PyType>,
    request: Py<PyType>,
    /// The class of numbers with a text.
    pub numeral: Py<PyAny>,
    /// Takes facts about a deployment.
    pub plain_facts: Py<PyAny>,
    /// Takes a source and a deployment, and raises an exception if one is wrong.
    pub given: Py<PyAny>,
}

/// The judge of a contract.
#[pyclass(frozen, subclass, module = "deploy_contract_native")]
pub struct Core {
    pub core: core::Core,
    pub kinds: Vec<Kind>,
    pub operations: Vec<Py<PyString>>,
    pub sources: Vec<Py<PyString>>,
    /// The member of a stored deployment that is its source.
    source_member: Py<PyString>,
    pub makers: Makers,
}

#[pymethods]
impl Core {
    /// Make the judge of an effective contract. `makers` has the attributes of `Makers`.
    ///
    /// Raises ValueError if the core does not know a part of the contract; the text says which.
    #[new]
    fn new(py: Python<'_>, contract: &[u8], makers: Makers) -> PyResult<Core> {
        let made = py.detach(|| core::Core::read(contract));
        let core = made.map_err(|fault| PyValueError::new_err(fault.0))?;
        let interned = |text: &str| PyString::intern(py, text).unbind();
        let contract = &core.contract;
        let mut kinds = Vec::new();
        for (kind, made) in contract.kinds.iter().zip(&core.kinds) {
            let known = made.judge.names();
            let names = (0..known.count()).map(|number| known.get(number as u16));
            let names = names.map(|name| Ok(PyString::from_bytes(py, name)?.unbind()));
            kinds.push(Kind { name: interned(&kind.name), names: names.collect::<PyResult<_>>()? });
        }
        let operations = core.router.operations.iter().map(|it| interned(&it.name)).collect();
        let sources = contract.sources.iter().map(|source| interned(&source.name)).collect();
        let source_member = interned(contract.source_member().map_or("", |name| name));
        Ok(Core { core, kinds, operations, sources, source_member, makers })
    }

    /// Return the report on a document; None if Python must read an argument first.
    ///
    /// `document`: bytes, text, or parsed JSON of its plain classes. `deployment`: the stored
    /// deployment, as parsed JSON.
    #[pyo3(signature = (document, kind, source, deployment, of_response=false, /))]
    fn check<'py>(
        slf: &Bound<'py, Self>,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
        of_response: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (core, py) = (slf.get(), slf.py());
        let Some(kind) = core.kind(kind) else { return Ok(None) };
        let given = Given { of_response, ..core.given(py, source, deployment)? };
        let outcome = if let Ok(body) = document.cast_exact::<PyBytes>() {
            Core::judged(slf, Text::new(body.clone()), kind, given)?
        } else if let Ok(text) = document.cast::<PyString>() {
            let Ok(text) = text.to_str() else { return Ok(None) };
            Core::judged(slf, Text::new(PyBytes::new(py, text.as_bytes())), kind, given)?
        } else {
            let (judge, numeral) = (&core.core.kinds[kind].judge, core.makers.numeral.bind(py));
            let written = written::parsed(document, judge.names(), numeral, judge.limits.string);
            let Some(tape) = written else { return Ok(None) };
            let outcome = Core::judged(slf, Text::Written(Box::new(tape)), kind, given)?;
            // a new outcome has no value yet
            let _ = outcome.value.set(py, document.clone().unbind());
            outcome
        };
        report(core.makers.report.bind(py), outcome).map(Some)
    }

    /// Return the report on a request; None if Python must read an argument first, or if the
    /// request is not plain.
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
        let Some((request, _)) = read_request(request, None) else { return Ok(None) };
        let given = core.given(slf.py(), source, deployment)?;
        let outcome = judged_request(slf, &request, None, Some(&body), given)?;
        report(core.makers.report.bind(slf.py()), outcome).map(Some)
    }
}

impl Core {
    /// Return the facts of a caller about a deployment. Raise an exception if one is wrong.
    pub fn given<'py>(
        &self,
        py: Python<'py>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Given<'py>> {
        let plain = || {
            let mut given = Given::default();
            let mut stored = None;
            if let Some(deployment) = deployment {
                let facts = deployment.cast_exact::<PyDict>().ok()?;
                let named = facts.get_item(&self.source_member).ok()?;
                let is_text = |key: Bound<PyAny>| key.is_exact_instance_of::<PyString>();
                if named.is_none() && !facts.keys().iter().all(is_text) {
                    return None; // a member of an enum may have the name as its value
                }
                stored = named.filter(|it| !it.is_none());
                given.deployment = Some(deployment.clone());
            }
            for name in [source, stored.as_ref()].into_iter().flatten() {
                let found = Some(self.source(name)?);
                if given.source.is_some() && given.source != found {
                    return None;
                }
                given.source = found;
            }
            Some(given)
        };
        if let Some(given) = plain() {
            return Ok(given);
        }
        let given = self.makers.given.bind(py).call1((source, deployment))?;
        let (source, deployment): (Bound<PyAny>, Option<Bound<PyAny>>) = given.extract()?;
        Ok(Given { source: self.source(&source), deployment, of_response: false })
    }

    /// Return the number of a source.
    fn source(&self, name: &Bound<'_, PyAny>) -> Option<usize> {
        position(self.sources.iter(), name)
    }

    /// Return the number of the kind with a name, or of the class of that name.
    fn kind(&self, kind: &Bound<'_, PyAny>) -> Option<usize> {
        let names = self.kinds.iter().map(|kind| &kind.name);
        match kind.cast::<PyType>() {
            Ok(class) => position(names, class.name().ok()?.as_any()),
            Err(_) => position(names, kind),
        }
    }

    /// Return the declared names in a kind of document.
    pub fn names(&self, kind: usize) -> (&Names, &[Py<PyString>]) {
        (self.core.kinds[kind].judge.names(), &self.kinds[kind].names)
    }

    /// Judge a document.
    pub fn judged<'py>(
        slf: &Bound<'py, Self>,
        text: Text,
        kind: usize,
        given: Given<'py>,
    ) -> PyResult<Outcome> {
        let (core, py) = (slf.get(), slf.py());
        let judge = &core.core.kinds[kind].judge;
        let stored = given.deployment.map(|facts| {
            let reads = |name| judge.reads_stored(name);
            written::facts(&facts, core.names(kind), &core.makers, reads).map(Box::new)
        });
        let stored = stored.transpose()?;
        let Given { source, of_response, .. } = given;
        let document = Document { kind, text, answer: None, source, stored, of_response };
        let answer = document.on_tape(py, &core.core, |text| judge.answer(text, document.known()));
        if let Some(answer) = answer {
            return Ok(Outcome::new(slf, Some(Document { answer, ..document })));
        }
        let fault = match &document.text {
            Text::Bytes(body, _) => {
                fenced(|| Some(with_scratch(|scratch| judge.fault(body.as_bytes(py), scratch))))
            }
            Text::Written(_) => None,
        };
        let fault = fault.unwrap_or_else(|| MessageFault::new("unjudged"));
        Ok(Outcome::new(slf, None).with_whole(core.core.refuse(Some(kind), fault)))
    }
}

/// Return the place of a text in a list. Most texts are the same object as their item.
#[inline]
pub fn position<'a>(
    mut texts: impl Iterator<Item = &'a Py<PyString>> + Clone,
    wanted: &Bound<'_, PyAny>,
) -> Option<usize> {
    texts.clone().position(|text| text.is(wanted)).or_else(|| {
        let wanted = wanted.cast::<PyString>().ok()?;
        let spelling = wanted.to_str().ok()?;
        texts.position(|text| *text.bind(wanted.py()) == *spelling)
    })
}
