// Runs the language-neutral suite against this reading of the generated files: node run.mjs [suite folder [generated folder]].
// One JSON line for each case that differs, then one with the counts. Exit status: 0 all pass, 1 some differ, or there is none.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

import { Contract, load } from "./contract.mjs";

const here = (folder) => fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
const [suite = here("spec/suite"), generated = here("generated/deploy_contract_generated")] = process.argv.slice(2);
const SETS = ["violations", "undecided", "needs", "sources", "revision_rules"]; // in any order, each once
const SKIPPED = [ // what a case has, and why it is not for this implementation
  ["yaml", "YAML files are read by the command, not by the contract"],
  ["request", "requests and responses are a matter of HTTP, which this implementation does not have"],
];

function answer(tables, given) {
  const document = {
    value: given.value,
    text: given.text,
    bytes: given.base64 === undefined ? undefined : Buffer.from(given.base64, "base64"),
  };
  try {
    return new Contract(tables, given).check(document, given.document, given.source, given.deployment);
  } catch (error) {
    return { verdict: `${error.name}: ${error.message}` };
  }
}

/** The part of an answer that a case speaks of, in a form that can be compared. */
function comparable(report, names) {
  const sorted = (members) => [...new Set((members ?? []).map((member) => JSON.stringify(member)))].sort().map((text) => JSON.parse(text));
  return Object.fromEntries(names.map((name) => [name, SETS.includes(name) ? sorted(report[name]) : report[name]]));
}

const tables = load(generated);
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
    const [expected, got] = [comparable(given, names), comparable(answer(tables, given), names)];
    if (JSON.stringify(expected) === JSON.stringify(got)) {
      passed += 1;
    } else {
      failed += 1;
      console.log(JSON.stringify({ file, name: given.name, expected, got }));
    }
  }
}
console.log(JSON.stringify({ engine: "ajv", passed, failed, skipped }));
process.exitCode = failed || !passed ? 1 : 0;
