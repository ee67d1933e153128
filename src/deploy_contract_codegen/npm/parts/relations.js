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

  // A field that the body does not set, or sets to null, is as it is stored. The body is to blame
  // only if it sets one of them.
  never({ never }, value, stored, fits) {
    const touched = Object.keys(never).filter((field) => isSet(find(value, field)));
    const states = Object.entries(never).map(([field, schema]) =>
      [touched.includes(field) ? find(value, field) : kept(stored, field), schema]);
    const holds = states.every(([state, schema]) => state === undefined || fits(schema, state));
    if (!holds || !touched.length) return [];
    return [[touched[0], states.every(([state]) => state !== undefined)]];
  },
};
