// What JSON.parse and ajv take of one document, in microseconds: node ajv.mjs SCHEMA DOCUMENT

import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const [schema, body] = process.argv.slice(2).map((path) => readFileSync(path, "utf8"));
const validate = new Ajv({ strict: false, ownProperties: true }).compile(JSON.parse(schema));

/** Microseconds of one parse and validation in a run of so many. */
function timed(count) {
  const start = process.hrtime.bigint();
  for (let turn = 0; turn < count; turn++) {
    if (!validate(JSON.parse(body))) throw new Error("the document is not valid");
  }
  return Number(process.hrtime.bigint() - start) / count / 1e3;
}

const count = Math.max(1, Math.round(20_000 / timed(200))); // runs of 20 ms
for (let turn = 0; turn < 20; turn++) timed(count); // compiled by now
const times = Array.from({ length: 41 }, () => timed(count)).sort((one, other) => one - other);
console.log(times[20]);
