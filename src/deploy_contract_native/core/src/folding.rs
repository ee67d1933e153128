//! The form in which lenient readers compare names: without letter case, Unicode form and NULs.

use std::sync::LazyLock;

/// The table that `deploy_contract_format.folding` reads, too, and describes.
const TABLE: &str = include_str!("../../../deploy_contract_format/ascii_folds.txt");

/// Characters, and what they stand for: that of the first one. The others follow each other.
struct Row {
    first: u32,
    last: u32,
    fold: &'static str,
}

const ASCII: [Row; 4] = [
    Row { first: 0, last: 0, fold: "" },
    Row { first: 1, last: '@' as u32, fold: "\x01" },
    Row { first: 'A' as u32, last: 'Z' as u32, fold: "a" },
    Row { first: '[' as u32, last: 0x7f, fold: "[" },
];
static OTHERS: LazyLock<Vec<Row>> = LazyLock::new(|| TABLE.lines().filter_map(row).collect());

fn row(line: &'static str) -> Option<Row> {
    let (signs, fold) = line.split_once('\t')?;
    let (first, last) = signs.split_once("..").unwrap_or((signs, signs));
    let number = |text| u32::from_str_radix(text, 16).ok();
    Some(Row { first: number(first)?, last: number(last)?, fold })
}

/// Return what a character stands for; None if no reader takes it for ASCII.
///
/// Each character is looked at by itself: those that are no ASCII compose to none.
fn fold(sign: char) -> Option<impl Iterator<Item = char>> {
    let (number, rows) = (u32::from(sign), if sign.is_ascii() { &ASCII[..] } else { &OTHERS });
    let row = rows.get(rows.partition_point(|row| row.last < number))?;
    let place = number.checked_sub(row.first)?;
    Some(row.fold.bytes().map(move |byte| char::from(byte + place as u8)))
}

/// Return the form of a name, in which characters that do not stand for ASCII stay as they are.
pub fn folded(name: &str) -> String {
    let mut found = String::with_capacity(name.len());
    for sign in name.chars() {
        match fold(sign) {
            Some(fold) => found.extend(fold),
            None => found.push(sign),
        }
    }
    found
}

/// Return the form of a name; None if it is not ASCII, which most characters tell at once.
pub fn folded_to_ascii(name: &str) -> Option<String> {
    let mut found = String::new();
    for sign in name.chars() {
        found.extend(fold(sign)?);
    }
    Some(found)
}
