//! A fixed table of names, looked up by their bytes.

/// A table that finds the number of a name.
///
/// The table never grows after it is made. So a lookup takes bounded time, whatever key is asked
/// for, and the hash needs no secret seed.
#[derive(Debug, Default)]
pub struct Names {
    names: Vec<Box<[u8]>>,
    /// Names at the place that their hash says, or in one of the next places.
    slots: Vec<Slot>,
}

/// A name in the table.
#[derive(Clone, Copy, Debug)]
struct Slot {
    digest: Digest,
    number: u16,
}

/// The length of a name, its first eight bytes and its last eight.
///
/// Names of at most 16 bytes are equal if their digests are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digest {
    head: u64,
    tail: u64,
    size: usize,
}

const WHOLE: usize = 16;
const EMPTY: u16 = u16::MAX;
const FREE: Slot = Slot { digest: Digest { head: 0, tail: 0, size: usize::MAX }, number: EMPTY };
/// Multiplier of the hash: 2^64 divided by the golden ratio, made odd.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Names {
    /// Make the table of distinct names. The number of a name is its place in `names`.
    pub fn new(names: Vec<Box<[u8]>>) -> Names {
        let mut slots = vec![FREE; (names.len() * 4).next_power_of_two().max(8)];
        let mask = slots.len() - 1;
        for (number, name) in names.iter().enumerate() {
            let digest = Digest::of(name);
            let mut slot = digest.hash() & mask;
            while slots[slot].number != EMPTY {
                slot = (slot + 1) & mask;
            }
            slots[slot] = Slot { digest, number: u16::try_from(number).unwrap_or(EMPTY) };
        }
        Names { names, slots }
    }

    /// Return the number of a name.
    #[inline(always)]
    pub fn find(&self, name: &[u8]) -> Option<u16> {
        let digest = Digest::of(name);
        let mask = self.slots.len().wrapping_sub(1);
        let mut place = digest.hash() & mask;
        loop {
            let slot = self.slots.get(place)?;
            if slot.number == EMPTY {
                return None;
            }
            if slot.digest == digest && (name.len() <= WHOLE || self.get(slot.number) == name) {
                return Some(slot.number);
            }
            place = (place + 1) & mask;
        }
    }

    /// Return the bytes of a name by its number.
    pub fn get(&self, number: u16) -> &[u8] {
        &self.names[number as usize]
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

impl Digest {
    #[inline]
    fn of(name: &[u8]) -> Digest {
        let size = name.len();
        if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
            return Digest {
                head: u64::from_le_bytes(*head),
                tail: u64::from_le_bytes(*tail),
                size,
            };
        }
        if let (Some(head), Some(tail)) = (name.first_chunk(), name.last_chunk()) {
            let (head, tail) = (u32::from_le_bytes(*head), u32::from_le_bytes(*tail));
            return Digest { head: head.into(), tail: tail.into(), size };
        }
        let mut head = 0;
        for &byte in name {
            head = head << 8 | u64::from(byte);
        }
        Digest { head, tail: 0, size }
    }

    #[inline]
    fn hash(&self) -> usize {
        let mixed = self.head ^ self.tail.rotate_left(29) ^ self.size as u64;
        (mixed.wrapping_mul(SPREAD) >> 32) as usize
    }
}
