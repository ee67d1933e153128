//! The settings of a filter, and all that is made of them once.

use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value as Json};

use crate::abi::{Counter, Level, Setup, Side, log};
use crate::knowledge::{self, Learned};
use crate::lookup::Listing;
use deploy_contract_core::contract::{Fault, Mode};
use deploy_contract_core::core::Core;
use deploy_contract_core::outcome::Verdict;

/// The names of the settings.
const SETTINGS: [&str; 12] = [
    "advice",
    "contract",
    "requests",
    "responses",
    "when_indeterminate",
    "mark_only",
    "fail_open",
    "buffer_bytes",
    "learn",
    "learned_deployments",
    "learned_seconds",
    "upstream",
];
/// The headers of a caller that a question to the service has: others could make the service answer otherwise.
const CREDENTIALS: [&str; 3] = ["authorization", "cookie", "x-api-key"];
/// The longest file of a contract, as for the library.
const CONTRACT_BYTES: u64 = 8 << 20;
const LOOKUP_MILLISECONDS: usize = 2000;
const BUFFER_BYTES: usize = 128 << 20;
const LEARNED_DEPLOYMENTS: usize = 100_000;
const LEARNED_SECONDS: usize = 3600;
const NAMES: usize = 20;
/// The names of headers that are about a message or a connection, and not about the caller, begin so.
const NOT_PASSED: [&str; 20] = [
    "accept",
    "cache-control",
    "connection",
    "content-",
    "expect",
    "host",
    "if-",
    "keep-alive",
    "max-forwards",
    "origin",
    "prefer",
    "proxy-",
    "range",
    "referer",
    "sec-",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "x-http-method",
];

/// The parts of the names of counters, in the order of their types.
const SIDES: [&str; 2] = ["request", "response"];
const VERDICTS: [Verdict; 3] = [Verdict::Allow, Verdict::Deny, Verdict::Indeterminate];
const REFUSED: [&str; 2] = ["no", "yes"];
/// Stands for requests that lead to no operation.
pub const NO_OPERATION: &str = "none";

/// The modes of the operations, in the order of the contract.
#[derive(Debug)]
pub struct Modes(Vec<Mode>);

/// A filter of one listener, ready to judge.
pub struct Config {
    /// The file of the contract.
    path: String,
    pub core: Core,
    requests: Modes,
    responses: Modes,
    pub denies_indeterminate: bool,
    /// Only the metadata says what is refused: another filter refuses it.
    pub mark_only: bool,
    /// What cannot be judged passes.
    pub fail_open: bool,
    /// The fraction of messages for which rules that are only reported are evaluated.
    pub advice: f64,
    pub buffer_bytes: usize,
    /// The deployments that responses described; None if nothing is learned.
    pub learned: Option<Arc<Learned>>,
    pub upstream: Option<Upstream>,
    verdicts: Vec<Option<Counter>>,
    pub rules: Option<Counter>,
    pub notes: Option<Counter>,
}

/// How the service is asked about stored deployments.
pub struct Upstream {
    pub cluster: String,
    /// None: that of the request.
    pub authority: Option<String>,
    /// Names of headers of the caller, in lower case.
    pub headers: Vec<String>,
    pub milliseconds: u64,
    pub listing: Listing,
}

/// The settings of a route: modes in place of those of the filter.
pub struct PerRoute {
    requests: Option<Mode>,
    responses: Option<Mode>,
}

impl Config {
    /// Read the settings, a JSON object, and the contract that they name.
    ///
    /// `name`: that of the filter. Filters of one name share what they learn.
    pub fn read(setup: &Setup, name: &str, text: &[u8]) -> Result<Config, Fault> {
        let settings = Settings(object(text)?);
        settings.require(&SETTINGS)?;
        let path = settings.text("contract")?.ok_or_else(|| Fault::new("contract: is missing"))?;
        let core = read_contract(path).map_err(|fault| fault.within(path))?;
        let operations: Vec<&str> = core.router.operations.iter().map(|it| &*it.name).collect();
        let learned = settings.truth("learn", true)?.then_some(());
        let most = settings.number("learned_deployments", LEARNED_DEPLOYMENTS)?;
        let seconds = settings.number("learned_seconds", LEARNED_SECONDS)?;
        let age = Duration::from_secs(seconds as u64);
        let sources = core.contract.sources.iter().map(|source| source.name.clone()).collect();
        let learned = learned.map(|()| knowledge::shared(name, sources, most, age));
        let config = Config {
            requests: settings.modes("requests", Mode::Enforce, &operations)?,
            responses: settings.modes("responses", Mode::Report, &operations)?,
            denies_indeterminate: settings.choice("when_indeterminate", ["allow", "deny"])? == 1,
            mark_only: settings.truth("mark_only", false)?,
            fail_open: settings.truth("fail_open", false)?,
            advice: settings.fraction("advice", 1.0)?,
            buffer_bytes: settings.number("buffer_bytes", BUFFER_BYTES)?,
            learned,
            upstream: settings.get("upstream").map(|it| Upstream::read(it, &core)).transpose()?,
            verdicts: verdicts(setup, &operations),
            rules: setup.counter("deploy_contract_violations", &["direction", "rule", "mode"]),
            notes: setup.counter("deploy_contract_notes", &["note"]),
            path: path.to_string(),
            core,
        };
        log(Level::Info, &format!("{path} is in force"));
        Ok(config)
    }

    /// Return the counter of a verdict. `operation`: its number.
    pub fn counter(
        &self,
        side: Side,
        operation: Option<usize>,
        verdict: Verdict,
        is_refused: bool,
    ) -> Option<Counter> {
        let operation = operation.map_or(0, |number| number + 1);
        let row = operation * SIDES.len() + usize::from(side == Side::Response);
        let column = verdict as usize * REFUSED.len() + usize::from(is_refused);
        self.verdicts[row * VERDICTS.len() * REFUSED.len() + column]
    }

    /// Return the mode for the requests of an operation; of none, they are refused by the contract alone.
    pub fn requests(&self, operation: Option<usize>, route: Option<&PerRoute>) -> Mode {
        let of_route = route.and_then(|route| route.requests);
        of_route
            .unwrap_or_else(|| operation.map_or(Mode::Enforce, |number| self.requests.0[number]))
    }

    /// Return the mode for the responses of an operation.
    pub fn responses(&self, operation: usize, route: Option<&PerRoute>) -> Mode {
        let of_route = route.and_then(|route| route.responses);
        of_route.unwrap_or(self.responses.0[operation])
    }
}

impl Drop for Config {
    fn drop(&mut self) {
        log(Level::Info, &format!("{} is no longer in force", self.path));
    }
}

impl Upstream {
    fn read(given: &Json, core: &Core) -> Result<Upstream, Fault> {
        let given = given.as_object().ok_or_else(|| wrong("upstream", "an object"))?;
        let settings = Settings(given.clone());
        settings.require(&["cluster", "authority", "headers", "milliseconds"])?;
        let text = |name| Ok::<_, Fault>(settings.text(name)?.map(String::from));
        let names = match settings.get("headers") {
            None => Some(CREDENTIALS.map(String::from).to_vec()),
            Some(Json::Array(names)) => names.iter().map(header_name).collect(),
            Some(_) => None,
        };
        Ok(Upstream {
            cluster: text("cluster")?.ok_or_else(|| Fault::new("upstream: cluster is missing"))?,
            authority: text("authority")?,
            headers: names.ok_or_else(|| wrong("headers", "a list of names of credentials"))?,
            milliseconds: settings.number("milliseconds", LOOKUP_MILLISECONDS)? as u64,
            listing: Listing::find(&core.contract)?,
        })
    }
}

/// Return the name of a header of the caller in lower case; None if it cannot be passed on.
fn header_name(name: &Json) -> Option<String> {
    let name = name.as_str()?.to_ascii_lowercase();
    let is_token = |sign: char| sign.is_ascii_alphanumeric() || sign == '-';
    let is_other = NOT_PASSED.iter().any(|other| name.starts_with(other));
    (!name.is_empty() && name.chars().all(is_token) && !is_other).then_some(name)
}

impl PerRoute {
    /// Read the settings of a route, a JSON object.
    pub fn read(text: &[u8]) -> Result<PerRoute, Fault> {
        let settings = Settings(object(text)?);
        settings.require(&["requests", "responses"])?;
        let mode = |name| settings.text(name)?.map(|text| mode(name, text)).transpose();
        Ok(PerRoute { requests: mode("requests")?, responses: mode("responses")? })
    }
}

/// Return the counters of verdicts, in the order that `Config::counter` reads.
///
/// Each has a name of its own: a counter with labels is looked up by their texts, which takes a microsecond.
fn verdicts(setup: &Setup, operations: &[&str]) -> Vec<Option<Counter>> {
    let mut found = Vec::new();
    for operation in [NO_OPERATION].iter().chain(operations) {
        for side in SIDES {
            for verdict in VERDICTS.map(Verdict::name) {
                for refused in REFUSED {
                    let name =
                        format!("deploy_contract_verdicts.{side}.{operation}.{verdict}.{refused}");
                    found.push(setup.counter(&name, &[]));
                }
            }
        }
    }
    found
}

/// Read a contract as gateways judge by it: they report undeclared names of requests unless it says otherwise.
fn read_contract(path: &str) -> Result<Core, Fault> {
    let text = read_file(path)?;
    let mut whole = object(&text)?;
    if let Some(options) = whole.get_mut("options").and_then(Json::as_object_mut)
        && options.get("unknown_fields").is_none_or(Json::is_null)
    {
        options.insert("unknown_fields".into(), "report-requests".into());
    }
    let text = Json::Object(whole).to_string();
    // schemas nest, and a thread of Envoy may have a small stack
    let read = std::thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(move || Core::read(text.as_bytes()))
        .map_err(|error| Fault::new(error.kind().to_string()))?;
    read.join().unwrap_or_else(|_| Err(Fault::new("the core cannot read it")))
}

/// Read a regular file of at most `CONTRACT_BYTES`. The kind of others is looked at first: a pipe may have no end.
fn read_file(path: &str) -> Result<Vec<u8>, Fault> {
    let unreadable = |error: io::Error| Fault::new(error.kind().to_string());
    if !fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(Fault::new("not a regular file"));
    }
    let mut text = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(CONTRACT_BYTES + 1).read_to_end(&mut text).map_err(unreadable)?;
    if text.len() as u64 > CONTRACT_BYTES {
        return Err(Fault(format!("it is longer than {CONTRACT_BYTES} bytes")));
    }
    Ok(text)
}

struct Settings(Map<String, Json>);

impl Settings {
    fn require(&self, known: &[&str]) -> Result<(), Fault> {
        match self.0.keys().find(|name| !known.contains(&&***name)) {
            Some(name) => {
                let name: String = name.chars().take(NAMES).collect();
                Err(Fault(format!("{}: no such setting", name.escape_default())))
            }
            None => Ok(()),
        }
    }

    fn get(&self, name: &str) -> Option<&Json> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn text(&self, name: &str) -> Result<Option<&str>, Fault> {
        let text = self.get(name).map(|value| value.as_str().ok_or_else(|| wrong(name, "a text")));
        text.transpose()
    }

    fn truth(&self, name: &str, otherwise: bool) -> Result<bool, Fault> {
        let value =
            self.get(name).map(|it| it.as_bool().ok_or_else(|| wrong(name, "true or false")));
        Ok(value.transpose()?.unwrap_or(otherwise))
    }

    fn number(&self, name: &str, otherwise: usize) -> Result<usize, Fault> {
        let positive = |value: &Json| {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.filter(|number| *number > 0).ok_or_else(|| wrong(name, "an integer above 0"))
        };
        Ok(self.get(name).map(positive).transpose()?.unwrap_or(otherwise))
    }

    fn fraction(&self, name: &str, otherwise: f64) -> Result<f64, Fault> {
        let Some(value) = self.get(name) else { return Ok(otherwise) };
        let found = value.as_f64().filter(|number| (0.0..=1.0).contains(number));
        found.ok_or_else(|| wrong(name, "a number from 0 to 1"))
    }

    /// Return the number of the choice; the first is the default.
    fn choice(&self, name: &str, choices: [&str; 2]) -> Result<usize, Fault> {
        let Some(text) = self.text(name)? else { return Ok(0) };
        let found = choices.iter().position(|choice| *choice == text);
        found.ok_or_else(|| wrong(name, &choices.join(" or ")))
    }

    fn modes(&self, name: &str, otherwise: Mode, operations: &[&str]) -> Result<Modes, Fault> {
        let mut modes = vec![otherwise; operations.len()];
        match self.get(name) {
            None => {}
            Some(Json::String(text)) => modes.fill(mode(name, text)?),
            Some(Json::Object(chosen)) => {
                for (operation, text) in chosen {
                    let number = operations.iter().position(|known| known == operation);
                    let number = number.ok_or_else(|| {
                        wrong(name, &format!("by operations {}", operations.join(", ")))
                    })?;
                    modes[number] = mode(name, text.as_str().unwrap_or_default())?;
                }
            }
            Some(_) => return Err(wrong(name, "a mode, or modes by operation")),
        }
        Ok(Modes(modes))
    }
}

fn mode(name: &str, text: &str) -> Result<Mode, Fault> {
    Mode::named(text).ok_or_else(|| wrong(name, "enforce, report or off"))
}

fn wrong(name: &str, wanted: &str) -> Fault {
    Fault(format!("{name}: must be {wanted}"))
}

fn object(text: &[u8]) -> Result<Map<String, Json>, Fault> {
    match serde_json::from_slice(text) {
        Ok(Json::Object(found)) => Ok(found),
        Ok(_) => Err(Fault::new("not a JSON object")),
        Err(error) => Err(Fault(format!("not JSON at line {}", error.line()))),
    }
}
