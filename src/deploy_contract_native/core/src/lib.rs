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
pub mod evaluate;
pub mod folding;
pub mod guard;
pub mod http;
pub mod judge;
pub mod learn;
pub mod merged;
pub mod names;
pub mod number;
pub mod outcome;
pub mod places;
pub mod program;
pub mod report;
pub mod rules;
pub mod scan;
pub mod tape;
pub mod text;
pub mod undeclared;
pub mod wire;
pub mod words;
pub mod worlds;
