//! Ordinary responses: the judge of their headers, their body, and their relation to the request.

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyString, PyTuple};

use super::instances::with_message;
use super::judge::Judge;
use super::requests::{admit_headers, watched_names};
use crate::exchange::{Argument, Constants, Known, Relation, Rule};
use crate::guard::fenced;
use crate::places::Document;
use crate::request::Headers;

/// Documents in a response: their pattern, the place of the identity, and those of the fields that
/// never change.
#[derive(FromPyObject)]
struct ConstantsRow(Vec<String>, Vec<String>, Vec<Vec<String>>);

/// Judges ordinary responses of one operation and status.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Responses {
    judge: Py<Judge>,
    operation: Py<PyString>,
    media_type: Box<[u8]>,
    watched: Vec<Box<[u8]>>,
    max_bytes: usize,
    /// Each with the name of its parameter.
    rules: Vec<(Rule, Py<PyString>)>,
    constants: Vec<(Constants, Vec<Vec<String>>)>,
    /// Places of an identity in facts.
    identities: Vec<Vec<String>>,
    /// The parameter that is the identity of the deployment in the path.
    identity: Option<Py<PyString>>,
}

#[pymethods]
impl Responses {
    /// Make a judge of responses.
    ///
    /// A rule has the name of a relation, the place in the response, and the name of a parameter.
    #[new]
    #[pyo3(signature = (judge, operation, *, media_type, watched, max_bytes, rules, constants, identities, identity))]
    #[allow(clippy::too_many_arguments)] // they are named
    fn new(
        judge: Bound<'_, Judge>,
        operation: Py<PyString>,
        media_type: String,
        watched: Vec<String>,
        max_bytes: usize,
        rules: Vec<(String, Vec<String>, Py<PyString>)>,
        constants: Vec<ConstantsRow>,
        identities: Vec<Vec<String>>,
        identity: Option<Py<PyString>>,
    ) -> PyResult<Responses> {
        let names = &judge.get().program.names;
        let mut read = Vec::new();
        for (relation, place, parameter) in rules {
            let relation = match &*relation {
                "count_at_most" => Relation::CountAtMost,
                "equals_parameter" => Relation::Equals,
                "among_parameter" => Relation::Among,
                "contains_parameter" => Relation::Contains,
                _ => return Err(PyValueError::new_err("a relation is not known")),
            };
            read.push((Rule::new(relation, &place, names), parameter));
        }
        let of_row = |ConstantsRow(documents, identity, fields)| {
            (Constants::new(&documents, &identity, &fields, names), fields)
        };
        Ok(Responses {
            operation,
            media_type: media_type.into_bytes().into(),
            watched: watched_names(watched),
            max_bytes,
            rules: read,
            constants: constants.into_iter().map(of_row).collect(),
            identities,
            identity,
            judge: judge.unbind(),
        })
    }

    /// Return the report on a response.
    ///
    /// None if it is not ordinary, is not accepted, or may break a rule on the exchange.
    /// `arguments` has the parameters of the request, by name. `given` has the certain facts about
    /// one deployment: the one whose identity they hold, else the one in the path. `heard` has
    /// other facts, about `addressed`, an identity in lower case. If that is given, a response with
    /// another document needs a second look, too.
    #[pyo3(signature = (headers, body, arguments, given, heard, addressed, /))]
    #[allow(clippy::too_many_arguments)] // one call costs less than several
    fn report<'py>(
        &self,
        headers: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
        arguments: Option<Bound<'py, PyDict>>,
        given: &Bound<'py, PyAny>,
        heard: &Bound<'py, PyAny>,
        addressed: Option<Bound<'py, PyString>>,
    ) -> Option<Bound<'py, PyAny>> {
        self.admitted(headers)?;
        let body = body.cast_exact::<PyBytes>().ok()?;
        let (outcome, scan) = self.outcome(body, arguments.as_ref(), given, heard, addressed)?;
        self.reported(&outcome, scan, body, arguments.as_ref())
    }

    /// Show the garbage collector what the judge of responses holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judge)
    }
}

/// Facts about a deployment, if any, and its identity.
type Facts<'py> = (Option<Bound<'py, PyDict>>, Bound<'py, PyString>);

/// Return facts with the identity of their deployment; None in it if that is not known.
///
/// None if they are not a plain dict.
fn facts_about<'py>(
    facts: &Bound<'py, PyAny>,
    identity: impl FnOnce() -> Option<Bound<'py, PyString>>,
) -> Option<Option<Facts<'py>>> {
    if facts.is_none() {
        return Some(identity().map(|identity| (None, identity)));
    }
    let facts = facts.cast_exact::<PyDict>().ok()?.clone();
    Some(identity().map(|identity| (Some(facts), identity)))
}

impl Responses {
    /// Return the headers of a response if they are ordinary.
    fn admitted(&self, headers: &Bound<'_, PyAny>) -> Option<Headers<'_>> {
        let admitted = fenced(|| admit_headers(&self.watched, &self.media_type, headers))?;
        (admitted.types == 1).then_some(admitted)
    }

    /// Return the outcome of a response with ordinary headers, and the number of its scan.
    ///
    /// None and the arguments are as for `report`.
    pub fn outcome<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
        arguments: Option<&Bound<'py, PyDict>>,
        given: &Bound<'py, PyAny>,
        heard: &Bound<'py, PyAny>,
        addressed: Option<Bound<'py, PyString>>,
    ) -> Option<(Bound<'py, PyAny>, u64)> {
        if body.as_bytes().len() > self.max_bytes {
            return None;
        }
        let py = body.py();
        let asked = self.asked(arguments)?;
        let given = match given.is_none() {
            true => None,
            false => facts_about(given, || self.identity_in(given, arguments))?,
        };
        let heard = facts_about(heard, || addressed)?;
        let is_right = |document: Document| {
            self.keeps_rules(document, &asked).is_some()
                && self.agrees(document, given.as_ref(), false).is_some()
                && self.agrees(document, heard.as_ref(), true).is_some()
        };
        let judged = self.judge.get().judge_if(body, None, is_right).ok()?;
        let outcome = judged.outcome?;
        let verdict = outcome.cast::<PyTuple>().ok()?.get_item(0).ok()?;
        verdict.eq(intern!(py, "allow")).ok()?.then_some((outcome, judged.scan))
    }

    /// Return the report on a response with an outcome.
    pub fn reported<'py>(
        &self,
        outcome: &Bound<'py, PyAny>,
        scan: u64,
        body: &Bound<'py, PyBytes>,
        arguments: Option<&Bound<'py, PyDict>>,
    ) -> Option<Bound<'py, PyAny>> {
        let operation = Some(self.operation.bind(body.py()));
        let outcome = with_message(outcome, None, operation, arguments).ok()?;
        self.judge.get().report(&outcome, body, scan).ok()
    }

    /// Return the rules that have an argument, each with it; None if one is of another type.
    ///
    /// An empty filter filters nothing.
    fn asked<'py>(
        &self,
        arguments: Option<&Bound<'py, PyDict>>,
    ) -> Option<Vec<(&Rule, Bound<'py, PyAny>)>> {
        let mut asked = Vec::new();
        let Some(arguments) = arguments else { return Some(asked) };
        for (rule, name) in &self.rules {
            let Some(argument) = arguments.get_item(name).ok()? else { continue };
            if argument.is_none() {
                continue;
            }
            let is_empty = if let Ok(text) = argument.cast_exact::<PyString>() {
                text.is_empty().ok()?
            } else if let Ok(several) = argument.cast_exact::<PyTuple>() {
                several.is_empty()
            } else if argument.is_exact_instance_of::<PyInt>() {
                false
            } else {
                return None;
            };
            if !is_empty {
                asked.push((rule, argument));
            }
        }
        Some(asked)
    }

    fn keeps_rules(&self, document: Document, asked: &[(&Rule, Bound<'_, PyAny>)]) -> Option<()> {
        for (rule, argument) in asked {
            let argument = if let Ok(text) = argument.cast_exact::<PyString>() {
                Argument::Text(text.to_str().ok()?)
            } else if let Ok(several) = argument.cast_exact::<PyTuple>() {
                Argument::Texts(several.extract().ok()?)
            } else {
                Argument::Number(argument.extract().ok()?)
            };
            if !rule.is_kept(document, &argument) {
                return None;
            }
        }
        Some(())
    }

    /// Return the identity that facts hold, else that in the path of the request.
    fn identity_in<'py>(
        &self,
        facts: &Bound<'py, PyAny>,
        arguments: Option<&Bound<'py, PyDict>>,
    ) -> Option<Bound<'py, PyString>> {
        for place in &self.identities {
            if let Some(Ok(name)) = find(facts, place).map(|name| name.cast_into::<PyString>()) {
                return Some(name);
            }
        }
        let name = arguments?.get_item(self.identity.as_ref()?).ok()??;
        name.cast_into::<PyString>().ok()
    }

    fn agrees(&self, document: Document, facts: Option<&Facts>, alone: bool) -> Option<()> {
        let Some((facts, identity)) = facts else { return Some(()) };
        for (constants, fields) in &self.constants {
            let value = |field| facts.as_ref().and_then(|facts| find(facts, field));
            let values: Vec<_> = fields.iter().map(value).collect();
            let known: Vec<_> = values.iter().map(|value| known(value.as_ref())).collect();
            if !constants.agree(document, identity.to_str().ok()?, &known, alone) {
                return None;
            }
        }
        Some(())
    }
}

/// Return the value at a place through dicts.
fn find<'py>(value: &Bound<'py, PyAny>, tokens: &Vec<String>) -> Option<Bound<'py, PyAny>> {
    let mut value = value.clone();
    for token in tokens {
        value = value.cast::<PyDict>().ok()?.get_item(token).ok()??;
    }
    Some(value)
}

fn known<'a>(value: Option<&'a Bound<'_, PyAny>>) -> Known<'a> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Known::Nothing };
    if let Ok(text) = value.cast_exact::<PyString>() {
        return text.to_str().map_or(Known::Other, Known::Text);
    }
    value.cast_exact::<PyBool>().map_or(Known::Other, |truth| Known::Truth(truth.is_true()))
}
