import { Contract } from "../../../generated/npm/index.js";
const contract = new Contract();
const id = "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001";
const headers = { "content-type": "application/json" };
const detached = (bytes) => { structuredClone(bytes.buffer, { transfer: [bytes.buffer] }); return bytes; };
const bytes = () => detached(new Uint8Array(2));
const answered = (known) => contract.checkResponse(
  { status: 200, headers, body: process.argv[2] }, { request: { method: "GET", url: "/v2/deployments" }, known },
);
for (const use of [
  () => contract.check(bytes(), "DeploymentPatch"),
  () => contract.check(bytes().buffer, "DeploymentPatch"),
  () => contract.check(detached(new DataView(new ArrayBuffer(2))), "DeploymentPatch"),
  () => contract.check(new Uint8Array(0), "DeploymentPatch"),
  () => contract.check("{}", "DeploymentPatch", { deployment: Promise.resolve({}) }),
  () => contract.check("{}", "DeploymentPatch", { deployment: { get then() { throw Error("hunter2"); } } }),
  () => answered(5),
  () => answered(async () => ({ source: "codehost" })),
  () => contract.checkRequest(new Request("https://a.example/v2/deployments?limit=500")),
  () => contract.checkRequest(
    new Request(`https://a.example/v2/deployments/${id}`, { method: "PATCH", headers, body: "{}" }),
  ),
  // `fetch` reads each of these as https://a.example/v2/deployments?limit=500
  () => contract.checkRequest({ method: "GET", url: "https://a.example\\v2/deployments?limit=500" }),
  () => contract.checkRequest({ method: "GET", url: "https:///a.example/v2/deployments?limit=500" }),
]) {
  try {
    console.log(use().violations.map(({ rule }) => rule).join());
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
}
