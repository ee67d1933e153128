// From bytes to a JSON value with one meaning, or to the wire rule that they break. JSON.parse alone takes duplicate keys and
// lone surrogates, so the objects and arrays are read here; strings and numbers are left to it.

import { join } from "./pointer.mjs";

const DEPTH = 32; // levels of arrays and objects; the same for every document of the contract
const NUMERAL = 400; // characters of a number
const LONG_EXPONENT = /[eE][-+]?[0-9]{5}/; // of more than four digits
const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const WORD = /[-+.\w]+/y; // a number, a literal, or no JSON

export class Refusal extends Error {
  constructor(rule, at = "") {
    super(rule);
    this.rule = rule;
    this.at = at;
  }
}

/** The value of a JSON text in bytes, or a Refusal. */
export function parse(bytes, most, mostObjects) {
  if (bytes.length > most) throw new Refusal("json-size");
  const text = decoded(bytes);
  const { deepest, objects } = nesting(text);
  if (deepest > DEPTH) throw new Refusal("json-depth"); // before the recursion below
  if (objects > mostObjects) throw new Refusal("json-objects");
  const reader = new Reader(text);
  const value = reader.value();
  if (reader.at < text.length) throw new Refusal("json-syntax");
  return { value, long: reader.long };
}

function decoded(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes); // "ignore" means: keep it
    if (!text.startsWith("\ufeff")) return text;
  } catch { /* not UTF-8 */ }
  throw new Refusal("json-encoding");
}

function nesting(text) {
  let [level, deepest, objects, quoted] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "[" || sign === "{") {
      deepest = Math.max(deepest, (level += 1));
      objects += 1;
    } else if (sign === "]" || sign === "}") level -= 1;
  }
  return { deepest, objects };
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.long = false; // whether a number is longer than readers agree on
  }

  value() {
    this.take(SPACE);
    const sign = this.text[this.at];
    const value = sign === "{" ? this.object() : sign === "[" ? this.array() : sign === '"' ? this.scalar(STRING) : this.scalar(WORD);
    this.take(SPACE);
    return value;
  }

  object() {
    const members = Object.create(null); // so that "__proto__" is a key like any other
    let twice = false;
    this.list("}", () => {
      this.take(SPACE);
      const key = this.scalar(STRING);
      this.take(SPACE);
      this.sign(":");
      twice ||= key in members;
      members[key] = this.value();
    });
    if (twice) throw new Refusal("json-duplicate-key");
    return members;
  }

  array() {
    const items = [];
    this.list("]", () => items.push(this.value()));
    return items;
  }

  /** What stands between the bracket here and its closing one, commas between. */
  list(closing, item) {
    this.at += 1;
    this.take(SPACE);
    if (this.text[this.at] !== closing) {
      item();
      while (this.text[this.at] === ",") {
        this.at += 1;
        item();
      }
    }
    this.sign(closing);
  }

  scalar(pattern) {
    const text = this.take(pattern);
    if (/^(?:NaN|-?Infinity)/.test(text)) throw new Refusal("json-constant");
    this.long ||= pattern === WORD && (text.length > NUMERAL || LONG_EXPONENT.test(text));
    try {
      return JSON.parse(text); // 1E400 becomes Infinity: out of range by the schema
    } catch {
      throw new Refusal("json-syntax");
    }
  }

  sign(wanted) {
    if (this.text[this.at] !== wanted) throw new Refusal("json-syntax");
    this.at += 1;
    this.take(SPACE);
  }

  take(pattern) {
    pattern.lastIndex = this.at;
    const [text] = pattern.exec(this.text) ?? [""];
    this.at += text.length;
    return text;
  }
}

/** A Refusal where a value, parsed here or by the caller, is none that JSON can hold, or breaks a cap. */
export function inspect(value, longest, at = "", level = 1) {
  if (typeof value === "string") {
    whole(value, at);
    if (value.length > longest && [...value].length > longest) throw new Refusal("json-string-length", at); // in characters
  } else if (typeof value === "number") {
    if (Number.isNaN(value)) throw new Refusal("json-constant", at);
  } else if (Array.isArray(value) || (value !== null && typeof value === "object" && isPlain(value))) {
    if (level > DEPTH) throw new Refusal("json-depth");
    for (const [key, member] of Object.entries(value)) {
      whole(key, at);
      inspect(member, longest, join(at, key), level + 1);
    }
  } else if (value !== null && typeof value !== "boolean") {
    throw new Refusal("json-value", at);
  }
}

const isPlain = (value) => [null, Object.prototype].includes(Object.getPrototypeOf(value));

function whole(text, at) {
  if (!text.isWellFormed()) throw new Refusal("json-surrogate", at);
}
