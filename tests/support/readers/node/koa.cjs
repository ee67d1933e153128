// An upstream on Koa: node koa.cjs PORT
const Koa = require("koa");
const {Router} = require("@koa/router");
const body = require("koa-bodyparser");
const told = require("./told.cjs");

function answer(operation) {
  return (context) => {
    context.set("X-Read", told(operation, context.params.id, context.query));
    context.type = "application/json";
    context.body = JSON.stringify(context.request.body ?? null);
  };
}

const router = new Router();
router.get("/v1/integrations/forge/codehost/:id/repos", answer("list_repositories"));
router.get("/v2/deployments", answer("list_deployments"));
router.patch("/v2/deployments/:id", answer("patch_deployment"));
const app = new Koa();
app.silent = true;
app.use(body()).use(router.routes()).use(router.allowedMethods());
app.listen(Number(process.argv[2]), "127.0.0.1");
