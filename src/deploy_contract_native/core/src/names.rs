//! A fixed table of names, looked up by their bytes.

/// A table that finds the number of a name.
///
/// The table never grows after it is made. So a lookup takes bounded time, whatever key is asked
/// for, and the hash needs no secret seed.
#[derive(Debug, Default)]
pub struct Names {
    names: Vec<Box<[u8]>>,
    /// The digest of each name; `NEVER` for a name that is not plain ASCII.
    plain: Vec<Digest>,
    /// The digest and the number of each name, at the place of its hash or one of the next places.
    slots: Vec<(Digest, u16)>,
}

/// The length of a name, its first eight bytes and its last eight.
///
/// Names of at most 16 bytes are equal if their digests are.
type Digest = (usize, u64, u64);

const WHOLE: usize = 16;
/// No name has this digest.
const NEVER: Digest = (0, 1, 0);
const EMPTY: u16 = u16::MAX;
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
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !b"\"\\".contains(byte);
        let plain = |name: &[u8]| if name.iter().all(is_plain) { digest(name) } else { NEVER };
        Names { plain: names.iter().map(|name| plain(name)).collect(), names, slots }
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

    /// Return the offset of the last quote of the key whose text begins at `start`, if the key is the
    /// name `number` and plain ASCII.
    #[inline(always)]
    pub fn end_of_key(&self, number: u16, body: &[u8], start: usize) -> Option<usize> {
        let known = *self.plain.get(number as usize)?;
        let end = start + known.0;
        let key = body.get(start..end)?;
        let is_key = digest(key) == known
            && body.get(end) == Some(&b'"')
            && (key.len() <= WHOLE || self.get(number) == key);
        is_key.then_some(end)
    }

    pub fn get(&self, number: u16) -> &[u8] {
        &self.names[number as usize]
    }

    pub fn count(&self) -> usize {
        self.names.len()
    }
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
