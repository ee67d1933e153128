//! Reads the numbers and texts of a program's bytes.
#![forbid(unsafe_code)]

/// A fault of a program: the bytes are not ones that the compiler of programs writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault(pub &'static str);

pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub fn bytes(&mut self, size: usize) -> Result<&'a [u8], Fault> {
        let (bytes, rest) = self.rest.split_at_checked(size).ok_or(Fault("it is cut short"))?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Read an unsigned integer of 32 bits, the lowest byte first.
    pub fn number(&mut self) -> Result<u32, Fault> {
        let bytes = self.bytes(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// Read a double of 64 bits, the lowest byte first.
    pub fn double(&mut self) -> Result<f64, Fault> {
        let bytes = self.bytes(8)?;
        let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        Ok(f64::from_bits(bits))
    }

    /// Read a number that must be below `bound`.
    pub fn index(&mut self, bound: usize) -> Result<usize, Fault> {
        let number = self.number()? as usize;
        if number >= bound {
            return Err(Fault("an index is out of range"));
        }
        Ok(number)
    }

    /// Read a count of parts, each of at least four bytes.
    pub fn count(&mut self) -> Result<usize, Fault> {
        let count = self.number()? as usize;
        if count > self.rest.len() / 4 {
            return Err(Fault("it is cut short"));
        }
        Ok(count)
    }

    /// Read a list of indexes, each below `bound`.
    pub fn indexes(&mut self, bound: usize) -> Result<Vec<usize>, Fault> {
        (0..self.count()?).map(|_| self.index(bound)).collect()
    }

    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }
}
