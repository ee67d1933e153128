// Right uses of the types. Each line below "wrong:" must not compile.
import {
  Contract,
  ContractError,
  type Deployment,
  type DeploymentPatch,
  type PatchOf,
  type Report,
  type RepositoryList,
  type RuleId,
  type SourceName,
  version,
} from "deploy-contract";

const contract = new Contract({
  hosting: "self_hosted",
  unknown_fields: "reject",
  modes: { "cpu-within-limit": "enforce", "read-only-field": "off" },
  limits: { items: 5, violations: 100 },
});
export const patch: DeploymentPatch = {
  revision_source: null,
  source_config: {
    build_on_push: true,
    resource_spec: { cpu: 0.5, labels: { any: [1, { deep: null }] }, volumes: [{ name: "scratch" }] },
  },
  secrets: [{ name: "A", value: "b" }],
};
const report: Report<"DeploymentPatch"> = contract.check(new Uint8Array(), "DeploymentPatch", {
  source: "codehost",
  deployment: { name: "example-agent" },
});
export const rules: readonly RuleId[] = report.violations.map((violation) => violation.rule);
export const sources: readonly SourceName[] = report.sources;
if (report.ok) {
  const push: boolean | null | undefined = report.value.source_config?.build_on_push;
  console.log(push, version.toUpperCase());
}
export const names = (found: RepositoryList): string[] => found.map((one) => one.name);
export const status = (one: Deployment): "READY" | undefined =>
  one.status === "READY" ? one.status : undefined;
export const next = (one: Deployment, part: Partial<Deployment>): boolean =>
  contract.check("{}", "DeploymentPatch", { deployment: one }).ok ||
  contract.check("{}", "DeploymentPatch", { deployment: part }).ok;
try {
  contract.checkValue(JSON.parse("[]"), "RepositoryList");
} catch (error) {
  if (error instanceof ContractError) console.log(error.message);
}

const asked = contract.checkRequest({ method: "GET", url: "/v2/deployments", headers: new Headers() });
export const answered = contract.checkResponse(
  { status: 200, headers: { "content-type": "application/json" }, body: new Uint8Array() },
  { request: asked, known: (id) => (id ? { name: "example-agent" } : undefined) },
);
console.log(answered.operation === "list_deployments", asked.parameters?.limit, answered.status);
new Contract({ contract: "{}", unknown_fields: "report-requests", base_path: "/api-host" });

export const codehost: PatchOf<"codehost"> = {
  source_revision_config: { repo_ref: "main", image_uri: null },
  secret_references: null,
  secrets: [{ name: "A", value: "b" }],
};
export const uploaded: PatchOf<"codehost"> = {
  revision_source: "internal_source",
  source_revision_config: { source_tarball_path: "a.tar.gz" },
};
export const references: PatchOf<"external_container"> = {
  source_config: { build_on_push: false, custom_url: "https://agent.example.com" },
  secret_references: [{ name: "A", secret_name: "b", secret_key: "c" }],
};
export const any: DeploymentPatch = codehost;

// wrong: a field that a source may not set, and a value that a rule refuses
// @ts-expect-error
export const image: PatchOf<"codehost"> = { source_revision_config: { image_uri: "a" } };
export const both: PatchOf<"codehost"> = {
  // @ts-expect-error
  source_revision_config: { repo_ref: "main", image_uri: "a" },
};
// @ts-expect-error
export const cluster: PatchOf<"codehost"> = { secret_references: [] };
// @ts-expect-error
export const push: PatchOf<"internal_source"> = { source_config: { build_on_push: true } };
// @ts-expect-error
export const other: PatchOf<"codehost"> = { revision_source: "external_container" };
// @ts-expect-error
export const bare: PatchOf<"codehost"> = { secrets: [{ name: "A" }] };
// @ts-expect-error
export const moon: PatchOf<"moon"> = {};

// wrong: a field that the contract does not declare, and values of other types
// @ts-expect-error
export const typo: DeploymentPatch = { source_confg: {} };
// @ts-expect-error
export const text: DeploymentPatch = { source_config: { build_on_push: "yes" } };
// @ts-expect-error
export const none: DeploymentPatch = { revision_source: "external_container" };
// @ts-expect-error
export const unnamed: Deployment = { source: "codehost" };
// @ts-expect-error
new Contract({ hosting: "moon" });
// @ts-expect-error
new Contract({ unknownFields: "reject" });
// @ts-expect-error
new Contract({ modes: { "no-such-rule": "off" } });
// @ts-expect-error
new Contract({ modes: { "cpu-within-limit": "warn" } });
// @ts-expect-error
contract.check("{}", "Patch");
// @ts-expect-error
contract.check({}, "DeploymentPatch");
// @ts-expect-error
contract.check("{}", "DeploymentPatch", { source: "moon" });
// @ts-expect-error
contract.check("{}", "DeploymentPatch", { deployment: "example-agent" });
// @ts-expect-error: a denied document may be anything
console.log(contract.check("{}", "DeploymentPatch").value.source_config);
// @ts-expect-error
report.verdict = "allow";
// @ts-expect-error
contract.checkRequest({ method: "GET" });
// @ts-expect-error
contract.checkRequest({ method: "GET", url: "/", heders: {} });
// @ts-expect-error
contract.checkResponse({ status: "200" });
// @ts-expect-error
contract.checkResponse({ status: 200 }, { operation: "no-such-operation" });
// @ts-expect-error: the parsed body may be anything
console.log(asked.value.secrets);
