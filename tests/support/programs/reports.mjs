import { readFileSync } from "node:fs";
import { Contract } from "../../../generated/npm/index.js";
const contracts = new Map();
const contractOf = (options) => {
  const key = JSON.stringify(options ?? {});
  if (!contracts.has(key)) contracts.set(key, new Contract(options));
  return contracts.get(key);
};
const bytes = (text) => (text === undefined ? undefined : Buffer.from(text, "base64"));
const message = (given) => {
  if (Array.isArray(given)) return given;
  const { base64, ...parts } = given;
  return { ...parts, body: bytes(base64) };
};
const answer = ({ options, kind, context = {}, base64, value, request, response }) => {
  const contract = contractOf(options);
  if (response) {
    const known = context.known && ((id) => context.known[id]);
    const asked = request && message(request);
    return contract.checkResponse(message(response), { ...context, request: asked, known });
  }
  if (request) return contract.checkRequest(message(request), context);
  if (base64 === undefined) return contract.checkValue(value, kind, context);
  return contract.check(bytes(base64), kind, context);
};
for (const question of JSON.parse(readFileSync(0, "utf8"))) {
  let found;
  try {
    const report = answer(question);
    found = { ...report.toJSON(), parameters: report.parameters ?? null, value: report.value ?? null };
  } catch (error) {
    found = { error: `${error.name}: ${error.message}` };
  }
  console.log(JSON.stringify(found));
}
