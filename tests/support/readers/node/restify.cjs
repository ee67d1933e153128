// An upstream on restify: node restify.cjs PORT
const restify = require("restify");
const told = require("./told.cjs");

function answer(operation) {
  return (request, response, next) => {
    response.header("X-Read", told(operation, request.params.id, request.query));
    response.json(request.body ?? null);
    next();
  };
}

const server = restify.createServer();
server.use(restify.plugins.queryParser());
server.use(restify.plugins.bodyParser());
for (const reads of ["get", "head"]) {
  server[reads]("/v1/integrations/forge/codehost/:id/repos", answer("list_repositories"));
  server[reads]("/v2/deployments", answer("list_deployments"));
}
server.patch("/v2/deployments/:id", answer("patch_deployment"));
server.listen(Number(process.argv[2]), "127.0.0.1");
