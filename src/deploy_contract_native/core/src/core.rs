//! The core of a contract: its kinds of document, its sources and its operations, ready to judge.

use crate::contract::{Contract, Fault};
use crate::guard::with_stack;
use crate::http::exchange::Exchanges;
use crate::http::faults;
use crate::http::messages::{Request, nothing};
use crate::http::parameter_names::Aliases;
use crate::http::routing::{Route, Router};
use crate::judge::{Answer, Judge, Known};
use crate::learn;
use crate::outcome::{Location, Outcome, Revision, Verdict};
use crate::places::Document;
use crate::program::Compiler;
use crate::scan::Scratch;

/// The judge of a contract, made from the effective contract alone.
pub struct Core {
    pub contract: Contract,
    /// The operations, and the paths that lead to them.
    pub router: Router,
    /// The names of query parameters and form fields that replace the method.
    pub methods: Aliases,
    /// The kinds of document, by the numbers of `Contract::kinds`.
    pub kinds: Vec<Kind>,
    /// The judges of operations with modes of their own, by the numbers of operations.
    own: Vec<(usize, Core)>,
}

/// All that judges one kind of document.
pub struct Kind {
    pub judge: Judge,
    pub exchanges: Exchanges,
    pub learned: Vec<learn::Fields>,
}

impl Kind {
    fn read(contract: &Contract, kind: usize) -> Result<Kind, Fault> {
        let mut compiler = Compiler::new(contract.kinds[kind].schema.get("$defs"));
        let learned = learn::Fields::of_kind(contract, kind, &mut compiler)?;
        let exchanges = Exchanges::read(contract, &mut compiler)?;
        Ok(Kind { judge: Judge::new(contract, kind, compiler)?, exchanges, learned })
    }

    /// Return the ids of the deployments in a response that rules compare with facts.
    pub fn identities(&self, document: Document) -> Vec<String> {
        let mut found = Vec::new();
        for documents in &self.learned {
            documents.visit_constants(document, &mut |_, name| found.push(name.to_string()));
        }
        found
    }

    /// Return true if a rule on responses reads members of facts with this name. None stands for
    /// the names that no schema declares.
    pub fn reads_known(&self, name: Option<u16>) -> bool {
        let constants = self.learned.iter().flat_map(|documents| &documents.constants);
        let mut fields = constants.map(|(_, field)| field).chain(&self.exchanges.identities);
        fields.any(|field| field.first().is_none_or(|first| Some(*first) == name))
    }
}

impl Core {
    pub fn read(contract: &[u8]) -> Result<Core, Fault> {
        let text = contract.to_vec();
        let read = with_stack(move || Some(Core::read_all(&text)));
        read.unwrap_or_else(|| Err(Fault::new("the core cannot read it")))
    }

    fn read_all(contract: &[u8]) -> Result<Core, Fault> {
        let mut core = Core::of_operation(contract, "")?;
        for (number, operation) in core.router.operations.iter().enumerate() {
            if core.contract.own_modes.contains(&*operation.name) {
                core.own.push((number, Core::of_operation(contract, &operation.name)?));
            }
        }
        Ok(core)
    }

    /// Return the judge of the messages of an operation; None without an operation.
    pub fn of(&self, operation: Option<usize>) -> &Core {
        let own = self.own.iter().find(|(number, _)| Some(*number) == operation);
        own.map_or(self, |(_, core)| core)
    }

    /// Return the id of the stored deployment that a request changes.
    pub fn changed<'a>(&self, route: &'a Route) -> Option<&'a String> {
        let (number, texts) = route.found.as_ref().ok()?;
        let operation = &self.router.operations[*number];
        let is_stored = operation.kind.is_some_and(|kind| self.contract.kinds[kind].stored);
        let name = operation.identity.as_ref().filter(|_| is_stored)?;
        texts.get(operation.path.iter().position(|parameter| *parameter.name == **name)?)
    }

    /// Return true if a request is judged by its body, which the operation or a framework may read.
    pub fn reads_body(&self, request: &Request, route: &Route) -> bool {
        let takes_body = |number: usize| self.router.operations[number].kind.is_some();
        route.operation().is_some_and(takes_body)
            || (route.is_on_path() && request.headers.has_fields(&request.method))
    }

    fn of_operation(contract: &[u8], operation: &str) -> Result<Core, Fault> {
        let contract = Contract::read(contract, operation)?;
        let mut kinds = Vec::new();
        for (number, kind) in contract.kinds.iter().enumerate() {
            let made = Kind::read(&contract, number);
            kinds.push(made.map_err(|fault| fault.within(&kind.name))?);
        }
        let (router, methods) = (Router::read(&contract)?, Aliases::of_methods());
        Ok(Core { contract, router, methods, kinds, own: Vec::new() })
    }

    /// Return the outcome for a document of a kind, given its bytes. The scratch keeps the tape of
    /// the document.
    pub fn document(
        &self,
        body: &[u8],
        kind: usize,
        known: Known,
        scratch: &mut Scratch,
    ) -> Outcome {
        let judge = &self.kinds[kind].judge;
        if judge.scan(body, scratch).is_err() {
            return self.refuse(Some(kind), judge.fault(body, scratch));
        }
        let document = Document { body, tape: &scratch.tape };
        self.explained(judge.answer(document, known), document, kind, known)
    }

    /// Return the outcome for a document with an answer.
    pub fn explained(
        &self,
        answer: Option<Answer>,
        document: Document,
        kind: usize,
        known: Known,
    ) -> Outcome {
        let judge = &self.kinds[kind].judge;
        let outcome = match answer {
            Some(answer) if answer.is_allowed() && !judge.is_advised(&answer, document, known) => {
                let (creates_revision, revision_rules) = judge.revision(document);
                Outcome { creates_revision, revision_rules, ..self.unexplained(kind, &answer) }
            }
            _ => judge.explain(&self.contract, document, known),
        };
        Outcome { kind: Some(kind), is_read: true, ..outcome }
    }

    /// Return the outcome of an answer without violations.
    pub fn unexplained(&self, kind: usize, answer: &Answer) -> Outcome {
        let (verdict, sources, needs) = self.kinds[kind].judge.left(answer);
        let mut outcome =
            Outcome { verdict, sources, needs, kind: Some(kind), ..Outcome::default() };
        outcome.status = self.contract.status_of(&outcome);
        outcome
    }

    /// Return the outcome for a document that cannot be read.
    pub fn refuse(&self, kind: Option<usize>, fault: faults::Fault) -> Outcome {
        let violations = self.contract.violations_of(vec![fault.at(Location::Wire)]);
        let mut outcome = Outcome { verdict: Verdict::Deny, violations, ..self.not_read(kind) };
        outcome.status = self.contract.status_of(&outcome);
        outcome
    }

    /// Return an outcome without violations, for a message whose document is not read.
    pub(crate) fn not_read(&self, kind: Option<usize>) -> Outcome {
        let has_revisions = kind.is_some_and(|kind| self.kinds[kind].judge.has_revisions());
        let creates_revision = has_revisions.then_some(Revision::Unknown);
        Outcome { kind, creates_revision, ..nothing() }
    }
}
