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

fn row(line: &'static str) -> Option<Row> {
    let (signs, fold) = line.split_once('\t')?;
    let (first, last) = signs.split_once("..").unwrap_or((signs, signs));
    let number = |text| u32::from_str_radix(text, 16).ok();
    Some(Row { first: number(first)?, last: number(last)?, fold })
}

impl Folds {
    /// Append what a character stands for; return false if no reader takes it for ASCII.
    ///
    /// Each character is looked at by itself: those that are no ASCII compose to none.
    fn push(&self, sign: char, found: &mut Vec<u8>) -> bool {
        if sign.is_ascii() {
            if sign != '\0' {
                found.push(sign.to_ascii_lowercase() as u8);
            }
            return true;
        }
        let number = u32::from(sign);
        let Some(&begin) = self.pages.get(number as usize >> 8) else { return false };
        let row = self.rows[begin..].iter().find(|row| row.last >= number);
        let Some(row) = row.filter(|row| row.first <= number) else { return false };
        found.extend(row.fold.bytes().map(|byte| byte + (number - row.first) as u8));
        true
    }
}

/// Return the form of a name, in which characters that do not stand for ASCII stay as they are.
pub fn folded(name: &str) -> String {
    let (folds, mut found) = (&*FOLDS, Vec::with_capacity(name.len()));
    for sign in name.chars() {
        if !folds.push(sign, &mut found) {
            found.extend(sign.encode_utf8(&mut [0; 4]).bytes());
        }
    }
    String::from_utf8(found).unwrap_or_default()
}

/// Return the bytes of the form of a name; None if it is not ASCII, or longer than `longest`.
pub fn folded_to_ascii(name: &str, longest: usize) -> Option<Vec<u8>> {
    let (folds, mut found) = (&*FOLDS, Vec::with_capacity(longest));
    for sign in name.chars() {
        if !folds.push(sign, &mut found) || found.len() > longest {
            return None;
        }
    }
    Some(found)
}
