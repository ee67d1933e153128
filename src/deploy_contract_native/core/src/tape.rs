//! The tape: a JSON text as a flat list of nodes that point into the text.

/// Kinds of value, one bit each, so that a set of kinds is a sum.
pub mod kind {
    pub const NULL: u8 = 1;
    pub const BOOLEAN: u8 = 2;
    /// A number without a fraction, such as `1`, `1.0` and `1e2`.
    pub const INTEGER: u8 = 4;
    pub const FRACTION: u8 = 8;
    pub const STRING: u8 = 16;
    pub const ARRAY: u8 = 32;
    pub const OBJECT: u8 = 64;
    /// The key of an undeclared member. The node after it is the value of the member.
    pub const KEY: u8 = 128;
    /// The sum of all kinds of value.
    pub const ANY: u8 = 127;
}

/// Properties of a node beside its kind, one bit each.
pub mod flag {
    /// The string has an escape, so its bytes are not its text.
    pub const ESCAPED: u8 = 1;
    pub const TRUE: u8 = 2;
    /// The number may lie outside of ±(10^15 - 1).
    pub const WIDE: u8 = 4;
    /// The number is written with a point or an exponent.
    pub const DECIMAL: u8 = 8;
}

/// The name of a member that no schema of the program declares, and of items.
pub const UNNAMED: u16 = u16::MAX;

/// One value of the text, or the key of an undeclared member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// One bit of [`kind`].
    pub kind: u8,
    /// Bits of [`flag`].
    pub flags: u8,
    /// The declared name of the member, if it has one.
    pub name: u16,
    /// Offset of the first byte; of a string, of the byte after its quote.
    pub start: u32,
    /// Bytes of a scalar or key; members of an object; items of an array.
    pub size: u32,
    /// Index of the node after this value and all that is in it.
    pub next: u32,
}

impl Node {
    /// Return the bytes of a scalar or key, without quotes.
    pub fn bytes<'a>(&self, body: &'a [u8]) -> &'a [u8] {
        let start = self.start as usize;
        &body[start..start + self.size as usize]
    }

    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}
