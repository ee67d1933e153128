//! From bytes to a tape, or to a refusal. All promises about the wire are kept here.
//!
//! A text is accepted if it is UTF-8 without a byte order mark, is JSON by RFC 8259, nests at most
//! 32 deep, has no duplicate key at any depth (escaped spellings count as the same key), no lone
//! surrogate, no number that readers disagree on, and keeps the limits.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::names::Names;
use crate::number::scan_number;
use crate::tape::{Node, UNNAMED, flag, kind, step};
use crate::text::{count_characters, scan_string, unescape};

/// The deepest nesting of arrays and objects.
pub const DEPTH: usize = 32;
/// Offsets in a tape have 32 bits.
const MOST_BYTES: usize = i32::MAX as usize;
/// Room for so many nodes is made at first.
const FIRST_NODES: usize = 64;
/// A scratch that has grown beyond this many nodes is not kept. A node has 16 bytes.
const MOST_KEPT_NODES: usize = 1 << 17;
/// Nor is room for longer texts of strings.
const MOST_KEPT_BYTES: usize = 1 << 16;

/// So many undeclared keys of an object are compared with each other, which takes less time than to
/// hash them.
const FEW: usize = 4;
/// `Frame::others` of an object whose undeclared keys are hashed.
const HASHED: u8 = FEW as u8 + 1;

/// The number of the next scan. No scan has the number 0, which a new scratch has.
static SCANS: AtomicU64 = AtomicU64::new(1);
/// A random number, which a door sets where the platform has none: there, `RandomState` is known.
pub static SEED: AtomicU64 = AtomicU64::new(0);

/// A text that is not accepted. The reason is for others to find: a refusal may be slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Bounds on a text.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the text.
    pub bytes: usize,
    /// Arrays and objects in the text.
    pub objects: usize,
    /// Characters of a string or key.
    pub string: usize,
}

/// An array or object whose end is not reached.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// Index of its node.
    node: u32,
    /// Items or members so far.
    size: u32,
    /// Number of the object in this scratch, to tell its keys from those of others.
    serial: u32,
    /// Where `Scratch::seen` has the names of its depth.
    names: u32,
    is_object: bool,
    /// Undeclared keys so far, or `HASHED`.
    others: u8,
}

/// A hasher of hashes, which keeps them as they are.
#[derive(Debug, Default)]
struct Kept(u64);

impl Hasher for Kept {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _bytes: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The hash of a key and of its object.
#[derive(Clone, Copy, Debug, Eq)]
struct KeyHash(u64);

impl PartialEq for KeyHash {
    fn eq(&self, other: &KeyHash) -> bool {
        step();
        self.0 == other.0
    }
}

impl Hash for KeyHash {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
    }
}

/// The memory of a judgement, which the next one uses again.
#[derive(Debug, Default)]
pub struct Work {
    /// Text of a string with escapes.
    pub decoded: Vec<u8>,
    /// Places of the fields of a document.
    pub found: Vec<u32>,
}

/// The memory of a scan, which the next scan uses again.
#[derive(Debug, Default)]
pub struct Scratch {
    pub tape: Vec<Node>,
    /// Number of the scan that wrote the tape. No two scans of a process have the same.
    pub number: u64,
    pub work: Work,
    /// Text of a string with escapes.
    decoded: Vec<u8>,
    /// The arrays and objects around the one at the current place.
    frames: [Frame; DEPTH],
    /// Serial of the object that last had a name, by depth and name.
    seen: Vec<u32>,
    serial: u32,
    /// Nodes of the undeclared keys of an object, by depth, while they are few.
    few: [[u32; FEW]; DEPTH],
    /// Hashes of undeclared keys, each with the serial of its object.
    others: HashSet<KeyHash, BuildHasherDefault<Kept>>,
    /// Its seed is random, so nobody can choose keys with equal hashes.
    hasher: RandomState,
}

impl Scratch {
    /// Forget the strings of the last text, and return memory that few texts need.
    ///
    /// The tape is kept: it has places of the text, and nothing that the text holds.
    pub fn clear(&mut self) {
        if self.tape.capacity() > MOST_KEPT_NODES || self.others.capacity() > MOST_KEPT_NODES {
            *self = Scratch::default();
        }
        for decoded in [&mut self.decoded, &mut self.work.decoded] {
            if decoded.capacity() > MOST_KEPT_BYTES {
                *decoded = Vec::new();
            }
            decoded.clear();
        }
    }

    /// Return the bytes of memory that depend on the text.
    #[cfg(test)]
    fn held(&self) -> usize {
        let buckets = self.others.capacity() * 8 / 7; // a table is at most so full
        let hashes = buckets * (size_of::<KeyHash>() + 1);
        self.tape.capacity() * size_of::<Node>() + hashes + self.decoded.capacity()
    }

    fn prepare(&mut self, names: usize) -> Result<(), Refused> {
        self.number = SCANS.fetch_add(1, Ordering::Relaxed);
        self.tape.clear();
        self.others.clear();
        if self.seen.len() < DEPTH * names {
            let more = DEPTH * names - self.seen.len();
            self.seen.try_reserve(more).map_err(|_| Refused)?;
            self.seen.resize(DEPTH * names, 0);
        }
        if self.serial > u32::MAX / 2 {
            self.seen.fill(0);
            self.serial = 0;
        }
        Ok(())
    }

    /// Make room for more nodes: twice as many, or as many as a text of some bytes can have at most, if
    /// that is not much more. An allocator that copies then holds at most 10 bytes for each of the text.
    ///
    /// A value and the sign before it have at least two bytes, except the values that the last ones
    /// are in. Without memory the text is refused: to fail to allocate would end the process.
    #[cold]
    fn grow(&mut self, bytes: usize) -> Result<(), Refused> {
        let (size, most) = (self.tape.len(), bytes / 2 + DEPTH);
        let is_nearly_all = 2 * size > most / 8 * 5;
        let wanted = FIRST_NODES.max(if is_nearly_all { most } else { 2 * size });
        self.tape.try_reserve_exact(wanted.max(size + 1) - size).map_err(|_| Refused)
    }
}

/// Return what is hashed before a key, so that nobody can choose keys with equal hashes.
#[inline]
pub fn seed() -> u64 {
    if cfg!(target_family = "wasm") { SEED.load(Ordering::Relaxed) } else { 0 }
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
    scratch.prepare(names.len())?;
    let mut scanner = Scanner {
        body,
        names,
        limits,
        scratch,
        frame: Frame::default(),
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
    /// The array or object around the current place, unless the depth is 0.
    frame: Frame,
    depth: usize,
    objects: usize,
    /// The name of the member whose value comes next.
    name: u16,
    beyond_ascii: bool,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), Refused> {
        let mut at = self.skip_blanks(0);
        let mut in_object = false;
        loop {
            if in_object {
                at = self.key(at)?;
            }
            let before = self.depth;
            at = self.value(at)?;
            if self.depth > before {
                in_object = self.frame.is_object; // its first value comes next
                continue;
            }
            // close what ends here, and go to the next value
            loop {
                at = self.skip_blanks(at);
                if self.depth == 0 {
                    return if at == self.body.len() { Ok(()) } else { Err(Refused) };
                }
                self.frame.size += 1;
                in_object = self.frame.is_object;
                let byte = self.byte(at)?;
                at += 1;
                if byte == b',' {
                    at = self.skip_blanks(at);
                    break;
                }
                if byte != if in_object { b'}' } else { b']' } {
                    return Err(Refused);
                }
                self.close();
            }
        }
    }

    /// Scan the value at `at`. Of an array or object that is not empty, scan the beginning.
    #[inline(always)]
    fn value(&mut self, at: usize) -> Result<usize, Refused> {
        match self.byte(at)? {
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
        let at = self.skip_blanks(at + 1);
        if self.byte(at)? == end {
            return Ok(at + 1);
        }
        self.scratch.serial += 1;
        let (serial, is_object) = (self.scratch.serial, kind == kind::OBJECT);
        self.scratch.frames[self.depth] = self.frame;
        let names = offset(self.depth * self.names.len());
        self.frame = Frame { node: offset(node), size: 0, serial, names, is_object, others: 0 };
        self.depth += 1;
        Ok(at)
    }

    fn close(&mut self) {
        let frame = self.frame;
        self.depth -= 1;
        self.frame = self.scratch.frames[self.depth];
        let next = offset(self.scratch.tape.len());
        let node = &mut self.scratch.tape[frame.node as usize];
        node.size = frame.size;
        node.next = next;
    }

    /// Scan a key and the colon after it.
    #[inline(always)]
    fn key(&mut self, at: usize) -> Result<usize, Refused> {
        if self.byte(at)? != b'"' {
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
            self.other_key(key, raw)?;
        }
        // what most writers put there is known without a loop
        if let Some(&[b':', b' ', next]) = self.body.get(end..end + 3)
            && next > b' '
        {
            return Ok(end + 2);
        }
        let at = self.skip_blanks(end);
        if self.byte(at)? != b':' {
            return Err(Refused);
        }
        Ok(self.skip_blanks(at + 1))
    }

    #[inline(always)]
    fn declared_key(&mut self, name: u16) -> Result<(), Refused> {
        let seen = &mut self.scratch.seen[self.frame.names as usize + name as usize];
        if *seen == self.frame.serial {
            return Err(Refused);
        }
        *seen = self.frame.serial;
        self.name = name;
        Ok(())
    }

    /// Note an undeclared key, and put it on the tape.
    #[inline(never)]
    fn other_key(&mut self, key: Span, text: &[u8]) -> Result<(), Refused> {
        let (body, depth) = (self.body, self.depth - 1);
        let Scratch { tape, few, .. } = &mut *self.scratch;
        let (frame, few) = (&mut self.frame, &mut few[depth]);
        let count = frame.others as usize;
        if count < FEW && key.flags & flag::ESCAPED == 0 {
            if few[..count].iter().any(|&node| tape[node as usize].bytes(body) == text) {
                return Err(Refused);
            }
            few[count] = offset(tape.len());
            frame.others += 1;
        } else {
            if count <= FEW {
                frame.others = HASHED;
                let earlier = few.map(|node| tape.get(node as usize).copied().unwrap_or_default());
                for node in &earlier[..count] {
                    self.hash_key(node.bytes(body))?;
                }
            }
            self.hash_key(text)?;
        }
        self.push(kind::KEY, key)
    }

    /// Note an undeclared key by its hash.
    ///
    /// Two keys with one hash count as duplicates. Others decide whether they are.
    fn hash_key(&mut self, text: &[u8]) -> Result<(), Refused> {
        let serial = self.frame.serial;
        let hash = KeyHash(self.scratch.hasher.hash_one((seed(), serial, text)));
        self.scratch.others.try_reserve(1).map_err(|_| Refused)?;
        if self.scratch.others.insert(hash) { Ok(()) } else { Err(Refused) }
    }

    #[inline(never)]
    fn escaped_key(&mut self, key: Span, raw: &[u8]) -> Result<(), Refused> {
        let mut text = std::mem::take(&mut self.scratch.decoded);
        unescape(raw, &mut text)?;
        match self.names.find(&text) {
            Some(name) => self.declared_key(name)?,
            None => self.other_key(key, &text)?,
        }
        self.scratch.decoded = text;
        Ok(())
    }

    /// Scan the string at `at`. Return its bytes without quotes, and the place after it.
    #[inline(always)]
    fn string(&mut self, at: usize) -> Result<(Span, usize), Refused> {
        let start = at + 1;
        let found = scan_string(self.body, start)?;
        self.beyond_ascii |= found.beyond_ascii;
        let size = found.end - start;
        if size > self.limits.string && self.is_too_long(start, found.end, found.escaped) {
            return Err(Refused);
        }
        let flags = if found.escaped { flag::ESCAPED } else { 0 };
        Ok((Span { start, size, flags }, found.end + 1))
    }

    #[inline(never)]
    fn is_too_long(&mut self, start: usize, end: usize, escaped: bool) -> bool {
        let mut text = &self.body[start..end];
        if escaped {
            if unescape(text, &mut self.scratch.decoded).is_err() {
                return true;
            }
            text = &self.scratch.decoded;
        }
        count_characters(text) > self.limits.string
    }

    fn number(&mut self, at: usize) -> Result<usize, Refused> {
        let found = scan_number(self.body, at)?;
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

    #[inline(always)]
    fn byte(&self, at: usize) -> Result<u8, Refused> {
        self.body.get(at).copied().ok_or(Refused)
    }

    #[inline(always)]
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

/// Return an offset or count of the tape. `scan` refuses texts of more than `MOST_BYTES`.
fn offset(number: usize) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { bytes: 1 << 20, objects: 1000, string: 1 << 20 };

    fn tape_with(body: &[u8], names: &[&str], limits: &Limits) -> Result<Vec<Node>, Refused> {
        let names = Names::new(names.iter().map(|name| name.as_bytes().into()).collect());
        let mut scratch = Scratch::default();
        scan(body, &names, limits, &mut scratch)?;
        Ok(scratch.tape)
    }

    fn tape(body: &[u8]) -> Result<Vec<Node>, Refused> {
        tape_with(body, &["a", "b"], &LIMITS)
    }

    fn kinds(body: &str) -> Option<Vec<u8>> {
        let nodes = tape(body.as_bytes()).ok()?;
        Some(nodes.iter().map(|node| node.kind).collect())
    }

    #[test]
    fn values_are_on_the_tape_in_their_order() {
        use kind::*;
        let rows: &[(&str, &[u8])] = &[
            ("null", &[NULL]),
            (" true ", &[BOOLEAN]),
            ("false", &[BOOLEAN]),
            ("1", &[INTEGER]),
            ("0.5", &[FRACTION]),
            ("\"\"", &[STRING]),
            ("[]", &[ARRAY]),
            ("{ }", &[OBJECT]),
            ("[1, [\"x\"], {}]", &[ARRAY, INTEGER, ARRAY, STRING, OBJECT]),
            ("{\"a\":1,\"b\":[null]}", &[OBJECT, INTEGER, ARRAY, NULL]),
            ("{\"c\":1}", &[OBJECT, KEY, INTEGER]),
            ("\t[\n1\r,2 ]", &[ARRAY, INTEGER, INTEGER]),
        ];
        for (text, expected) in rows {
            assert_eq!(kinds(text).as_deref(), Some(*expected), "{text}");
        }
    }

    #[test]
    fn nodes_say_where_they_are_and_what_is_after_them() {
        let body = br#"{"a": [10, "xy"], "z": {"b": true}}"#;
        let nodes = tape(body).unwrap();
        let rows: Vec<(u8, u32, u32)> =
            nodes.iter().map(|node| (node.kind, node.size, node.next)).collect();
        let expected = [
            (kind::OBJECT, 2, 7),
            (kind::ARRAY, 2, 4),
            (kind::INTEGER, 2, 3),
            (kind::STRING, 2, 4),
            (kind::KEY, 1, 5),
            (kind::OBJECT, 1, 7),
            (kind::BOOLEAN, 4, 7),
        ];
        assert_eq!(rows, expected);
        let names: Vec<u16> = nodes.iter().map(|node| node.name).collect();
        assert_eq!(names, [UNNAMED, 0, UNNAMED, UNNAMED, UNNAMED, UNNAMED, 1]);
        assert_eq!(nodes[3].bytes(body), b"xy");
        assert_eq!(nodes[4].bytes(body), b"z");
    }

    #[test]
    fn texts_that_are_not_json_are_refused() {
        let rows = [
            "",
            " ",
            "nul",
            "True",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":}",
            "{a:1}",
            "{,}",
            "{\"a\":1,}",
            "[1",
            "{\"a\":1",
            "]",
            "}",
            "[}",
            "{]",
            "1 2",
            "[] []",
            "'a'",
            "\"a",
            "// x\n1",
            "[1]//",
            "NaN",
            "-Infinity",
            "\u{feff}1",
            "\u{a0}1",
            "[1]\0",
            "{1:2}",
            "\u{c}1",
            "tru\"e\"",
        ];
        for text in rows {
            assert_eq!(tape(text.as_bytes()), Err(Refused), "{text:?}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf8_are_refused() {
        let rows: &[&[u8]] = &[
            b"\"\xff\"",
            b"\"\xc3\"",
            b"\"\xc0\x80\"",
            b"\"\xed\xa0\x80\"",
            b"\"\xf4\x90\x80\x80\"",
            b"\xef\xbb\xbf1",
            b"\xff\xfe1\0",
            b"{\"\xe4\":1}",
            b"\"\xe2\x82\"",
        ];
        for body in rows {
            assert_eq!(tape(body), Err(Refused), "{body:?}");
        }
        assert!(tape("\"\u{e4}\u{20ac}\u{1f600}\"".as_bytes()).is_ok());
    }

    #[test]
    fn duplicate_keys_are_refused_at_every_depth_and_in_every_spelling() {
        let refused = [
            r#"{"a":1,"a":2}"#,
            r#"{"z":1,"z":2}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"\u007a":1,"z":2}"#,
            r#"{"z":1,"y":{"z":1},"z":2}"#,
            r#"[[{"b":{"z":1,"a":0,"z":1}}]]"#,
            r#"{"":1,"":2}"#,
            r#"{"a":{"a":{"a":1}},"b":1,"a":1}"#,
            "{\"\u{e4}\":1,\"\\u00e4\":2}",
        ];
        for text in refused {
            assert_eq!(tape(text.as_bytes()), Err(Refused), "{text}");
        }
        let accepted = [
            r#"{"a":{"a":{"a":1}},"b":{"a":1}}"#,
            r#"[{"a":1},{"a":1},{"z":1},{"z":1}]"#,
            r#"{"z":{"z":{"z":1}},"y":{"z":1}}"#,
            r#"{"z":1,"Z":1,"z ":1,"z\u0000":1}"#,
        ];
        for text in accepted {
            assert!(tape(text.as_bytes()).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_scratch_serves_many_texts_and_tables() {
        let mut scratch = Scratch { serial: u32::MAX / 2 - 2, ..Scratch::default() };
        let few = Names::new(vec![b"a".as_slice().into()]);
        let many = Names::new((b'a'..=b'z').map(|sign| [sign].as_slice().into()).collect());
        for _ in 0..5 {
            for names in [&few, &many] {
                assert!(
                    scan(br#"[{"a":1,"x":{"a":2}},{"a":1}]"#, names, &LIMITS, &mut scratch).is_ok()
                );
                assert!(scan(br#"{"a":1,"b":2,"a":3}"#, names, &LIMITS, &mut scratch).is_err());
            }
        }
    }

    #[test]
    fn room_for_long_strings_is_not_kept() {
        let mut scratch = Scratch::default();
        let text = format!("\"{}\"", "\\u0061".repeat(1 << 18));
        let limits = Limits { bytes: 1 << 24, ..LIMITS };
        assert!(scan(text.as_bytes(), &Names::default(), &limits, &mut scratch).is_ok());
        unescape(&text.as_bytes()[1..text.len() - 1], &mut scratch.decoded).unwrap();
        assert_eq!(scratch.decoded.len(), 1 << 18);
        scratch.clear();
        assert!(scratch.decoded.capacity() <= MOST_KEPT_BYTES);
    }

    /// Return the texts that need the most memory for their length, by their number of nodes.
    fn greedy(nodes: usize) -> [String; 5] {
        let list = |item: &str, of: usize| format!("[{}1]", item.repeat(nodes / of));
        let members: String = ('a'..='z').map(|key| format!("\"{key}\":1,")).collect();
        let record = format!("{{{members}\"\":1}},");
        let mut object = String::from("{");
        for key in 0..nodes / 2 {
            object += &format!("\"{key:x}\":1,");
        }
        object += "\"\":1}";
        [list("1,", 1), list("[],", 1), list("{\"\":1},", 3), list(&record, 55), object]
    }

    /// Tables double when they are full. The old one is there until the new one is written.
    #[test]
    fn memory_is_bounded_by_a_multiple_of_the_text() {
        const SMALL: usize = 1 << 12;
        let limits = Limits { bytes: 1 << 30, objects: 1 << 30, string: 1 << 30 };
        let mut most = 0.0f64;
        for power in [10, 13] {
            for nodes in (0..16).map(|step| (1 << power) + (step << (power - 4))) {
                for text in greedy(nodes + 1) {
                    let mut scratch = Scratch::default();
                    scan(text.as_bytes(), &Names::default(), &limits, &mut scratch).unwrap();
                    let held = scratch.held();
                    assert!(held <= 12 * text.len() + SMALL, "{held} for {}", text.len());
                    most = most.max(held as f64 / text.len() as f64);
                }
            }
        }
        assert!(most > 7.5, "{most}: the texts are not greedy, or the bound is too high");
    }

    #[test]
    fn a_refused_text_needs_no_more_memory_than_an_accepted_one() {
        for text in [format!("[{}", "1,".repeat(1 << 16)), "[".repeat(1 << 16), "1".repeat(1 << 16)]
        {
            let mut scratch = Scratch::default();
            let limits = Limits { bytes: 1 << 20, ..LIMITS };
            assert!(scan(text.as_bytes(), &Names::default(), &limits, &mut scratch).is_err());
            assert!(scratch.held() <= 8 * text.len() + 1024);
        }
    }

    #[test]
    fn undeclared_keys_are_compared_or_hashed() {
        let names = ["k", "kk", "l", "m", "n", "o", "p"];
        let escaped = |key: &str| format!("\\u{:04x}{}", key.as_bytes()[0], &key[1..]);
        let scanned = |keys: &[String]| {
            let inner = r#"{"k": {"l": 1}}"#; // with keys of its own
            let rows: Vec<_> = keys.iter().map(|key| format!("\"{key}\": {inner}")).collect();
            tape(format!("{{{}}}", rows.join(", ")).as_bytes()).map(|_| ())
        };
        for count in 1..=names.len() {
            for spelt in 0..=count {
                let mut keys: Vec<String> =
                    names[..count].iter().map(|key| (*key).into()).collect();
                if spelt < count {
                    keys[spelt] = escaped(names[spelt]);
                }
                assert_eq!(scanned(&keys), Ok(()), "{keys:?}");
                for name in &names[..count] {
                    for again in [(*name).into(), escaped(name)] {
                        let twice = [&keys[..], &[again]].concat();
                        assert_eq!(scanned(&twice), Err(Refused), "{twice:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn nobody_knows_the_hashes_of_keys() {
        let scratches: [Scratch; 2] = Default::default();
        let [one, other] = scratches.map(|scratch| scratch.hasher.hash_one((0u32, b"key")));
        assert_ne!(one, other);
    }

    #[test]
    fn nesting_ends_at_the_depth_of_the_contract() {
        for (open, close, inner) in [("[", "]", "1"), ("{\"a\":", "}", "1"), ("{\"z\":", "}", "[]")]
        {
            let around = if inner == "1" { DEPTH } else { DEPTH - 1 };
            let fits = open.repeat(around) + inner + &close.repeat(around);
            assert!(tape(fits.as_bytes()).is_ok(), "{fits}");
            let too_deep = open.repeat(around + 1) + inner + &close.repeat(around + 1);
            assert_eq!(tape(too_deep.as_bytes()), Err(Refused), "{too_deep}");
        }
        let hostile = "[".repeat(1 << 20);
        assert_eq!(tape(hostile.as_bytes()), Err(Refused));
    }

    #[test]
    fn limits_are_inclusive() {
        let limits = Limits { bytes: 20, objects: 3, string: 4 };
        let rows: &[(&str, bool)] = &[
            ("[{},[]]", true),
            ("[{},[],[]]", false),
            ("\"\u{e4}\u{e4}\u{e4}\u{e4}\"", true),
            ("\"\u{e4}\u{e4}\u{e4}\u{e4}x\"", false),
            (r#""\u0041abc""#, true),
            (r#""\u0041abcd""#, false),
            (r#"{"abcd":1}"#, true),
            (r#"{"abcde":1}"#, false),
            ("[1, 2, 3, 4, 5, 6 ]", true),
            ("[1, 2, 3, 4, 5, 6   ]", false),
        ];
        for (text, fits) in rows {
            assert_eq!(tape_with(text.as_bytes(), &[], &limits).is_ok(), *fits, "{text}");
        }
    }
}
