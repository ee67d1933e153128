//! From bytes to a tape, or to a refusal. All promises about the wire are kept here.
//!
//! A text is accepted if it is UTF-8 without a byte order mark, is JSON by RFC 8259, nests at most
//! 32 deep, has no duplicate key at any depth (escaped spellings count as the same key), no lone
//! surrogate, no number that readers disagree on, and keeps the limits.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::names::Names;
use crate::number::scan_number;
use crate::tape::{Node, UNNAMED, flag, kind};
use crate::text::{Scanned, count_characters, plain_end, scan_string, skip_blanks, unescape};

/// The deepest nesting of arrays and objects.
pub const DEPTH: usize = 32;
/// Offsets in a tape have 32 bits.
const MOST_BYTES: usize = i32::MAX as usize;
/// Room for so many nodes is made at first.
const FIRST_NODES: usize = 64;
/// A scratch that has grown beyond this many nodes is not kept. A node has 16 bytes.
const MOST_KEPT_NODES: usize = 1 << 17;
/// Room for decoded strings of more bytes is not kept, either.
const MOST_KEPT_BYTES: usize = 1 << 16;

/// The number of the next scan. No scan has the number 0, which a new scratch has.
static SCANS: AtomicU64 = AtomicU64::new(1);
/// A random number, which a door sets where the platform has none: there, `RandomState` is known.
pub static SEED: AtomicU64 = AtomicU64::new(0);

/// A text that is not accepted. `wire` finds the reason, since a refusal may be slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Bounds on a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Bytes of the text.
    pub bytes: usize,
    /// Arrays and objects in the text.
    pub objects: usize,
    /// Characters of a string or key.
    pub string: usize,
}

impl Limits {
    /// For texts that are not from a message.
    pub const NONE: Limits = Limits { bytes: usize::MAX, objects: usize::MAX, string: usize::MAX };
}

/// An array or object whose end is not reached.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Index of its node.
    node: u32,
    /// Items or members so far.
    size: u32,
    /// Undeclared keys so far.
    others: u32,
    /// Where `Scratch::seen` has its names.
    names: u32,
    /// The number of the object in its scratch, to tell its keys from those of others.
    serial: u64,
    is_object: bool,
}

/// The memory of a scan, which the next scan uses again.
#[derive(Debug, Default)]
pub struct Scratch {
    pub tape: Vec<Node>,
    /// Number of the scan that wrote the tape. No two scans of a process have the same.
    pub number: u64,
    /// Text of a string with escapes.
    decoded: Vec<u8>,
    /// The arrays and objects around the one at the current place.
    frames: [Frame; DEPTH],
    /// The serial of the object that last had a name, by depth and name.
    seen: Vec<u64>,
    serial: u64,
    hasher: RandomState,
}

thread_local! {
    /// The memory of the last scan in this thread.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

/// Work with the memory of the thread. Work within work gets its own.
pub fn with_scratch<Made>(work: impl FnOnce(&mut Scratch) -> Made) -> Made {
    let mut scratch = SCRATCH.take().unwrap_or_default(); // it is lost in a panic
    let made = work(&mut scratch);
    scratch.clear();
    SCRATCH.set(Some(scratch));
    made
}

impl Scratch {
    /// Forget the strings of the last text, and return memory that few texts need.
    ///
    /// The tape is kept: it has places of the text, and nothing that the text holds.
    pub fn clear(&mut self) {
        if self.tape.capacity() > MOST_KEPT_NODES {
            *self = Scratch::default();
        }
        if self.decoded.capacity() > MOST_KEPT_BYTES {
            self.decoded = Vec::new();
        }
        self.decoded.clear();
    }

    fn prepare(&mut self, names: usize) -> Result<(), Refused> {
        self.number = SCANS.fetch_add(1, Ordering::Relaxed);
        self.tape.clear();
        let more = (DEPTH * names).saturating_sub(self.seen.len());
        self.seen.try_reserve(more).map_err(|_| Refused)?;
        self.seen.resize(self.seen.len() + more, 0);
        Ok(())
    }

    /// Make room for more nodes: twice as many, or if that is half of them, as many as a text of some
    /// bytes can have at most. So an allocator that copies holds at most 8 bytes for each of the text.
    ///
    /// A value and the sign before it have at least two bytes, except the values that the last ones
    /// are in. Without memory the text is refused: to fail to allocate would end the process.
    #[cold]
    fn grow(&mut self, bytes: usize) -> Result<(), Refused> {
        let (size, most) = (self.tape.len(), bytes / 2 + DEPTH);
        let wanted = FIRST_NODES.max(if 4 * size > most { most } else { 2 * size });
        self.tape.try_reserve_exact(wanted.max(size + 1) - size).map_err(|_| Refused)
    }
}

/// Return the hash of a key. It is random, so nobody can choose keys with equal hashes.
pub fn hash_of_key(hasher: &RandomState, key: &[u8]) -> u64 {
    let seed = if cfg!(target_family = "wasm") { SEED.load(Ordering::Relaxed) } else { 0 };
    hasher.hash_one((seed, key))
}

/// Return false if two of the hashes are equal, and so are their keys.
pub fn are_distinct(hashes: &mut [u64]) -> bool {
    hashes.sort_unstable();
    hashes.windows(2).all(|pair| pair[0] != pair[1])
}

/// Write the tape of a text into the scratch.
pub fn scan(
    body: &[u8],
    names: &Names,
    limits: &Limits,
    scratch: &mut Scratch,
) -> Result<(), Refused> {
    if body.len() > limits.bytes.min(MOST_BYTES) {
        return Err(Refused);
    }
    scratch.prepare(names.count())?;
    let mut scanner = Scanner {
        body,
        names,
        limits,
        scratch,
        depth: 0,
        objects: 0,
        name: UNNAMED,
        beyond_ascii: false,
    };
    scanner.document()?;
    if scanner.beyond_ascii && std::str::from_utf8(body).is_err() {
        return Err(Refused);
    }
    Ok(())
}

/// A scan of one text. Places are handed from function to function, since a place that is kept in
/// memory costs more than the rest of the work.
struct Scanner<'a> {
    body: &'a [u8],
    names: &'a Names,
    limits: &'a Limits,
    scratch: &'a mut Scratch,
    depth: usize,
    objects: usize,
    /// The name of the member whose value comes next.
    name: u16,
    beyond_ascii: bool,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), Refused> {
        let (mut at, mut in_object) = (0, false);
        loop {
            let (mut byte, mut start) = self.next(at)?;
            if in_object {
                (byte, start) = self.key(byte, start)?;
            }
            let before = self.depth;
            at = self.value(byte, start)?;
            if self.depth > before {
                in_object = self.frame().is_object; // its first value comes next
                continue;
            }
            // close what ends here, and go to the next value
            loop {
                if self.depth == 0 {
                    let is_end = self.skip_blanks(at) == self.body.len();
                    return if is_end { Ok(()) } else { Err(Refused) };
                }
                (byte, at) = self.next(at)?;
                at += 1;
                let frame = self.frame();
                frame.size = frame.size.wrapping_add(1); // a text has fewer bytes
                in_object = frame.is_object;
                if byte == b',' {
                    break;
                }
                if byte != if in_object { b'}' } else { b']' } {
                    return Err(Refused);
                }
                self.close()?;
            }
        }
    }

    /// Scan the value at `at`, which begins with a byte. Of an array or object that is not empty, scan
    /// the beginning.
    #[inline(always)]
    fn value(&mut self, byte: u8, at: usize) -> Result<usize, Refused> {
        match byte {
            b'"' => {
                let (text, end) = self.string(at)?;
                self.push(kind::STRING, text)?;
                Ok(end)
            }
            b'{' => self.open(at, kind::OBJECT, b'}'),
            b'[' => self.open(at, kind::ARRAY, b']'),
            b't' => self.word(at, b"true", kind::BOOLEAN, flag::TRUE),
            b'f' => self.word(at, b"false", kind::BOOLEAN, 0),
            b'n' => self.word(at, b"null", kind::NULL, 0),
            _ => self.number(at),
        }
    }

    #[inline(always)]
    fn open(&mut self, at: usize, kind: u8, end: u8) -> Result<usize, Refused> {
        let node = self.scratch.tape.len();
        self.objects += 1;
        if self.depth == DEPTH || self.objects > self.limits.objects {
            return Err(Refused);
        }
        self.push(kind, Span { start: at, size: 0, flags: 0 })?;
        let (byte, at) = self.next(at + 1)?;
        if byte == end {
            return Ok(at + 1);
        }
        let is_object = kind == kind::OBJECT;
        let names = offset(self.depth * self.names.count());
        self.scratch.serial += 1;
        let serial = self.scratch.serial;
        self.depth += 1;
        *self.frame() = Frame { node: offset(node), size: 0, others: 0, names, serial, is_object };
        Ok(at)
    }

    /// The array or object around the current place, unless the depth is 0.
    #[inline(always)]
    fn frame(&mut self) -> &mut Frame {
        &mut self.scratch.frames[self.depth.wrapping_sub(1)]
    }

    fn close(&mut self) -> Result<(), Refused> {
        let frame = *self.frame();
        if frame.others > 1 {
            self.compare_keys(frame)?;
        }
        self.depth -= 1;
        let next = offset(self.scratch.tape.len());
        let node = &mut self.scratch.tape[frame.node as usize];
        node.size = frame.size;
        node.next = next;
        Ok(())
    }

    /// Scan a key, which begins with a byte, and the colon after it. Return the first byte of the value,
    /// and its place.
    #[inline(always)]
    fn key(&mut self, byte: u8, at: usize) -> Result<(u8, usize), Refused> {
        if byte != b'"' {
            return Err(Refused);
        }
        let (key, end) = self.string(at)?;
        let body = self.body;
        let raw = &body[key.start..key.start + key.size];
        if key.flags & flag::ESCAPED != 0 {
            self.escaped_key(key, raw)?;
        } else if let Some(name) = self.names.find(raw) {
            self.declared_key(name)?;
        } else {
            self.other_key(key)?;
        }
        let (byte, at) = self.next(end)?;
        if byte != b':' {
            return Err(Refused);
        }
        self.next(at + 1)
    }

    #[inline(always)]
    fn declared_key(&mut self, name: u16) -> Result<(), Refused> {
        let Frame { names, serial, .. } = *self.frame();
        let seen = &mut self.scratch.seen[names as usize + name as usize];
        if std::mem::replace(seen, serial) == serial {
            return Err(Refused);
        }
        self.name = name;
        Ok(())
    }

    fn other_key(&mut self, key: Span) -> Result<(), Refused> {
        self.frame().others += 1;
        self.push(kind::KEY, key)
    }

    /// Refuse an object that is read to its end and has two equal undeclared keys.
    #[inline(never)]
    fn compare_keys(&mut self, object: Frame) -> Result<(), Refused> {
        let Scratch { tape, decoded, hasher, .. } = &mut *self.scratch;
        let mut hashes = Vec::new();
        hashes.try_reserve_exact(object.others as usize).map_err(|_| Refused)?;
        let mut at = object.node as usize + 1;
        while let Some(node) = tape.get(at) {
            if node.kind == kind::KEY {
                let mut key = node.bytes(self.body);
                if node.has(flag::ESCAPED) {
                    unescape(key, decoded)?;
                    key = decoded;
                }
                hashes.push(hash_of_key(hasher, key));
                at += 1;
            }
            at = tape[at].next as usize;
        }
        if are_distinct(&mut hashes) { Ok(()) } else { Err(Refused) }
    }

    #[inline(never)]
    fn escaped_key(&mut self, key: Span, raw: &[u8]) -> Result<(), Refused> {
        let mut text = std::mem::take(&mut self.scratch.decoded);
        unescape(raw, &mut text)?;
        match self.names.find(&text) {
            Some(name) => self.declared_key(name)?,
            None => self.other_key(key)?,
        }
        self.scratch.decoded = text;
        Ok(())
    }

    /// Scan the string at `at`. Return its bytes without quotes, and the place after it.
    #[inline(always)]
    fn string(&mut self, at: usize) -> Result<(Span, usize), Refused> {
        let start = at + 1;
        let (end, flags) = match plain_end(self.body, start) {
            Some(end) if end.wrapping_sub(start) <= self.limits.string => (end, 0),
            _ => {
                let found = self.other_string(start)?;
                (found.end, if found.escaped { flag::ESCAPED } else { 0 })
            }
        };
        Ok((Span { start, size: end.wrapping_sub(start), flags }, end + 1))
    }

    #[inline(never)]
    fn other_string(&mut self, start: usize) -> Result<Scanned, Refused> {
        let found = scan_string(self.body, start)?;
        self.beyond_ascii |= found.beyond_ascii;
        let mut text = &self.body[start..found.end];
        if text.len() > self.limits.string {
            if found.escaped {
                unescape(text, &mut self.scratch.decoded)?;
                text = &self.scratch.decoded;
            }
            if count_characters(text) > self.limits.string {
                return Err(Refused);
            }
        }
        Ok(found)
    }

    fn number(&mut self, at: usize) -> Result<usize, Refused> {
        let found = scan_number(self.body, at).filter(|found| !found.is_long).ok_or(Refused)?;
        let size = found.end - at;
        self.push(found.kind, Span { start: at, size, flags: found.flags })?;
        Ok(found.end)
    }

    fn word(&mut self, at: usize, word: &[u8], kind: u8, flags: u8) -> Result<usize, Refused> {
        let size = word.len();
        if self.body.get(at..at + size) != Some(word) {
            return Err(Refused);
        }
        self.push(kind, Span { start: at, size, flags })?;
        Ok(at + size)
    }

    /// Put a node on the tape. A value takes the name that was read before it.
    #[inline(always)]
    fn push(&mut self, kind: u8, span: Span) -> Result<(), Refused> {
        if self.scratch.tape.len() == self.scratch.tape.capacity() {
            self.scratch.grow(self.body.len())?;
        }
        let name = self.name;
        self.name = UNNAMED;
        let (start, size) = (offset(span.start), offset(span.size));
        let next = offset(self.scratch.tape.len() + 1);
        self.scratch.tape.push(Node { kind, flags: span.flags, name, start, size, next });
        Ok(())
    }

    /// Return the first byte from `at` on that is no blank, and its place.
    #[inline(always)]
    fn next(&self, mut at: usize) -> Result<(u8, usize), Refused> {
        let mut byte = self.byte(at)?;
        if byte == b' ' {
            at += 1;
            byte = self.byte(at)?;
        }
        if byte <= b' ' {
            at = self.skip_blanks(at);
            byte = self.byte(at)?;
        }
        Ok((byte, at))
    }

    #[inline(always)]
    fn byte(&self, at: usize) -> Result<u8, Refused> {
        self.body.get(at).copied().ok_or(Refused)
    }

    #[inline(never)]
    fn skip_blanks(&self, at: usize) -> usize {
        skip_blanks(self.body, at)
    }
}

/// Part of the text, and bits of `flag`.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    size: usize,
    flags: u8,
}

/// Return an offset or count of the tape. `scan` refuses texts of more than `MOST_BYTES`.
fn offset(number: usize) -> u32 {
    number as u32
}
