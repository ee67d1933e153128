import { readFileSync } from "node:fs";
import { Contract } from "../../../generated/npm/index.js";
const bytes = readFileSync(0);
const body = '{"secrets": [{"name": "A", "value": "b"}], "a": 1, "source_config": {"resource_spec": {"min_scale": 3, "max_scale": 1}}}';
const one = new Contract({ contract: bytes });
const other = new Contract({ contract: JSON.parse(bytes), unknown_fields: "allow", modes: { "no-secrets": "report" } });
const text = new Contract({ contract: bytes.toString(), hosting: "self_hosted" });
console.log(JSON.stringify([one.check(body, "DeploymentPatch"), other.check(body, "DeploymentPatch")]));
console.log(one.hosting, text.hosting);
