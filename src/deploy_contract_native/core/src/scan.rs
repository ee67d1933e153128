//! From bytes to a tape, or to a refusal. All promises about the wire are kept here.
//!
//! A text is accepted if it is UTF-8 without a byte order mark, is JSON by RFC 8259, nests at most
//! 32 deep, has no duplicate key at any depth (escaped spellings count as the same key), no lone
//! surrogate, no number that readers disagree on, and keeps the limits.

use std::cell::Cell;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::names::Names;
use crate::number::scan_number;
use crate::tape::{Node, UNNAMED, flag, kind};
use crate::text::{NO_ROOM, WrongAt, count_characters, plain_end, scan_string, unescape};

/// The deepest nesting of arrays and objects.
pub const DEPTH: usize = 32;
/// Offsets in a tape have 32 bits.
const MAX_BYTES: usize = i32::MAX as usize;
/// The first allocation has room for this many nodes.
const FIRST_NODES: usize = 64;
/// A scratch that has grown beyond this many nodes is not kept. A node has 16 bytes.
const MAX_KEPT_NODES: usize = 1 << 17;
/// A longer buffer for decoded strings is not kept, either.
const MAX_KEPT_BYTES: usize = 1 << 16;

/// The number of the next scan. No scan has the number 0, which a new scratch has.
static SCANS: AtomicU64 = AtomicU64::new(1);
/// The seed of key hashes in WebAssembly, where `RandomState` is predictable. The host sets it.
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

/// The memory of a scan, which the next scan uses again.
#[derive(Debug, Default)]
pub struct Scratch {
    pub tape: Vec<Node>,
    /// Number of the scan that wrote the tape. No two scans of a process have the same.
    pub number: u64,
    /// Text of a string with escapes.
    decoded: Vec<u8>,
    /// By depth and name: the serial of the last object that had a key of this name.
    seen: Vec<u64>,
    serial: u64,
    /// By the name before it, or by depth for first keys: the last key. The next key is compared with
    /// it first, since most objects have their keys in one order.
    guesses: Vec<u16>,
    hasher: RandomState,
}

thread_local! {
    /// The memory of the last scan in this thread.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

/// Call `work` with the memory of this thread. A nested call gets new memory.
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
        if self.tape.capacity() > MAX_KEPT_NODES {
            *self = Scratch::default();
        }
        if self.decoded.capacity() > MAX_KEPT_BYTES {
            self.decoded = Vec::new();
        }
        self.decoded.clear();
    }

    fn prepare(&mut self, names: usize) -> Result<(), WrongAt> {
        self.number = SCANS.fetch_add(1, Ordering::Relaxed);
        self.tape.clear();
        let more = (DEPTH * names).saturating_sub(self.seen.len());
        self.seen.try_reserve(more).map_err(|_| NO_ROOM)?;
        self.seen.resize(self.seen.len() + more, 0);
        let more = (names + 1 + DEPTH).saturating_sub(self.guesses.len());
        self.guesses.try_reserve(more).map_err(|_| NO_ROOM)?;
        self.guesses.resize(self.guesses.len() + more, UNNAMED);
        Ok(())
    }

    /// Double the room for nodes. If that is more than half of `limit`, make room for `limit` nodes.
    /// So an allocator that copies holds at most 8 bytes for each byte of the text.
    ///
    /// No text has more: a value and the character before it have two bytes, except open arrays and
    /// objects. Without memory, refuse the text, since a failed allocation would end the process.
    #[cold]
    fn grow(&mut self, bytes: usize) -> Result<(), WrongAt> {
        let (size, limit) = (self.tape.len(), bytes / 2 + DEPTH);
        let wanted = FIRST_NODES.max(if 4 * size > limit { limit } else { 2 * size });
        self.tape.try_reserve_exact(wanted.max(size + 1) - size).map_err(|_| NO_ROOM)
    }
}

/// Return the hash of a key. It is random, so nobody can choose keys with equal hashes.
fn hash_of_key(hasher: &RandomState, key: &[u8]) -> u64 {
    let mut state = hasher.build_hasher();
    if cfg!(target_family = "wasm") {
        state.write_u64(SEED.load(Ordering::Relaxed));
    }
    state.write(key);
    state.finish()
}

/// Write the tape of a text into the scratch.
pub fn scan(
    body: &[u8],
    names: &Names,
    limits: &Limits,
    scratch: &mut Scratch,
) -> Result<(), Refused> {
    if body.len() > limits.bytes {
        return Err(Refused);
    }
    let found = Scanner::<false>::scan(body, names, limits, scratch).map_err(|_| Refused)?;
    if found.beyond_ascii && std::str::from_utf8(body).is_err() {
        return Err(Refused);
    }
    Ok(())
}

/// The faults of a text that is JSON. A place is an index on the tape. A key has the place of its
/// object.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    /// The rule of the first duplicate key or constant.
    pub(crate) first: Option<&'static str>,
    /// The first places of a lone surrogate and of a text that is too long.
    pub(crate) surrogate: Option<usize>,
    pub(crate) long: Option<usize>,
    pub(crate) has_long_number: bool,
    /// True if a string has a byte that is not ASCII.
    beyond_ascii: bool,
}

fn keep_first(known: &mut Option<usize>, place: usize) {
    *known = Some(known.map_or(place, |known| known.min(place)));
}

/// An object whose end is not reached.
struct Object {
    /// Index of its node.
    node: usize,
    /// Where `Scratch::seen` has its names.
    names: usize,
    /// Distinguishes the keys of this object from those of other objects.
    serial: u64,
    /// Where `Scratch::guesses` has the guess of the next key.
    guess: usize,
    /// Undeclared keys so far.
    others: usize,
    is_repeated: bool,
}

/// A scan of one text. It ends at the offset at which Python's JSON reader refuses the text.
///
/// Unless it looks for the reason (`WHY`), it also ends at the first fault of another kind. Places are
/// handed from function to function, since a place that is kept in memory costs more than the rest of
/// the work.
pub(crate) struct Scanner<'a, const WHY: bool> {
    body: &'a [u8],
    names: &'a Names,
    limits: &'a Limits,
    scratch: &'a mut Scratch,
    depth: usize,
    objects: usize,
    /// The name of the next value.
    name: u16,
    noted: Noted,
}

impl<'a, const WHY: bool> Scanner<'a, WHY> {
    pub(crate) fn scan(
        body: &'a [u8],
        names: &'a Names,
        limits: &'a Limits,
        scratch: &'a mut Scratch,
    ) -> Result<Noted, WrongAt> {
        if body.len() > MAX_BYTES {
            return Err(NO_ROOM);
        }
        scratch.prepare(names.count())?;
        let (depth, objects, noted) = (0, 0, Noted::default());
        let mut scanner: Scanner<WHY> =
            Scanner { body, names, limits, scratch, depth, objects, name: UNNAMED, noted };
        let (byte, at) = scanner.next(0)?;
        let end = scanner.value(byte, at)?;
        let end = scanner.skip_blanks(end);
        if end == body.len() { Ok(scanner.noted) } else { Err(end) }
    }

    /// Scan the value at `at`, whose first byte is given. Return the offset after the value.
    #[inline(always)]
    fn value(&mut self, byte: u8, at: usize) -> Result<usize, WrongAt> {
        match byte {
            b'"' => {
                let (text, end) = self.string(at, self.scratch.tape.len())?;
                self.push(kind::STRING, text)?;
                Ok(end)
            }
            b'{' => self.inside::<true>(at),
            b'[' => self.inside::<false>(at),
            b't' => self.word(at, b"true", kind::BOOLEAN, flag::TRUE),
            b'f' => self.word(at, b"false", kind::BOOLEAN, 0),
            b'n' => self.word(at, b"null", kind::NULL, 0),
            _ => self.number(at),
        }
    }

    /// Scan the object or array at `at`. It recurses as deep as the text nests, which is bounded.
    fn inside<const IS_OBJECT: bool>(&mut self, at: usize) -> Result<usize, WrongAt> {
        let node = self.scratch.tape.len();
        self.objects += 1;
        if self.depth == DEPTH || self.objects > self.limits.objects {
            return Err(at);
        }
        let (kind, last) = if IS_OBJECT { (kind::OBJECT, b'}') } else { (kind::ARRAY, b']') };
        self.push(kind, Span { start: at, size: 0, flags: 0 })?;
        let (mut byte, mut at) = self.next(at + 1)?;
        if byte == last {
            return Ok(at + 1);
        }
        self.scratch.serial += 1;
        let (names, serial) = (self.depth * self.names.count(), self.scratch.serial);
        let guess = self.names.count() + 1 + self.depth;
        let mut object = Object { node, names, serial, guess, others: 0, is_repeated: false };
        let mut size = 0;
        self.depth += 1;
        loop {
            if IS_OBJECT {
                (byte, at) = self.key(&mut object, byte, at)?;
            }
            at = self.value(byte, at)?;
            size += 1;
            (byte, at) = self.next(at)?;
            if byte == last {
                break;
            }
            if byte != b',' {
                return Err(at);
            }
            (byte, at) = self.next(at + 1)?;
        }
        if object.is_repeated || (object.others > 1 && !self.are_distinct(&object)?) {
            self.note(at, |noted| _ = noted.first.get_or_insert("json-duplicate-key"))?;
        }
        self.depth -= 1;
        let next = offset(self.scratch.tape.len());
        let node = &mut self.scratch.tape[node];
        (node.size, node.next) = (size, next);
        Ok(at + 1)
    }

    /// End the scan with a fault that is not of syntax, or note it.
    #[inline(always)]
    fn note(&mut self, at: usize, note: impl FnOnce(&mut Noted)) -> Result<(), WrongAt> {
        if !WHY {
            return Err(at);
        }
        note(&mut self.noted);
        Ok(())
    }

    /// Scan a key, whose first byte is given, and the colon after it. Return the first byte of the value,
    /// and the offset of this byte.
    #[inline(always)]
    fn key(&mut self, object: &mut Object, byte: u8, at: usize) -> Result<(u8, usize), WrongAt> {
        if byte != b'"' {
            return Err(at);
        }
        let (body, guess) = (self.body, self.scratch.guesses[object.guess]);
        let guessed = self.names.end_of_key(guess, body, at + 1);
        let guessed = guessed.filter(|end| end - (at + 1) <= self.limits.string);
        let (key, end, name) = if let Some(end) = guessed {
            (Span { start: at, size: 0, flags: 0 }, end + 1, Some(guess))
        } else {
            let (key, end) = self.string(at, object.node)?;
            let raw = &body[key.start..key.start + key.size];
            let name = match key.flags & flag::ESCAPED {
                0 => self.names.find(raw),
                _ => self.find_escaped(raw)?,
            };
            self.scratch.guesses[object.guess] = name.unwrap_or(UNNAMED);
            (key, end, name)
        };
        object.guess = self.names.count().min(name.unwrap_or(UNNAMED) as usize);
        if let Some(name) = name {
            let seen = &mut self.scratch.seen[object.names + name as usize];
            object.is_repeated |= std::mem::replace(seen, object.serial) == object.serial;
            self.name = name;
        } else {
            object.others += 1;
            self.push(kind::KEY, key)?;
        }
        let (byte, at) = self.next(end)?;
        if byte != b':' {
            return Err(at);
        }
        self.next(at + 1)
    }

    #[inline(never)]
    fn find_escaped(&mut self, raw: &[u8]) -> Result<Option<u16>, WrongAt> {
        unescape(raw, &mut self.scratch.decoded)?;
        Ok(self.names.find(&self.scratch.decoded))
    }

    /// Return false if two undeclared keys of an object have the same hash. Two different keys have
    /// different hashes, except by a rare accident.
    #[inline(never)]
    fn are_distinct(&mut self, object: &Object) -> Result<bool, WrongAt> {
        let Scratch { tape, decoded, hasher, .. } = &mut *self.scratch;
        let mut hashes = Vec::new();
        hashes.try_reserve_exact(object.others).map_err(|_| NO_ROOM)?;
        let mut at = object.node + 1;
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
        hashes.sort_unstable();
        Ok(hashes.windows(2).all(|pair| pair[0] != pair[1]))
    }

    /// Scan the string at `at`. Return its bytes without quotes, and the offset after it. Faults get
    /// `place`, the place of the string on the tape.
    #[inline(always)]
    fn string(&mut self, at: usize, place: usize) -> Result<(Span, usize), WrongAt> {
        let start = at + 1;
        let (end, flags) = match plain_end(self.body, start) {
            Some(end) if end.wrapping_sub(start) <= self.limits.string => (end, 0),
            _ => self.other_string(at, place)?,
        };
        Ok((Span { start, size: end.wrapping_sub(start), flags }, end + 1))
    }

    /// Return the offset of the last quote of the string at `at`, and its flags.
    #[inline(never)]
    fn other_string(&mut self, at: usize, place: usize) -> Result<(usize, u8), WrongAt> {
        let found = scan_string(self.body, at)?;
        self.noted.beyond_ascii |= found.beyond_ascii;
        if found.has_surrogate {
            self.note(at, |noted| keep_first(&mut noted.surrogate, place))?;
        }
        let mut text = &self.body[at + 1..found.end];
        if text.len() > self.limits.string {
            if found.escaped {
                unescape(text, &mut self.scratch.decoded)?;
                text = &self.scratch.decoded;
            }
            if count_characters(text) > self.limits.string {
                self.note(at, |noted| keep_first(&mut noted.long, place))?;
            }
        }
        Ok((found.end, if found.escaped { flag::ESCAPED } else { 0 }))
    }

    fn number(&mut self, at: usize) -> Result<usize, WrongAt> {
        let Some(found) = scan_number(self.body, at) else { return self.constant(at) };
        if found.is_long {
            self.note(at, |noted| noted.has_long_number = true)?;
        }
        let size = found.end - at;
        self.push(found.kind, Span { start: at, size, flags: found.flags })?;
        Ok(found.end)
    }

    /// Scan a word that JSON does not have, and some readers accept.
    #[cold]
    fn constant(&mut self, at: usize) -> Result<usize, WrongAt> {
        self.note(at, |noted| _ = noted.first.get_or_insert("json-constant"))?;
        let words: [&[u8]; 3] = [b"NaN", b"Infinity", b"-Infinity"];
        let word = words.into_iter().find(|word| self.body[at..].starts_with(word)).ok_or(at)?;
        self.word(at, word, kind::NULL, 0)
    }

    #[inline(always)]
    fn word(&mut self, at: usize, word: &[u8], kind: u8, flags: u8) -> Result<usize, WrongAt> {
        let size = word.len();
        if self.body.get(at..at + size) != Some(word) {
            return Err(at);
        }
        self.push(kind, Span { start: at, size, flags })?;
        Ok(at + size)
    }

    /// Put a node on the tape. A value takes the name that was read before it.
    #[inline(always)]
    fn push(&mut self, kind: u8, span: Span) -> Result<(), WrongAt> {
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
    fn next(&self, mut at: usize) -> Result<(u8, usize), WrongAt> {
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
    fn byte(&self, at: usize) -> Result<u8, WrongAt> {
        self.body.get(at).copied().ok_or(at)
    }

    /// Return the offset of the first byte from `at` on that is no blank.
    #[inline(never)]
    fn skip_blanks(&self, mut at: usize) -> usize {
        while matches!(self.body.get(at), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            at += 1;
        }
        at
    }
}

/// Part of the text, and bits of `flag`.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    size: usize,
    flags: u8,
}

/// Return an offset or count of the tape. `scan` refuses texts of more than `MAX_BYTES`.
fn offset(number: usize) -> u32 {
    number as u32
}
