import { Contract } from "../../../generated/npm/index.js";
const contract = new Contract();
const own = TextEncoder.prototype.encodeInto;
const seen = [];
for (const calls of [1, 2, 3]) {
  let left = calls;
  TextEncoder.prototype.encodeInto = function (...given) {
    if (left-- === 1) throw new WebAssembly.RuntimeError("unreachable");
    return own.apply(this, given);
  };
  const first = contract.check("{}", "DeploymentPatch");
  const second = contract.checkRequest({ method: "GET", url: "/v2/deployments" });
  seen.push([first, second].map((one) => [one.verdict, one.violations.map(({ rule }) => rule)]));
  TextEncoder.prototype.encodeInto = own;
  seen.push(contract.check("{}", "DeploymentPatch").verdict);
}
console.log(JSON.stringify(seen));
