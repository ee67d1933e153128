// An upstream on Express: node express.cjs PORT
const express = require("express");
const override = require("method-override");
const told = require("./told.cjs");

function answer(operation) {
  return (request, response) => {
    response.set("X-Read", told(operation, request.params.id, request.query)).json(request.body ?? null);
  };
}

// the example in the README of method-override
function ofBody(request) {
  if (request.body && typeof request.body === "object" && "_method" in request.body) {
    const method = request.body._method;
    delete request.body._method;
    return method;
  }
}

const app = express();
app.use(express.json());
app.use(express.urlencoded({extended: true}));
app.use(override());
app.use(override("_method"));
app.use(override(ofBody));
app.get("/v1/integrations/forge/codehost/:id/repos", answer("list_repositories"));
app.get("/v2/deployments", answer("list_deployments"));
app.patch("/v2/deployments/:id", answer("patch_deployment"));
app.listen(Number(process.argv[2]), "127.0.0.1");
