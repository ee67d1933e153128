// A thread writes into the memory of a document while it is judged.
import { Worker } from "node:worker_threads";
import { Contract } from "../../../generated/npm/index.js";
const contract = new Contract();
const memory = new SharedArrayBuffer(14);
const document = new Uint8Array(memory);
const texts = ['{"secrets":[]}', '{"secrets":55}'].map((text) => new TextEncoder().encode(text));
const script = `const { memory, texts } = require("node:worker_threads").workerData;
  for (;;) for (const text of texts) new Uint8Array(memory).set(text);`;
const worker = new Worker(script, { eval: true, workerData: { memory, texts } });
const seen = new Set();
const end = Date.now() + 1000; // later if the thread has no processor yet
while (Date.now() < end || (!seen.size && Date.now() < end + 30_000)) {
  const report = contract.check(document, "DeploymentPatch");
  if (report.verdict !== "deny") seen.add(JSON.stringify(report.value));
}
worker.terminate();
console.log([...seen].join());
