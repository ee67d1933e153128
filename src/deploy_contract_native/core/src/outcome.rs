//! The outcome of a judgement: the fields of a report, as plain values.

use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::contract::Rule;

/// Define enums by the words that contracts and reports have for their values.
macro_rules! worded {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$of_value:meta])* $value:ident = $word:literal,)* }
    )*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(try_from = "String")]
        pub enum $name { $($(#[$of_value])* $value,)* }

        impl TryFrom<String> for $name {
            type Error = &'static str;

            fn try_from(word: String) -> Result<$name, &'static str> {
                let found = $name::ALL.into_iter().find(|value| value.name() == word);
                found.ok_or(concat!("it must be one of"$(, " ", $word)*))
            }
        }

        impl $name {
            pub const ALL: [$name; [$($word),*].len()] = [$($name::$value),*];

            pub fn name(self) -> &'static str {
                match self { $($name::$value => $word,)* }
            }
        }
    )*};
}

worded! {
    /// The effect of a broken rule.
    pub enum Mode {
        Enforce = "enforce",
        Report = "report",
        Off = "off",
    }

    #[derive(Default)]
    pub enum Verdict {
        #[default]
        Allow = "allow",
        Deny = "deny",
        Indeterminate = "indeterminate",
    }

    /// The part of a message that a violation is about.
    pub enum Location {
        Body = "body",
        /// A body that cannot be read.
        Wire = "wire",
        Path = "path",
        Query = "query",
        Header = "header",
        /// A response that contradicts its request.
        Exchange = "exchange",
    }

    /// Whether a document creates a revision, the surest answer first.
    pub enum Revision {
        Yes = "yes",
        Unknown = "unknown",
        No = "no",
    }
}

/// "source", "hosting" or "deployment".
pub type Needs = Vec<&'static str>;

/// One rule that is broken at one place. Its texts are made from the contract alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Violation {
    pub rule: Arc<str>,
    pub mode: Mode,
    pub location: Location,
    /// A JSON Pointer (RFC 6901) on one printable line, or the name of a parameter.
    pub pointer: String,
    pub message: Arc<str>,
    pub hint: Arc<str>,
    /// The way to mend it: "remove" or "null" for the value at the pointer, or the pointer that the
    /// value moves to; empty if the rule knows no way.
    pub repair: String,
}

impl Violation {
    /// Make the violation of a rule, with the texts of the rule.
    pub fn new(rule: &Rule, location: Location, pointer: String) -> Violation {
        Violation {
            rule: rule.name.clone(),
            mode: rule.mode,
            location,
            pointer,
            message: rule.message.clone(),
            hint: rule.hint.clone(),
            repair: String::new(),
        }
    }

    /// Return the repair as one operation of JSON Patch (RFC 6902), without values of the document.
    pub fn fix(&self) -> Option<[Fix<'_>; 1]> {
        let path = &*self.pointer;
        Some(match &*self.repair {
            "" => return None,
            "remove" => [Fix::Remove { path }],
            "null" => [Fix::Replace { path, value: () }],
            target => [Fix::Move { from: path, path: target }],
        })
    }
}

/// A repair of a document, as reports have it.
#[derive(Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Fix<'a> {
    Remove { path: &'a str },
    Replace { path: &'a str, value: () },
    Move { from: &'a str, path: &'a str },
}

impl Serialize for Violation {
    fn serialize<To: Serializer>(&self, to: To) -> Result<To::Ok, To::Error> {
        let mut members = to.serialize_map(None)?;
        members.serialize_entry("rule", &self.rule)?;
        members.serialize_entry("mode", self.mode.name())?;
        members.serialize_entry("location", self.location.name())?;
        members.serialize_entry("pointer", &self.pointer)?;
        members.serialize_entry("message", &self.message)?;
        members.serialize_entry("hint", &self.hint)?;
        if let Some(fix) = self.fix() {
            members.serialize_entry("fix", &fix)?;
        }
        members.end()
    }
}

#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Violations of enforced rules come first, and of advisory rules last.
    pub violations: Vec<Violation>,
    /// The number of violations of advisory rules.
    pub advice: usize,
    /// The number of the kind of document; None without a document.
    pub kind: Option<usize>,
    /// Numbers of the sources that are left, in the order of the contract.
    pub sources: Vec<usize>,
    /// The facts that would settle the verdict.
    pub needs: Needs,
    pub undecided: Vec<Violation>,
    /// True if there are more violations than the limit of the contract.
    pub truncated: bool,
    /// None if no revision rule is about the kind of document.
    pub creates_revision: Option<Revision>,
    /// The ids of the revision rules that say so.
    pub revision_rules: Vec<Arc<str>>,
    /// The HTTP status to answer with: that of the first rule that refuses.
    pub status: u16,
    /// True if the tape in the scratch has the value of the document.
    pub is_read: bool,
    /// The number of the operation that a message leads to.
    pub operation: Option<usize>,
}
