// Runs the language-neutral suite against the npm package: node run.mjs [suite [package]] [--ajv].
// With --ajv, ajv reads the schemas in its place: it says if documents have the right structure.
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
const SETS = ["violations", "undecided", "needs", "sources", "revision_rules"]; // in any order
const COMPARED = ["operation", "parameters", "creates_revision", ...SETS.slice(1)]; // if a case says
const OPTIONS = ["hosting", "unknown_fields", "unknown_operations", "base_path", "modes", "limits"];
const YAML = "YAML files are read by the command, not by the contract";

const contracts = new Map();

/** The contract with the options of a case; each is made once. */
function contractOf(given) {
  const options = Object.fromEntries(OPTIONS.filter((name) => name in given).map((name) => [name, given[name]]));
  const key = JSON.stringify(options);
  if (!contracts.has(key)) contracts.set(key, new Contract(options));
  return contracts.get(key);
}

const bytesOf = (part) => ("base64" in part ? Buffer.from(part.base64, "base64") : Buffer.from(part.text));

function bodyOf(message) {
  if ("value" in message) return JSON.stringify(message.value);
  return "text" in message || "base64" in message ? bytesOf(message) : undefined;
}

function answer(given) {
  const context = { source: given.source, deployment: given.deployment };
  try {
    const contract = contractOf(given);
    if ("request" in given) return exchange(contract, given, context);
    if ("value" in given) return contract.checkValue(given.value, given.document, context);
    return contract.check(bytesOf(given), given.document, context);
  } catch (error) {
    return { verdict: `${error.name}: ${error.message}` };
  }
}

function exchange(contract, { request, response, known = [] }, context) {
  const { method, path, query, headers } = request;
  const asked = { method, path, query, headers, body: bodyOf(request) };
  if (!response) return contract.checkRequest(asked, context);
  const byId = (id) => known.find((deployment) => deployment.id === id);
  const { status } = response;
  const answered = { status, headers: response.headers, body: bodyOf(response) };
  return contract.checkResponse(answered, { request: asked, known: byId });
}

/** The part of an answer that a case speaks of, in a form that can be compared. */
function comparable(report, names) {
  const short = (member) => (member?.rule ? [member.rule, member.pointer] : member);
  const sorted = (members) =>
    [...new Set((members ?? []).map((member) => JSON.stringify(short(member))))].sort().map((text) => JSON.parse(text));
  const part = (name) => (SETS.includes(name) ? sorted(report[name]) : report[name] ?? null);
  return Object.fromEntries(names.map((name) => [name, part(name)]));
}

function byPackage(given) {
  if ("yaml" in given) return { reason: YAML };
  const names = ["verdict", "violations", ...COMPARED.filter((name) => name in given)];
  return { expected: comparable(given, names), got: comparable(answer(given), names) };
}

const judge = withAjv ? (await import("./reader.mjs")).byAjv : byPackage;
const skipped = {};
let [passed, failed] = [0, 0];
for (const file of readdirSync(suite).filter((name) => name.endsWith(".yaml") && name !== "schema.yaml").sort()) {
  for (const given of parse(readFileSync(join(suite, file), "utf8"), { maxAliasCount: -1, merge: true }).cases) {
    const { reason, expected, got } = judge(given, resolve(folder));
    if (reason) {
      skipped[reason] = (skipped[reason] ?? 0) + 1;
    } else if (JSON.stringify(expected) === JSON.stringify(got)) {
      passed += 1;
    } else {
      failed += 1;
      console.log(JSON.stringify({ file, name: given.name, expected, got }));
    }
  }
}
console.log(JSON.stringify({ engine: withAjv ? "ajv" : "npm", passed, failed, skipped }));
process.exitCode = failed || !passed ? 1 : 0;
