// The named relations: what rules say that JSON Schema cannot. Each gives [pointer, settled] for
// each place that breaks it. `settled` is false if the stored deployment decides and is not known.

import { find, isObject, join, matches } from "./pointer.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isSet = (value) => value !== undefined && value !== null;

/** Return the value that is stored; undefined if it is not known. Below a stored null, null. */
function kept(stored, pointer) {
  const ends = [...pointer.matchAll(/\//g)].map(({ index }) => index).filter(Boolean);
  const isBelowNull = ends.some((end) => find(stored, pointer.slice(0, end)) === null);
  return isBelowNull ? null : find(stored, pointer);
}

function equal(one, other) {
  if (typeof one === "string" && typeof other === "string") {
    // RFC 9562, section 4: a uuid may be written in either case
    return one === other || (UUID.test(one) && one.toLowerCase() === other.toLowerCase());
  }
  const areTrees = [one, other].every((each) => typeof each === "object" && each !== null);
  if (!areTrees) return one === other;
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other)
    && names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}

/** An object after a patch of which some members are not known: all those that it lacks. */
class Partial {
  constructor(members) {
    this.members = members;
  }
}

const partly = (stored) => (isObject(stored)
  ? new Partial(new Map(Object.entries(stored).map(([name, value]) => [name, partly(value)])))
  : stored);

/** Return a member of a stored object; undefined if it is not known. All below a null is null. */
function storedMember(stored, name) {
  if (stored === null) return null;
  return isObject(stored) && Object.hasOwn(stored, name) ? stored[name] : undefined;
}

/** Return the value at a pointer after a patch, and the place in the patch that sets it. */
function stateAfter(value, stored, pointer, effects) {
  let [sent, at, before] = [value, "", stored];
  const names = pointer.split("/").slice(1);
  for (const name of names) {
    sent = isObject(sent) && Object.hasOwn(sent, name) ? sent[name] : null;
    before = storedMember(before, name);
    at += `/${name}`;
    const effect = effects.get(at);
    if (sent === null || (effect === "replaced_unless_empty" && isNothing(sent))) {
      return [partly(kept(stored, pointer)), undefined];
    }
    if (effect !== "merged" || !isObject(sent)) {
      const state = find(value, pointer);
      return state === undefined ? [null, at] : [state, pointer];
    }
  }
  const [state, isChanged] = merged(sent, before, at, effects);
  return [state, isChanged ? pointer : undefined];
}

/** Return an object after a patch, and true if the patch sets any member of it. */
function merged(sent, stored, at, effects) {
  const before = partly(stored);
  const state = new Map(before instanceof Partial ? before.members : []);
  let isChanged = false;
  for (const [name, value] of Object.entries(sent)) {
    const effect = effects.get(`${at}/${name}`);
    if (value === null || (effect === "replaced_unless_empty" && isNothing(value))) continue;
    const [inner, setsIt] = effect === "merged" && isObject(value)
      ? merged(value, storedMember(stored, name), `${at}/${name}`, effects)
      : [value, true];
    if (!setsIt) continue;
    state.set(name, inner);
    isChanged = true;
  }
  if (!isChanged) return [before, false];
  return [stored === null ? Object.fromEntries(state) : new Partial(state), true];
}

/** Return whether a state fits a schema; undefined if unknown members decide. */
function mayFit(schema, state, fits) {
  if (state === undefined) return undefined;
  if (!(state instanceof Partial)) return fits(schema, state);
  if (schema.enum || "const" in schema) return false; // of texts, booleans and null
  const fit = (part) => mayFit(part, state, fits);
  const answers = schema.type ? [[schema.type].flat().includes("object")] : [];
  for (const name of schema.required ?? []) answers.push(state.members.has(name) || undefined);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    answers.push(mayFit(inner, state.members.get(name), fits));
  }
  answers.push(...(schema.allOf ?? []).map(fit));
  if (schema.anyOf) answers.push(not(all(schema.anyOf.map((part) => not(fit(part))))));
  if (schema.not) answers.push(not(fit(schema.not)));
  if (schema.if) {
    const [condition, then, otherwise] = [schema.if, schema.then ?? {}, schema.else ?? {}].map(fit);
    if (condition === undefined) answers.push(then === otherwise ? then : undefined);
    else answers.push(condition ? then : otherwise);
  }
  return all(answers);
}

const isNothing = (sent) =>
  sent === "" || sent === 0 || sent === false || (typeof sent === "object" && !Object.keys(sent).length);
const not = (answer) => (answer === undefined ? undefined : !answer);
function all(answers) {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

export const RELATIONS = {
  at_most({ within, pairs }, value) {
    const group = find(value, within);
    if (!isObject(group)) return [];
    const isNumber = (name) => Object.hasOwn(group, name) && typeof group[name] === "number";
    return pairs
      .filter(([lower, upper]) => isNumber(lower) && isNumber(upper) && group[lower] > group[upper])
      .map(([lower]) => [join(within, lower), true]);
  },

  unique_by({ array, key }, value) {
    const seen = new Set();
    if (!Array.isArray(find(value, array))) return [];
    return matches(value, `${array}/*/${key}`)
      .filter(([, name]) => typeof name === "string" && (seen.has(name) || !seen.add(name)))
      .map(([at]) => [at, true]);
  },

  exists_in({ names, array, key }, value) {
    const known = new Set(matches(value, `${array}/*/${key}`).map(([, name]) => name));
    return names.flatMap((pattern) => matches(value, pattern))
      .filter(([, name]) => typeof name === "string" && !known.has(name))
      .map(([at]) => [at, true]);
  },

  equals_stored({ fields }, value, stored) {
    return fields
      .filter((field) => isSet(find(value, field)) && kept(stored, field) !== undefined)
      .filter((field) => !equal(find(value, field), kept(stored, field)))
      .map((field) => [field, true]);
  },

  stored_unknown({ fields }, value, stored) {
    return fields
      .filter((field) => isSet(find(value, field)) && kept(stored, field) === undefined)
      .map((field) => [field, true]);
  },

  // The state is that after the patch, by the effects of its fields. The body is to blame only if it
  // sets one of the fields.
  never({ never }, value, stored, fits, effects) {
    const found = Object.entries(never).map(([field, schema]) => {
      const [state, place] = stateAfter(value, stored, field, effects);
      return [mayFit(schema, state, fits), place];
    });
    const answers = found.map(([answer]) => answer);
    const touched = found.map(([, place]) => place).find((place) => place !== undefined);
    if (answers.includes(false) || touched === undefined) return [];
    return [[touched, !answers.includes(undefined)]];
  },
};
