// JSON Pointers (RFC 6901), whole as ajv gives them; patterns of them, in which `*` is any item or member; and how they are shown.

const LONGEST = 64; // characters of a key that are shown: keys may be an attacker's
const NAMED = { "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\" };

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const split = (pointer) =>
  pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

export const join = (at, token) => `${at}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Whether one of the places is the other, or within it. */
export const related = (one, other) => `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

/** The value at a plain pointer through objects; undefined, which is no JSON value, where there is none. */
export function find(value, pointer) {
  for (const token of split(pointer)) {
    if (!isObject(value) || !Object.hasOwn(value, token)) return undefined;
    value = value[token];
  }
  return value;
}

/** Each [pointer, value] that a pattern names. */
export function matches(value, pattern, at = "") {
  const [token, ...rest] = Array.isArray(pattern) ? pattern : split(pattern);
  if (token === undefined) return [[at, value]];
  const members = token === "*" && typeof value === "object" && value !== null ? Object.entries(value)
    : isObject(value) && Object.hasOwn(value, token) ? [[token, value[token]]] : [];
  return members.flatMap(([key, member]) => matches(member, rest, join(at, key)));
}

/** A pointer as violations show it: printable ASCII on one line, every token cut. */
export const shown = (pointer) => split(pointer).map((token) => `/${printable(token)}`).join("");

function printable(key) {
  const signs = [...key].slice(0, LONGEST + 1);
  const plain = signs.every((sign) => sign >= " " && sign <= "~");
  const text = (plain ? signs : signs.map(escaped)).join("").replaceAll("~", "~0").replaceAll("/", "~1");
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 3).replace(/~$/, "")}...`;
}

function escaped(sign) {
  if (NAMED[sign]) return NAMED[sign];
  if (sign >= " " && sign <= "~") return sign;
  const code = sign.codePointAt(0);
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}
