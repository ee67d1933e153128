//! The life of a stream: its request is judged, passed on or refused, and then its response.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::abi::{Level, Side, Stream, log};
use crate::config::{Config, NO_OPERATION, Upstream};
use crate::knowledge::{self, Key};
use crate::lookup::{Found, Lead, Question, Slot, Turn, items};
use crate::problem::{carried, problem, refusing};
use deploy_contract_core::after_patch::Stored;
use deploy_contract_core::contract::Mode;
use deploy_contract_core::core::Core;
use deploy_contract_core::http::content::Headers;
use deploy_contract_core::http::messages::{Body, Compared, Request, Response, nothing};
use deploy_contract_core::http::parameters::{Value, Values};
use deploy_contract_core::http::wtf8;
use deploy_contract_core::judge::{self, Known};
use deploy_contract_core::learn::uuid_bytes;
use deploy_contract_core::outcome::{Outcome, Verdict, Violation};
use deploy_contract_core::places::Document;
use deploy_contract_core::scan::{Limits, Scratch, scan};
use deploy_contract_core::tape::{self, Node, Writer};

/// Bytes of each body that take nothing of the budget: no number of long bodies stops short ones.
const FREE: usize = 1 << 16;
/// Responses leave one part in so many of the budget to requests.
const RESERVE: usize = 4;
/// Documents of one response that are tried one by one.
const MOST_TRIED: usize = 1000;
const METHOD_NOT_ALLOWED: u16 = 405;
const FAILED: u16 = 500;
const BAD_GATEWAY: u16 = 502;
const UNAVAILABLE: u16 = 503;

/// Bytes of bodies that are kept at once, in all streams.
static KEPT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static SCRATCH: RefCell<Option<Box<Scratch>>> = const { RefCell::new(None) };
    /// Advice that is due: it is given when this reaches 1.
    static DUE: Cell<f64> = const { Cell::new(0.0) };
}

/// What Envoy is to do with a message.
pub enum Step {
    Continue,
    /// It keeps what it has, and asks again with the next part.
    Wait,
    Answer(Answer),
    /// It asks a cluster, and tells `Filter::asked` whether it could.
    Ask(Call),
}

/// A request to a cluster of Envoy.
pub struct Call {
    pub cluster: String,
    pub headers: Vec<(Vec<u8>, Vec<u8>)>,
    pub milliseconds: u64,
}

/// An answer in place of the service.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The headers of the request are to come.
    Begun,
    /// Its body is to come.
    Body,
    /// It waits for facts about its deployment.
    Asks,
    Passed,
    Answered,
}

/// What is done with the body of a response.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reply {
    /// It is not judged, or was judged already.
    Passes,
    /// It is sent on while it comes.
    Reported,
    /// Envoy keeps it back until it is judged.
    Withheld,
}

/// The filter of one stream.
pub struct Filter {
    config: Arc<Config>,
    phase: Phase,
    requests: Mode,
    responses: Mode,
    operation: Option<usize>,
    /// The parameters of the request.
    parameters: Values,
    /// The lookup that the request waits for.
    lookup: Option<Lookup>,
    /// The key of the deployment that the request changes.
    only: Option<Key>,
    /// Facts about the deployment, from the service.
    given: Found,
    /// When the request was passed on, if its response is judged.
    passed: Option<Instant>,
    /// True if Envoy answers by itself.
    is_local: bool,
    reply: Reply,
    response: ResponseHead,
    /// The body so far, of the request and later of the response. Envoy has it in pieces.
    body: Vec<u8>,
    share: Share,
}

/// A lookup of the deployment of a request.
struct Lookup {
    question: Question,
    /// The uuid in lower case.
    identity: String,
    slot: Arc<Slot>,
    /// The right to ask, if this stream has it.
    lead: Option<Lead>,
    /// True until Envoy has said whether it asks.
    begins: bool,
    /// An answer that came before that.
    early: Option<Found>,
}

/// A response as far as its headers say.
#[derive(Default)]
struct ResponseHead {
    status: u16,
    headers: Headers<'static>,
    /// Bytes of its body, if it says so.
    length: Option<usize>,
    /// How long a cache on the way has kept it; None if that is not known.
    age: Option<Duration>,
}

/// The bytes that a body takes of the budget. They go back with it.
struct Share {
    most: usize,
    taken: usize,
}

/// The parts of the head of a request that a verdict depends on.
struct Head<'a> {
    method: Cow<'a, str>,
    path: Cow<'a, [u8]>,
    query: Cow<'a, [u8]>,
    headers: Headers<'a>,
    length: Option<usize>,
}

impl Filter {
    pub fn new(config: Arc<Config>) -> Filter {
        Filter {
            share: Share { most: config.buffer_bytes, taken: 0 },
            config,
            phase: Phase::Begun,
            requests: Mode::Enforce,
            responses: Mode::Off,
            operation: None,
            parameters: Values::new(),
            lookup: None,
            only: None,
            given: None,
            passed: None,
            is_local: false,
            reply: Reply::Passes,
            response: ResponseHead::default(),
            body: Vec::new(),
        }
    }

    /// Return the judge of the operation, which may have modes of its own.
    fn core(&self) -> &Core {
        self.config.core.of(self.operation)
    }

    pub fn request_headers(&mut self, stream: &Stream, end: bool) -> Step {
        let pairs = stream.headers(Side::Request);
        let head = Head::read(&pairs);
        let config = self.config.clone();
        let route = config.core.router.route(&head.method, &head.path);
        if let Ok((number, texts)) = &route.found {
            self.operation = Some(*number);
            self.only = addressed(&config.core, *number, texts);
        }
        let of_route = stream.route();
        self.requests = config.requests(self.operation, of_route);
        self.responses = match self.operation {
            Some(number) if !head.method.eq_ignore_ascii_case("HEAD") => {
                config.responses(number, of_route)
            }
            _ => Mode::Off,
        };
        if self.requests == Mode::Off {
            return self.pass();
        }
        fail_as_asked(stream, b"headers");
        let takes_body = self.operation.map(|number| &config.core.router.operations[number]);
        let reads_body = takes_body.is_some_and(|it| it.kind.is_some())
            || (takes_body.is_some() || route.reachable != 0) && head.headers.is_form(&head.method);
        if end || !reads_body {
            return self.judge_body(stream);
        }
        let limit = config.core.contract.bounds.request_body;
        if head.length.is_some_and(|length| length > limit) {
            return self.reject(stream, "json-size");
        }
        stream.keep_bodies(limit.saturating_add(1));
        self.phase = Phase::Body;
        Step::Wait
    }

    /// Take a part of the body of a request, or its trailers.
    pub fn request_body(&mut self, stream: &Stream, end: bool) -> Step {
        match self.phase {
            Phase::Body => {}
            Phase::Passed => return Step::Continue,
            Phase::Begun | Phase::Asks | Phase::Answered => return Step::Wait,
        }
        let limit = self.config.core.contract.bounds.request_body;
        self.take_part(stream, Side::Request, limit);
        if self.body.len() > limit {
            return self.reject(stream, "json-size");
        }
        if !self.share.take(self.body.len(), 0) {
            return self.reject(stream, "buffer-full");
        }
        if !end {
            return Step::Wait;
        }
        fail_as_asked(stream, b"body");
        self.judge_body(stream)
    }

    /// Add the part of a body that just came, up to one byte beyond the limit: it shows that there are too many.
    fn take_part(&mut self, stream: &Stream, side: Side, limit: usize) {
        for part in stream.received(side) {
            let room = limit.saturating_add(1).saturating_sub(self.body.len());
            self.body.extend_from_slice(&part[..part.len().min(room)]);
        }
    }

    /// Judge a request that is complete.
    fn judge_body(&mut self, stream: &Stream) -> Step {
        let pairs = stream.headers(Side::Request);
        let body = std::mem::take(&mut self.body);
        let step = self.judge(stream, &Head::read(&pairs), &body);
        if self.phase == Phase::Asks {
            self.body = body; // it is judged again, perhaps at once
            return self.woken(stream);
        }
        step
    }

    pub fn response_headers(&mut self, stream: &Stream, end: bool) -> Step {
        let Some(operation) = self.operation else { return Step::Continue };
        if self.is_local || self.responses == Mode::Off || self.phase != Phase::Passed {
            return Step::Continue;
        }
        self.reply =
            if self.responses == Mode::Enforce { Reply::Withheld } else { Reply::Reported };
        let pairs = stream.headers(Side::Response);
        let (head, is_json) = ResponseHead::read(&pairs);
        let config = self.config.clone();
        let described = &config.core.router.operations[operation].responses;
        if !described.iter().any(|(status, _)| *status == head.status) {
            self.reply = Reply::Passes;
            return Step::Continue;
        }
        self.response = head;
        if !is_json {
            self.reply = Reply::Reported; // as in the other gateways, it is not refused
        }
        if end || !is_json {
            return self.judge_response(stream, b"");
        }
        let limit = config.core.contract.bounds.response_body.saturating_add(1);
        let expected = self.response.length.unwrap_or_default().min(limit);
        if self.share.take(expected, RESERVE) {
            self.body.reserve(expected);
        }
        if self.reply == Reply::Reported {
            return Step::Continue;
        }
        stream.keep_bodies(limit);
        Step::Wait
    }

    /// Take a part of the body of a response, or its trailers.
    pub fn response_body(&mut self, stream: &Stream, end: bool) -> Step {
        let limit = self.config.core.contract.bounds.response_body;
        let is_withheld = self.reply == Reply::Withheld;
        if self.reply == Reply::Passes {
            return Step::Continue;
        }
        self.take_part(stream, Side::Response, limit);
        let is_too_long = self.body.len() > limit;
        if !self.share.take(self.body.len(), RESERVE) {
            return if is_withheld {
                self.break_off(stream, "buffer-full")
            } else {
                self.pass_unjudged(stream)
            };
        }
        if is_withheld && is_too_long {
            return self.break_off(stream, "json-size");
        }
        if !end && !is_too_long {
            return if is_withheld { Step::Wait } else { Step::Continue };
        }
        let body = std::mem::take(&mut self.body);
        self.judge_response(stream, &body)
    }

    /// Note that Envoy answers by itself: its answer is not one of the service.
    pub fn local_reply(&mut self) {
        self.is_local = true;
        self.reply = Reply::Passes;
    }

    /// Return what to do after a panic. The message was not judged.
    pub fn failed(&mut self) -> Step {
        log(Level::Error, "a message could not be judged");
        let is_sent = self.phase == Phase::Passed && self.reply != Reply::Withheld;
        let was_answered = self.phase == Phase::Answered;
        (self.reply, self.lookup) = (Reply::Passes, None);
        if was_answered {
            return Step::Wait;
        }
        if is_sent || self.config.fail_open {
            return self.pass();
        }
        self.phase = Phase::Answered;
        let outcome = carried(self.core(), "unjudged", self.operation, 0);
        Step::Answer(problem(&outcome, FAILED))
    }

    fn judge(&mut self, stream: &Stream, head: &Head, body: &[u8]) -> Step {
        let config = self.config.clone();
        let core = config.core.of(self.operation);
        let request = Request {
            method: &head.method,
            path: &head.path,
            query: &head.query,
            headers: &head.headers,
            body,
            shows_body: true,
        };
        let by = |source: Option<usize>, facts: Option<&[u8]>| self.judged(&request, source, facts);
        let key = self.only;
        let mut learned = config.learned.as_ref().zip(key).and_then(|(all, key)| all.find(&key));
        let given = self.given.clone();
        let source = given.as_ref().and_then(|facts| facts.source);
        if let (Some(one), Some(other), Some(key)) = (source, learned, key)
            && one != other
        {
            learned = None;
            config.learned.as_ref().inspect(|all| all.discard(&key));
            stream.count(config.notes, &["contradiction"]);
        }
        let facts = given.as_ref().map(|facts| &*facts.text);
        let (outcome, parameters) = by(source.or(learned), facts);
        if let (Some(upstream), Some(key), None) = (&config.upstream, key, &self.lookup)
            && may_change(core, &outcome, learned, &|source| by(source, None).0.verdict)
        {
            self.begin_lookup(stream, upstream, &key);
            return Step::Wait;
        }
        self.parameters = parameters;
        let methods = if outcome.status == METHOD_NOT_ALLOWED {
            core.router.route(&head.method, &head.path).methods.join(", ")
        } else {
            String::new()
        };
        self.decide(stream, &outcome, &methods)
    }

    /// Return the outcome for a request, and its parameters.
    ///
    /// `facts`: its deployment as JSON, if that is known.
    fn judged(
        &self,
        request: &Request,
        source: Option<usize>,
        facts: Option<&[u8]>,
    ) -> (Outcome, Values) {
        let (config, core) = (&self.config, self.core());
        let mut read = core.read_request(request);
        let parameters = read.parameters.take().unwrap_or_default();
        let document = match std::mem::replace(&mut read.body, Body::None) {
            Body::None => nothing(),
            Body::Known(outcome) => *outcome,
            Body::Document { kind, decoded } => {
                let body = decoded.as_deref().unwrap_or(request.body);
                let by = |stored: Stored| {
                    let known = Known { source, stored, of_response: false };
                    with_scratch(|scratch| document(config, core, body, kind, known, scratch))
                };
                match facts {
                    None => by(Stored::Missing),
                    Some(text) => with_tape(core, kind, text, |facts| by(Stored::whole(facts))),
                }
            }
        };
        (core.request_outcome(read, document), parameters)
    }

    /// Ask for the deployment of the request, or wait for those who do.
    fn begin_lookup(&mut self, stream: &Stream, upstream: &Upstream, key: &Key) {
        let pairs = stream.headers(Side::Request);
        let identity = knowledge::identity(key);
        let mut headers = Vec::new();
        for (name, value) in pairs {
            let value = match (name, &upstream.authority) {
                (b":authority", Some(authority)) => authority.as_bytes(),
                (b":authority", None) => value,
                _ if upstream.headers.iter().any(|known| known.as_bytes() == name) => value,
                _ => continue,
            };
            headers.push((name.to_vec(), value.to_vec()));
        }
        let question = Question { path: upstream.listing.path(&identity), headers };
        let slot = question.begin(|| stream.waker());
        self.phase = Phase::Asks;
        self.lookup =
            Some(Lookup { question, identity, slot, lead: None, begins: false, early: None });
    }

    /// Go on when the turn of the request has come.
    pub fn woken(&mut self, stream: &Stream) -> Step {
        let config = self.config.clone();
        let (Phase::Asks, Some(lookup), Some(upstream)) =
            (self.phase, &mut self.lookup, &config.upstream)
        else {
            return Step::Wait;
        };
        match lookup.slot.take() {
            Turn::Waits => Step::Wait,
            Turn::Asks(lead) => {
                (lookup.lead, lookup.begins) = (Some(lead), true);
                let fixed = [
                    (":method", "GET"),
                    (":path", &lookup.question.path),
                    ("accept", "application/json"),
                ];
                let fixed = fixed.map(|(name, value)| (name.into(), value.into()));
                let headers = [&fixed[..], &lookup.question.headers].concat();
                let (cluster, milliseconds) = (upstream.cluster.clone(), upstream.milliseconds);
                Step::Ask(Call { cluster, headers, milliseconds })
            }
            Turn::Done(found) => self.found(stream, found),
            Turn::Full => {
                stream.count(config.notes, &["lookup-full"]);
                self.found(stream, None)
            }
        }
    }

    /// Go on after Envoy was told to ask. `is_asked`: it does.
    pub fn asked(&mut self, stream: &Stream, is_asked: bool) -> Step {
        let Some(lookup) = &mut self.lookup else { return Step::Wait };
        lookup.begins = false;
        match lookup.early.take() {
            Some(found) => self.found(stream, found),
            None if is_asked => Step::Wait,
            None => self.answered(stream, None),
        }
    }

    /// Take the answer of the service about the deployment. There are no headers if it did not answer.
    pub fn told(&mut self, stream: &Stream, pairs: &[(&[u8], &[u8])], parts: &[&[u8]]) -> Step {
        let config = self.config.clone();
        let (Phase::Asks, Some(lookup), Some(upstream)) =
            (self.phase, &self.lookup, &config.upstream)
        else {
            return Step::Wait;
        };
        fail_as_asked(stream, b"lookup");
        let head = ResponseHead::read(pairs).0;
        let found = with_scratch(|scratch| {
            let head = (head.status, &head.headers);
            let body = joined(parts);
            upstream.listing.facts(&config.core, head, &body, &lookup.identity, scratch)
        });
        self.answered(stream, found)
    }

    fn answered(&mut self, stream: &Stream, found: Found) -> Step {
        if found.is_none() {
            stream.count(self.config.notes, &["lookup-failed"]);
        }
        let Some(lookup) = &mut self.lookup else { return Step::Wait };
        if let Some(lead) = lookup.lead.take() {
            lead.answer(&found);
        }
        if lookup.begins {
            lookup.early = Some(found);
            return Step::Wait;
        }
        self.found(stream, found)
    }

    /// Judge the request by facts from the service, if there are some.
    fn found(&mut self, stream: &Stream, found: Found) -> Step {
        self.given = found;
        self.judge_body(stream)
    }

    /// Decide about a request whose body breaks a rule before it can be judged.
    fn reject(&mut self, stream: &Stream, rule: &'static str) -> Step {
        let core = self.core();
        let limit = core.contract.bounds.request_body;
        let outcome = carried(core, rule, self.operation, limit);
        self.decide(stream, &outcome, "")
    }

    /// Pass a request on or refuse it, and say so. `methods`: those that its path has.
    fn decide(&mut self, stream: &Stream, outcome: &Outcome, methods: &str) -> Step {
        let is_denied = match outcome.verdict {
            Verdict::Allow => false,
            Verdict::Deny => true,
            Verdict::Indeterminate => self.config.denies_indeterminate,
        };
        let is_refused = is_denied && self.requests == Mode::Enforce && !self.config.mark_only;
        self.observe(stream, Side::Request, outcome, is_refused);
        if !is_refused {
            return self.pass();
        }
        let mut answer = problem(outcome, outcome.status);
        if answer.status == METHOD_NOT_ALLOWED {
            answer.headers.push(("allow", methods.to_string())); // RFC 9110, section 15.5.6
        }
        (self.phase, self.lookup) = (Phase::Answered, None);
        self.body = Vec::new();
        Step::Answer(answer)
    }

    fn pass(&mut self) -> Step {
        self.phase = Phase::Passed;
        self.lookup = None;
        self.passed = (self.responses != Mode::Off).then(Instant::now);
        self.body = Vec::new();
        self.share.give_back();
        Step::Continue
    }

    fn judge_response(&mut self, stream: &Stream, body: &[u8]) -> Step {
        let is_withheld = self.reply == Reply::Withheld;
        let (config, Some(operation)) = (self.config.clone(), self.operation) else {
            return Step::Continue;
        };
        let core = config.core.of(Some(operation));
        fail_as_asked(stream, b"response");
        let response =
            Response { status: self.response.status, headers: &self.response.headers, body };
        let mut read = core.read_response(&response, Some(operation));
        let outcome = with_scratch(|scratch| {
            let document = match std::mem::replace(&mut read.body, Body::None) {
                Body::None => nothing(),
                Body::Known(outcome) => *outcome,
                Body::Document { kind, decoded } => {
                    let body = decoded.as_deref().unwrap_or(body);
                    let known = Known { source: None, stored: Stored::Missing, of_response: true };
                    let found = document(&config, core, body, kind, known, scratch);
                    let document = Document { body, tape: &scratch.tape };
                    if found.verdict != Verdict::Deny {
                        read.violations.extend(self.compared(operation, kind, document));
                    }
                    if is_clean(&found) && read.violations.is_empty() {
                        self.learn(stream, kind, document);
                    } else if found.scan != 0 && read.violations.is_empty() {
                        self.learn_items(stream, kind, body, scratch);
                    }
                    found
                }
            };
            core.response_outcome(read, document)
        });
        let is_refused = is_withheld && outcome.verdict == Verdict::Deny;
        self.observe(stream, Side::Response, &outcome, is_refused);
        let answer = is_refused.then(|| problem(&outcome, outcome.status));
        self.end_reply();
        answer.map_or(Step::Continue, Step::Answer)
    }

    /// Return the violations of a response that contradicts its request.
    fn compared(&self, operation: usize, kind: usize, document: Document) -> Vec<Violation> {
        let argument = |name: &str| {
            let found = self.parameters.iter().find(|(known, _)| **known == *name);
            found.map(|(_, value)| value.clone()).filter(|value| !matches!(value, Value::None))
        };
        let alone = Compared { arguments: Some(&argument), ..Compared::default() };
        let core = self.core();
        let Some(facts) = &self.given else {
            return core.exchanged(operation, kind, document, alone);
        };
        with_tape(core, kind, &facts.text, |facts| {
            let write = |writer: &mut Writer| writer.copy(facts, 0);
            core.exchanged(operation, kind, document, Compared { stored: Some(&write), ..alone })
        })
    }

    /// Learn from the documents in a document that breaks the contract, if they do not break it.
    fn learn_items(&self, stream: &Stream, kind: usize, body: &[u8], scratch: &mut Scratch) {
        let contract = &self.core().contract;
        let contains = &contract.kinds[kind].contains;
        let whole: Option<Json> =
            serde_json::from_slice(body).ok().filter(|_| !contains.is_empty());
        let Some(whole) = whole else { return };
        for (place, inner) in contains {
            let Some(inner) = contract.kinds.iter().position(|kind| kind.name == *inner) else {
                continue;
            };
            for item in items(&whole, place).into_iter().take(MOST_TRIED) {
                let text = item.to_string();
                let known = Known { source: None, stored: Stored::Missing, of_response: true };
                let found = self.core().document(text.as_bytes(), inner, known, scratch);
                if is_clean(&found) {
                    let document = Document { body: text.as_bytes(), tape: &scratch.tape };
                    self.learn(stream, inner, document);
                }
            }
        }
    }

    /// Learn the sources of the deployments in a document of a response.
    fn learn(&self, stream: &Stream, kind: usize, document: Document) {
        let (Some(learned), Some(age)) = (&self.config.learned, self.response.age) else { return };
        let Some(since) = self.passed.and_then(|at| at.checked_sub(age)) else { return };
        let core = self.core();
        let mut stated = Vec::new();
        for fields in &core.kinds[kind].learned {
            let Some(column) = fields.source else { continue };
            for row in fields.rows(document) {
                let text = |place: Option<usize>| document.text(place?);
                let key = text(row[0]).and_then(|identity| uuid_bytes(&identity));
                let source = text(row[column]).and_then(|name| core.contract.source(&name));
                if let (Some(key), Some(source)) = (key, source)
                    && self.only.is_none_or(|only| only == key)
                {
                    stated.push((key, source));
                }
            }
        }
        for _ in 0..learned.learn(&stated, since) {
            stream.count(self.config.notes, &["contradiction"]);
        }
    }

    /// Answer in place of a response that breaks a rule before it can be judged.
    fn break_off(&mut self, stream: &Stream, rule: &'static str) -> Step {
        let core = self.core();
        let limit = core.contract.bounds.response_body;
        let outcome = carried(core, rule, self.operation, limit);
        let changes = self.operation.is_some_and(|it| core.router.operations[it].kind.is_some());
        // a request that changes nothing may be repeated
        let is_full = rule == "buffer-full";
        let status = if is_full && !changes { UNAVAILABLE } else { BAD_GATEWAY };
        let outcome = Outcome { status, ..outcome };
        self.observe(stream, Side::Response, &outcome, true);
        let answer = problem(&outcome, status);
        self.end_reply();
        Step::Answer(answer)
    }

    /// Keep no more of a response.
    fn end_reply(&mut self) {
        self.reply = Reply::Passes;
        self.body = Vec::new();
        self.share.give_back();
    }

    fn pass_unjudged(&mut self, stream: &Stream) -> Step {
        self.end_reply();
        stream.count(self.config.notes, &["response-not-judged"]);
        Step::Continue
    }

    /// Count a verdict, mark the stream with it, and log a denial. None of them holds a value of a message.
    fn observe(&self, stream: &Stream, side: Side, outcome: &Outcome, is_refused: bool) {
        let config = &self.config;
        let operations = &config.core.router.operations;
        let operation = self.operation.map_or(NO_OPERATION, |number| &*operations[number].name);
        let verdict = outcome.verdict.name();
        let (direction, keys) = match side {
            Side::Request => ("request", ["verdict", "rule"]),
            Side::Response => ("response", ["response_verdict", "response_rule"]),
        };
        stream.count(config.counter(side, self.operation, outcome.verdict, is_refused), &[]);
        // a mark costs a microsecond, and most messages are allowed
        if side == Side::Request || outcome.verdict != Verdict::Allow {
            stream.mark(keys[0], verdict);
        }
        if outcome.verdict != Verdict::Allow {
            stream.mark("operation", operation);
        }
        for violation in &outcome.violations {
            stream.count(config.rules, &[direction, &violation.rule, violation.mode.name()]);
        }
        if outcome.verdict == Verdict::Allow || (outcome.verdict != Verdict::Deny && !is_refused) {
            return;
        }
        let rules: Vec<&str> =
            refusing(outcome).chain(&outcome.undecided).map(|one| &*one.rule).collect();
        stream.mark(keys[1], rules.first().unwrap_or(&"-"));
        let (status, rules) = (outcome.status, rules.join(","));
        let refused = if is_refused { "yes" } else { "no" };
        log(
            Level::Info,
            &format!(
                "{direction} operation={operation} verdict={verdict} refused={refused} \
                 status={status} rules={rules}"
            ),
        );
    }
}

impl ResponseHead {
    /// Read the head of a response; return true if it says that its body is JSON.
    fn read(pairs: &[(&[u8], &[u8])]) -> (ResponseHead, bool) {
        let mut head = ResponseHead { age: Some(Duration::ZERO), ..ResponseHead::default() };
        let mut is_json = false;
        for &(name, value) in pairs {
            match name {
                b":status" => head.status = number(value).unwrap_or_default(),
                b"age" => head.age = number(value).map(Duration::from_secs),
                b"content-length" => head.length = number(value),
                b"content-type" => {
                    is_json |= text(value).to_ascii_lowercase().contains("json");
                }
                _ => {}
            }
            head.headers.add(name, || text(value).into_owned().into());
        }
        (head, is_json)
    }
}

impl<'a> Head<'a> {
    fn read(pairs: &[(&'a [u8], &'a [u8])]) -> Head<'a> {
        let mut head = Head {
            method: Cow::Borrowed(""),
            path: Cow::Borrowed(b""),
            query: Cow::Borrowed(b""),
            headers: Headers::default(),
            length: None,
        };
        for &(name, value) in pairs {
            match name {
                b":method" => head.method = String::from_utf8_lossy(value),
                b":path" => {
                    let end = value.iter().position(|&sign| sign == b'?').unwrap_or(value.len());
                    head.path = wtf8::escape(&value[..end]);
                    head.query = wtf8::escape(value.get(end + 1..).unwrap_or_default());
                }
                b"content-length" => head.length = number(value),
                _ => head.headers.add(name, || text(value)),
            }
        }
        head
    }
}

impl Share {
    /// Take so many bytes in all; return false if there is no room for them.
    ///
    /// `reserve`: one part in so many of the budget is left to others; 0 for none.
    fn take(&mut self, size: usize, reserve: usize) -> bool {
        let more = size.saturating_sub(FREE).saturating_sub(self.taken);
        if more == 0 {
            return true;
        }
        let room = self.most - self.most.checked_div(reserve).unwrap_or_default();
        if KEPT.fetch_add(more, Ordering::Relaxed).saturating_add(more) > room {
            KEPT.fetch_sub(more, Ordering::Relaxed);
            return false;
        }
        self.taken += more;
        true
    }

    fn give_back(&mut self) {
        KEPT.fetch_sub(std::mem::take(&mut self.taken), Ordering::Relaxed);
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Work with a text and its tape, which has the names of a kind.
fn with_tape<Made>(
    core: &Core,
    kind: usize,
    text: &[u8],
    work: impl FnOnce(Document) -> Made,
) -> Made {
    let limits = Limits { bytes: usize::MAX, objects: usize::MAX, string: usize::MAX };
    let mut scratch = Scratch::default();
    let is_read = scan(text, core.kinds[kind].judge.names(), &limits, &mut scratch).is_ok();
    let nothing = [Node { kind: tape::kind::OBJECT, next: 1, ..Node::default() }];
    work(Document { body: text, tape: if is_read { &scratch.tape } else { &nothing } })
}

/// Return true if facts about the deployment may change a verdict that is not "allow".
///
/// Facts only narrow down what the deployment may be, unless they contradict those that were learned, or the
/// hosting. `verdict`: that by a source alone.
fn may_change(
    core: &Core,
    outcome: &Outcome,
    learned: Option<usize>,
    verdict: &dyn Fn(Option<usize>) -> Verdict,
) -> bool {
    if outcome.verdict != Verdict::Deny {
        return outcome.verdict == Verdict::Indeterminate;
    }
    if learned.is_some() && verdict(None) != Verdict::Deny {
        return true;
    }
    let Some(hosting) = &core.contract.hosting else { return false };
    let sources = core.contract.sources.iter().enumerate();
    let mut others = sources.filter(|(_, source)| !source.hostings.contains(hosting));
    others.any(|(number, _)| verdict(Some(number)) != Verdict::Deny)
}

/// Return the key of the stored deployment that a request changes. `texts`: of the parameters of its path.
fn addressed(core: &Core, operation: usize, texts: &[Cow<str>]) -> Option<Key> {
    let operation = &core.router.operations[operation];
    let is_stored = operation.kind.is_some_and(|kind| core.contract.kinds[kind].stored);
    let name = operation.identity.as_ref().filter(|_| is_stored)?;
    let place = operation.path.iter().position(|parameter| *parameter.name == **name)?;
    uuid_bytes(texts.get(place)?.as_bytes())
}

/// Return the outcome for a document. It is explained if it may be refused, or has violations that are reported.
fn document(
    config: &Config,
    core: &Core,
    body: &[u8],
    kind: usize,
    known: Known,
    scratch: &mut Scratch,
) -> Outcome {
    let judge = &core.kinds[kind].judge;
    let is_quick = |answer: &judge::Answer| {
        let passes = answer.is_allowed() || !config.denies_indeterminate;
        passes && !answer.reports_strays
    };
    if judge.scan(body, scratch).is_err() {
        return core.refuse(Some(kind), &judge.fault(body));
    }
    let Scratch { tape, work, number, .. } = scratch;
    let document = Document { body, tape };
    let outcome = match judge.answer(document, known, work) {
        Some(answer)
            if is_quick(&answer)
                && !(gives_advice(config.advice)
                    && judge.is_advised(&answer, document, known, work)) =>
        {
            core.unexplained(kind, &answer)
        }
        _ => judge.explain(&core.contract, document, known, work),
    };
    Outcome { scan: *number, kind: Some(kind), ..outcome }
}

/// Return true if rules that are only reported are evaluated this time. `fraction`: for so many messages.
fn gives_advice(fraction: f64) -> bool {
    let due = DUE.get() + fraction;
    DUE.set(due - due.floor());
    due >= 1.0
}

/// Return true if nothing is wrong with a document but by advice.
fn is_clean(outcome: &Outcome) -> bool {
    outcome.verdict == Verdict::Allow && outcome.violations.len() == outcome.advice
}

fn with_scratch<Made>(work: impl FnOnce(&mut Scratch) -> Made) -> Made {
    SCRATCH.with(|scratch| {
        let mut own = scratch.take().unwrap_or_default(); // it is lost in a panic
        let made = work(&mut own);
        own.clear();
        scratch.replace(Some(own));
        made
    })
}

/// Panic if a test asks for that in a header. `place`: the value of the header.
fn fail_as_asked(stream: &Stream, place: &[u8]) {
    if cfg!(feature = "faults") {
        let headers = stream.headers(Side::Request);
        assert!(!headers.contains(&(b"x-fault", place)), "{:?}", stream.received(Side::Request));
    }
}

/// Return a body in one piece.
fn joined<'a>(parts: &[&'a [u8]]) -> Cow<'a, [u8]> {
    match parts {
        [] => Cow::Borrowed(b""),
        [one] => Cow::Borrowed(one),
        _ => Cow::Owned(parts.concat()),
    }
}

/// Return the value of a header, which is Latin-1.
fn text(value: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(value) {
        Ok(text) if text.is_ascii() => Cow::Borrowed(text),
        _ => Cow::Owned(value.iter().map(|&byte| char::from(byte)).collect()),
    }
}

fn number<Number: std::str::FromStr>(value: &[u8]) -> Option<Number> {
    let value = value.trim_ascii();
    let is_number = value.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(value).ok().filter(|_| is_number)?.parse().ok()
}
