//! The form in which lenient readers compare names: without letter case, Unicode form and NULs.

use std::sync::LazyLock;

/// The table that `deploy_contract_format.folding` reads, too, and describes.
const TABLE: &str = include_str!("../../../deploy_contract_format/ascii_folds.txt");

/// Characters from one to another, and what the first stands for. The others follow each other.
type Row = (u32, u32, &'static str);

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| TABLE.lines().filter_map(row).collect());

fn row(line: &'static str) -> Option<Row> {
    let (signs, fold) = line.split_once('\t')?;
    let (first, last) = signs.split_once("..").unwrap_or((signs, signs));
    let number = |text| u32::from_str_radix(text, 16).ok();
    Some((number(first)?, number(last)?, fold))
}

/// Append what a character stands for; return false if no reader takes it for ASCII.
///
/// Each character is looked at by itself: those that are no ASCII compose to none.
fn push(sign: char, rows: &[Row], found: &mut String) -> bool {
    if sign.is_ascii() {
        found.extend((sign != '\0').then_some(sign.to_ascii_lowercase()));
        return true;
    }
    let number = u32::from(sign);
    let place = rows.partition_point(|(_, last, _)| *last < number);
    let row = rows.get(place).filter(|(first, ..)| *first <= number);
    let Some((first, _, fold)) = row else { return false };
    found.extend(fold.bytes().map(|byte| char::from(byte + (number - first) as u8)));
    true
}

/// Return the form of a name, in which characters that do not stand for ASCII stay as they are.
pub fn folded(name: &str) -> String {
    let mut found = String::with_capacity(name.len());
    for sign in name.chars() {
        if !push(sign, &ROWS, &mut found) {
            found.push(sign);
        }
    }
    found
}

/// Return the bytes of the form of a name; None if it is not ASCII, or longer than `longest`.
pub fn folded_to_ascii(name: &str, longest: usize) -> Option<Vec<u8>> {
    let mut found = String::with_capacity(longest);
    let folds = |sign| push(sign, &ROWS, &mut found) && found.len() <= longest;
    name.chars().all(folds).then(|| found.into_bytes())
}
