import { Contract } from "../../../generated/npm/index.js";
import contract from "../../../generated/npm/contract.js";
const { limits: _, ...without } = contract;
const { bundle } = contract;
const rules = bundle["rules.json"];
const odd = { ...rules.rules[0], shape: "moon" };
const deepText = JSON.stringify({ ...contract, bundle: { ...bundle, "schemas/Deployment.open.json": 0 } })
  .replace('"schemas/Deployment.open.json":0', `"schemas/Deployment.open.json":${"[".repeat(1e5)}${"]".repeat(1e5)}`);
const tried = [
  "{", "[]", "null", "1", {}, new Uint8Array([255]), 5, without, { ...contract, format: 9 },
  { ...contract, bundle: {} }, { ...contract, limits: { ...contract.limits, items: "x" } },
  { ...contract, options: { ...contract.options, modes: { "scale-order": "x" } } },
  { ...contract, bundle: { ...bundle, "rules.json": { ...rules, rules: [odd, ...rules.rules] } } },
  deepText,
];
for (const given of tried) {
  try {
    new Contract({ contract: given });
    console.log("made");
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
}
console.log(new Contract().check("{}", "DeploymentPatch").verdict);
