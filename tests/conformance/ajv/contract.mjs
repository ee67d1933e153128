// The judgement, read from the generated files alone: structure by the schemas, rules by the overlays and the relations,
// under each source that the deployment may have.

import { readFileSync } from "node:fs";
import { join as path } from "node:path";
import Ajv from "ajv/dist/2020.js";

import { find, isObject, join, matches, related, shown } from "./pointer.mjs";
import { RELATIONS } from "./relations.mjs";
import { isConfusable } from "./undeclared.mjs";
import { inspect, parse, Refusal } from "./wire.mjs";

const LIMITS = { request_body: 1 << 20, response_body: 16 << 20, request_objects: 50_000, response_objects: 150_000, items: 10_000, string: 1 << 20 };
const UNKNOWN_FIELDS = { allow: "off", report: "report", reject: "enforce" }; // -> mode of unknown-field
const SET = { not: { type: "null" } }; // the values that count where a rule has no `when`

/** The generated files of a folder, and ajv to read their schemas. */
export function load(folder) {
  const read = (name) => JSON.parse(readFileSync(path(folder, name), "utf8"));
  const ajv = new Ajv({
    allErrors: true,
    strict: false, // schemas carry x-format, a note for messages
    strictNumbers: false, // Infinity is a number, too large for every schema: that is how 1E400 is refused
    ownProperties: true, // a field may be called "constructor"
    verbose: true, // parentSchema: which names the object declares
  });
  const schemas = new Map();
  return {
    ...read("rules.json"),
    overlays: read("overlays.json"),
    schema(kind, variant, items) {
      const key = `${kind}.${variant} ${items}`;
      if (!schemas.has(key)) schemas.set(key, limited(read(`schemas/${kind}.${variant}.json`), items));
      return schemas.get(key);
    },
    failures(schema, value) {
      const fits = ajv.compile(schema); // ajv keeps what it compiled of the same object
      return fits(value) ? [] : fits.errors;
    },
  };
}

/** A schema with another cap on the items of arrays and objects. */
function limited(schema, items) {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    (key === "maxItems" || key === "maxProperties") && value === LIMITS.items ? items : value);
}

export class Contract {
  constructor(tables, { hosting, unknown_fields: unknownFields = "allow", modes = {}, limits = {} } = {}) {
    const wanted = { "unknown-field": UNKNOWN_FIELDS[unknownFields], ...modes };
    const rules = tables.rules.map((rule) => ({ ...rule, mode: wanted[rule.rule] ?? rule.mode }));
    this.tables = tables;
    this.rules = new Map(rules.filter((rule) => rule.mode !== "off").map((rule) => [rule.rule, rule]));
    this.hosting = hosting;
    this.looksAtUndeclared = (kind) => isRequest(tables, kind) || unknownFields !== "allow";
    this.limits = { ...LIMITS, ...limits };
  }

  /** The answer for a document: bytes, text, or JSON that is parsed already. */
  check(document, kind, source, stored) {
    let value;
    try {
      value = this.read(document, kind);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const violations = [[error.rule, shown(error.at)]];
      return { verdict: "deny", violations, undecided: [], needs: [], sources: [], ...this.revision(kind, undefined) };
    }
    return { ...this.judge(kind, value, source ?? stored?.source, stored ?? {}), ...this.revision(kind, value) };
  }

  read(document, kind) {
    if (document.text !== undefined && !document.text.isWellFormed()) throw new Refusal("json-encoding");
    const bytes = document.bytes ?? (document.text !== undefined ? Buffer.from(document.text) : undefined);
    const direction = isRequest(this.tables, kind) ? "request" : "response";
    const [most, mostObjects] = [this.limits[`${direction}_body`], this.limits[`${direction}_objects`]];
    const { value, long } = bytes ? parse(bytes, most, mostObjects) : document;
    inspect(value, this.limits.string);
    if (long) throw new Refusal("json-number");
    return value;
  }

  judge(kind, value, source, stored) {
    const structure = this.structure(kind, value);
    const candidates = this.candidates(kind, value, source);
    // a candidate is judged as if it were stored
    const kept = (name) => (name === undefined ? stored : { ...stored, source: name });
    const broken = new Map(candidates.map((name) => [name, this.broken(kind, name, value, kept(name))]));
    const enforced = (name) => broken.get(name).filter(isEnforced);
    const denied = candidates.filter((name) => enforced(name).some((item) => item.settled));
    const left = candidates.filter((name) => !denied.includes(name));
    const unsettled = left.filter((name) => enforced(name).some((item) => !item.settled));

    // What is certain holds under every candidate; where none is left, the one that comes closest tells why.
    const closest = denied.toSorted((one, other) => enforced(one).length - enforced(other).length)[0];
    const certain = left.length
      ? broken.get(left[0]).filter((item) => candidates.every((name) => isIn(item, broken.get(name))))
      : broken.get(closest);
    const refused = left.length === 0 || structure.some(isEnforced);
    const open = !refused && denied.length + unsettled.length > 0;
    const atStake = candidates.flatMap(enforced).filter((item) => !(item.settled && isIn(item, certain)));
    return {
      verdict: refused ? "deny" : open ? "indeterminate" : "allow",
      violations: pairs(combined(structure, certain.filter((item) => item.settled))),
      undecided: pairs(open ? atStake : []),
      needs: open ? this.needs(candidates, denied, unsettled) : [],
      sources: refused ? [] : left.filter((name) => name !== undefined),
    };
  }

  /** The sources that the deployment may have; undefined alone for kinds whose rules do not depend on the context. */
  candidates(kind, value, source) {
    const { source: from, override } = this.tables.kinds[kind];
    if (from !== "context") return [undefined];
    if (source) return [source];
    const runs = this.tables.sources;
    const admitted = Object.keys(runs).filter((name) => !this.hosting || runs[name].includes(this.hosting));
    const overriding = override ? find(value, override) : undefined;
    if (typeof overriding !== "string" || !Object.hasOwn(runs, overriding)) return admitted;
    const narrowed = admitted.filter((name) => runs[name].some((place) => runs[overriding].includes(place)));
    return narrowed.length ? narrowed : admitted;
  }

  /** What would settle an open verdict. Hosting would, where candidates of the same hosting have the same answer. */
  needs(candidates, denied, unsettled) {
    const bySource = candidates.length > 1 && (denied.length > 0 || unsettled.length < candidates.length);
    const answers = new Map();
    for (const name of bySource ? candidates : []) {
      for (const place of this.tables.sources[name]) {
        answers.set(place, (answers.get(place) ?? new Set()).add(denied.includes(name)));
      }
    }
    const byHosting = !this.hosting && answers.size > 1 && [...answers.values()].every((given) => given.size === 1);
    return [...(bySource ? ["source"] : []), ...(byHosting ? ["hosting"] : []), ...(unsettled.length ? ["deployment"] : [])];
  }

  /** What is wrong by the schema, and with the fields that it does not declare. */
  structure(kind, value) {
    const failures = (variant) => this.tables.failures(this.tables.schema(kind, variant, this.limits.items), value);
    const byKeyword = new Map([...this.rules.values()].map((rule) => [rule.parameters.keyword, rule]));
    const open = failures("open");
    const mistyped = new Set(open.filter((error) => error.keyword === "type").map((error) => error.instancePath));
    const found = open
      .filter((error) => error.keyword === "type" || !mistyped.has(error.instancePath))
      .map((error) => broke(byKeyword.get(error.keyword === "maxProperties" ? "maxItems" : error.keyword), error.instancePath));
    const undeclared = this.looksAtUndeclared(kind) ? failures("closed") : [];
    for (const { keyword, instancePath, params, parentSchema } of undeclared) {
      if (keyword !== "additionalProperties") continue;
      const key = params.additionalProperty;
      const confusable = this.rules.get("confusable-field");
      const rule = confusable && isConfusable(key, Object.keys(parentSchema.properties)) ? confusable : this.rules.get("unknown-field");
      found.push(broke(rule, join(instancePath, key)));
    }
    return found.filter((item) => item.rule);
  }

  /** Each rule that the document breaks under a source. */
  broken(kind, source, value, stored) {
    const entries = this.tables.overlays[kind][source ?? "any"][this.hosting ?? "any"];
    const fits = (schema, part) => this.tables.failures(schema, part).length === 0;
    const brokenBy = (rule) => RELATIONS[rule.shape](rule.parameters, value, stored, fits).map(([at, settled]) => broke(rule, at, settled));
    const found = [];
    for (const entry of entries) {
      const rule = this.rules.get(entry.rule);
      if (!rule) continue;
      if (entry.schema) found.push(...explained(this.tables.failures(entry.schema, value)).map((at) => broke(rule, at)));
      else if (!fits(entry.clear, value)) found.push(...brokenBy(rule));
    }
    const spokenFor = new Set(entries.map((entry) => entry.rule));
    const free = [...this.rules.values()].filter((rule) => rule.on.includes(kind) && RELATIONS[rule.shape] && !spokenFor.has(rule.rule));
    return [...found, ...free.flatMap(brokenBy)];
  }

  /** Whether the document creates a revision, by the surest answer; modes of rules do not matter to what is so. */
  revision(kind, value) {
    const rules = this.tables.rules.filter((rule) => rule.shape === "revision" && rule.on.includes(kind));
    const setOff = rules.filter(({ parameters: { field, when = SET } }) =>
      matches(value, field).some(([, member]) => this.tables.failures(when, member).length === 0));
    const answers = isObject(value) ? setOff.map((rule) => rule.parameters.creates) : rules.map(() => "unknown");
    const creates = ["yes", "unknown"].find((answer) => answers.includes(answer)) ?? "no";
    return { creates_revision: creates, revision_rules: setOff.map((rule) => rule.rule) };
  }
}

/** Where ajv's failures say that a rule is broken: of alternatives, the first one is the one to be explained. */
const explained = (failures) => failures
  .filter(({ keyword, schemaPath }) => keyword !== "anyOf" && keyword !== "if" && !/\/anyOf\/[1-9]/.test(schemaPath))
  .map(({ instancePath }) => instancePath);

/** The violations that count: rules do not speak of what an enforced violation says is of the wrong structure. */
function combined(structure, ofRules) {
  const wrong = structure.filter((item) => item.rule.shape === "keyword" && isEnforced(item));
  const heard = ofRules.filter((item) => !wrong.some(({ at }) => related(at, item.at)));
  const spoken = structure.filter((item) => item.rule.rule !== "unknown-field" ||
    !heard.some(({ at, rule }) => at === item.at && (rule.mode === "enforce" || item.rule.mode === "report"))); // as firmly
  return [...spoken, ...heard];
}

const broke = (rule, at, settled = true) => ({ rule, at, settled });
const isEnforced = (item) => item.rule.mode === "enforce";
const isIn = (item, items) => items.some(({ rule, at, settled }) => rule === item.rule && at === item.at && settled === item.settled);
const isRequest = (tables, kind) => tables.kinds[kind].directions.includes("request");
const pairs = (items) => items.map((item) => [item.rule.rule, shown(item.at)]);
