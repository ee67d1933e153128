//! Content codings: gzip (RFC 1952) and zlib streams (RFC 1950), decoded within a limit.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::http::content::Coding;

/// The bytes that are allocated at first. Most bodies are shorter.
const ROOM: usize = 1 << 16;
const WRONG: Unread = "content-decoding";
const CRC32: u32 = 0xedb8_8320;

/// The id of a rule that a body breaks, so that the body is not read.
pub(crate) type Unread = &'static str;

/// Return a body without its content coding; None if the body has no content coding.
///
/// A decoded body of more than `limit` bytes is an error. So is a body in another coding, a body
/// that ends early, and a body with more bytes after its end, since readers treat such bytes
/// differently. Decoding stops one byte beyond `limit`. So later errors in the body are not found.
pub(crate) fn decode(body: &[u8], coding: Coding, limit: usize) -> Result<Option<Vec<u8>>, Unread> {
    if body.len() > limit {
        return Err("json-size");
    }
    let max = limit.saturating_add(1);
    let (found, is_whole) = match coding {
        Coding::Identity => return Ok(None),
        // Netty reads zlib with another window than 32 KiB as deflate without a header
        Coding::Deflate if !body.starts_with(b"x") => return Err(WRONG),
        Coding::Deflate => {
            let (found, rest) = inflate(body, TINFL_FLAG_PARSE_ZLIB_HEADER, max)?;
            (found, rest.is_some_and(<[u8]>::is_empty))
        }
        Coding::Gzip => {
            let (found, rest) = inflate(without_gzip_header(body).ok_or(WRONG)?, 0, max)?;
            let end = [crc32(&found).to_le_bytes(), (found.len() as u32).to_le_bytes()];
            if rest.is_some_and(|rest| contradicts(rest, end)) {
                return Err(WRONG);
            }
            (found, rest.is_some_and(|rest| rest == end.as_flattened()))
        }
    };
    match found.len() > limit {
        true => Err("json-size"),
        false if is_whole => Ok(Some(found)),
        false => Err(WRONG),
    }
}

/// Return true if the checksum or the length at the end of a gzip member is wrong.
///
/// `rest` may lack the end or a part of it. A missing part is not wrong.
fn contradicts(rest: &[u8], end: [[u8; 4]; 2]) -> bool {
    rest.chunks_exact(4).zip(end).any(|(one, other)| one != other)
}

/// Return at most `max` decoded bytes of a stream, and the bytes after its end if it ends.
fn inflate(body: &[u8], flags: u32, max: usize) -> Result<(Vec<u8>, Option<&[u8]>), Unread> {
    let flags = flags | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut decoder = DecompressorOxide::new();
    let mut found = vec![0; max.min(ROOM)];
    let (mut read, mut written) = (0, 0);
    let status = loop {
        let (status, more_read, more_written) =
            decompress(&mut decoder, &body[read..], &mut found, written, flags);
        (read, written) = (read + more_read, written + more_written);
        if status != TINFLStatus::HasMoreOutput || found.len() == max {
            break status;
        }
        found.resize(found.len().saturating_mul(4).min(max), 0);
    };
    found.truncate(written);
    match status {
        TINFLStatus::Done => Ok((found, Some(&body[read..]))),
        TINFLStatus::HasMoreOutput
        | TINFLStatus::NeedsMoreInput
        | TINFLStatus::FailedCannotMakeProgress => Ok((found, None)),
        _ => Err(WRONG),
    }
}

/// Return the bytes after the header of a gzip member.
fn without_gzip_header(body: &[u8]) -> Option<&[u8]> {
    const CHECKED: u8 = 2;
    const HAS_EXTRA: u8 = 4;
    const HAS_NAME: u8 = 8;
    const HAS_COMMENT: u8 = 16;
    let (&[0x1f, 0x8b, 8, flags, ..], mut rest) = body.split_first_chunk::<10>()? else {
        return None;
    };
    if flags & 0xe0 != 0 {
        return None; // reserved
    }
    if flags & HAS_EXTRA != 0 {
        let (size, after) = rest.split_first_chunk()?;
        rest = after.get(u16::from_le_bytes(*size) as usize..)?;
    }
    for flag in [HAS_NAME, HAS_COMMENT] {
        if flags & flag != 0 {
            let end = rest.iter().position(|&byte| byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & CHECKED != 0 {
        let (sum, after) = rest.split_first_chunk()?;
        let header = &body[..body.len() - rest.len()];
        if u16::from_le_bytes(*sum) != crc32(header) as u16 {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

/// Return the checksum of bytes (RFC 1952, section 8).
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|byte| {
        let step = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ CRC32 } else { sum >> 1 };
        (0..8).fold(byte as u32, |sum, _| step(sum))
    });
    let add = |sum: u32, &byte: &u8| table[(sum as u8 ^ byte) as usize] ^ sum >> 8;
    !bytes.iter().fold(!0, add)
}
