import { Contract } from "../../../generated/npm/index.js";
const contract = new Contract({ limits: { response_body: 2 ** 27, response_objects: 2 ** 27 } });
const numbers = `{"resources": [], "offset": 0, "a": [${"1,".repeat(2 ** 22)}1]}`;
for (let turn = 0; turn < 3; turn += 1) {
  const before = process.memoryUsage().rss;
  console.log(contract.check(numbers, "DeploymentList").violations.map(({ rule }) => rule).join());
  console.log(contract.check('{"resources": [], "offset": 0}', "DeploymentList").verdict);
}
