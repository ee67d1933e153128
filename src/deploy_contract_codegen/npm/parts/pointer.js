// JSON Pointers (RFC 6901), patterns of them in which `*` is any item or member, and their text.

const LONGEST_TOKEN = 64; // characters of a key that are shown: keys may be an attacker's
const NAMED_ESCAPES = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const split = (pointer) =>
  pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

export const join = (at, token) =>
  `${at}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Return true if one of two places is the other, or within it. */
export const related = (one, other) =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

/** Return the value at a plain pointer through objects; undefined if there is none. */
export function find(value, pointer) {
  let found = value;
  for (const token of split(pointer)) {
    if (!isObject(found) || !Object.hasOwn(found, token)) return undefined;
    found = found[token];
  }
  return found;
}

/** Return each [pointer, value] that a pattern names. */
export function matches(value, pattern, at = "") {
  const [token, ...rest] = Array.isArray(pattern) ? pattern : split(pattern);
  if (token === undefined) return [[at, value]];
  let members = [];
  if (token === "*" && typeof value === "object" && value !== null) members = Object.entries(value);
  else if (isObject(value) && Object.hasOwn(value, token)) members = [[token, value[token]]];
  return members.flatMap(([key, member]) => matches(member, rest, join(at, key)));
}

/** Return a pointer as violations show it: printable ASCII on one line, long tokens cut. */
export const shown = (pointer) =>
  split(pointer).map((token) => `/${printable(token)}`).join("");

function printable(key) {
  const signs = [...key.slice(0, 2 * LONGEST_TOKEN + 2)].slice(0, LONGEST_TOKEN + 1);
  const plain = signs.every((sign) => sign >= " " && sign <= "~");
  const written = (plain ? signs : signs.map(escaped)).join("");
  const text = written.replaceAll("~", "~0").replaceAll("/", "~1");
  if (text.length <= LONGEST_TOKEN) return text;
  return `${text.slice(0, LONGEST_TOKEN - 3).replace(/~$/, "")}...`;
}

function escaped(sign) {
  if (NAMED_ESCAPES[sign]) return NAMED_ESCAPES[sign];
  if (sign >= " " && sign <= "~") return sign;
  const code = sign.codePointAt(0);
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}
