// What two libraries read in YAML texts: each line of standard input is a text in base64, each line of output has the
// documents as JSON by reader, or null where the library refuses the text. js-yaml reads by YAML 1.2 and by YAML 1.1; its
// version 4 is the one that most programs have.

import { createInterface } from "node:readline";
import { CORE_SCHEMA, YAML11_SCHEMA, loadAll } from "js-yaml";
import older from "js-yaml-4";
import { parseAllDocuments } from "yaml";

const READERS = {
  yaml(text) {
    const documents = [...parseAllDocuments(text, { uniqueKeys: true, logLevel: "silent" })];
    if (documents.some(({ errors }) => errors.length)) throw new Error("refused");
    return documents.map((document) => document.toJS());
  },
  "js-yaml": (text) => loadAll(text, { schema: CORE_SCHEMA }),
  "js-yaml 1.1": (text) => loadAll(text, { schema: YAML11_SCHEMA }),
  "js-yaml 4": (text) => older.loadAll(text),
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
