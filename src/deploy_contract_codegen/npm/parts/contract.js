// The verdict: structure by the schemas, rules by overlays and relations, under each source that
// the deployment may have.

import { isObject, join, matches, related, shown } from "./pointer.js";
import { RELATIONS } from "./relations.js";
import { isEmpty, schemaReader } from "./schema.js";
import { TABLES } from "./tables.js";
import { filled } from "./texts.js";
import { confusable } from "./undeclared.js";
import { inspect, parse, Refusal } from "./wire.js";

const UNKNOWN_FIELDS = { allow: "off", report: "report", reject: "enforce" }; // -> mode
const MODES = ["enforce", "report", "off"];
const LIMITS = {
  request_body: 2 ** 20, // bytes
  response_body: 2 ** 24,
  request_objects: 50_000, // arrays and objects
  response_objects: 150_000,
  items: TABLES.most_items, // of one array, or members of one object
  string: 2 ** 20, // characters
  violations: 20,
};
const MORE = 1_000; // faults of the structure that are kept beyond the limit of violations
const SET = { not: { type: "null" } }; // the values that count if a rule has no `when`

export class ContractError extends Error {
  name = "ContractError";
}

/** The contract's judgement under options; a frozen value. */
export class Contract {
  #rules;
  #limits;
  #failures;

  constructor(options = {}, reader = schemaReader) {
    const { hosting, unknown_fields: unknownFields = "allow", modes = {}, limits = {} } = options;
    requireNames("option", Object.keys(options), ["hosting", "unknown_fields", "modes", "limits"]);
    if (isGiven(hosting)) requireNames("hosting", [hosting], TABLES.hostings);
    requireNames("unknown_fields", [unknownFields], Object.keys(UNKNOWN_FIELDS));
    requireModes(modes);
    requireLimits(limits);
    const wanted = { "unknown-field": UNKNOWN_FIELDS[unknownFields], ...modes };
    const rules = TABLES.rules
      .map((rule) => ({ ...rule, mode: wanted[rule.rule] ?? rule.mode }))
      .filter((rule) => rule.mode !== "off");
    this.hosting = hosting ?? undefined;
    this.#rules = new Map(rules.map((rule) => [rule.rule, rule]));
    this.#limits = { ...LIMITS, ...limits };
    this.#failures = reader(TABLES.definitions, LIMITS.items, this.#limits.items);
    Object.freeze(this);
  }

  /** Return the report on a document: JSON as text or bytes. */
  check(document, kind, context = {}) {
    if (typeof document !== "string" && !ArrayBuffer.isView(document)) {
      throw new ContractError("the document must be a string or bytes; see checkValue");
    }
    return this.#report(kind, context, (most) => parse(document, most));
  }

  /** Return the report on JSON that is parsed already. JSON.parse hides keys that come twice. */
  checkValue(value, kind, context = {}) {
    return this.#report(kind, context, ({ string }) => {
      inspect(value, string);
      return value;
    });
  }

  #report(kind, context, read) {
    requireNames("kind", [kind], Object.keys(TABLES.kinds));
    requireNames("context", Object.keys(context), ["source", "deployment"]);
    const stored = context.deployment ?? {};
    if (!isObject(stored)) throw new ContractError("deployment must be an object");
    const source = sourceOf(context.source ?? undefined, stored);
    const direction = isRequest(kind) ? "request" : "response";
    const limits = this.#limits;
    try {
      const value = read({
        bytes: limits[`${direction}_body`],
        objects: limits[`${direction}_objects`],
        string: limits.string,
      });
      return this.#made(kind, value, this.#judged(kind, value, source, stored));
    } catch (error) {
      // anything unexpected is a denial too
      const refusal = error instanceof Refusal ? error : new Refusal("unjudged");
      return this.#made(kind, undefined, refused(this.#rules.get(refusal.rule), refusal));
    }
  }

  #made(kind, value, found) {
    const all = distinct(found.violations);
    const violations = [...all.filter(isEnforced), ...all.filter((item) => !isEnforced(item))];
    const report = {
      document: kind,
      verdict: found.verdict,
      ok: found.verdict !== "deny",
      sources: found.sources,
      needs: found.needs,
      ...this.#revision(kind, value),
      violations: violations.slice(0, this.#limits.violations),
      undecided: distinct(found.undecided).slice(0, this.#limits.violations),
      truncated: violations.length > this.#limits.violations,
    };
    // not enumerable, so that logs and JSON of a report hold no value of the document
    return Object.freeze(Object.defineProperty(report, "value", { value }));
  }

  #judged(kind, value, source, stored) {
    const structure = this.#structure(kind, value);
    const candidates = this.#candidates(kind, source);
    // a candidate is judged as if it were stored
    const kept = (name) => (name === undefined ? stored : { ...stored, source: name });
    const broken = new Map();
    for (const name of candidates) broken.set(name, this.#broken(kind, name, value, kept(name)));
    const enforced = (name) => broken.get(name).filter(isEnforced);
    const denied = candidates.filter((name) => enforced(name).some((item) => item.settled));
    const left = candidates.filter((name) => !denied.includes(name));
    const unsettled = left.filter((name) => enforced(name).some((item) => !item.settled));

    // What is certain holds under every candidate. If none is left, the closest one tells why.
    const closest = [...denied].sort((a, b) => enforced(a).length - enforced(b).length)[0];
    const keys = candidates.map((name) => new Set(broken.get(name).map(keyOf)));
    const isCertain = (item) => keys.every((known) => known.has(keyOf(item)));
    const certain = left.length ? broken.get(left[0]).filter(isCertain) : broken.get(closest);
    const isRefused = left.length === 0 || structure.some(isEnforced);
    const isOpen = !isRefused && denied.length + unsettled.length > 0;
    const certainKeys = new Set(certain.map(keyOf));
    const atStake = candidates.flatMap(enforced)
      .filter((item) => !(item.settled && certainKeys.has(keyOf(item))));
    const settled = certain.filter((item) => item.settled);
    return {
      verdict: isRefused ? "deny" : isOpen ? "indeterminate" : "allow",
      violations: combined(structure, settled).map(toViolation),
      undecided: isOpen ? atStake.map(toViolation) : [],
      needs: isOpen ? this.#needs(candidates, denied, unsettled) : [],
      sources: isRefused ? [] : left.filter((name) => name !== undefined),
    };
  }

  /** Return the sources that the deployment may have; [undefined] if rules need no context. */
  #candidates(kind, source) {
    if (TABLES.kinds[kind].source !== "context") return [undefined];
    if (source) return [source];
    const runs = TABLES.sources;
    return Object.keys(runs).filter((name) => !this.hosting || runs[name].includes(this.hosting));
  }

  /** Return the facts that would settle an open verdict. */
  #needs(candidates, denied, unsettled) {
    const dependsOnSource = denied.length > 0 || unsettled.length < candidates.length;
    const needsSource = candidates.length > 1 && dependsOnSource;
    const answers = new Map();
    for (const name of needsSource ? candidates : []) {
      for (const place of TABLES.sources[name]) {
        answers.set(place, (answers.get(place) ?? new Set()).add(denied.includes(name)));
      }
    }
    // hosting settles it if candidates of the same hosting have the same answer
    const isUniform = answers.size > 1 && [...answers.values()].every((given) => given.size === 1);
    return [
      ...(needsSource ? ["source"] : []),
      ...(!this.hosting && isUniform ? ["hosting"] : []),
      ...(unsettled.length ? ["deployment"] : []),
    ];
  }

  /** Return the faults by the schema, and the fields that it does not declare. */
  #structure(kind, value) {
    const fields = new Map();
    for (const rule of this.#rules.values()) fields.set(rule.parameters.keyword, rule);
    const { open, closed } = TABLES.kinds[kind].definitions;
    const failures = (name) => this.#failures({ $ref: `#/$defs/${name}` }, value);
    const limit = this.#limits.items;
    const ofKeyword = ({ keyword, at, ...texts }) =>
      broke(fields.get(keyword === "maxProperties" ? "maxItems" : keyword), at, true, { ...texts, limit });
    const found = [];
    const counts = { enforce: 0, report: 0 };
    const most = this.#limits.violations + MORE;
    const keep = (item) => {
      if (!item.rule) return;
      counts[item.rule.mode] += 1;
      if (counts[item.rule.mode] <= most) found.push(item);
    };
    for (const failure of failures(open)) {
      keep(ofKeyword(failure));
      if (counts.enforce > most) return found; // no other one would be in the report
    }
    for (const { keyword, at, name, schema } of failures(closed)) {
      if (keyword === "additionalProperties") keep(this.#undeclared(name, schema, join(at, name)));
      if (counts.enforce > most) return found;
    }
    return found;
  }

  #undeclared(key, schema, at) {
    const rule = this.#rules.get("confusable-field");
    const name = rule && confusable(key, Object.keys(schema.properties ?? {}));
    if (name !== undefined) return broke(rule, at, true, { schema, name });
    return broke(this.#rules.get("unknown-field"), at, true, { schema });
  }

  /** Return each rule that the document breaks under a source. */
  #broken(kind, source, value, stored) {
    const entries = TABLES.overlays[kind][source ?? "any"][this.hosting ?? "any"];
    const fits = (schema, part) => isEmpty(this.#failures(schema, part));
    const effects = new Map(TABLES.kinds[kind].effects);
    const brokenBy = (rule) => RELATIONS[rule.shape](rule.parameters, value, stored, fits, effects)
      .map(([at, settled]) => broke(rule, at, settled));
    const found = [];
    for (const [id, form, index] of entries) {
      const rule = this.#rules.get(id);
      const schema = TABLES.schemas[index];
      if (rule && form === "schema") {
        for (const { at } of this.#failures(schema, value)) found.push(broke(rule, at));
      } else if (rule && !fits(schema, value)) {
        for (const item of brokenBy(rule)) found.push(item);
      }
    }
    const spokenFor = new Set(entries.map(([id]) => id));
    const isFree = (rule) =>
      rule.on.includes(kind) && RELATIONS[rule.shape] && !spokenFor.has(rule.rule);
    return [...found, ...[...this.#rules.values()].filter(isFree).flatMap(brokenBy)];
  }

  /** Return whether the document creates a revision, by the surest answer; modes do not matter. */
  #revision(kind, value) {
    const isSetOff = ({ parameters: { field, when = SET } }) =>
      matches(value, field).some(([, member]) => isEmpty(this.#failures(when, member)));
    const rules = TABLES.rules.filter((rule) =>
      rule.shape === "revision" && rule.on.includes(kind));
    const setOff = value === undefined ? [] : rules.filter(isSetOff);
    const answers = isObject(value)
      ? setOff.map((rule) => rule.parameters.creates)
      : rules.map(() => "unknown");
    const creates = ["yes", "unknown"].find((answer) => answers.includes(answer)) ?? "no";
    return { creates_revision: creates, revision_rules: setOff.map((rule) => rule.rule) };
  }
}

/** Return the violations that count: rules are silent where the structure is wrong. */
function combined(structure, ofRules) {
  const wrong = structure.filter((item) => item.rule.shape === "keyword" && isEnforced(item));
  const heard = ofRules.filter((item) => !wrong.some(({ at }) => related(at, item.at)));
  const isSaid = (item) => heard.some(({ at, rule }) =>
    at === item.at && (rule.mode === "enforce" || item.rule.mode === "report")); // as firmly
  const spoken = structure.filter((item) => item.rule.rule !== "unknown-field" || !isSaid(item));
  return [...spoken, ...heard];
}

const isGiven = (option) => option !== undefined && option !== null;
const isRequest = (kind) => TABLES.kinds[kind].directions.includes("request");
const broke = (rule, at, settled = true, texts = {}) => ({ rule, at, settled, texts });
const isEnforced = (item) => (item.rule.mode ?? item.mode) === "enforce"; // also of violations
const keyOf = ({ rule, at, settled }) => `${rule.rule} ${settled} ${at}`; // an id has no spaces

function refused(rule, { at, texts }) {
  const violations = [{ ...toViolation(broke(rule, at, true, texts)), location: "wire" }];
  return { verdict: "deny", violations, undecided: [], needs: [], sources: [] };
}

function toViolation({ rule: { rule, mode, message, hint }, at, texts }) {
  return {
    rule,
    mode,
    location: "body",
    pointer: shown(at),
    message: filled(message, texts),
    hint: filled(hint, texts),
  };
}

/** Return violations, each once. */
function distinct(violations) {
  return [...new Map(violations.map((item) => [JSON.stringify(item), item])).values()];
}

function requireNames(subject, names, allowed) {
  for (const name of names) {
    if (!allowed.includes(name)) {
      throw new ContractError(`${subject} must be one of ${allowed.join(", ")}`);
    }
  }
}

function requireModes(modes) {
  for (const [id, mode] of Object.entries(modes)) {
    const rule = TABLES.rules.find((each) => each.rule === id);
    if (!rule) throw new ContractError("modes: an entry names no rule of the contract");
    requireNames(`the mode of ${id}`, [mode], MODES);
    if (mode !== "enforce" && (rule.shape === "wire" || rule.parameters.fixed)) {
      throw new ContractError(`${id} is a rule of the wire and cannot be relaxed`);
    }
  }
}

function requireLimits(limits) {
  requireNames("limits", Object.keys(limits), Object.keys(LIMITS));
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new ContractError(`limits: ${name} must be an integer of at least 1`);
    }
  }
}

function sourceOf(given, stored) {
  const kept = stored.source ?? undefined;
  for (const name of [given, kept].filter(isGiven)) {
    requireNames("source", [name], Object.keys(TABLES.sources));
  }
  if (isGiven(given) && isGiven(kept) && given !== kept) {
    throw new ContractError("source contradicts the source of deployment; give one of them");
  }
  return given ?? kept;
}

/** The version of the contract. */
export const version = TABLES.version;
