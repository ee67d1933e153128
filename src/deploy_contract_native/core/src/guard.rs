//! A fence around the work on a message: no panic leaves it, and none shows a value.

use std::io::{Write, stderr};
use std::panic::{AssertUnwindSafe, Location, catch_unwind, set_hook};

/// Return the result of some work; None if it panics.
///
/// The work changes nothing that is used again after a panic.
pub fn fenced<Found>(work: impl FnOnce() -> Option<Found>) -> Option<Found> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_default()
}

/// Let panics show their place in the code alone. Their text may hold a part of a message.
pub fn hide_texts() {
    set_hook(Box::new(|panic| {
        let line = line(panic.location());
        let _ = writeln!(stderr(), "{line}"); // a hook that panics ends the process
    }));
}

fn line(place: Option<&Location<'_>>) -> String {
    let place = place.map_or_else(|| "a place unknown".into(), ToString::to_string);
    format!("deploy_contract_native: panic at {place}; the message is not judged")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_counts_as_no_result() {
        let text = String::from("\u{e4}");
        assert_eq!(fenced(|| Some(text[1..].len())), None);
        assert_eq!(fenced(|| Some(text.len())), Some(2));
        assert_eq!(fenced(|| None::<usize>), None);
    }

    #[test]
    fn a_panic_is_told_by_its_place() {
        let told = line(Some(Location::caller()));
        assert!(told.contains("guard.rs:"), "{told}");
        assert_eq!(told.lines().count(), 1);
        assert!(line(None).contains("unknown"));
    }
}
