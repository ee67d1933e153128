//! Questions to the service about stored deployments, shared by the streams that wait for the same
//! answer.
//!
//! Streams with the same question wait until the lookup in progress ends. Then one of them asks for
//! all. So no request is judged by an answer that may be older than the request.

use std::collections::HashMap;
use std::mem;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use serde_json::Map;

use crate::abi::Waker;
use crate::knowledge::{Key, identity};
use deploy_contract_core::{
    Compared, Core, Document, Fault, Headers, Json, Known, Mode, Pointer, Scratch, Stored, Value,
    Verdict, Violation, part,
};

/// Open questions. If there are this many, other deployments count as unknown.
const MAX_QUESTIONS: usize = 1024;
/// Streams that wait for one answer.
const MAX_WAITING: usize = 1024;

/// The facts for judging a response: none beside the response itself.
pub const OF_RESPONSE: Known = Known { source: None, stored: Stored::Missing, of_response: true };

/// The questions that are asked, and the streams that wait until they are answered.
static ASKED: LazyLock<Mutex<HashMap<Call, Vec<Arc<Slot>>>>> = LazyLock::new(Mutex::default);

/// A request to a cluster of Envoy, which is a question to the service.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Call {
    /// The number of the `Upstream`: streams with other settings or another contract share no question.
    upstream: usize,
    pub cluster: String,
    pub headers: Vec<(Vec<u8>, Vec<u8>)>,
    pub milliseconds: u64,
}

/// A stored deployment as the service describes it.
#[derive(Default)]
pub struct Facts {
    /// The number of its source.
    pub source: Option<usize>,
    /// The deployment as JSON; empty if it is not known.
    pub text: Vec<u8>,
    /// The reason why facts are missing.
    pub missing: Option<String>,
}

pub type Found = Arc<Facts>;

impl Facts {
    /// Keep only fields that cannot change: the others may have changed meanwhile.
    fn keep_lasting(&mut self, core: &Core) {
        let whole: Json = serde_json::from_slice(&self.text).unwrap_or_default();
        let mut kept = Json::Object(Map::new());
        for rule in core.contract.rules.iter().filter(|rule| rule.shape == "equals_stored") {
            let fields: Vec<Pointer> = part(&rule.parameters, "fields").unwrap_or_default();
            for field in fields {
                if let Some(value) = field.iter().try_fold(&whole, |it, name| it.get(name)) {
                    *field.iter().fold(&mut kept, |it, name| &mut it[name]) = value.clone();
                }
            }
        }
        (self.text, self.missing) = (kept.to_string().into(), Some("stale".into()));
    }
}

/// The turn of a stream that has a question.
pub enum Turn {
    /// Another stream asks.
    Waits,
    /// This stream asks, or has asked.
    Asks(Lead),
    Done(Found),
    /// There are too many questions.
    Full,
}

/// A place where a stream finds that its turn has come.
pub struct Slot {
    turn: Mutex<Turn>,
    waker: Waker,
}

/// The right to ask a question. If it is dropped without an answer, another stream asks.
pub struct Lead {
    pub call: Call,
    /// The streams that get the answer, too.
    others: Vec<Arc<Slot>>,
}

/// Return a slot where the turn of a stream that has a question will come.
pub fn begin(call: Call, waker: Waker) -> Arc<Slot> {
    let slot = Arc::new(Slot { turn: Mutex::new(Turn::Waits), waker });
    let mut asked = all();
    let has_room = asked.len() < MAX_QUESTIONS;
    match asked.get_mut(&call) {
        Some(waiting) if waiting.len() < MAX_WAITING => waiting.push(slot.clone()),
        None if has_room => {
            asked.insert(call.clone(), Vec::new());
            slot.give(Turn::Asks(Lead { call, others: Vec::new() }));
        }
        _ => slot.give(Turn::Full),
    }
    slot
}

impl Slot {
    pub fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Give the stream its turn, and wake it up.
    fn give(&self, turn: Turn) {
        *self.turn() = turn;
        self.waker.wake();
    }

    /// Hand out the answer to the stream, and to the others who wait for it.
    pub fn answer(&self, found: Found) {
        if let Turn::Asks(lead) = &mut *self.turn() {
            for other in mem::take(&mut lead.others) {
                other.give(Turn::Done(found.clone()));
            }
        }
        self.give(Turn::Done(found));
    }
}

impl Drop for Lead {
    /// Let another waiting stream ask: one of the others, or if these have their answer, one that
    /// came later.
    fn drop(&mut self) {
        let mut waiting = mem::take(&mut self.others);
        loop {
            waiting.retain(|slot| Arc::strong_count(slot) > 1); // the others left
            if let Some(next) = waiting.pop() {
                let lead = Lead { call: self.call.clone(), others: waiting };
                return next.give(Turn::Asks(lead));
            }
            let mut asked = all();
            waiting = asked.get_mut(&self.call).map(mem::take).unwrap_or_default();
            if waiting.is_empty() {
                asked.remove(&self.call);
                return;
            }
        }
    }
}

fn all() -> MutexGuard<'static, HashMap<Call, Vec<Arc<Slot>>>> {
    ASKED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How the service is asked about stored deployments.
pub struct Upstream {
    /// The number of this `Upstream`, which no other of the process has.
    pub number: usize,
    pub cluster: String,
    /// The authority of questions; None: the authority of the request.
    pub authority: Option<String>,
    /// Names of headers of the caller, in lower case.
    pub headers: Vec<String>,
    pub milliseconds: u64,
    pub listing: Listing,
}

impl Upstream {
    /// Return the question about a deployment. `pairs`: the headers of the caller.
    pub fn call(&self, key: &Key, pairs: &[(&[u8], &[u8])]) -> Call {
        let own = |name: &str, value: &str| (name.into(), value.into());
        let path = self.listing.path(key);
        let mut headers =
            vec![own(":method", "GET"), own(":path", &path), own("accept", "application/json")];
        headers.push(own("cache-control", "no-cache"));
        headers.extend(self.authority.iter().map(|authority| own(":authority", authority)));
        for &(name, value) in pairs {
            let is_authority = name == b":authority" && self.authority.is_none();
            if is_authority || self.headers.iter().any(|known| known.as_bytes() == name) {
                headers.push((name.to_vec(), value.to_vec()));
            }
        }
        let (upstream, cluster) = (self.number, self.cluster.clone());
        Call { upstream, cluster, headers, milliseconds: self.milliseconds }
    }
}

/// The operation that lists deployments by their ids.
pub struct Listing {
    operation: usize,
    path: String,
    /// The parameter that takes the ids.
    identities: String,
    /// The parameter that limits the number of deployments.
    limit: Option<String>,
}

impl Listing {
    /// Find the operation in a contract.
    pub fn find(core: &Core) -> Result<Listing, Fault> {
        let contract = &core.contract;
        for (operation, row) in contract.operations.iter().enumerate() {
            let parameters = row["parameters"].as_array().map(Vec::as_slice).unwrap_or_default();
            let takes_ids =
                |one: &&Json| one["items"]["x-format"] == "uuid" && one["in"] == "query";
            let described = &core.router.operations[operation];
            let mut kinds = described.responses.iter().map(|(_, kind)| &core.kinds[*kind]);
            let Some(identities) = parameters.iter().find(takes_ids) else { continue };
            if !described.path.is_empty()
                || described.kind.is_some()
                || !kinds.any(|kind| !kind.learned.is_empty())
            {
                continue;
            }
            let limits = contract.rules.iter().filter(|rule| {
                rule.shape == "count_at_most" && rule.parameters["operation"] == *described.name
            });
            let limit = limits.filter_map(|rule| rule.parameters["parameter"].as_str());
            return Ok(Listing {
                operation,
                path: contract.base_path.clone() + part(row, "path")?,
                identities: part(identities, "name")?,
                limit: limit.map(String::from).next(),
            });
        }
        Err(Fault::new("upstream: the contract has no operation that lists deployments by ids"))
    }

    /// Return the path and query that ask for a deployment.
    fn path(&self, key: &Key) -> String {
        let limit = self.limit.as_ref().map(|limit| format!("&{limit}=1")).unwrap_or_default();
        format!("{}?{}={}{limit}", self.path, self.identities, identity(key))
    }

    /// Return the deployment in an answer, or the reason why it is missing.
    ///
    /// `is_old`: a cache has kept the answer, so it may be older than the request.
    pub fn facts(
        &self,
        core: &Core,
        (status, headers, is_old): (u16, &Headers, bool),
        body: &[u8],
        key: &Key,
        scratch: &mut Scratch,
    ) -> Result<Facts, String> {
        let core = core.of(Some(self.operation));
        let is_wrong = |one: &Violation| one.mode == Mode::Enforce;
        let read = core.read_response(Some(self.operation), status, headers, body);
        let (kind, decoded) = read.body.map_err(|_| format!("status-{status}"))?;
        let body = decoded.as_deref().unwrap_or(body);
        let outcome = core.document(body, kind, OF_RESPONSE, scratch);
        if outcome.verdict == Verdict::Deny || read.violations.iter().any(is_wrong) {
            return Err("invalid".into());
        }
        let argument = |name: &str| match name {
            _ if name == self.identities => Some(Value::Texts(vec![identity(key)])),
            _ if Some(name) == self.limit.as_deref() => Some(Value::Integer(1)),
            _ => None,
        };
        let compared = Compared { arguments: Some(&argument), ..Compared::default() };
        let document = Document { body, tape: &scratch.tape };
        if core.exchanged(self.operation, kind, document, compared).iter().any(is_wrong) {
            return Err("invalid".into());
        }
        let stated = core.kinds[kind].learned.iter();
        let mut found = stated
            .flat_map(|fields| fields.stated(document, &core.contract))
            .filter(|one| one.key == *key)
            .filter_map(|one| Some((one.source, value_at(body, one.start)?)));
        let (source, text) = found.next().ok_or("unknown")?;
        if found.any(|(_, other)| other != text) {
            return Err("repeated".into());
        }
        let mut facts = Facts { source, text: text.to_vec(), missing: None };
        if is_old {
            facts.keep_lasting(core);
        }
        Ok(facts)
    }
}

/// Return the text of a value, by its first byte.
pub fn value_at(body: &[u8], start: usize) -> Option<&[u8]> {
    let mut values = serde_json::Deserializer::from_slice(&body[start..]).into_iter::<Json>();
    values.next()?.ok()?;
    Some(&body[start..start + values.byte_offset()])
}
