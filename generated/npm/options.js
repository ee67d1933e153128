// Options and other arguments: wrong ones are refused, right ones become an effective contract.

const UNKNOWN_FIELDS = ["allow", "report-requests", "report", "reject"];
const UNKNOWN_OPERATIONS = ["allow", "report", "reject"];
const KNOWN = ["source", "deployment"]; // of a deployment
const MODES = ["enforce", "report", "off"];
const LONGEST = 64; // characters of a key in a message

/** A mistake of the caller. */
export class ContractError extends Error {
  name = "ContractError";
}

/** Return an effective contract with other options. `given`: as for `new Contract`. */
export function effective(contract, given) {
  const names = Object.keys(contract.options);
  requireKeys("options", given, ["contract", ...names, "limits"]);
  const { modes = {}, limits = {}, hosting, unknown_fields, unknown_operations, base_path } = given;
  const { "rules.json": table } = contract.bundle;
  requireName("hosting", hosting, [...new Set(Object.values(table.sources).flat())].sort());
  requireName("unknown_fields", unknown_fields, UNKNOWN_FIELDS);
  requireName("unknown_operations", unknown_operations, UNKNOWN_OPERATIONS);
  requireBasePath(base_path);
  requireModes(modes, [...table.rules, ...(contract.policies ?? [])], contract.bundle);
  requireLimits(limits, contract.limits);
  const chosen = Object.fromEntries(
    names.filter((name) => isGiven(given[name])).map((name) => [name, given[name]]),
  );
  return {
    ...contract,
    options: { ...contract.options, ...chosen, modes: { ...contract.options.modes, ...modes } },
    limits: { ...contract.limits, ...limits },
  };
}

function requireBasePath(path) {
  if (!isGiven(path) || path === "") return;
  const isPath = typeof path === "string" && /^\/[\0-\x7f]*$/.test(path) && !/[?#%;]|\/$/.test(path);
  if (!isPath) throw new ContractError('base_path must be empty, or a path such as "/api-host"');
}

function requireModes(modes, rules, { "operations.json": operations }) {
  if (!isObject(modes)) throw new ContractError("modes must be an object");
  const names = operations.map(({ operation }) => operation);
  for (const [id, mode] of Object.entries(modes)) {
    const end = id.indexOf(":");
    if (end !== -1) requireNames("the operation of a mode", [id.slice(0, end)], names);
    const rule = rules.find((each) => each.rule === id.slice(end + 1));
    if (!rule) {
      const near = question(id.slice(end + 1), rules.map((each) => each.rule));
      throw new ContractError(`modes: an entry names no rule of the contract${near}`);
    }
    requireNames(`the mode of ${id}`, [mode], MODES);
    if (mode !== "enforce" && (rule.shape === "wire" || rule.parameters.fixed)) {
      throw new ContractError(`${id} is a rule of the wire and cannot be relaxed`);
    }
  }
}

function requireLimits(limits, known) {
  requireKeys("limits", limits, Object.keys(known));
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new ContractError(`limits: ${name} must be an integer of at least 1`);
    }
  }
}

/** Require an object with allowed keys only. The error names the unknown key, and the nearest key. */
export function requireKeys(subject, given, allowed) {
  if (!isObject(given)) throw new ContractError(`${subject} must be an object`);
  for (const key of Object.keys(given)) {
    if (allowed.includes(key)) continue;
    const shown = JSON.stringify(key.slice(0, LONGEST));
    const names = `${allowed.join(", ")}${question(key, allowed)}`;
    throw new ContractError(`${subject}: ${shown} is not one of ${names}`);
  }
}

/** Return a question with the name that a misspelt one most likely means, or "". */
function question(key, names) {
  const near = typeof key === "string" ? nearest(key, names) : undefined;
  return near ? `; did you mean ${near}?` : "";
}

/** Return the name that shares most letters with a misspelt one, if they share enough. */
function nearest(key, names) {
  const plain = plainOf(key.slice(0, LONGEST));
  const rows = names.map((name) => ({ name, shared: alike(plain, plainOf(name)) }));
  const near = rows.filter(
    ({ name, shared }) => shared >= 0.7 * plain.length && shared >= 0.5 * name.length,
  );
  return near.sort((one, other) => other.shared - one.shared)[0]?.name;
}

const plainOf = (name) => name.toLowerCase().replaceAll(/[_-]/g, "");

/** Return how many letters two names share at their beginning and end. */
function alike(one, other) {
  const most = Math.min(one.length, other.length);
  let begin = 0;
  while (begin < most && one[begin] === other[begin]) begin += 1;
  let end = 0;
  while (end < most - begin && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return begin + end;
}

/** Return the number of a name, from 0. Throws a ContractError if it is not among those allowed. */
export function numberOf(subject, name, allowed) {
  const number = allowed.indexOf(name);
  if (number !== -1) return number;
  const names = `${allowed.join(", ")}${question(name, allowed)}`;
  throw new ContractError(`${subject} must be one of ${names}`);
}

function requireNames(subject, names, allowed) {
  for (const name of names) numberOf(subject, name, allowed);
}

function requireName(subject, name, allowed) {
  if (isGiven(name)) numberOf(subject, name, allowed);
}

/** Return the number of the source from 1, or 0, and the facts about a deployment in JSON. */
export function knownOf(context, sources) {
  requireKeys("context", context, KNOWN);
  const { source, deployment } = context;
  const facts = factsOf("deployment", deployment);
  const [given, stored] = [sourceOf(source, sources), sourceOf(deployment?.source, sources)];
  if (given && stored && given !== stored) {
    throw new ContractError("source contradicts the source of deployment; give one of them");
  }
  return { source: given || stored, stored: facts };
}

function sourceOf(name, sources) {
  return isGiven(name) ? numberOf("source", name, sources) + 1 : 0;
}

/** Return the facts about a deployment in JSON; "" for none. */
export function factsOf(subject, deployment) {
  if (!isGiven(deployment)) return "";
  if (!isObject(deployment)) throw new ContractError(`${subject} must be an object`);
  try {
    if (typeof deployment.then !== "function") return JSON.stringify(deployment);
  } catch {
    throw new ContractError(`${subject} must be an object that JSON can hold`);
  }
  throw new ContractError(`${subject} must be an object, not a promise`);
}

export const isGiven = (option) => option !== undefined && option !== null;

export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
