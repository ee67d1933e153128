// An upstream on Node's own server that routes by the path of a WHATWG URL: node url.cjs PORT
const {createServer} = require("node:http");
const {json} = require("node:stream/consumers");
const told = require("./told.cjs");

const ROUTES = [
  ["GET", /^\/v1\/integrations\/forge\/codehost\/([^/]+)\/repos$/, "list_repositories"],
  ["GET", /^\/v2\/deployments$/, "list_deployments"],
  ["PATCH", /^\/v2\/deployments\/([^/]+)$/, "patch_deployment"],
];

async function answer(request, response) {
  const {pathname, searchParams} = new URL(request.url, "http://x");
  for (const [method, path, operation] of ROUTES) {
    const found = path.exec(pathname);
    if (found && request.method === method) {
      const body = method === "PATCH" ? await json(request) : null;
      response.setHeader("X-Read", told(operation, found[1], Object.fromEntries(searchParams)));
      return response.end(JSON.stringify(body));
    }
  }
  response.writeHead(404).end();
}

createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(400).end());
}).listen(Number(process.argv[2]), "127.0.0.1");
