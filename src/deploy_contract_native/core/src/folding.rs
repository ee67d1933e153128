//! The form in which lenient readers compare names: without letter case, Unicode form and NULs.

use std::sync::LazyLock;

/// The table that `deploy_contract_format.folding` reads, too, and describes.
const TABLE: &str = include_str!("../../../deploy_contract_format/ascii_folds.txt");
/// Bytes of the longest form that is asked for.
pub const ROOM: usize = 256;

/// The small letter of each ASCII character, by its number.
const LOWER: &str = "\0\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\
\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&'()*+,-./0123456789:;<=>?@abcdefghijklmnopqrstuvwxyz[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f";

/// Characters, and what they stand for: that of the first one. The others follow each other.
struct Row {
    first: u32,
    last: u32,
    fold: &'static str,
}

/// The rows, and for each 256 characters the first row that ends in them or later.
struct Folds {
    rows: Vec<Row>,
    pages: Vec<usize>,
}

static FOLDS: LazyLock<Folds> = LazyLock::new(|| {
    let rows: Vec<Row> = TABLE.lines().filter_map(row).collect();
    let last_page = rows.last().map_or(0, |row| row.last >> 8);
    let first_row = |page: u32| rows.partition_point(|row| row.last < page << 8);
    let pages = (0..=last_page).map(first_row).collect();
    Folds { rows, pages }
});

impl Folds {
    fn row(&self, sign: u32) -> Option<&Row> {
        let begin = *self.pages.get((sign >> 8) as usize)?;
        let row = self.rows[begin..].iter().find(|row| row.last >= sign)?;
        (row.first <= sign).then_some(row)
    }

    /// Return the fold of a character, and what is added to it; None if it is not ASCII.
    fn fold(&self, sign: char) -> Option<(&'static str, u32)> {
        if sign.is_ascii() {
            let at = sign as usize;
            return Some((&LOWER[at..at + usize::from(at > 0)], 0)); // NULs are dropped
        }
        let row = self.row(sign.into())?;
        Some((row.fold, u32::from(sign) - row.first))
    }
}

fn row(line: &'static str) -> Option<Row> {
    let (signs, fold) = line.split_once('\t')?;
    let (first, last) = signs.split_once("..").unwrap_or((signs, signs));
    let number = |text| u32::from_str_radix(text, 16).ok();
    Some(Row { first: number(first)?, last: number(last)?, fold })
}

/// Return the form of a name; None if it is not ASCII, or longer than `longest`.
///
/// Each character is looked at by itself: those that are no ASCII compose to none.
pub fn folded<'a>(name: &str, longest: usize, room: &'a mut [u8; ROOM]) -> Option<&'a [u8]> {
    let (folds, longest) = (&*FOLDS, longest.min(ROOM));
    let mut size = 0;
    for sign in name.chars() {
        let (fold, place) = folds.fold(sign)?;
        for &byte in fold.as_bytes() {
            if size == longest {
                return None;
            }
            room[size] = byte + place as u8;
            size += 1;
        }
    }
    Some(&room[..size])
}

/// Return the form of a name as characters. Those that no reader takes for ASCII stay as they are.
pub fn folded_signs(name: &str) -> Vec<char> {
    let mut signs = Vec::with_capacity(name.len());
    for sign in name.chars() {
        match FOLDS.fold(sign) {
            Some((fold, place)) => {
                signs.extend(fold.bytes().map(|byte| char::from(byte + place as u8)));
            }
            None => signs.push(sign),
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_without_case_form_and_nuls() {
        let rows = [
            ("name", Some("name")),
            ("Na\0mE", Some("name")),
            ("", Some("")),
            ("\u{ff4e}\u{ff21}me", Some("name")),
            ("\u{212a}8s", Some("k8s")),
            ("\u{17f}ecrets", Some("secrets")),
            ("\u{130}d", Some("id")),
            ("\u{131}d", Some("id")),
            ("\u{1d7d9}", Some("1")),
            ("\u{fb03}", Some("ffi")),
            ("\u{3392}", Some("mhz")),
            ("n\u{e4}me", None),
            ("\u{fdfa}", None),
            ("\u{10ffff}", None),
        ];
        for (name, expected) in rows {
            let found = folded(name, 64, &mut [0; ROOM]).map(<[u8]>::to_vec);
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{name}");
        }
    }

    #[test]
    fn the_table_is_in_order_and_keeps_within_ascii() {
        let rows = &FOLDS.rows;
        assert_eq!(rows.len(), TABLE.lines().count());
        let mut before = 0x7f;
        for row in rows {
            assert!(before < row.first && row.first <= row.last, "{:x}", row.first);
            assert!((1..=4).contains(&row.fold.len()) && row.fold.is_ascii(), "{:x}", row.first);
            let last = u32::from(row.fold.as_bytes()[0]) + row.last - row.first;
            assert!(last < 0x7f, "{:x}", row.first);
            before = row.last;
        }
    }

    #[test]
    fn long_names_have_no_form() {
        let size = |name: &str, longest| folded(name, longest, &mut [0; ROOM]).map(<[u8]>::len);
        assert_eq!(size("abc\0", 3), Some(3));
        assert_eq!(size("abcd", 3), None);
        assert_eq!(size("\u{3392}", 3), Some(3));
        assert_eq!(size("\u{3392}", 2), None);
        assert_eq!(size(&"\u{fb03}".repeat(ROOM), usize::MAX), None);
    }
}
