//! The native core of deploy-contract: it judges the bytes of messages.
//!
//! It is made from the effective contract alone. `scan` reads a JSON text strictly and writes a tape
//! of its values; `wire` says why a text is refused. `evaluate` walks along the tape and a compiled
//! schema, and `rules` asks each rule where, and in which worlds, the document breaks it. `report` makes
//! violations of that.
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
