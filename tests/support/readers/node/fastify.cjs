// An upstream on Fastify 4 or 5: node fastify.cjs fastify4 PORT
const fastify = require(process.argv[2]);
const told = require("./told.cjs");

function answer(operation) {
  return (request, reply) => {
    reply.header("X-Read", told(operation, request.params.id, request.query)).type("application/json");
    reply.send(JSON.stringify(request.body ?? null));
  };
}

const app = fastify();
app.get("/v1/integrations/forge/codehost/:id/repos", answer("list_repositories"));
app.get("/v2/deployments", answer("list_deployments"));
app.patch("/v2/deployments/:id", answer("patch_deployment"));
app.listen({port: Number(process.argv[3]), host: "127.0.0.1"});
