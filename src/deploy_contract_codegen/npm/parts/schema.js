// The keywords of JSON Schema 2020-12 that the contract uses. Generation refuses all others.

import { isObject, join } from "./pointer.js";

const TYPES = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => typeof value === "number" && !(value % 1), // infinities: refused by bounds
  array: Array.isArray,
  object: isObject,
};

// keyword -> [type that it is for, test of a value by the argument of the keyword]
const CHECKS = {
  enum: [null, (value, names) => names.includes(value)],
  const: [null, (value, wanted) => value === wanted],
  minimum: ["number", (value, bound) => value >= bound],
  maximum: ["number", (value, bound) => value <= bound],
  exclusiveMinimum: ["number", (value, bound) => value > bound],
  exclusiveMaximum: ["number", (value, bound) => value < bound],
  pattern: ["string", (value, pattern) => compiled(pattern).test(value)],
  minLength: ["string", (value, least) => [...value].length >= least],
  maxLength: ["string", (value, most) => value.length <= most || [...value].length <= most],
  minItems: ["array", (value, least) => value.length >= least],
  maxItems: ["array", (value, most) => value.length <= most],
  maxProperties: ["object", (value, most) => Object.keys(value).length <= most],
};

const patterns = new Map();

function compiled(pattern) {
  if (!patterns.has(pattern)) patterns.set(pattern, new RegExp(pattern, "u"));
  return patterns.get(pattern);
}

/**
 * A reader of schemas that refer to definitions. `most` replaces the limit of items that the
 * definitions have.
 */
export function schemaReader(definitions, limit, most) {
  const bound = (keyword, argument) =>
    (keyword === "maxItems" || keyword === "maxProperties") && argument === limit ? most : argument;
  const fits = (schema, value) => isEmpty(failures(schema, value));

  /** Yield the failures of a value: {keyword, at, name, schema}, one after the other. */
  function* failures(written, value, at = "") {
    const schema = written.$ref ? definitions[written.$ref.replace("#/$defs/", "")] : written;
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length && !types.some((type) => TYPES[type](value))) {
      yield { keyword: "type", at, name: "", schema };
      return;
    }
    for (const [keyword, argument] of Object.entries(schema)) {
      const [type, check] = CHECKS[keyword] ?? [];
      const applies = check && (type === null || TYPES[type](value));
      if (applies && !check(value, bound(keyword, argument))) {
        yield { keyword, at, name: "", schema };
      }
    }
    if (isObject(value)) yield* ofMembers(schema, value, at);
    if (Array.isArray(value) && schema.items) {
      for (const [index, item] of value.entries()) {
        yield* failures(schema.items, item, join(at, index));
      }
    }
    yield* ofAlternatives(schema, value, at);
  }

  function* ofMembers(schema, value, at) {
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) yield { keyword: "required", at, name, schema };
    }
    const properties = schema.properties ?? {};
    const others = schema.additionalProperties ?? true;
    for (const [name, member] of Object.entries(value)) {
      const isDeclared = Object.hasOwn(properties, name);
      if (isDeclared) yield* failures(properties[name], member, join(at, name));
      else if (others === false) yield { keyword: "additionalProperties", at, name, schema };
      else if (others !== true) yield* failures(others, member, join(at, name));
    }
  }

  function* ofAlternatives(schema, value, at) {
    for (const part of schema.allOf ?? []) yield* failures(part, value, at);
    if (schema.not && fits(schema.not, value)) yield { keyword: "not", at, name: "", schema };
    // of alternatives, the first one is the one that is explained
    if (schema.anyOf && !schema.anyOf.some((part) => fits(part, value))) {
      yield* failures(schema.anyOf[0], value, at);
    }
    const branch = schema.if && (fits(schema.if, value) ? schema.then : schema.else);
    if (branch) yield* failures(branch, value, at);
  }

  return failures;
}

/** Return true if there are no failures. Of those that come one by one, it takes only one. */
export function isEmpty(failures) {
  for (const _ of failures) return false;
  return true;
}
