// @ts-self-types="./index.d.ts"
// The contract's judgement of documents, requests and responses, by the core in WebAssembly.

import CONTRACT from "./contract.js";
import { Core, UNREAD } from "./core.js";
import { bodyOf, requestHead, responseHead, textOf } from "./messages.js";
import {
  ContractError,
  effective,
  factsOf,
  isGiven,
  isObject,
  knownOf,
  numberOf,
  requireKeys,
} from "./options.js";
import { Refusal, written } from "./written.js";

export { ContractError };

const FAILED = { rule: "unjudged" };
const SHOWN = [
  "operation",
  "verdict",
  "ok",
  "sources",
  "needs",
  "creates_revision",
  "revision_rules",
  "violations",
  "undecided",
  "truncated",
  "status",
]; // of a report, after the kind of its document

/** The report on a document, a request or a response. Its fields have no setters. */
class Report {
  #fields; // the fields that the core wrote
  #core; // writes the missing fields, for #asked; null if no field is missing
  #asked;
  #text; // the document in JSON; undefined if its value is made or if it has none
  #value;
  #parameters;

  constructor(fields, text, value, parameters, core = null, asked = null) {
    this.#fields = fields;
    this.#text = text;
    this.#value = value;
    this.#parameters = parameters;
    this.#core = core;
    this.#asked = asked;
  }

  get #all() {
    if (this.#core !== null) {
      // if the core fails to explain the document, the verdict stays
      this.#fields = this.#core.document(this.#asked, 0) ?? this.#fields;
      this.#core = null;
    }
    return this.#fields;
  }

  get kind() {
    return this.#fields.document;
  }

  get operation() {
    return this.#fields.operation;
  }

  get verdict() {
    return this.#fields.verdict;
  }

  get ok() {
    return this.#fields.verdict !== "deny";
  }

  get sources() {
    return this.#fields.sources;
  }

  get needs() {
    return this.#fields.needs;
  }

  get status() {
    return this.#fields.status;
  }

  get creates_revision() {
    return this.#all.creates_revision;
  }

  get revision_rules() {
    return this.#all.revision_rules;
  }

  get violations() {
    return this.#all.violations;
  }

  get undecided() {
    return this.#all.undecided;
  }

  get truncated() {
    return this.#all.truncated;
  }

  get value() {
    if (this.#text !== undefined) {
      this.#value = JSON.parse(this.#text, withoutPrototype);
      this.#text = undefined;
    }
    return this.#value;
  }

  get parameters() {
    return this.#parameters;
  }

  /** Return all but values of the message. */
  toJSON() {
    const shown = SHOWN.map((name) => [name, this[name]]);
    return { document: this.kind, ...Object.fromEntries(shown) };
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return this.toJSON();
  }
}

/** Make objects without prototype: they have no other members than the document. */
function withoutPrototype(_key, value) {
  return isObject(value) ? Object.assign(Object.create(null), value) : value;
}

/** The contract's judgement under options; a frozen value. */
export class Contract {
  #core;
  #limits;
  #most; // bytes of a document, by the number of its kind

  constructor(options) {
    const { contract } = options ?? {};
    const base = isGiven(contract) ? compiled(contract) : CONTRACT;
    const made = effective(base, options ?? {});
    this.#core = new Core(JSON.stringify(made));
    this.#limits = made.limits;
    const { kinds } = made.bundle["rules.json"];
    this.#most = this.#core.names.kinds.map((name) => {
      const isOfRequests = kinds[name].directions.includes("request");
      return isOfRequests ? made.limits.request_body : made.limits.response_body;
    });
    this.hosting = made.options.hosting ?? undefined;
    Object.freeze(this);
  }

  /** Return the report on a document: JSON as text or bytes. */
  check(document, kind, context) {
    const asked = this.#asked(kind, context);
    asked.body = bodyOf("the document", document, this.#most[asked.kind]);
    if (typeof asked.body === "string" && !asked.body.isWellFormed()) {
      return this.#refused(asked.kind, { rule: "json-encoding" });
    }
    return this.#judged(asked);
  }

  /** Return the report on JSON that is parsed already. JSON.parse hides keys that come twice. */
  checkValue(value, kind, context) {
    const asked = this.#asked(kind, context);
    asked.isValue = 1;
    try {
      asked.body = written(value, this.#limits.string);
    } catch (error) {
      // anything unexpected is a denial too
      return this.#refused(asked.kind, error instanceof Refusal ? error : FAILED);
    }
    return this.#judged(asked, value);
  }

  /** Return the arguments of the core for a document. The caller adds the body. */
  #asked(kind, context) {
    const { kinds, sources } = this.#core.names;
    const number = numberOf("kind", kind, kinds);
    const { source, stored } = knownOf(context ?? {}, sources);
    return { kind: number, source, stored, body: "", isValue: 0 };
  }

  #judged(asked, value) {
    const fields = this.#core.document(asked, 1);
    if (!this.#isJudged(fields)) return this.#refused(asked.kind, FAILED);
    if (!fields.is_read) return new Report(fields);
    asked.body = textOf(asked.body);
    const text = asked.isValue ? undefined : asked.body;
    if (fields.verdict === "deny") return new Report(fields, text, value);
    return new Report(fields, text, value, undefined, this.#core, asked);
  }

  /** Return false if the core failed, which means deny. */
  #isJudged(fields) {
    if (fields === UNREAD) throw new ContractError("deployment: a value in it is not JSON");
    return fields !== null;
  }

  /** Return the report on a request. */
  checkRequest(request, context) {
    const { source, stored } = knownOf(context ?? {}, this.#core.names.sources);
    const head = requestHead(request);
    const body = bodyOf("the body of a request", request.body ?? "", this.#limits.request_body);
    const fields = this.#core.request(source, head, stored, body);
    return this.#message(fields, body, fields?.parameters ?? undefined);
  }

  /** Return the report on a response. */
  checkResponse(response, context) {
    const { request, operation, deployment, known } = context ?? {};
    requireKeys("context", context ?? {}, ["request", "operation", "deployment", "known"]);
    if (isGiven(known) && typeof known !== "function") {
      throw new ContractError("known must be a function");
    }
    const { sources, operations } = this.#core.names;
    const { stored } = knownOf({ deployment }, sources);
    const head = responseHead(response);
    const body = bodyOf("the body of a response", response.body ?? "", this.#limits.response_body);
    const isJudged = request instanceof Report || !isGiven(request);
    const asked = isJudged ? request : this.checkRequest(request);
    const name = operation ?? asked?.operation;
    if (isGiven(name)) head.operation = numberOf("operation", name, operations);
    if (!isJudged && request.method.toUpperCase() === "HEAD") head.status = 0; // it has no body
    head.arguments = asked?.parameters;
    head.facts = stored ? "deployment" : isGiven(known) ? "asks" : "none";
    let fields = this.#core.response(head, stored, body);
    if (Array.isArray(fields)) {
      const found = fields.map((id) => factsOf("what known returns", known(id)) || "null");
      fields = this.#core.response({ ...head, facts: "known" }, `[${found}]`, body);
    }
    return this.#message(fields, body, asked?.parameters);
  }

  #message(fields, body, parameters) {
    if (!this.#isJudged(fields)) return this.#refused(null, FAILED);
    const text = fields.is_read ? fields.text ?? textOf(body) : undefined;
    return new Report(fields, text, undefined, parameters);
  }

  #refused(kind, refusal) {
    const fields = this.#core.refuse(kind, refusal);
    if (fields === null) throw new ContractError("the core cannot be started");
    return new Report(fields);
  }
}

/** Return the effective contract that `deploy-contract compile` wrote, as text, bytes or a value. */
function compiled(contract) {
  const isBytes = ArrayBuffer.isView(contract) || contract instanceof ArrayBuffer;
  let text;
  try {
    text = typeof contract === "string" || isBytes ? textOf(contract) : JSON.stringify(contract);
    JSON.parse(text);
  } catch {
    throw new ContractError("contract: not JSON; `deploy-contract compile` writes it");
  }
  new Core(text); // only the core knows if it is a contract
  return JSON.parse(text);
}

/** The version of the contract. */
export const { version } = CONTRACT.bundle["rules.json"];
