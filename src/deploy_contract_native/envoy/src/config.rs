//! The settings of a filter, and the values that are derived from them once.

use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Map, Value as Json};

use crate::abi::{Counter, INFO, Setup, write_log};
use crate::knowledge::{self, Learned};
use crate::lookup::{Listing, Upstream};
use deploy_contract_core::{Core, Fault, Limits, Mode, Scratch, Verdict, fault, read};

/// The headers of the caller that a lookup passes on. With other headers, a caller could change the
/// form of the answer.
const CREDENTIALS: [&str; 3] = ["authorization", "cookie", "x-api-key"];
/// The longest file of a contract, as for the library.
const CONTRACT_BYTES: u64 = 8 << 20;
const LOOKUP_MILLISECONDS: usize = 2000;
const BUFFER_BYTES: usize = 128 << 20;
/// The number of equal parts of a budget. One part is reserved for requests, and one for responses.
/// By default, a part has room for the longest body.
pub const PARTS: usize = 4;
const LEARNED_DEPLOYMENTS: usize = 100_000;
const LEARNED_SECONDS: usize = 3600;
const NAMES: usize = 20;
#[rustfmt::skip]
const SETTINGS: [&str; 12] = [
    "contract", "requests", "responses", "when_indeterminate", "mark_only", "fail_open", "advice",
    "buffer_bytes", "learn", "learned_deployments", "learned_seconds", "upstream",
];
const MODES: &str = "enforce, report or off";
/// Headers that no lookup passes on, as in the library: they do not describe the caller.
const NOT_PASSED: &str = "accept accept-encoding accept-ranges cache-control connection digest \
    expect host http2-settings idempotency-key keep-alive max-forwards origin prefer \
    proxy-authorization proxy-connection range referer repr-digest te trailer transfer-encoding \
    upgrade x-http-method x-http-method-override x-idempotency-key x-method-override \
    x-tunneled-method";
const NOT_PASSED_PREFIXES: [&str; 3] = ["content-", "if-", "sec-"];

/// The number of the next `Upstream`.
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// The label of requests without an operation.
pub const NO_OPERATION: &str = "none";

/// The counters of an operation: by verdict, in the order of its type, then by whether the message
/// is refused.
type Counters = [[Option<Counter>; 2]; 3];

/// A filter of one listener, ready to judge.
pub struct Config {
    /// The file of the contract.
    path: String,
    pub core: Core,
    /// The modes of the operations.
    pub requests: Vec<Mode>,
    pub responses: Vec<Mode>,
    pub denies_indeterminate: bool,
    /// Write the verdict to the metadata only: another filter refuses.
    pub mark_only: bool,
    /// Let messages pass that cannot be judged.
    pub fail_open: bool,
    /// The fraction of messages for which rules that are only reported are evaluated.
    pub advice: f64,
    /// Bytes of bodies that are kept at once, in all streams.
    pub buffer_bytes: usize,
    /// The sources that responses state; None if nothing is learned.
    pub learned: Option<Arc<Learned>>,
    pub upstream: Option<Upstream>,
    /// A row for requests without an operation, then one for each operation. A row has the counters of
    /// requests, and those of responses.
    pub verdicts: Vec<[Counters; 2]>,
    pub rules: Option<Counter>,
    pub notes: Option<Counter>,
}

/// The settings of a route: modes in place of those of the filter.
pub struct PerRoute {
    pub requests: Option<Mode>,
    pub responses: Option<Mode>,
}

impl Config {
    /// Read the settings, a JSON object, and the contract that they name.
    ///
    /// `name`: the name of the filter. Filters of one name share the sources that they learn.
    pub fn read(setup: &Setup, name: &str, text: &[u8]) -> Result<Config, Fault> {
        let settings = Settings::read_all(text, &SETTINGS)?;
        let path = settings.text("contract")?.ok_or_else(|| Fault::new("contract: is missing"))?;
        let core = read_contract(&path).map_err(|fault| fault.within(&path))?;
        let operations: Vec<&str> = core.router.operations.iter().map(|it| &*it.name).collect();
        let treatment = settings.read("when_indeterminate", "allow or deny", |value| {
            value.as_str().filter(|text| ["allow", "deny"].contains(text)).map(String::from)
        })?;
        let advice = settings.read("advice", "a number from 0 to 1", |value| {
            value.as_f64().filter(|number| (0.0..=1.0).contains(number))
        })?;
        let bounds = &core.contract.bounds;
        let longest = bounds.request_body.max(bounds.response_body);
        let buffer_bytes = BUFFER_BYTES.max(longest.saturating_mul(PARTS));
        let limit = settings.number("learned_deployments", LEARNED_DEPLOYMENTS)?;
        let seconds = settings.number("learned_seconds", LEARNED_SECONDS)?;
        let age = Duration::from_secs(seconds as u64);
        let learns = settings.truth("learn", true)?;
        let config = Config {
            requests: modes("requests", settings.get("requests"), Mode::Enforce, &operations)?,
            responses: modes("responses", settings.get("responses"), Mode::Report, &operations)?,
            denies_indeterminate: treatment.as_deref() == Some("deny"),
            mark_only: settings.truth("mark_only", false)?,
            fail_open: settings.truth("fail_open", false)?,
            advice: advice.unwrap_or(1.0),
            buffer_bytes: settings.number("buffer_bytes", buffer_bytes)?,
            upstream: settings.get("upstream").map(|it| read_upstream(it, &core)).transpose()?,
            verdicts: verdicts(setup, &operations),
            rules: setup.counter("deploy_contract_violations", &["direction", "rule", "mode"]),
            notes: setup.counter("deploy_contract_notes", &["note", "reason"]),
            // this comes last, so that refused settings drop no knowledge
            learned: learns.then(|| {
                let sources = core.contract.sources.iter().map(|source| source.name.clone());
                knowledge::shared(name, sources.collect(), limit, age)
            }),
            path,
            core,
        };
        write_log(INFO, &format!("{} is in force", config.path));
        Ok(config)
    }
}

impl Drop for Config {
    fn drop(&mut self) {
        write_log(INFO, &format!("{} is no longer in force", self.path));
    }
}

fn read_upstream(given: &Json, core: &Core) -> Result<Upstream, Fault> {
    let Json::Object(given) = given else { return Err(wrong("upstream", "an object")) };
    let known = ["cluster", "authority", "headers", "milliseconds"];
    let settings = Settings::of(given.clone(), &known, "upstream.")?;
    let cluster = settings.text("cluster")?;
    let headers = settings.read("headers", "a list of names of credentials", |value| {
        value.as_array()?.iter().map(header_name).collect()
    })?;
    Ok(Upstream {
        number: NUMBER.fetch_add(1, Ordering::Relaxed),
        cluster: cluster.ok_or_else(|| Fault::new("upstream.cluster: is missing"))?,
        authority: settings.read("authority", "a host, with or without a port", authority)?,
        headers: headers.unwrap_or_else(|| CREDENTIALS.map(String::from).to_vec()),
        milliseconds: settings.number("milliseconds", LOOKUP_MILLISECONDS)? as u64,
        listing: Listing::find(core)?,
    })
}

/// Return an authority; None if no header can have this value.
fn authority(value: &Json) -> Option<String> {
    let text = value.as_str()?;
    let is_right = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    is_right.then(|| text.to_string())
}

/// Return the name of a header of the caller in lower case; None if it cannot be passed on.
fn header_name(name: &Json) -> Option<String> {
    let name = name.as_str()?.to_ascii_lowercase();
    let is_token = |it: char| it.is_ascii_alphanumeric() || "!#$%&'*+-.^`|~".contains(it);
    let is_other = NOT_PASSED.split(' ').any(|other| name == other)
        || NOT_PASSED_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    (!name.is_empty() && name.chars().all(is_token) && !is_other).then_some(name)
}

impl PerRoute {
    /// Read the settings of a route, a JSON object.
    pub fn read(text: &[u8]) -> Result<PerRoute, Fault> {
        let settings = Settings::read_all(text, &["requests", "responses"])?;
        let mode = |name| settings.read(name, MODES, |mode| read(mode).ok());
        Ok(PerRoute { requests: mode("requests")?, responses: mode("responses")? })
    }
}

/// Return the counters of verdicts.
///
/// Each has a name of its own: a counter with labels is looked up by their texts, which takes a
/// microsecond.
fn verdicts(setup: &Setup, operations: &[&str]) -> Vec<[Counters; 2]> {
    let of_operation = |operation: &&str| {
        ["request", "response"].map(|side| {
            Verdict::ALL.map(|verdict| {
                ["no", "yes"].map(|refused| {
                    let verdict = verdict.name();
                    let name =
                        format!("deploy_contract_verdicts.{side}.{operation}.{verdict}.{refused}");
                    setup.counter(&name, &[])
                })
            })
        })
    };
    [NO_OPERATION].iter().chain(operations).map(of_operation).collect()
}

/// Read a contract for a gateway: undeclared names of requests are reported unless the contract says
/// otherwise.
fn read_contract(path: &str) -> Result<Core, Fault> {
    let text = read_file(path)?;
    let mut whole = object(&text)?;
    if let Some(options) = whole.get_mut("options").and_then(Json::as_object_mut)
        && options.get("unknown_fields").is_none_or(Json::is_null)
    {
        options.insert("unknown_fields".into(), "report-requests".into());
    }
    Core::read(Json::Object(whole).to_string().as_bytes())
}

/// Read a regular file of at most `CONTRACT_BYTES`. The type is checked before opening, since a
/// pipe may have no end.
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

/// Settings by their names.
struct Settings {
    given: Map<String, Json>,
    /// The text before each name in a fault.
    prefix: &'static str,
}

impl Settings {
    /// Read settings, a JSON object.
    fn read_all(text: &[u8], known: &[&str]) -> Result<Settings, Fault> {
        let given = object(text)?;
        if let Some(fault) = fault(text, &Limits::NONE, &mut Scratch::default()) {
            return Err(match &*fault.rule {
                "json-duplicate-key" => Fault::new("a setting is given twice"), // parsers differ
                rule => Fault(format!("the settings break the rule {rule}")),
            });
        }
        Settings::of(given, known, "")
    }

    /// Return the settings if `known` has all their names.
    fn of(
        given: Map<String, Json>,
        known: &[&str],
        prefix: &'static str,
    ) -> Result<Settings, Fault> {
        let Some(name) = given.keys().find(|name| !known.contains(&name.as_str())) else {
            return Ok(Settings { given, prefix });
        };
        let name: String = name.chars().take(NAMES).collect();
        Err(Fault(format!("{prefix}{}: no such setting", name.escape_default())))
    }

    fn get(&self, name: &str) -> Option<&Json> {
        self.given.get(name).filter(|value| !value.is_null())
    }

    /// Return the result of `read` for a setting; None if it is not given. The fault of a wrong value
    /// says `wanted`.
    fn read<Found>(
        &self,
        name: &str,
        wanted: &str,
        read: impl FnOnce(&Json) -> Option<Found>,
    ) -> Result<Option<Found>, Fault> {
        let Some(value) = self.get(name) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| wrong(&format!("{}{name}", self.prefix), wanted))
    }

    fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        self.read(name, "a text", |value| value.as_str().map(String::from))
    }

    fn truth(&self, name: &str, otherwise: bool) -> Result<bool, Fault> {
        Ok(self.read(name, "true or false", Json::as_bool)?.unwrap_or(otherwise))
    }

    fn number(&self, name: &str, otherwise: usize) -> Result<usize, Fault> {
        let found = self.read(name, "an integer above 0", |value| {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.filter(|number| *number > 0)
        });
        Ok(found?.unwrap_or(otherwise))
    }
}

/// Return the modes of the operations: one for all, or some by their names.
fn modes(
    name: &str,
    given: Option<&Json>,
    otherwise: Mode,
    operations: &[&str],
) -> Result<Vec<Mode>, Fault> {
    let mut modes = vec![otherwise; operations.len()];
    match given {
        None => {}
        Some(Json::Object(chosen)) => {
            for (operation, mode) in chosen {
                let number = operations.iter().position(|known| known == operation);
                let among = || wrong(name, &format!("by operations {}", operations.join(", ")));
                let mode = read(mode).map_err(|_| wrong(name, MODES))?;
                modes[number.ok_or_else(among)?] = mode;
            }
        }
        Some(mode) => modes.fill(read(mode).map_err(|_| wrong(name, MODES))?),
    }
    Ok(modes)
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
