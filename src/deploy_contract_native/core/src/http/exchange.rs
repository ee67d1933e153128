//! Rules between a response, its request, and the facts that are known of deployments.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::after_patch::Stored;
use crate::contract::{Contract, Fault, Mode, Pointer, part};
use crate::core::Core;
use crate::http::parameters::Value;
use crate::http::wtf8::fold_case;
use crate::learn::{Fields, comparable};
use crate::outcome::{Location, Violation};
use crate::places::{Document, Pattern, Pointers};
use crate::program::Compiler;
use crate::rules::is_equal;
use crate::tape::kind;

/// The array has at most as many items as the parameter says.
const COUNT: &str = "count_at_most";
/// Each text equals the parameter. The letter case of a uuid does not count.
const EQUALS: &str = "equals_parameter";
/// Each text is an item of the parameter.
const AMONG: &str = "among_parameter";
/// Each text contains the parameter, in any letter case. The interface does not say whether
/// services compare names by letter case.
const CONTAINS: &str = "contains_parameter";

/// A rule that compares the values at a place of the response with a parameter of the request.
#[derive(Debug)]
struct Asked {
    rule: usize,
    operation: String,
    shape: String,
    place: Pattern,
    parameter: String,
}

/// The rules on exchanges whose response is of one kind.
#[derive(Debug, Default)]
pub struct Exchanges {
    asked: Vec<Asked>,
    /// The identity of a stored deployment, for each kind that has one.
    pub identities: Vec<Vec<u16>>,
}

impl Exchanges {
    /// Read the rules that are not off.
    pub fn read(contract: &Contract, compiler: &mut Compiler) -> Result<Exchanges, Fault> {
        let mut found = Exchanges::default();
        for (number, rule) in contract.rules.iter().enumerate() {
            let place = match rule.shape.as_str() {
                COUNT => "array",
                EQUALS | AMONG | CONTAINS => "field",
                _ => continue,
            };
            if rule.mode == Mode::Off {
                continue;
            }
            found.asked.push(Asked {
                rule: number,
                operation: part(&rule.parameters, "operation")?,
                shape: rule.shape.clone(),
                place: Pattern::new(&part::<Pointer>(&rule.parameters, place)?, true, compiler)?,
                parameter: part(&rule.parameters, "parameter")?,
            });
        }
        for identity in contract.kinds.iter().filter_map(|kind| kind.identity.as_ref()) {
            found.identities.push(compiler.path(identity)?);
        }
        Ok(found)
    }

    /// Return the identity in facts about a deployment.
    fn identity_in<'a>(&self, facts: Stored<'a>) -> Option<Cow<'a, str>> {
        self.identities.iter().find_map(|path| match facts.find(path) {
            Stored::At(facts, at) => facts.str(at),
            _ => None,
        })
    }
}

/// Returns the value of a parameter of the request, if it has one.
pub type Arguments<'a> = dyn Fn(&str) -> Option<Value> + 'a;

/// The request and the facts with which a response is compared.
#[derive(Clone, Copy, Default)]
pub struct Compared<'a> {
    /// The parameters of the request.
    pub arguments: Option<&'a Arguments<'a>>,
    /// Facts about one deployment, as they were before the request. If the facts hold no id, they are
    /// about the deployment that the request addresses.
    pub stored: Stored<'a>,
    /// Facts about each deployment of `Kind::identities`, as they were before the request.
    pub known: &'a [Stored<'a>],
    /// Facts about each of them that were learned from other responses.
    pub learned: &'a [Stored<'a>],
}

impl Core {
    /// Return the violations of a response that contradicts its request, or known facts.
    ///
    /// Call this only if the document is valid by itself, and is of a kind that the operation
    /// describes.
    pub fn exchanged<'a>(
        &self,
        operation: usize,
        kind: usize,
        document: Document,
        compared: Compared<'a>,
    ) -> Vec<Violation> {
        if document.tape.first().is_none_or(|node| node.kind == kind::NULL) {
            return Vec::new();
        }
        let operation = &self.router.operations[operation];
        let (rules, contract) = (&self.kinds[kind].exchanges, &self.contract);
        let pointers = Pointers::new(document, self.kinds[kind].judge.names());
        let mut found = Found { contract, document, pointers, violations: Vec::new() };
        let argument = |name: &str| compared.arguments.and_then(|find| find(name));
        for asked in rules.asked.iter().filter(|asked| asked.operation == *operation.name) {
            // an empty filter filters nothing
            let given = argument(&asked.parameter).filter(|argument| !argument.is_empty());
            given.inspect(|argument| found.add_asked(asked, argument));
        }
        let in_path = || match argument(operation.identity.as_ref()?)? {
            Value::Text(text) => Some(text.into()),
            _ => None,
        };
        let Compared { stored, known, learned, .. } = compared;
        let is_given = !matches!(stored, Stored::Missing);
        let addressed = is_given.then(|| rules.identity_in(stored).or_else(in_path)).flatten();
        let addressed = addressed.map(|name| name.to_lowercase());
        let mut next = [known.iter(), learned.iter()];
        let mut find = |name: &str| {
            let [known, learned] = next.each_mut().map(|it| it.next().copied().unwrap_or_default());
            let certain = match stored {
                Stored::Missing => known,
                _ if Some(name.to_lowercase()) == addressed => stored,
                _ => Stored::Missing,
            };
            [certain, learned]
        };
        if is_given || !known.is_empty() || !learned.is_empty() {
            for documents in &self.kinds[kind].learned {
                found.add_changes(documents, &mut find);
            }
        }
        found.violations
    }
}

/// The violations of a response.
struct Found<'a> {
    contract: &'a Contract,
    document: Document<'a>,
    pointers: Pointers<'a>,
    violations: Vec<Violation>,
}

impl Found<'_> {
    fn add_asked(&mut self, asked: &Asked, argument: &Value) {
        let wanted = Wanted::new(&asked.shape, argument);
        let document = self.document;
        let mut left = self.contract.bounds.violations.saturating_add(1);
        asked.place.all(document, 0, &mut |at| {
            if !wanted.fits(document, at) {
                self.add(asked.rule, at, self.contract.rules[asked.rule].mode);
                left -= 1;
            }
            left > 0
        });
    }

    /// Add a violation for each field that cannot change and that differs from the facts.
    ///
    /// The second element that `find` returns has facts from other responses. If a response
    /// contradicts these, either response may be wrong. So these violations are only reported.
    fn add_changes<'a>(
        &mut self,
        documents: &Fields,
        mut find: impl FnMut(&str) -> [Stored<'a>; 2],
    ) {
        let document = self.document;
        documents.visit_constants(document, &mut |at, name| {
            let [certain, learned] = find(name);
            for (rule, field) in &documents.constants {
                let Some(place) = document.find(at, field) else { continue };
                let differs = |facts: Stored| match facts.find(field) {
                    Stored::At(facts, known) => !is_equal(document, place, facts, known),
                    _ => false,
                };
                let is_certain = differs(certain);
                if is_certain || differs(learned) {
                    let mode = self.contract.rules[*rule].mode;
                    self.add(*rule, place, if is_certain { mode } else { Mode::Report });
                }
            }
        });
    }

    fn add(&mut self, rule: usize, place: usize, mode: Mode) {
        let (rule, pointer) = (&self.contract.rules[rule], self.pointers.find(place));
        let violation = Violation::new(rule, Location::Exchange, pointer.into());
        self.violations.push(Violation { mode, ..violation });
    }
}

/// The condition that the values at a place must meet.
enum Wanted {
    Max(i128),
    Text(Vec<u8>),
    Texts(BTreeSet<Vec<u8>>),
    Part(String),
}

impl Wanted {
    fn new(shape: &str, argument: &Value) -> Wanted {
        let own = |text: &String| comparable(text.as_bytes()).into_owned();
        let texts = |texts: &[String]| Wanted::Texts(texts.iter().map(own).collect());
        match (shape, argument) {
            (COUNT, Value::Integer(max)) => Wanted::Max(*max),
            (COUNT, Value::Truth(max)) => Wanted::Max((*max).into()),
            (COUNT, _) => Wanted::Max(i128::MAX),
            (EQUALS, Value::Text(text)) => Wanted::Text(own(text)),
            (AMONG, Value::Texts(several)) => texts(several),
            (CONTAINS, Value::Text(text)) => Wanted::Part(folded(text)),
            _ => texts(&[]), // no text is a value of another type
        }
    }

    /// Return false if the value at a place breaks the rule.
    fn fits(&self, document: Document, at: usize) -> bool {
        let node = document.tape[at];
        let text = document.str(at);
        match (self, text) {
            (Wanted::Max(max), _) => node.kind != kind::ARRAY || i128::from(node.size) <= *max,
            (_, None) => true,
            (Wanted::Text(wanted), Some(text)) => *wanted == *comparable(text.as_bytes()),
            (Wanted::Texts(wanted), Some(text)) => wanted.contains(&*comparable(text.as_bytes())),
            (Wanted::Part(part), Some(text)) => folded(&text).contains(part), // in linear time
        }
    }
}

fn folded(text: &str) -> String {
    String::from_utf8_lossy(&fold_case(text.as_bytes())).into_owned()
}
