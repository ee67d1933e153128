//! The native core of deploy-contract: it judges the bytes of messages.
//!
//! It is made from the effective contract alone. `scan` reads a JSON text strictly and writes a tape
//! of its values; `wire` says why a text is refused. `evaluate` walks along the tape and a compiled
//! schema, and `rules` asks each rule where, and in which worlds, the document breaks it. `report` makes
//! violations of the answers.
#![forbid(unsafe_code)]

pub mod after_patch;
pub mod automaton;
pub mod contract;
pub mod core;
mod evaluate;
pub mod folding;
pub mod guard;
pub mod http;
pub mod judge;
pub mod learn;
pub mod names;
pub mod number;
pub mod outcome;
pub mod places;
mod program;
mod report;
mod rules;
pub mod scan;
pub mod tape;
pub mod text;
mod undeclared;
pub mod wire;
pub mod words;
mod worlds;

// -- for the crates around the core

pub use self::core::Core;
pub use after_patch::Stored;
pub use contract::{Fault, Json, Pointer, part, read};
pub use guard::{fenced, hide_texts};
pub use http::content::Headers;
pub use http::faults::Fault as MessageFault;
pub use http::messages::{Compared, Read, Request, nothing};
pub use http::parameters::{Value, Values};
pub use http::routing::Route;
pub use judge::{Answer, Judge, Known};
pub use learn::{Fields, uuid_bytes};
pub use names::Names;
pub use number::{nearest_double, scan_number};
pub use outcome::{Location, Mode, Needs, Outcome, Revision, Verdict, Violation};
pub use places::Document;
pub use scan::{DEPTH, Limits, Refused, SEED, Scratch, scan, with_scratch};
pub use tape::{Node, UNNAMED, flag, kind};
pub use wire::fault;
pub use words::add_codes;
