//! Faults: rules on messages and their texts that are broken, and the violations for these rules.

use std::borrow::Cow;

use crate::contract::{Contract, Mode, part};
use crate::outcome::{Location, Needs, Outcome, Verdict, Violation};
use crate::words::filled;

/// A rule of the shape `http` or `wire` that a part of a message breaks. It has no part of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    pub rule: Cow<'static, str>,
    /// The location of the fault. None means the location that the rule names.
    pub location: Option<Location>,
    /// The name of a parameter or header, if one is at fault.
    pub pointer: String,
    /// Values for the placeholders in the texts of the rule.
    pub texts: Vec<(&'static str, String)>,
    /// A hint that replaces the hint of the rule.
    pub hint: Option<String>,
}

impl Fault {
    pub fn new(rule: impl Into<Cow<'static, str>>) -> Fault {
        Fault { rule: rule.into(), ..Fault::default() }
    }

    pub fn at(self, location: Location) -> Fault {
        Fault { location: Some(location), ..self }
    }

    pub fn about(self, pointer: impl Into<String>) -> Fault {
        Fault { pointer: pointer.into(), ..self }
    }

    pub fn with(mut self, name: &'static str, text: impl ToString) -> Fault {
        self.texts.push((name, text.to_string()));
        self
    }
}

impl Contract {
    /// Return true if the rule of that id is active, and of the shape `http`.
    pub fn judges_fault(&self, name: &str) -> bool {
        self.rule(name).is_some_and(|rule| rule.shape == "http" && rule.mode != Mode::Off)
    }

    /// Return the violations of active rules, one for each fault.
    pub fn violations_of(&self, faults: Vec<Fault>) -> Vec<Violation> {
        faults.into_iter().filter_map(|fault| self.violation_of(fault)).collect()
    }

    fn violation_of(&self, fault: Fault) -> Option<Violation> {
        let rule = self.rule(&fault.rule).filter(|rule| rule.mode != Mode::Off)?;
        let location = fault.location.or_else(|| part(&rule.parameters, "location").ok())?;
        let Fault { pointer, texts, hint, .. } = fault;
        let value = |name: &str| {
            let known = texts.iter().find(|(known, _)| *known == name);
            known.map_or("?", |(_, text)| text).to_string()
        };
        let message = filled(&rule.message, &value);
        let hint = hint.map_or_else(|| filled(&rule.hint, &value), Into::into);
        Some(Violation { message, hint, ..Violation::new(rule, location, pointer) })
    }

    /// Return the outcome with more violations, enforced ones first.
    ///
    /// An enforced violation makes the verdict "deny".
    pub fn with_violations(&self, outcome: Outcome, mut more: Vec<Violation>) -> Outcome {
        if more.is_empty() {
            return outcome;
        }
        let denies = more.iter().any(|violation| violation.mode == Mode::Enforce);
        more.extend(outcome.violations);
        more.sort_by_key(|violation| violation.mode != Mode::Enforce);
        let hidden = more.len().saturating_sub(self.bounds.violations);
        more.truncate(self.bounds.violations);
        let mut found = Outcome {
            violations: more,
            truncated: outcome.truncated || hidden > 0,
            advice: outcome.advice.saturating_sub(hidden),
            ..outcome
        };
        if denies {
            found.verdict = Verdict::Deny;
            found.needs = Needs::new();
            found.undecided = Vec::new();
            found.sources = Vec::new();
        }
        found.status = self.status_of(&found);
        found
    }

    /// Return the HTTP status of the answer: the status of the first rule that refuses the message.
    pub fn status_of(&self, outcome: &Outcome) -> u16 {
        if outcome.verdict == Verdict::Allow {
            return 200;
        }
        let mut all = outcome.violations.iter().chain(&outcome.undecided);
        let refusing = all.find(|violation| violation.mode == Mode::Enforce);
        self.status(refusing.map_or("", |violation| &*violation.rule))
    }
}
