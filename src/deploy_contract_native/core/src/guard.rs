//! A fence around the work on a message: no panic leaves it, and none shows a value.

use std::io::{Write, stderr};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::thread::Builder;

/// The bytes of a large stack. Schemas and patterns nest, so that work on them recurses.
const STACK: usize = 4 << 20;

/// Return the result of some work; None if it panics.
///
/// The work must change nothing that is used again after a panic.
pub fn fenced<Found>(work: impl FnOnce() -> Option<Found>) -> Option<Found> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_default()
}

/// Return the result of some work that needs a large stack, which callers may not have; None if it
/// panics, or there can be no thread.
pub fn with_stack<Made: Send + 'static>(
    work: impl FnOnce() -> Option<Made> + Send + 'static,
) -> Option<Made> {
    if cfg!(target_family = "wasm") {
        return work(); // there are no threads
    }
    let worker = Builder::new().stack_size(STACK).spawn(work).ok()?;
    worker.join().ok().flatten()
}

/// Let panics show their place in the code alone. Their text may hold a part of a message.
pub fn hide_texts() {
    set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "a place unknown".into(), ToString::to_string);
        let line = format!("deploy_contract_native: panic at {place}; the message is not judged");
        let _ = writeln!(stderr(), "{line}"); // a hook that panics ends the process
    }));
}
