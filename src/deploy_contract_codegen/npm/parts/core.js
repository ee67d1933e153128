// The core in WebAssembly. It judges by one contract, and writes the fields of reports.

import { ContractError } from "./options.js";
import encoded from "./wasm.js";

const MOST_KEPT = 2 ** 26; // bytes of memory, which WebAssembly never returns
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

let program; // compiled when it is first used

/** The answer of a core that cannot read the facts about a deployment. */
export const UNREAD = Symbol("unread");

export class Core {
  #contract;
  #exports = null;
  #input = new Uint8Array(0); // the memory from the input on
  #room = 0; // bytes that the input may take
  #end = 0; // offset in the input after the part that is written
  #quick = []; // by the number of a verdict: the fields of its report, without violations

  /** Make the core of an effective contract in JSON. Throws a ContractError that says what is wrong. */
  constructor(text) {
    this.#contract = text;
    try {
      this.names = this.#start(); // kinds, sources and operations, by their numbers
    } catch (error) {
      if (error instanceof ContractError) throw error;
      if (globalThis.WebAssembly === undefined) throw new ContractError("there is no WebAssembly here");
      throw new ContractError(
        error instanceof WebAssembly.CompileError
          ? "WebAssembly is forbidden here; the policy of a page needs 'wasm-unsafe-eval'"
          : "contract: the core cannot read it",
      );
    }
  }

  /**
   * Return the fields for a document in JSON, as text or bytes; null if the core fails.
   *
   * If `isQuick` is 1 and the verdict is not "deny", the fields lack violations and the revision.
   */
  document(asked, isQuick) {
    return this.#use(this.#document, asked, isQuick);
  }

  /** Do the work of `document`: a method and no closure, since a verdict takes 2 us. */
  #document(core, { kind, source, stored, body, isValue }, isQuick) {
    this.#begin(roomOf(stored) + roomOf(body));
    const before = this.#write(stored);
    const number = core.document(kind, source, before, this.#write(body), isValue, isQuick);
    if (number === -1) return this.#output() ?? UNREAD;
    return (this.#quick[number] ??= { ...this.#output(), is_read: true });
  }

  /** Return the fields for a document that breaks a rule before the core sees it. */
  refuse(kind, { rule, limit = null, tokens = [] }) {
    return this.#use((core) => {
      const place = tokens.map((token) => Array.from(String(token), (sign) => sign.codePointAt(0)));
      core.refuse(...this.#all(JSON.stringify([kind, rule, limit, place])));
      return this.#output();
    });
  }

  /** Return the fields for a request, which `head` describes; null if the core fails. */
  request(source, head, facts, body) {
    return this.#use((core) => {
      const sizes = this.#all(JSON.stringify(head), facts, body);
      return core.request(source, ...sizes) ? this.#output() : UNREAD;
    });
  }

  /** Return the fields for a response; an array of ids if facts about deployments are needed. */
  response(head, facts, body) {
    return this.#use((core) => {
      const sizes = this.#all(JSON.stringify(head), facts, body);
      return core.response(...sizes) ? this.#output() : UNREAD;
    });
  }

  #start() {
    program ??= new WebAssembly.Module(decoded(encoded));
    const { exports } = new WebAssembly.Instance(program);
    this.#exports = exports;
    this.#quick = [];
    this.#room = 0;
    const [size] = this.#all(this.#contract);
    const seed = crypto.getRandomValues(new Uint32Array(2));
    if (exports.read(size, ...seed)) return this.#output();
    throw new ContractError(`contract: ${this.#text()}`);
  }

  /** Return the result of `work` with a running core. A trap ends the core: the next call makes another. */
  #use(work, asked, isQuick) {
    try {
      if (this.#exports === null) this.#start();
      return work.call(this, this.#exports, asked, isQuick);
    } catch {
      this.#exports = null;
      return null;
    } finally {
      if (this.#input.byteOffset + this.#input.length > MOST_KEPT) this.#exports = null;
    }
  }

  /** Write texts and bytes into the input, and return their sizes in bytes. */
  #all(...parts) {
    this.#begin(parts.reduce((room, part) => room + roomOf(part), 0));
    return parts.map((part) => this.#write(part));
  }

  /** Make room for texts and bytes. */
  #begin(room) {
    this.#end = 0;
    // a view has no length after the memory has grown
    if (room <= this.#room && this.#input.length) return;
    const at = this.#exports.input(room);
    this.#input = new Uint8Array(this.#exports.memory.buffer, at);
    this.#room = room;
  }

  /** Write a text or bytes at the end of the input, and return the size in bytes. */
  #write(part) {
    if (!part.length) return 0;
    const begin = this.#end;
    if (typeof part === "string") {
      const rest = begin ? this.#input.subarray(begin) : this.#input;
      this.#end += ENCODER.encodeInto(part, rest).written;
    } else {
      this.#input.set(part, begin);
      this.#end += part.length;
    }
    return this.#end - begin;
  }

  #text() {
    const { memory, output, output_size: size } = this.#exports;
    return DECODER.decode(new Uint8Array(memory.buffer, output(), size()));
  }

  #output() {
    const text = this.#text();
    if (!text) return null;
    const fields = JSON.parse(text);
    Object.values(fields).forEach(Object.freeze); // reports share them
    return fields;
  }
}

/** Return the greatest number of bytes of a text or of bytes. */
const roomOf = (part) => (typeof part === "string" ? 3 * part.length : part.length);

/** Return the bytes of a text in base64. */
function decoded(text) {
  const signs = atob(text);
  const bytes = new Uint8Array(signs.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = signs.charCodeAt(at);
  return bytes;
}
