// Parsed JSON as text for the core. A value that JSON lacks is refused.

const DEPTH = 32; // of arrays and objects, as in the contract
const MOST_VALUES = 2_000_000; // to write: a small object may refer to one part many times

/** A rule that a value breaks, and where. */
export class Refusal extends Error {
  constructor(rule, limit = null, tokens = []) {
    super(rule);
    Object.assign(this, { rule, limit, tokens });
  }
}

/**
 * Return a value as JSON.
 *
 * @param most The characters that a text may have.
 * @throws {Refusal} if it is no JSON. An exception of a getter or proxy of the caller is not caught.
 */
export function written(value, most) {
  return new Writer(most).value(value);
}

class Writer {
  #most;
  #count = 0;
  #tokens = []; // of the place

  constructor(most) {
    this.#most = most;
  }

  value(value) {
    this.#count += 1;
    if (this.#count > MOST_VALUES) throw new Refusal("yaml-size", MOST_VALUES);
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "number") return this.#numeral(value);
    if (value === null || typeof value === "boolean") return String(value);
    const isArray = Array.isArray(value);
    if (!isArray && !isPlain(value)) throw this.#refusal("json-value");
    if (this.#tokens.length === DEPTH) throw new Refusal("json-depth", DEPTH);
    if (isArray) return `[${Array.from(value, (item, index) => this.#within(index, item)).join()}]`;
    const keys = Object.keys(value);
    const names = keys.map((key) => this.#text(key)); // all of them before the first value
    return `{${keys.map((key, at) => `${names[at]}:${this.#within(key, value[key])}`).join()}}`;
  }

  #within(token, value) {
    this.#tokens.push(token);
    const found = this.value(value);
    this.#tokens.pop();
    return found;
  }

  #text(text) {
    if (!text.isWellFormed()) throw this.#refusal("json-surrogate");
    const isLong = text.length > this.#most && [...text].length > this.#most; // in characters
    if (isLong) throw this.#refusal("json-string-length", this.#most);
    return JSON.stringify(text);
  }

  #numeral(number) {
    if (Number.isNaN(number)) throw this.#refusal("json-constant");
    if (Number.isFinite(number)) return String(number);
    return number > 0 ? "1e999" : "-1e999"; // beyond any range
  }

  #refusal(rule, limit) {
    return new Refusal(rule, limit, this.#tokens);
  }
}

/** Return true for objects that JSON.parse makes, in any realm, and for objects without prototype. */
function isPlain(value) {
  if (typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
