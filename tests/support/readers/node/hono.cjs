// An upstream on Hono: node hono.cjs PORT
const {serve} = require("@hono/node-server");
const {Hono} = require("hono");
const told = require("./told.cjs");

function answer(operation, read = () => null) {
  return async (context) => {
    let body;
    try {
      body = await read(context.req);
    } catch {
      return context.text("", 400);
    }
    context.header("X-Read", told(operation, context.req.param("id"), context.req.query()));
    return context.json(body);
  };
}

const app = new Hono();
app.get("/v1/integrations/forge/codehost/:id/repos", answer("list_repositories"));
app.get("/v2/deployments", answer("list_deployments"));
app.patch("/v2/deployments/:id", answer("patch_deployment", (request) => request.json()));
serve({fetch: app.fetch, port: Number(process.argv[2]), hostname: "127.0.0.1"});
