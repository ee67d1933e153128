// ajv as an independent opinion on the structure of documents: the open schemas, and no rule.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";

const STRUCTURE = /^schema-/; // ids of the rules on it
const WIRE = /^(json|yaml)-/; // ids of rules on texts that JSON.parse may read otherwise
const readers = new Map();

function readerOf(folder, kind) {
  if (!readers.has(kind)) {
    const ajv = new Ajv({
      strict: false, // schemas carry x-format, a note for messages
      strictNumbers: false, // Infinity is a number, too large for every schema: so 1E400 is refused
      ownProperties: true, // a field may be called "constructor"
    });
    const path = join(folder, "..", "deploy_contract_generated", "schemas", `${kind}.open.json`);
    readers.set(kind, ajv.compile(JSON.parse(readFileSync(path, "utf8"))));
  }
  return readers.get(kind);
}

/** Return whether a document has the structure of its kind, as the case says and as ajv says. */
export function byAjv(given, folder) {
  const broken = (given.violations ?? []).map(([rule]) => rule);
  if (!("value" in given || "text" in given) || broken.some((rule) => WIRE.test(rule))) {
    return { reason: "it reads documents in JSON" };
  }
  if ("limits" in given || Object.keys(given.modes ?? {}).some((rule) => STRUCTURE.test(rule))) {
    return { reason: "it has no options" };
  }
  const value = "value" in given ? given.value : JSON.parse(given.text);
  const expected = !broken.some((rule) => STRUCTURE.test(rule));
  return { expected, got: readerOf(folder, given.document)(value) };
}
