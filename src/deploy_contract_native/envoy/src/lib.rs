//! An HTTP filter of Envoy that judges by a contract.
//!
//! Envoy loads the library and calls its hooks (`abi`). A configuration has a contract (`config`),
//! each stream has a filter (`filter`). All of them share the sources that responses state
//! (`knowledge`) and questions to the service (`lookup`). Everything about the contract itself is
//! in the core.
#![deny(unsafe_code)]
#![expect(clippy::disallowed_types, reason = "here, hashes are random")]

mod abi;
mod config;
mod filter;
mod knowledge;
mod lookup;
mod problem;
