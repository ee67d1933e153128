// Express with express-openapi-validator, for requests only: node express_app.mjs PACKAGES with|without PORT FOLDER
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [packages, validation, port, folder] = process.argv.slice(2);
const require = createRequire(`${packages}/package.json`);
const express = require("express");
const answer = readFileSync(`${folder}/answer.json`);

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.use(express.json({ limit: "1mb" }));
if (validation === "with") {
  const { middleware } = require("express-openapi-validator");
  const document = { apiSpec: `${folder}/openapi.json`, validateResponses: false };
  app.use(middleware(document));
}
app.patch("/v2/deployments/:deployment_id", (request, response) => {
  response.type("application/json").send(answer);
});
app.use((error, request, response, next) => {
  response.status(error.status || 500).json({ message: error.message });
});
app.listen(Number(port), "127.0.0.1");
