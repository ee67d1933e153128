// What JSON.parse and a verdict of the npm package take of one text, in turns, in microseconds:
// node npm.mjs PACKAGE KIND DOCUMENT

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, kind, document] = process.argv.slice(2);
const { Contract } = await import(pathToFileURL(resolve(join(folder, "index.js"))));
const contract = new Contract();
const context = kind === "DeploymentPatch" ? { source: "codehost" } : {};
const text = readFileSync(document, "utf8");
const tasks = [
  () => JSON.parse(text),
  () => {
    if (contract.check(text, kind, context).verdict !== "allow") throw new Error("it is not allowed");
  },
];

/** Microseconds of one run of so many. */
function timed(task, count) {
  const start = process.hrtime.bigint();
  for (let turn = 0; turn < count; turn++) task();
  return Number(process.hrtime.bigint() - start) / count / 1e3;
}

const counts = tasks.map((task) => Math.max(1, Math.round(10_000 / timed(task, 500)))); // 10 ms
const times = tasks.map(() => []);
for (let turn = 0; turn < 61; turn++) {
  tasks.forEach((task, index) => times[index].push(timed(task, counts[index])));
}
const medians = times.map((row) => row.slice(20).sort((one, other) => one - other)[20]);
console.log(JSON.stringify(medians));
