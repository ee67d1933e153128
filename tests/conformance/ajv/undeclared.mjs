// Fields that the contract does not declare, and that readers in other languages take for one that it does.

const LONGEST = 64; // characters of a key that are compared with declared names

/** What readers that ignore case, Unicode form and NULs make of a key. JavaScript has no case folding: lower case is nearly that. */
function folded(key) {
  let fold = key;
  for (let round = 0; round < 2; round += 1) { // a form may bring new capitals, and NULs never count
    fold = fold.replaceAll("\0", "").replaceAll("\u0130", "i"); // Java's equalsIgnoreCase takes this and \u0131 for i
    fold = fold.toLowerCase().replaceAll("ß", "ss").normalize("NFKC").replaceAll("\u0131", "i");
  }
  return fold;
}

export function isConfusable(key, declared) {
  const shown = key.replaceAll("\0", ""); // before the length: padding is no disguise
  if ([...shown.slice(0, 2 * LONGEST + 2)].length > LONGEST) return false;
  const fold = folded(shown);
  return declared.some((name) => name.toLowerCase() === fold);
}
