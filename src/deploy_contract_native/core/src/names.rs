//! A fixed table of names, looked up by their bytes.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::scan::DEPTH;

/// A table that finds the number of a name.
///
/// The table never grows after it is made. So a lookup takes bounded time, whatever key is asked
/// for, and the hash needs no secret seed.
#[derive(Debug, Default)]
pub struct Names {
    names: Vec<Box<[u8]>>,
    /// The digest and the number of each name, at the place of its hash or one of the next places.
    slots: Vec<(Digest, u16)>,
    /// By the number of a name: the text of a key with this name, after its first quote.
    keys: Vec<Key>,
    /// The first place of this table in `Scratch::follows`, which all tables share.
    first_place: usize,
}

/// A name with a quote and a colon after it.
#[derive(Clone, Copy, Debug, Default)]
struct Key {
    size: usize,
    /// The first 16 bytes, or zeros after fewer, and a mask of them.
    head: u128,
    mask: u128,
    /// The last 16 bytes, if there are more.
    tail: [u8; WHOLE],
}

/// The length of a name, its first eight bytes and its last eight.
///
/// Names of at most 16 bytes are equal if their digests are.
type Digest = (usize, u64, u64);

const WHOLE: usize = 16;
const LONGEST: usize = 2 * WHOLE;
const EMPTY: u16 = u16::MAX;
/// The size of `Scratch::follows`.
pub const PLACES: usize = 1 << 10;
static NEXT_PLACE: AtomicUsize = AtomicUsize::new(0);
/// Multiplier of the hash: 2^64 divided by the golden ratio, made odd.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Names {
    /// Make the table of distinct names. The number of a name is its place in `names`.
    pub fn new(names: Vec<Box<[u8]>>) -> Names {
        let mut slots = vec![((0, 0, 0), EMPTY); (names.len() * 4).next_power_of_two().max(8)];
        let mask = slots.len() - 1;
        for (number, name) in names.iter().enumerate() {
            let digest = digest(name);
            let mut slot = hash(digest) & mask;
            while slots[slot].1 != EMPTY {
                slot = (slot + 1) & mask;
            }
            slots[slot] = (digest, u16::try_from(number).unwrap_or(EMPTY));
        }
        let keys = names.iter().map(|name| key(name).unwrap_or_default()).collect();
        let first_place = NEXT_PLACE.fetch_add(names.len() + DEPTH, Ordering::Relaxed);
        Names { names, slots, keys, first_place }
    }

    /// Return the place in `Scratch::follows` that belongs to a number of this table.
    #[inline(always)]
    pub fn place(&self, number: usize) -> usize {
        (self.first_place + number) % PLACES
    }

    /// Return the offset after the colon if a text goes on with a name, a quote and a colon.
    #[inline(always)]
    pub fn end_if_next(&self, number: u16, text: &[u8]) -> Option<usize> {
        let key = self.keys.get(number as usize)?;
        let begins = u128::from_le_bytes(*text.first_chunk()?) & key.mask == key.head;
        let goes_on =
            begins && (key.size <= WHOLE || *text.get(..key.size)?.last_chunk()? == key.tail);
        (goes_on && key.size > 0).then_some(key.size)
    }

    #[inline(always)]
    pub fn find(&self, name: &[u8]) -> Option<u16> {
        let digest = digest(name);
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = hash(digest) & mask;
        loop {
            let (known, number) = *self.slots.get(slot)?;
            if number == EMPTY {
                return None;
            }
            if known == digest && (name.len() <= WHOLE || self.get(number) == name) {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    pub fn get(&self, number: u16) -> &[u8] {
        &self.names[number as usize]
    }

    pub fn count(&self) -> usize {
        self.names.len()
    }
}

/// Return the key of a name; None if it is longer than `LONGEST`, or JSON may not write it as it is.
fn key(name: &[u8]) -> Option<Key> {
    let is_escaped = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
    if name.iter().any(is_escaped) {
        return None;
    }
    let (mut bytes, mut mask) = ([0; WHOLE], [0; WHOLE]);
    let text = [name, b"\":"].concat();
    let head = &text[..text.len().min(WHOLE)];
    bytes[..head.len()].copy_from_slice(head);
    mask[..head.len()].fill(u8::MAX);
    let (head, mask) = (u128::from_le_bytes(bytes), u128::from_le_bytes(mask));
    let tail = text.last_chunk().copied().unwrap_or_default();
    (text.len() <= LONGEST).then_some(Key { size: text.len(), head, mask, tail })
}

#[inline]
fn digest(name: &[u8]) -> Digest {
    if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
        return (name.len(), u64::from_le_bytes(*head), u64::from_le_bytes(*tail));
    }
    if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
        let (head, tail) = (u32::from_le_bytes(*head), u32::from_le_bytes(*tail));
        return (name.len(), head.into(), tail.into());
    }
    (name.len(), name.iter().fold(0, |head, &byte| head << 8 | u64::from(byte)), 0)
}

#[inline]
fn hash((size, head, tail): Digest) -> usize {
    let mixed = head ^ tail.rotate_left(29) ^ size as u64;
    (mixed.wrapping_mul(SPREAD) >> 32) as usize
}
