// The named relations: what rules say that JSON Schema cannot. Each gives [pointer, settled] for each place that breaks it;
// `settled` is false where the stored deployment, which is not known there, decides.

import { find, isObject, join, matches } from "./pointer.mjs";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isSet = (value) => value !== undefined && value !== null;

/** The value that is stored; undefined where it is not known. Below a stored null, all is null. */
function kept(stored, pointer) {
  const above = [...pointer.matchAll(/\//g)].some(({ index }) => index > 0 && find(stored, pointer.slice(0, index)) === null);
  return above ? null : find(stored, pointer);
}

function equal(one, other) {
  if (typeof one === "string" && typeof other === "string") {
    return one === other || (UUID.test(one) && one.toLowerCase() === other.toLowerCase()); // RFC 9562, section 4: in either case
  }
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}

export const RELATIONS = {
  at_most({ within, pairs }, value) {
    const group = find(value, within);
    const isNumber = (name) => Object.hasOwn(group, name) && typeof group[name] === "number";
    return !isObject(group) ? [] : pairs
      .filter(([lower, upper]) => isNumber(lower) && isNumber(upper) && group[lower] > group[upper])
      .map(([lower]) => [join(within, lower), true]);
  },

  unique_by({ array, key }, value) {
    const seen = new Set();
    return !Array.isArray(find(value, array)) ? [] : matches(value, `${array}/*/${key}`)
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

  // What the body does not set, or sets to null, is as it is stored; the body must set one of them to be to blame.
  never({ never }, value, stored, fits) {
    const touched = Object.keys(never).filter((field) => isSet(find(value, field)));
    const states = Object.entries(never).map(([field, schema]) => [touched.includes(field) ? find(value, field) : kept(stored, field), schema]);
    const held = states.every(([state, schema]) => state === undefined || fits(schema, state));
    return held && touched.length ? [[touched[0], states.every(([state]) => state !== undefined)]] : [];
  },
};
