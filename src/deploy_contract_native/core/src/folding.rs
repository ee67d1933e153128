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

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| TABLE.lines().filter_map(row).collect());

fn row(line: &'static str) -> Option<Row> {
    let (signs, fold) = line.split_once('\t')?;
    let (first, last) = signs.split_once("..").unwrap_or((signs, signs));
    let number = |text| u32::from_str_radix(text, 16).ok();
    Some(Row { first: number(first)?, last: number(last)?, fold })
}

/// Return the form of a name. Characters that no reader takes for ASCII stay as they are.
///
/// Each character is looked at by itself: those that are no ASCII compose to none.
pub fn folded(name: &str) -> String {
    let mut found = String::with_capacity(name.len());
    for sign in name.chars() {
        if sign.is_ascii() {
            found.extend((sign != '\0').then_some(sign.to_ascii_lowercase()));
            continue;
        }
        let number = u32::from(sign);
        let row = ROWS.get(ROWS.partition_point(|row| row.last < number));
        match row.filter(|row| row.first <= number) {
            Some(row) => {
                let place = number - row.first;
                found.extend(row.fold.bytes().map(|byte| char::from(byte + place as u8)));
            }
            None => found.push(sign),
        }
    }
    found
}
