// Fastify with the schemas of the OpenAPI document: node fastify_app.mjs PACKAGES with|without PORT FOLDER
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [packages, validation, port, folder] = process.argv.slice(2);
const require = createRequire(`${packages}/package.json`);
const answer = readFileSync(`${folder}/answer.json`);

// its ajv knows neither the other keywords of OpenAPI nor extensions, and says so unless it is not strict
const app = require("fastify")({ ajv: { customOptions: { strict: false } } });
const document = JSON.parse(readFileSync(`${folder}/openapi.json`));
app.addSchema({ $id: "api", components: document.components });
const schema = {
  params: { type: "object", properties: { deployment_id: { type: "string", format: "uuid" } } },
  body: { $ref: "api#/components/schemas/DeploymentPatch" },
};
app.patch(
  "/v2/deployments/:deployment_id",
  validation === "with" ? { schema } : {},
  (request, reply) => reply.type("application/json").send(answer),
);
await app.listen({ port: Number(port), host: "127.0.0.1" });
