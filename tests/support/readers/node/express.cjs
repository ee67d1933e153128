// An upstream on Express: node express.cjs PORT
const express = require("express");
const override = require("method-override");

function answer(operation) {
  return (request, response) => {
    const read = {operation, id: request.params.id ?? null, query: request.query};
    const text = JSON.stringify(read).replace(/[^ -~]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
    response.set("X-Read", text).json(request.body ?? null);
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
