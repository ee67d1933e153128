//! The module of WebAssembly. It has one contract, and judges one message after the other.
//!
//! A caller writes the arguments of a function into the input, one after the other, and hands over
//! their sizes in bytes. A longer result than a number is left in the output. The module imports
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
