// Fields that are not declared, and that readers in other languages take for one that is.

const LONGEST_NAME = 64; // characters of a key that are compared with declared names

/** Return the form in which readers compare a character of a name: without case and Unicode form. */
function folded(sign) {
  let fold = sign;
  for (let round = 0; round < 2; round += 1) { // a form may bring new capitals
    // Java's equalsIgnoreCase takes both for i
    fold = fold.replaceAll(/[\u0130\u0131]/g, "i");
    // JavaScript has no case folding: capitals of small letters are nearly that (ß, ſ)
    fold = fold.toUpperCase().toLowerCase().normalize("NFKC");
  }
  return fold.replaceAll(/[\u0130\u0131]/g, "i");
}

/** Return the form in which readers compare a name; undefined if it is not ASCII, as names are. */
function foldedName(text) {
  let name = "";
  for (const sign of text) {
    const fold = sign < "\x80" ? sign.toLowerCase() : folded(sign);
    if (/[^\0-\x7f]/.test(fold)) return undefined; // one such character may fold to many
    name += fold;
  }
  return name;
}

/** Return the declared name that other readers take a key for, or undefined. */
export function confusable(key, declared) {
  // some readers drop NULs, for others the key ends there; so its length counts after that
  for (const text of new Set([key.replaceAll("\0", ""), key.split("\0")[0]])) {
    if (text.length > 2 * LONGEST_NAME || [...text].length > LONGEST_NAME) continue;
    const fold = foldedName(text);
    if (fold === undefined) continue;
    const name = declared.find((each) => each.toLowerCase() === fold);
    if (name !== undefined) return name;
  }
  return undefined;
}
