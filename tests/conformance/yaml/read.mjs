// What two libraries read in YAML texts: each line of standard input is a text in base64, each line of output is
// {yaml, js-yaml}: the documents as JSON, or null where the library refuses the text. Both read by the core schema of YAML 1.2.

import { createInterface } from "node:readline";
import { CORE_SCHEMA, loadAll } from "js-yaml";
import { parseAllDocuments } from "yaml";

const READERS = {
  yaml(text) {
    const documents = [...parseAllDocuments(text, { version: "1.2", merge: true, uniqueKeys: true, logLevel: "silent" })];
    if (documents.some(({ errors }) => errors.length)) throw new Error("refused");
    return documents.map((document) => document.toJS());
  },
  "js-yaml": (text) => loadAll(text, { schema: CORE_SCHEMA }),
};

const marked = (_, value) => (typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value);

function read(reader, text) {
  try {
    return JSON.stringify(reader(text), marked);
  } catch {
    return null;
  }
}

createInterface({ input: process.stdin, terminal: false }).on("line", (line) => {
  const text = Buffer.from(line, "base64").toString("utf8");
  const answers = Object.entries(READERS).map(([name, reader]) => [name, read(reader, text)]);
  process.stdout.write(JSON.stringify(Object.fromEntries(answers)) + "\n");
});
