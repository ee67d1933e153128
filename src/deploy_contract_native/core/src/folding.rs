//! The form in which lenient readers compare names: without letter case, Unicode form and NULs.

use std::sync::LazyLock;

/// The table that `deploy_contract_format.folding` reads, too, and describes.
const TABLE: &str = include_str!("../../../deploy_contract_format/ascii_folds.txt");

/// The first and the last character of a range, and the ASCII text of the first. The code of each
/// further character is one more, and so is its ASCII text.
type Row = (u32, u32, &'static str);

/// The rows, and for each 256 characters the first row that ends in them or later.
struct Folds {
    rows: Vec<Row>,
    pages: Vec<usize>,
}

static FOLDS: LazyLock<Folds> = LazyLock::new(|| {
    let rows: Vec<Row> = TABLE.lines().filter_map(row).collect();
    let last_page = rows.last().map_or(0, |(_, last, _)| last >> 8);
    let first_row = |page: u32| rows.partition_point(|(_, last, _)| *last < page << 8);
    let pages = (0..=last_page).map(first_row).collect();
    Folds { rows, pages }
});

fn row(line: &'static str) -> Option<Row> {
    let (range, fold) = line.split_once('\t')?;
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    let number = |text| u32::from_str_radix(text, 16).ok();
    Some((number(first)?, number(last)?, fold))
}

/// Append the ASCII text of a character; return false if no reader takes it for ASCII.
///
/// Each character is folded alone, since no others compose to ASCII.
fn push(character: char, folds: &Folds, found: &mut Vec<u8>) -> bool {
    if character.is_ascii() {
        if character != '\0' {
            found.push(character.to_ascii_lowercase() as u8);
        }
        return true;
    }
    let number = u32::from(character);
    let Some(&begin) = folds.pages.get(number as usize >> 8) else { return false };
    let row = folds.rows[begin..].iter().find(|(_, last, _)| *last >= number);
    let Some((first, _, fold)) = row.filter(|(first, ..)| *first <= number) else { return false };
    found.extend(fold.bytes().map(|byte| byte + (number - first) as u8));
    true
}

/// Return the form of a name, in which characters that do not stand for ASCII stay as they are.
pub fn folded(name: &str) -> String {
    let (folds, mut found) = (&*FOLDS, Vec::with_capacity(name.len()));
    for character in name.chars() {
        if !push(character, folds, &mut found) {
            found.extend(character.encode_utf8(&mut [0; 4]).bytes());
        }
    }
    String::from_utf8(found).unwrap_or_default()
}

/// Return the bytes of the form of a name; None if it is not ASCII, or longer than `longest`.
pub fn folded_to_ascii(name: &str, longest: usize) -> Option<Vec<u8>> {
    let (folds, mut found) = (&*FOLDS, Vec::with_capacity(longest));
    let is_short = |character| push(character, folds, &mut found) && found.len() <= longest;
    name.chars().all(is_short).then_some(found)
}
