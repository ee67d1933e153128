// Runs the language-neutral suite against the npm package: node run.mjs [suite [package]] [--ajv].
// With --ajv, ajv reads the schemas in the place of the package's own reader.
// One JSON line for each case that differs, then one with the counts. Exit status: 0 if all pass,
// 1 if some differ, or there is none.

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "yaml";

const here = (folder) => fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
const folders = process.argv.slice(2).filter((argument) => argument !== "--ajv");
const [suite = here("spec/suite"), folder = here("generated/npm")] = folders;
const withAjv = process.argv.includes("--ajv");
const { Contract } = await import(pathToFileURL(resolve(folder, "index.js")));
const reader = withAjv ? (await import("./reader.mjs")).ajvReader : undefined;
const SETS = ["violations", "undecided", "needs", "sources", "revision_rules"]; // in any order
const OPTIONS = ["hosting", "unknown_fields", "modes", "limits"];
const SKIPPED = [ // what a case has, and why it is not for this implementation
  ["yaml", "YAML files are read by the command, not by the contract"],
  ["request", "requests and responses are a matter of HTTP, which this implementation does not have"],
];

function answer(given) {
  const options = Object.fromEntries(OPTIONS.filter((name) => name in given).map((name) => [name, given[name]]));
  const context = { source: given.source, deployment: given.deployment };
  try {
    const contract = new Contract(options, reader);
    if ("base64" in given) return contract.check(Buffer.from(given.base64, "base64"), given.document, context);
    if ("text" in given) return contract.check(given.text, given.document, context);
    return contract.checkValue(given.value, given.document, context);
  } catch (error) {
    return { verdict: `${error.name}: ${error.message}` };
  }
}

/** The part of an answer that a case speaks of, in a form that can be compared. */
function comparable(report, names) {
  const short = (member) => (member?.rule ? [member.rule, member.pointer] : member);
  const sorted = (members) =>
    [...new Set((members ?? []).map((member) => JSON.stringify(short(member))))].sort().map((text) => JSON.parse(text));
  return Object.fromEntries(names.map((name) => [name, SETS.includes(name) ? sorted(report[name]) : report[name]]));
}

const skipped = {};
let [passed, failed] = [0, 0];
for (const file of readdirSync(suite).filter((name) => name.endsWith(".yaml") && name !== "schema.yaml").sort()) {
  for (const given of parse(readFileSync(join(suite, file), "utf8"), { maxAliasCount: -1, merge: true }).cases) {
    const reason = SKIPPED.find(([key]) => key in given)?.[1];
    if (reason) {
      skipped[reason] = (skipped[reason] ?? 0) + 1;
      continue;
    }
    const spokenOf = ["undecided", "needs", "sources", "creates_revision", "revision_rules"].filter((name) => name in given);
    const names = ["verdict", "violations", ...spokenOf];
    const [expected, got] = [comparable(given, names), comparable(answer(given), names)];
    if (JSON.stringify(expected) === JSON.stringify(got)) {
      passed += 1;
    } else {
      failed += 1;
      console.log(JSON.stringify({ file, name: given.name, expected, got }));
    }
  }
}
console.log(JSON.stringify({ engine: withAjv ? "ajv" : "npm", passed, failed, skipped }));
process.exitCode = failed || !passed ? 1 : 0;
