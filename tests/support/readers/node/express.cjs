// An upstream on Express: node express.cjs PORT
const express = require("express");
const override = require("method-override");
const told = require("./told.cjs");

function answer(operation) {
  return (request, response) => {
    response.set("X-Read", told(operation, request.params.id, request.query)).json(request.body ?? null);
  };
}

const app = express();
app.use(override());
app.use(override("_method"));
app.use(express.json());
app.use(express.urlencoded({extended: true}));
app.get("/v1/integrations/forge/codehost/:id/repos", answer("list_repositories"));
app.get("/v2/deployments", answer("list_deployments"));
app.patch("/v2/deployments/:id", answer("patch_deployment"));
app.listen(Number(process.argv[2]), "127.0.0.1");
