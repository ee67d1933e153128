//! The life of a stream: its request is judged, passed on or refused, and then its response.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::convert::Infallible;
use std::mem;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::abi::{ERROR, INFO, Side, Stream, WARN, write_log};
use crate::config::{Config, NO_OPERATION, PARTS};
use crate::knowledge::Key;
use crate::lookup::{self, Call, Facts, Found, OF_RESPONSE, Slot, Turn, value_at};
use crate::problem::{faulty, problem, refusing};
use deploy_contract_core::http::wtf8;
use deploy_contract_core::{
    Answer as Judged, Compared, Core, Document, Known, Mode, Outcome, Request, Route, Scratch,
    Stored, Value, Values, Verdict, Violation, nothing, uuid_bytes, with_scratch,
};

/// This many bytes of each body are not counted, so that long bodies cannot block short ones.
const FREE: usize = 1 << 16;
/// Documents of one invalid response that are judged one by one.
const MAX_TRIED: usize = 1000;
/// The pause between two lines of the log about one note.
const LOG_PAUSE: Duration = Duration::from_secs(10);
/// The label `reason` of a note that has no reason.
const NO_REASON: &str = "none";
const METHOD_NOT_ALLOWED: u16 = 405;
const BAD_GATEWAY: u16 = 502;
const UNAVAILABLE: u16 = 503;

/// Bytes of bodies that are kept at once, in all streams: of requests, and of responses.
static KEPT: Mutex<[usize; 2]> = Mutex::new([0, 0]);

thread_local! {
    /// The sum of the fractions of streams; advice is evaluated when it reaches 1.
    static DUE: Cell<f64> = const { Cell::new(0.0) };
}

/// When each note was last logged, by its reason.
static LOGGED: LazyLock<Mutex<HashMap<(&str, String), Instant>>> = LazyLock::new(Mutex::default);

/// The next action of Envoy.
pub enum Step {
    Continue,
    /// Envoy keeps the data, and calls again with the next part.
    Wait,
    Answer(Answer),
    /// Envoy asks a cluster, and passes the answer to `Filter::replied`.
    Ask(Call),
}

/// The verdict on a request, and its parameters.
struct Judgement {
    outcome: Outcome,
    parameters: Values,
    /// True if the request is allowed without facts, but has a field that cannot change.
    compares: bool,
}

/// An answer in place of the service.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The filter waits for the headers of the request, or for facts about its deployment.
    Begun,
    /// The filter waits for the body of the request.
    Body,
    /// The request was passed on.
    Passed(Instant),
    Answered,
}

/// The filter of one stream.
pub struct Filter {
    config: Arc<Config>,
    phase: Phase,
    requests: Mode,
    /// "enforce": Envoy withholds the response until it is judged. "off": it is not judged, or was
    /// judged already.
    responses: Mode,
    route: Route,
    /// The head of the request, and later of the response, as it came.
    head: Head,
    /// The body so far, of the request and later of the response. Envoy has it in pieces.
    body: Vec<u8>,
    /// The share of this stream in `KEPT`.
    kept: [usize; 2],
    /// The parameters of the request.
    parameters: Values,
    /// The key of the deployment that the request changes.
    patched: Option<Key>,
    /// The lookup that the request waits for.
    lookup: Option<Arc<Slot>>,
    /// Facts about the deployment, from the service.
    given: Option<Found>,
    /// True if advice is evaluated; decided when this is first asked.
    advised: OnceCell<bool>,
}

/// The parts of the head of a message that a verdict depends on.
#[derive(Default)]
struct Head {
    /// Of a response, only the headers.
    request: Request<'static>,
    status: u16,
    /// The Content-Length, if there is one.
    length: Option<usize>,
    /// How long a cache has kept the response; None if that is unknown.
    age: Option<Duration>,
}

impl Filter {
    pub fn new(config: Arc<Config>) -> Filter {
        Filter {
            config,
            phase: Phase::Begun,
            requests: Mode::Enforce,
            responses: Mode::Off,
            route: Route::none("operation-unknown", Vec::new(), 0),
            head: Head::default(),
            body: Vec::new(),
            kept: [0, 0],
            parameters: Values::new(),
            patched: None,
            lookup: None,
            given: None,
            advised: OnceCell::new(),
        }
    }

    /// Return the number of the operation, if there is one.
    fn operation(&self) -> Option<usize> {
        self.route.operation()
    }

    /// Return the judge of the operation, which may have modes of its own.
    fn core(&self) -> &Core {
        self.config.core.of(self.operation())
    }

    /// Return true if the response is from the service, and is to be judged.
    fn judges_response(&self) -> bool {
        self.responses != Mode::Off && matches!(self.phase, Phase::Passed(_))
    }

    pub fn request_headers(&mut self, stream: &Stream, end: bool) -> Step {
        let head = Head::read(&stream.headers(Side::Request));
        let core = &self.config.core;
        let route = core.router.route(&head.request.method, &head.request.path);
        self.patched = core.changed(&route).and_then(|text| uuid_bytes(text.as_bytes()));
        if let Some(number) = route.operation() {
            self.requests = self.config.requests[number];
            self.responses = self.config.responses[number];
        }
        if let Some(of_route) = stream.route() {
            self.requests = of_route.requests.unwrap_or(self.requests);
            self.responses = of_route.responses.unwrap_or(self.responses);
        }
        if route.found.is_err() || head.request.method.eq_ignore_ascii_case("HEAD") {
            self.responses = Mode::Off;
        }
        let has_body = !end && core.reads_body(&head.request, &route);
        let limit = core.contract.bounds.request_body;
        let is_too_long = head.length.is_some_and(|length| length > limit);
        (self.route, self.head) = (route, head);
        if self.requests == Mode::Off {
            return self.pass();
        }
        fail_as_asked(stream, b"headers");
        if !has_body {
            return self.judge(stream, Cow::default());
        }
        if is_too_long {
            return self.break_off(stream, Side::Request, "json-size");
        }
        stream.keep_bodies(limit.saturating_add(1));
        self.phase = Phase::Body;
        Step::Wait
    }

    pub fn response_headers(&mut self, stream: &Stream, end: bool) -> Step {
        let Some(operation) = self.operation().filter(|_| self.judges_response()) else {
            return Step::Continue;
        };
        let pairs = stream.headers(Side::Response);
        self.head = Head::read(&pairs);
        let core = &self.config.core;
        let Some(is_json) = core.has_json(operation, self.head.status, &self.head.request.headers)
        else {
            self.responses = Mode::Off;
            return Step::Continue;
        };
        if !is_json {
            self.responses = Mode::Report; // as in the other gateways, it is not refused
        }
        if end || !is_json {
            return self.judge_response(stream, b"");
        }
        if self.responses == Mode::Report {
            return Step::Continue;
        }
        stream.keep_bodies(core.contract.bounds.response_body.saturating_add(1));
        Step::Wait
    }

    /// Take a part of the body of a message, or its trailers.
    pub fn body(&mut self, stream: &Stream, side: Side, end: bool) -> Step {
        let bounds = &self.config.core.contract.bounds;
        let (is_awaited, limit) = match side {
            Side::Request => (self.phase == Phase::Body, bounds.request_body),
            Side::Response => (self.judges_response(), bounds.response_body),
        };
        if !is_awaited {
            let is_kept = side == Side::Request && !matches!(self.phase, Phase::Passed(_));
            return if is_kept { Step::Wait } else { Step::Continue };
        }
        let parts = stream.received(side);
        let max = limit.saturating_add(1); // one more byte shows that the body is too long
        let body = match &parts[..] {
            // the body came whole, so it is judged in Envoy's own memory
            [whole] if end && self.body.is_empty() => Cow::Borrowed(&whole[..whole.len().min(max)]),
            _ => {
                // a client may announce any length, and then send nothing
                let expected = self.head.length.filter(|_| side == Side::Response);
                let expected = expected.unwrap_or_default().min(max);
                if self.keep(side, expected) {
                    self.body.reserve(expected.saturating_sub(self.body.len()));
                }
                for part in parts {
                    let room = max.saturating_sub(self.body.len());
                    self.body.extend_from_slice(&part[..part.len().min(room)]);
                }
                Cow::Owned(mem::take(&mut self.body))
            }
        };
        let is_withheld = side == Side::Request || self.responses == Mode::Enforce;
        let is_too_long = body.len() > limit;
        let has_room = self.keep(side, body.len());
        if is_withheld && (is_too_long || !has_room) {
            let rule = if is_too_long { "json-size" } else { "buffer-full" };
            return self.break_off(stream, side, rule);
        }
        if !has_room {
            self.note(stream, "response-not-judged", NO_REASON);
            self.responses = Mode::Off;
            self.drop_body();
            return Step::Continue;
        }
        if !end && !is_too_long {
            self.body = body.into_owned();
            return if is_withheld { Step::Wait } else { Step::Continue };
        }
        match side {
            Side::Request => {
                fail_as_asked(stream, b"body");
                self.judge(stream, body)
            }
            Side::Response => self.judge_response(stream, &body),
        }
    }

    /// Note that Envoy answers by itself: no response of the service comes.
    pub fn local_reply(&mut self) -> Step {
        self.responses = Mode::Off;
        Step::Continue
    }

    /// Return what to do after a panic. The message was not judged.
    pub fn failed(&mut self) -> Step {
        write_log(ERROR, "a message could not be judged");
        let was_passed = matches!(self.phase, Phase::Passed(_));
        let is_sent = was_passed && self.responses != Mode::Enforce;
        if was_passed {
            self.responses = Mode::Off;
        }
        self.lookup = None;
        if self.phase == Phase::Answered {
            return Step::Wait;
        }
        if is_sent || self.config.fail_open {
            return self.pass();
        }
        self.phase = Phase::Answered;
        let outcome = faulty(self.core(), "unjudged", self.operation(), 0);
        let status = if was_passed { BAD_GATEWAY } else { outcome.status };
        Step::Answer(problem(&Outcome { status, ..outcome }))
    }

    /// Judge a request that is complete.
    fn judge(&mut self, stream: &Stream, body: Cow<[u8]>) -> Step {
        let (config, key) = (&self.config, self.patched);
        let mut learned = config.learned.as_ref().zip(key).and_then(|(all, key)| all.find(&key));
        let source = self.given.as_ref().and_then(|facts| facts.source);
        if let (Some(one), Some(other), Some(key)) = (source, learned, key)
            && one != other
        {
            learned = None;
            config.learned.as_ref().inspect(|all| all.discard(&key));
            self.note(stream, "contradiction", NO_REASON);
        }
        let judged = self.judged(&body, source.or(learned), self.given.as_deref());
        if let (Some(upstream), Some(key), None) = (&config.upstream, key, &self.lookup)
            && self.may_change(&body, &judged, learned)
        {
            let call = upstream.call(&key, &stream.headers(Side::Request));
            self.lookup = Some(lookup::begin(call, stream.waker()));
            self.phase = Phase::Begun;
            self.body = body.into_owned();
            return Step::Wait;
        }
        self.parameters = judged.parameters;
        self.decide(stream, &judged.outcome)
    }

    /// Judge the request. `facts`: about its deployment, if they are known.
    fn judged(&self, body: &[u8], source: Option<usize>, facts: Option<&Facts>) -> Judgement {
        let core = self.core();
        let mut read = core.read_request(&self.head.request, Some(body), &self.route);
        let parameters = read.parameters.take().unwrap_or_default();
        let (may_ask, mut compares) = (self.config.upstream.is_some() && facts.is_none(), false);
        let Ok(document) = read.document(body, |kind, body| {
            with_facts(core, kind, facts, |stored| {
                let known = Known { source, stored, of_response: false };
                with_scratch(|scratch| {
                    let outcome = self.document(body, kind, known, scratch);
                    if may_ask && outcome.verdict == Verdict::Allow {
                        let document = Document { body, tape: &scratch.tape };
                        compares = core.kinds[kind].judge.compares(document);
                    }
                    Ok::<_, Infallible>(outcome)
                })
            })
        });
        Judgement { outcome: core.request_outcome(read, document), parameters, compares }
    }

    /// Return true if facts about the deployment may change the verdict.
    ///
    /// Facts only narrow down what the deployment may be, unless they contradict the source that was
    /// learned, or the hosting, or differ from a field that cannot change.
    fn may_change(&self, body: &[u8], judged: &Judgement, learned: Option<usize>) -> bool {
        let passes_as = |source| self.judged(body, source, None).outcome.verdict != Verdict::Deny;
        match judged.outcome.verdict {
            Verdict::Indeterminate => true,
            Verdict::Allow => judged.compares,
            Verdict::Deny => {
                (learned.is_some() && passes_as(None))
                    || self.of_other_hosting().any(|source| passes_as(Some(source)))
            }
        }
    }

    /// Return the sources that no deployment of the contract's hosting has.
    fn of_other_hosting(&self) -> impl Iterator<Item = usize> {
        let contract = &self.core().contract;
        let sources = contract.sources.iter().enumerate();
        let others = sources.filter(|(_, source)| {
            contract.hosting.as_ref().is_some_and(|hosting| !source.hostings.contains(hosting))
        });
        others.map(|(number, _)| number)
    }

    /// Go on when the turn of the request has come.
    pub fn woken(&mut self, stream: &Stream) -> Step {
        let Some(slot) = &self.lookup else { return Step::Wait };
        self.given = match &mut *slot.turn() {
            Turn::Waits => return Step::Wait,
            Turn::Asks(lead) => return Step::Ask(lead.call.clone()),
            Turn::Done(found) => {
                if let Some(reason) = &found.missing {
                    self.note(stream, "lookup-failed", reason);
                }
                Some(found.clone())
            }
            Turn::Full => {
                self.note(stream, "lookup-full", NO_REASON);
                None
            }
        };
        let body = mem::take(&mut self.body);
        self.judge(stream, Cow::Owned(body))
    }

    /// Take the answer of the service about the deployment. There are no headers if it did not
    /// answer.
    ///
    /// Envoy may call this during `Stream::ask`. So the request goes on later, like the others that
    /// wait.
    pub fn replied(&mut self, stream: &Stream, pairs: &[(&[u8], &[u8])], parts: &[&[u8]]) -> Step {
        let (Some(slot), Some(upstream), Some(key)) =
            (&self.lookup, &self.config.upstream, self.patched)
        else {
            return Step::Wait;
        };
        fail_as_asked(stream, b"lookup");
        let head = Head::read(pairs);
        let found = with_scratch(|scratch| match head.status {
            0 => Err("unreachable".into()),
            status => {
                let is_old = head.age != Some(Duration::ZERO);
                let (head, body) = ((status, &head.request.headers, is_old), parts.concat());
                upstream.listing.facts(&self.config.core, head, &body, &key, scratch)
            }
        });
        let facts = found.unwrap_or_else(|why| Facts { missing: Some(why), ..Facts::default() });
        slot.answer(Arc::new(facts));
        Step::Wait
    }

    /// Count and mark that enforcement is weaker than configured, and log it now and then.
    fn note(&self, stream: &Stream, note: &'static str, reason: &str) {
        stream.count(self.config.notes, &[note, reason]);
        stream.mark("note", note);
        let key = (note, reason.to_string());
        let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.get(&key).is_none_or(|last| last.elapsed() >= LOG_PAUSE) {
            write_log(WARN, &format!("note={note} reason={reason}"));
            logged.insert(key, Instant::now());
        }
    }

    /// Decide about a message whose body breaks a rule before it can be judged.
    fn break_off(&mut self, stream: &Stream, side: Side, rule: &'static str) -> Step {
        let (core, operation) = (self.core(), self.operation());
        let bounds = &core.contract.bounds;
        if side == Side::Request {
            let outcome = faulty(core, rule, operation, bounds.request_body);
            return self.decide(stream, &outcome);
        }
        let outcome = faulty(core, rule, operation, bounds.response_body);
        let changes = operation.is_some_and(|it| core.router.operations[it].kind.is_some());
        // a request that changes nothing may be repeated
        let is_full = rule == "buffer-full";
        let status = if is_full && !changes { UNAVAILABLE } else { BAD_GATEWAY };
        self.end(stream, Side::Response, &Outcome { status, ..outcome }, true)
    }

    /// Decide about a request.
    fn decide(&mut self, stream: &Stream, outcome: &Outcome) -> Step {
        let is_denied = match outcome.verdict {
            Verdict::Allow => false,
            Verdict::Deny => true,
            Verdict::Indeterminate => self.config.denies_indeterminate,
        };
        let is_refused = is_denied && self.requests == Mode::Enforce && !self.config.mark_only;
        self.end(stream, Side::Request, outcome, is_refused)
    }

    /// Record the verdict on a message, and refuse the message or pass it on.
    fn end(&mut self, stream: &Stream, side: Side, outcome: &Outcome, is_refused: bool) -> Step {
        self.observe(stream, side, outcome, is_refused);
        if side == Side::Request && is_refused {
            self.phase = Phase::Answered;
        } else if side == Side::Request {
            return self.pass();
        }
        (self.responses, self.lookup) = (Mode::Off, None);
        self.drop_body();
        if !is_refused {
            return Step::Continue;
        }
        let mut answer = problem(outcome);
        if answer.status == METHOD_NOT_ALLOWED {
            let methods = self.route.methods.join(", ");
            answer.headers.push(("allow", methods)); // RFC 9110, section 15.5.6
        }
        Step::Answer(answer)
    }

    fn pass(&mut self) -> Step {
        self.phase = Phase::Passed(Instant::now());
        self.lookup = None;
        self.drop_body();
        Step::Continue
    }

    fn judge_response(&mut self, stream: &Stream, body: &[u8]) -> Step {
        let Some(operation) = self.operation() else { return Step::Continue };
        let core = self.core();
        fail_as_asked(stream, b"response");
        let (status, headers) = (self.head.status, &self.head.request.headers);
        let mut read = core.read_response(Some(operation), status, headers, body);
        let is_right = read.violations.is_empty();
        let (mut violations, mut stated) = (Vec::new(), Vec::new());
        let Ok(document) = read.document(body, |kind, body| {
            with_scratch(|scratch| {
                let found = self.document(body, kind, OF_RESPONSE, scratch);
                let document = Document { body, tape: &scratch.tape };
                if found.verdict != Verdict::Deny {
                    violations = self.compared(operation, kind, document);
                }
                let learns = self.config.learned.is_some() && is_right && violations.is_empty();
                if learns && is_clean(&found) {
                    stated = self.stated(kind, document);
                } else if learns && found.is_read {
                    stated = self.stated_in_parts(kind, body, scratch);
                }
                Ok::<_, Infallible>(found)
            })
        });
        read.violations.extend(violations);
        let outcome = core.response_outcome(read, document);
        self.learn(stream, &stated);
        let is_refused = self.responses == Mode::Enforce && outcome.verdict == Verdict::Deny;
        self.end(stream, Side::Response, &outcome, is_refused)
    }

    /// Return the violations of a response that contradicts its request.
    fn compared(&self, operation: usize, kind: usize, document: Document) -> Vec<Violation> {
        let argument = |name: &str| {
            let found = self.parameters.iter().find(|(known, _)| **known == *name);
            found.map(|(_, value)| value.clone()).filter(|value| !matches!(value, Value::None))
        };
        with_facts(self.core(), kind, self.given.as_deref(), |stored| {
            let compared = Compared { arguments: Some(&argument), stored, ..Compared::default() };
            self.core().exchanged(operation, kind, document, compared)
        })
    }

    /// Return the sources of the deployments in a document of a response.
    fn stated(&self, kind: usize, document: Document) -> Vec<(Key, usize)> {
        let core = self.core();
        let fields = core.kinds[kind].learned.iter();
        fields
            .flat_map(|fields| fields.stated(document, &core.contract))
            .filter(|one| self.patched.is_none_or(|key| key == one.key))
            .filter_map(|one| Some((one.key, one.source?)))
            .collect()
    }

    /// Return the sources in the parts of an invalid document that are valid by themselves.
    fn stated_in_parts(
        &self,
        kind: usize,
        body: &[u8],
        scratch: &mut Scratch,
    ) -> Vec<(Key, usize)> {
        let core = self.core();
        let whole = Document { body, tape: &scratch.tape };
        let mut starts = Vec::new();
        for fields in &core.kinds[kind].learned {
            let stated = fields.stated(whole, &core.contract);
            starts.extend(stated.iter().map(|one| (fields.kind, one.start)));
        }
        let mut found = Vec::new();
        for (kind, start) in starts.into_iter().take(MAX_TRIED) {
            let Some(body) = value_at(body, start) else { continue };
            if is_clean(&core.document(body, kind, OF_RESPONSE, scratch)) {
                found.extend(self.stated(kind, Document { body, tape: &scratch.tape }));
            }
        }
        found
    }

    /// Learn the sources that a response states.
    fn learn(&self, stream: &Stream, stated: &[(Key, usize)]) {
        let (Some(learned), Phase::Passed(at)) = (&self.config.learned, self.phase) else { return };
        let Some(since) = self.head.age.and_then(|age| at.checked_sub(age)) else { return };
        for _ in 0..learned.learn(stated, since) {
            self.note(stream, "contradiction", NO_REASON);
        }
    }

    /// Reserve room for a body of `size` bytes; return false if that is too much.
    fn keep(&mut self, side: Side, size: usize) -> bool {
        let [own, other] = if side == Side::Request { [0, 1] } else { [1, 0] };
        let more = size.saturating_sub(FREE).saturating_sub(self.kept[own]);
        if more == 0 {
            return true;
        }
        let most = self.config.buffer_bytes;
        let reserved = most / PARTS;
        let mut kept = all_kept();
        let taken = kept[own].saturating_add(more);
        if taken > reserved && taken.saturating_add(kept[other].max(reserved)) > most {
            return false;
        }
        kept[own] = taken;
        self.kept[own] += more;
        true
    }

    fn drop_body(&mut self) {
        self.body = Vec::new();
        if self.kept != [0, 0] {
            let [of_request, of_response] = mem::take(&mut self.kept);
            let mut kept = all_kept();
            kept[0] -= of_request;
            kept[1] -= of_response;
        }
    }

    /// Return the outcome for a document. It is explained if it may be refused, or has violations
    /// that are reported.
    fn document(&self, body: &[u8], kind: usize, known: Known, scratch: &mut Scratch) -> Outcome {
        let (config, core) = (&self.config, self.core());
        let judge = &core.kinds[kind].judge;
        if judge.scan(body, scratch).is_err() {
            return core.refuse(Some(kind), judge.fault(body, scratch));
        }
        let document = Document { body, tape: &scratch.tape };
        let is_advised = |answer: &Judged| {
            answer.reports_strays
                || (self.gives_advice() && judge.is_advised(answer, document, known))
        };
        let answer = judge.answer(document, known).filter(|answer| {
            (answer.is_allowed() || !config.denies_indeterminate) && !is_advised(answer)
        });
        let outcome = match answer {
            Some(answer) if answer.is_allowed() => nothing(),
            Some(answer) => core.unexplained(kind, &answer),
            None => judge.explain(&core.contract, document, known),
        };
        Outcome { is_read: true, kind: Some(kind), ..outcome }
    }

    /// Return true if rules that only report are evaluated for the messages of this stream.
    fn gives_advice(&self) -> bool {
        *self.advised.get_or_init(|| {
            let due = DUE.get() + self.config.advice;
            DUE.set(due - due.floor());
            due >= 1.0
        })
    }

    /// Count a verdict, mark the stream with it, and log a denial. No value of a message is shown.
    fn observe(&self, stream: &Stream, side: Side, outcome: &Outcome, is_refused: bool) {
        let config = &self.config;
        let operations = &config.core.router.operations;
        let operation = self.operation().map_or(NO_OPERATION, |number| &*operations[number].name);
        let verdict = outcome.verdict.name();
        let (direction, keys) = match side {
            Side::Request => ("request", ["verdict", "rule"]),
            Side::Response => ("response", ["response_verdict", "response_rule"]),
        };
        let counters = &config.verdicts[self.operation().map_or(0, |number| number + 1)];
        let of_side = &counters[usize::from(side == Side::Response)];
        stream.count(of_side[outcome.verdict as usize][usize::from(is_refused)], &[]);
        for violation in &outcome.violations {
            stream.count(config.rules, &[direction, &violation.rule, violation.mode.name()]);
        }
        // a mark costs a microsecond, and most messages are allowed
        let is_allowed = outcome.verdict == Verdict::Allow;
        if side == Side::Request || !is_allowed {
            stream.mark(keys[0], verdict);
        }
        if is_allowed {
            return;
        }
        stream.mark("operation", operation);
        if outcome.verdict != Verdict::Deny && !is_refused {
            return;
        }
        let rules: Vec<&str> = refusing(outcome).map(|one| &*one.rule).collect();
        stream.mark(keys[1], rules.first().unwrap_or(&"-"));
        let (status, rules) = (outcome.status, rules.join(","));
        let refused = if is_refused { "yes" } else { "no" };
        let line = format!(
            "{direction} operation={operation} verdict={verdict} refused={refused} \
             status={status} rules={rules}"
        );
        write_log(INFO, &line);
    }
}

impl Head {
    fn read(pairs: &[(&[u8], &[u8])]) -> Head {
        let mut head = Head { age: Some(Duration::ZERO), ..Head::default() };
        for &(name, value) in pairs {
            match name {
                b":method" => head.request.method = text(value).into(),
                b":path" => {
                    let end = value.iter().position(|&byte| byte == b'?').unwrap_or(value.len());
                    head.request.path = wtf8::escape(&value[..end]).into_owned().into();
                    head.request.query =
                        wtf8::escape(value.get(end + 1..).unwrap_or_default()).into_owned().into();
                }
                b":status" => {
                    head.status =
                        number(value).and_then(|it| it.try_into().ok()).unwrap_or_default();
                }
                b"content-length" => head.length = number(value).and_then(|it| it.try_into().ok()),
                b"age" => {
                    let known = head.age.zip(number(value));
                    head.age = known.map(|(age, more)| age.max(Duration::from_secs(more)));
                }
                _ => {}
            }
            head.request.headers.add(name, || text(value).into());
        }
        head
    }
}

impl Drop for Filter {
    fn drop(&mut self) {
        self.drop_body();
    }
}

fn all_kept() -> MutexGuard<'static, [usize; 2]> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work with facts, whose tape has the names of a kind.
fn with_facts<Made>(
    core: &Core,
    kind: usize,
    facts: Option<&Facts>,
    work: impl FnOnce(Stored) -> Made,
) -> Made {
    let Some(Facts { text, .. }) = facts else { return work(Stored::Missing) };
    let mut scratch = Scratch::default();
    let stored = core.kinds[kind].judge.facts(text, &mut scratch);
    work(stored.expect("facts are a part of a text that was read"))
}

/// Return true if a document violates advice at most.
fn is_clean(outcome: &Outcome) -> bool {
    outcome.verdict == Verdict::Allow && outcome.violations.len() == outcome.advice
}

/// Panic if a test asks for that in a header. `place`: the value of the header.
fn fail_as_asked(stream: &Stream, place: &[u8]) {
    if cfg!(feature = "faults") {
        let headers = stream.headers(Side::Request);
        assert!(!headers.contains(&(b"x-fault", place)), "{:?}", stream.received(Side::Request));
    }
}

/// Return the value of a header, which is Latin-1.
fn text(value: &[u8]) -> String {
    value.iter().map(|&byte| char::from(byte)).collect()
}

/// Return a value as a number; None if it is empty, not all digits, or too large.
fn number(value: &[u8]) -> Option<u64> {
    let digits = value.trim_ascii();
    let is_number = digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()
}
