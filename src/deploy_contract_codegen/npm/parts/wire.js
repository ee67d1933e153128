// From bytes or text to a JSON value with one meaning, or to the wire rule that they break.
// JSON.parse alone takes duplicate keys and lone surrogates, so objects and arrays are read here;
// strings and numbers are left to it.

import { join } from "./pointer.js";

const DEPTH = 32; // levels of arrays and objects; the same for every document of the contract
const NUMERAL = 400; // characters of a number
const LONG_EXPONENT = /[eE][-+]?[0-9]{5}/; // of more than four digits
const SPACE = /[ \t\n\r]*/y;
const CONSTANT = /^(?:NaN|-?Infinity)$/; // that Python and others write
const WORD = /[-+.\w]+/y; // a number, a literal, or no JSON
// the part of a word, or of a string, before a fault in it, as Python's parser places the fault
const SOUND_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null|NaN|-?Infinity/y;
const SOUND_STRING = /"(?:[^\\\0-\x1f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*(?:\\(?=u))?/y;

export class Refusal extends Error {
  constructor(rule, { at = "", ...texts } = {}) {
    super(rule);
    this.rule = rule;
    this.at = at;
    this.texts = texts; // for the placeholders of its message and hint
  }
}

/** Return the value of a JSON text. `most`: bytes, arrays and objects, characters of a string. */
export function parse(document, most) {
  if (document.length > most.bytes) throw new Refusal("json-size", { limit: most.bytes });
  const bytes = typeof document === "string" ? encoded(document) : document;
  if (bytes.length > most.bytes) throw new Refusal("json-size", { limit: most.bytes });
  const text = decoded(bytes);
  const { deepest, objects } = nesting(text);
  if (deepest > DEPTH) throw new Refusal("json-depth", { limit: DEPTH }); // before any recursion
  if (objects > most.objects) throw new Refusal("json-objects", { limit: most.objects });
  const reader = new Reader(text);
  const value = reader.document();
  if (reader.broken) throw new Refusal(reader.broken);
  if (text.includes("\\u")) inspect(value, Infinity); // before any other limit
  if (reader.long) throw new Refusal("json-number", { limit: NUMERAL });
  if (text.length > most.string) inspect(value, most.string);
  return value;
}

function encoded(text) {
  if (!isWellFormed(text)) throw new Refusal("json-encoding");
  return new TextEncoder().encode(text);
}

function decoded(bytes) {
  try {
    // "ignoreBOM" means: keep it
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
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
      level += 1;
      deepest = Math.max(deepest, level);
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
    this.broken = ""; // the first rule that the text breaks apart from syntax, which goes before it
  }

  document() {
    const value = this.value();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  /** Refuse the text, for a fault at the offset `at`. Lines and columns count from 1. */
  fail() {
    const lines = this.text.slice(0, this.at).split("\n");
    const column = [...lines.at(-1)].length + 1; // in characters, not in UTF-16 units
    throw new Refusal("json-syntax", { line: lines.length, column });
  }

  value() {
    this.take(SPACE);
    const sign = this.text[this.at];
    let value;
    if (sign === "{") value = this.object();
    else if (sign === "[") value = this.array();
    else value = sign === '"' ? this.string() : this.word();
    this.take(SPACE);
    return value;
  }

  object() {
    const members = Object.create(null); // so that "__proto__" is a key like any other
    let twice = false;
    this.list("}", () => {
      this.take(SPACE);
      const key = this.string();
      this.take(SPACE);
      this.sign(":");
      twice ||= key in members;
      members[key] = this.value();
    });
    if (twice) this.broken ||= "json-duplicate-key";
    return members;
  }

  array() {
    const items = [];
    this.list("]", () => items.push(this.value()));
    return items;
  }

  /** Read what is between the bracket here and its closing one, commas between. */
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

  string() {
    if (this.text[this.at] !== '"') this.fail();
    let end = this.at;
    do end = this.text.indexOf('"', end + 1);
    while (end !== -1 && isEscaped(this.text, end));
    if (end === -1) this.fail();
    return this.parsed(this.text.slice(this.at, end + 1));
  }

  word() {
    const text = this.found(WORD);
    if (CONSTANT.test(text)) {
      this.broken ||= "json-constant";
      this.at += text.length;
      return NaN;
    }
    this.long ||= text.length > NUMERAL || LONG_EXPONENT.test(text);
    return this.parsed(text);
  }

  /** Return the value of the string or word that begins here. */
  parsed(text) {
    let value;
    try {
      value = JSON.parse(text); // 1E400 becomes Infinity: out of range by the schema
    } catch {
      this.at += this.found(text.startsWith('"') ? SOUND_STRING : SOUND_WORD).length;
      this.fail();
    }
    this.at += text.length;
    return value;
  }

  sign(wanted) {
    if (this.text[this.at] !== wanted) this.fail();
    this.at += 1;
    this.take(SPACE);
  }

  take(pattern) {
    this.at += this.found(pattern).length;
  }

  /** Return the text here that fits a sticky pattern, or "". */
  found(pattern) {
    pattern.lastIndex = this.at;
    const [text] = pattern.exec(this.text) ?? [""];
    return text;
  }
}

/** Return true if an odd number of backslashes precedes a place. */
function isEscaped(text, at) {
  let before = at - 1;
  while (text[before] === "\\") before -= 1;
  return (at - before) % 2 === 0;
}

/** Throw a Refusal if a value, parsed here or by the caller, is no JSON or breaks a limit. */
export function inspect(value, longest, at = "", level = 1) {
  if (typeof value === "string") {
    inspectText(value, longest, at);
  } else if (typeof value === "number") {
    if (Number.isNaN(value)) throw new Refusal("json-constant", { at });
  } else if (Array.isArray(value) || isPlain(value)) {
    if (level > DEPTH) throw new Refusal("json-depth", { limit: DEPTH });
    const isArray = Array.isArray(value);
    if (!isArray) for (const key of Object.keys(value)) inspectText(key, longest, at);
    for (const [key, member] of isArray ? value.entries() : Object.entries(value)) {
      inspect(member, longest, join(at, key), level + 1);
    }
  } else if (value !== null && typeof value !== "boolean") {
    throw new Refusal("json-value", { at });
  }
}

/** Return true for objects of JSON: those of JSON.parse, also of another realm, and ours. */
function isPlain(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function inspectText(text, longest, at) {
  if (!isWellFormed(text)) throw new Refusal("json-surrogate", { at });
  const isLong = text.length > longest && [...text].length > longest; // in characters
  if (isLong) throw new Refusal("json-string-length", { at, limit: longest });
}

/** Return true if no half of a surrogate pair is alone. With the flag u, pairs are one sign. */
const isWellFormed = (text) => !/\p{Surrogate}/u.test(text);
