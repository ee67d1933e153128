import { Contract } from "../../../generated/npm/index.js";
const contract = new Contract();
const rules = (value) => contract.checkValue(value, "DeploymentPatch").violations.map((one) => one.rule);
const circle = {}; circle.in = circle;
const trap = new Proxy({}, { ownKeys() { throw new Error("a secret"); } });
Object.prototype.secrets = 5;
const polluted = rules({});
delete Object.prototype.secrets;
const report = contract.check('{"secrets": [{"name": "N", "value": "hunter2"}]}', "DeploymentPatch");
console.log(JSON.stringify([
  rules(circle), rules(trap), rules(new Date()), rules({ a: undefined }), rules([, 1]), rules(NaN), polluted,
  JSON.stringify(report).includes("hunter2"), report.value.secrets[0].value,
  contract.check('{"__proto__": {"secrets": 1}}', "DeploymentPatch").verdict,
  contract.check("[".repeat(1e6), "DeploymentPatch").violations[0].rule,
  contract.check(`{"revision_source": "${"a".repeat(9e5)}"}`, "DeploymentPatch").violations[0].rule,
  contract.check("\ud800", "DeploymentPatch").violations[0].rule,
]));
