//! The native engine of deploy-contract: verdicts on the bytes of documents.
//!
//! `scan` reads a JSON text strictly and writes a tape of its values. `program` holds compiled
//! schemas. `evaluate` walks along a tape and a program and answers whether the text is valid,
//! `groups` does so for several schemas in one walk.
//! A text that is refused is not explained here: the Python library does that.
#![deny(unsafe_code)]

pub mod automaton;
pub mod evaluate;
pub mod exchange;
pub mod folding;
pub mod groups;
pub mod guard;
pub mod learn;
pub mod lines;
pub mod names;
pub mod number;
pub mod picks;
pub mod places;
pub mod program;
pub mod query;
pub mod reader;
pub mod request;
pub mod scan;
pub mod state;
pub mod tape;
pub mod text;

#[cfg(feature = "python")]
mod binding;
#[cfg(feature = "python")]
mod value;
