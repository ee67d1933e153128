// Requests and responses of programs, in the form that the core takes.

import { ContractError, isGiven, requireKeys } from "./options.js";

const DECODER = new TextDecoder();
const FIELDS = ["method", "url", "path", "query", "headers", "body", "status"];
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/\\?#]+/i; // a `\` begins the path for `fetch`

/** Return the parts of a request except its body. */
export function requestHead(request) {
  requireKeys("request", request, FIELDS);
  const { method, path, query = "" } = isGiven(request.url) ? withTarget(request) : request;
  for (const [name, text] of Object.entries({ method, path, query })) {
    if (typeof text !== "string") throw new ContractError(`request: ${name} must be a string`);
  }
  return {
    method: method.toWellFormed(),
    path: path.toWellFormed(),
    query: query.toWellFormed(),
    headers: headerPairs("request", request.headers),
  };
}

/** Return the parts of a response except its body. */
export function responseHead(response) {
  requireKeys("response", response, FIELDS);
  if (!Number.isInteger(response.status)) {
    throw new ContractError("response: status must be an integer");
  }
  return { status: response.status, headers: headerPairs("response", response.headers) };
}

/** Return the method of a request, and path and query of its URL, which may lack its origin. */
function withTarget(request) {
  const url = String(request.url);
  const [origin] = ORIGIN.exec(url) ?? [""];
  const target = origin ? url.slice(origin.length).split("#", 1)[0] : url;
  const [path] = target.split("?", 1);
  return { method: request.method, path: path || "/", query: target.slice(path.length + 1) };
}

/** Return the headers of a message as [name, value] pairs. */
function headerPairs(subject, headers) {
  if (!isGiven(headers)) return [];
  try {
    const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
    if (pairs.some((pair) => typeof pair === "string")) throw new TypeError(); // rawHeaders of Node.js
    return pairs.filter(([, value]) => isGiven(value)).flatMap(([name, value]) => {
      const values = Array.isArray(value) ? value : [value]; // as Node.js has them
      return values.map((one) => [String(name).toWellFormed(), String(one).toWellFormed()]);
    });
  } catch {
    throw new ContractError(`${subject}: headers must be an object, or pairs of name and value`);
  }
}

/** Return a body as text or bytes. A body beyond the limit is cut, so that it is not copied whole. */
export function bodyOf(subject, body, limit) {
  if (typeof body === "string") return body.length > limit ? body.slice(0, limit + 1) : body;
  const isShared = body?.buffer?.[Symbol.toStringTag] === "SharedArrayBuffer";
  if (body instanceof Uint8Array && body.length && body.length <= limit && !isShared) return body;
  if (!(body instanceof ArrayBuffer || ArrayBuffer.isView(body))) {
    throw new ContractError(`${subject} must be a string or bytes`);
  }
  try {
    const { buffer = body, byteOffset = 0, byteLength } = body;
    const bytes = new Uint8Array(buffer, byteOffset, Math.min(byteLength, limit + 1));
    return isShared ? bytes.slice() : bytes; // other threads may write into shared memory
  } catch {
    throw new ContractError(`${subject} has a detached buffer`);
  }
}

/** Return a body that the core has read, as a text: the caller cannot change a text. */
export const textOf = (body) => (typeof body === "string" ? body : DECODER.decode(body));
