//! The module of WebAssembly. It has one contract, and judges one message after the other.
//!
//! A caller writes the arguments of a function into the input, one after the other, and hands over
//! their sizes in bytes. What is longer than a number is left in the output. The module imports
//! nothing. A panic ends the instance: the caller makes another one.

mod judging;
mod messages;
mod report;

use deploy_contract_core::{Answer, Core, SEED, Scratch};
use std::cell::RefCell;
use std::sync::atomic::Ordering;

/// The judge and its memory.
#[derive(Default)]
struct Instance {
    core: Option<Core>,
    input: Vec<u8>,
    output: String,
    scratch: Box<Scratch>,
    /// Tape of facts about deployments.
    facts: Box<Scratch>,
    /// Verdicts, each once, with the kinds of their documents. Few are possible.
    quick: Vec<(usize, Answer)>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

fn with<Made>(work: impl FnOnce(&mut Instance) -> Made) -> Made {
    INSTANCE.with_borrow_mut(work)
}

/// Make room for an input, and return its place.
#[unsafe(no_mangle)]
extern "C" fn input(size: usize) -> *mut u8 {
    with(|it| {
        if it.input.len() < size {
            it.input = Vec::new();
            it.input.resize(size, 0);
        }
        it.input.as_mut_ptr()
    })
}

/// Return the place of the output.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    with(|it| it.output.as_ptr())
}

/// Return the size of the output.
#[unsafe(no_mangle)]
extern "C" fn output_size() -> usize {
    with(|it| it.output.len())
}

/// Read an effective contract, and return 1. The output has the names that have numbers.
///
/// Return 0 if the core does not know a part of it. The output says which. `low` and `high`: halves of
/// a random number.
#[unsafe(no_mangle)]
extern "C" fn read(size: usize, low: u32, high: u32) -> u32 {
    SEED.store(u64::from(high) << 32 | u64::from(low), Ordering::Relaxed);
    with(|it| match Core::read(&it.input[..size]) {
        Ok(core) => {
            it.output = report::names(&core);
            it.core = Some(core);
            1
        }
        Err(fault) => {
            it.output = fault.0;
            0
        }
    })
}

/// Write the report on a document that the caller cannot write into the input.
///
/// `input`: a JSON array of the number of the kind, the rule that it breaks, its limit, and the
/// tokens of the place.
#[unsafe(no_mangle)]
extern "C" fn refuse(size: usize) {
    with(|it| it.refuse(size));
}

/// Judge a document. Return the number of its verdict; -1 if the output has the report.
///
/// `kind`: its number. `source`: a number from 1; 0 if it is unknown. `facts`: size of the stored
/// deployment, before the document; 0 if it is unknown. `is_value`: 1 for a parsed document, which
/// may have any size. `is_quick`: 0 for the whole report, also if the document is not denied.
///
/// When a verdict first has a number, the output has its report, without violations.
#[unsafe(no_mangle)]
extern "C" fn document(
    kind: usize,
    source: usize,
    facts: usize,
    size: usize,
    is_value: u32,
    is_quick: u32,
) -> i32 {
    with(|it| it.document(kind, source, facts, size, is_value == 1, is_quick == 1))
}

/// Judge a request. `head`: size of its description in JSON, which comes before facts and body.
///
/// Return 0 if the facts cannot be read.
#[unsafe(no_mangle)]
extern "C" fn request(source: usize, head: usize, facts: usize, size: usize) -> u32 {
    with(|it| it.request(source, [head, facts, size]).is_ok()).into()
}

/// Judge a response. `head`: size of its description in JSON, which comes before facts and body.
///
/// Return 0 if the facts cannot be read. The output has the report, or an array of the ids of
/// deployments whose facts are needed.
#[unsafe(no_mangle)]
extern "C" fn response(head: usize, facts: usize, size: usize) -> u32 {
    with(|it| it.response([head, facts, size]).is_ok()).into()
}
