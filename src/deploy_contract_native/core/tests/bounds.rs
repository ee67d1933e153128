//! The memory that a judgement takes.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::contract;
use deploy_contract_core::core::Core;
use deploy_contract_core::judge::Known;
use deploy_contract_core::scan::{DEPTH, Scratch};

/// Counts the bytes that the thread has, and the most that it had.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

fn count(more: usize, less: usize) {
    let held = (HELD.get() + more).saturating_sub(less);
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

// SAFETY: the allocator of the system does all; the counters allocate nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // the allocator may copy the old bytes; the new bytes are not touched yet
        count(layout.size(), 0);
        count(size, 2 * layout.size());
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The size of texts. Miri interprets each instruction, so it gets short texts.
const SIZE: usize = if cfg!(miri) { 1 << 8 } else { 1 << 16 };
const KINDS: [&str; 2] = ["DeploymentPatch", "DeploymentList"];

fn core(unknown_fields: &str) -> Core {
    Core::read(contract(unknown_fields).to_string().as_bytes()).unwrap()
}

/// Return texts of about `size` bytes that take the most memory or stack.
fn worst(size: usize) -> Vec<(&'static str, String)> {
    let filled = |around: [&str; 2], part: &dyn Fn(usize) -> String| {
        let mut text = around[0].to_string();
        let mut number = 0;
        while text.len() < size {
            text += &part(number);
            number += 1;
        }
        text.pop(); // the last comma
        text + around[1]
    };
    let nested = |open: &str, close: &str, inside: &str| {
        let levels = DEPTH - 1;
        format!("{{\"x\":{}{inside}{}}}", open.repeat(levels), close.repeat(levels))
    };
    let objects = |part: &str| format!("[{}]", [part].repeat(size / part.len()).join(","));
    vec![
        ("short items", filled(["{\"x\":[", "]}"], &|_| "1,".into())),
        ("undeclared keys", filled(["{", "}"], &|number| format!("\"{number:x}\":1,"))),
        ("keys with escapes", filled(["{", "}"], &|number| format!("\"\\n{number:x}\":1,"))),
        (
            "undeclared keys inside",
            filled(["{\"source_config\":{", "}}"], &|number| format!("\"{number:x}\":1,")),
        ),
        (
            "keys that grow",
            filled(["{", "}"], &|number| format!("\"{}{number}\":1,", "\u{fdfa}".repeat(20))),
        ),
        ("tiny numbers", filled(["{\"x\":[", "]}"], &|_| "2.4703282292062327208e-324,".into())),
        ("a string with escapes", format!("{{\"x\":\"{}\"}}", "\\u0041".repeat(size / 6))),
        ("secrets without members", format!("{{\"secrets\":{}}}", objects("{}"))),
        (
            "secrets of one name",
            format!("{{\"secrets\":{}}}", objects("{\"name\":\"a\",\"value\":\"\"}")),
        ),
        ("secrets of a wrong type", filled(["{\"secrets\":[", "]}"], &|_| "1,".into())),
        (
            "deployments without members",
            format!("{{\"resources\":{},\"offset\":0}}", objects("{}")),
        ),
        ("the same, nested", format!("{{\"resources\":{}}}", objects("{\"secrets\":[]}"))),
        ("deep arrays", nested("[", "]", "1e999")),
        ("deep objects", nested("{\"x\":", "}", "1e999")),
        ("too deep", "[".repeat(size)),
        ("no end", format!("[{}", "1,".repeat(size / 2))),
    ]
}

fn judge(core: &Core, text: &str, scratch: &mut Scratch) {
    for name in KINDS {
        let kind = core.contract.kinds.iter().position(|kind| kind.name == name).unwrap();
        let outcome = core.document(text.as_bytes(), kind, Known::default(), scratch);
        assert!(outcome.violations.iter().all(|violation| &*violation.rule != "unjudged"));
    }
}

/// Return the most bytes that some work takes at once.
fn taken(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    PEAK.set(before);
    work();
    PEAK.get() - before
}

/// Memory grows by doubling, so some sizes are worse than others.
#[test]
fn memory_is_at_most_ten_times_the_body() {
    const STEPS: usize = if cfg!(miri) { 1 } else { 4 };
    for core in [core("reject"), core("report")] {
        for size in (0..STEPS).map(|step| SIZE + step * SIZE / STEPS) {
            for (name, text) in worst(size) {
                judge(&core, &text, &mut Scratch::default()); // tables that a thread makes once
                let taken = taken(|| judge(&core, &text, &mut Scratch::default()));
                let ratio = taken as f64 / text.len() as f64;
                // a report takes as much of any body: of a short one, many times its size
                let is_bounded = taken <= 10 * text.len() + (1 << 15);
                assert!(is_bounded || cfg!(miri), "{name}: {ratio:.1} of {size}");
            }
        }
    }
}

#[test]
fn room_for_large_texts_is_not_kept() {
    let (core, texts, mut scratch) = (core("reject"), worst(4 * SIZE), Scratch::default());
    let before = HELD.get();
    for (name, text) in &texts {
        judge(&core, text, &mut scratch);
        scratch.clear();
        let kept = HELD.get() - before;
        assert!(kept <= (1 << 21) + (1 << 17), "{name}: {kept}");
    }
}
