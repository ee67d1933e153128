// ajv in the place of the package's own reader of schemas: an independent opinion on each schema.

import Ajv from "ajv/dist/2020.js";

const readers = new Map(); // limit of items -> reader: compiling takes a second

/** A reader of schemas, in the form that the package's Contract takes as its second argument. */
export function ajvReader(definitions, limit, most) {
  if (!readers.has(most)) readers.set(most, compiling(definitions, limit, most));
  return readers.get(most);
}

function compiling(definitions, limit, most) {
  const ajv = new Ajv({
    allErrors: true,
    strict: false, // schemas carry x-format, a note for messages
    strictNumbers: false, // Infinity is a number, too large for every schema: so 1E400 is refused
    ownProperties: true, // a field may be called "constructor"
    verbose: true, // parentSchema: the names that the object declares
  });
  const used = JSON.parse(JSON.stringify(definitions), (key, value) =>
    (key === "maxItems" || key === "maxProperties") && value === limit ? most : value);
  const whole = new Map(); // schema -> the same with its definitions, which ajv compiles once
  return (schema, value) => {
    const key = JSON.stringify(schema);
    if (!whole.has(key)) whole.set(key, schema.$ref ? { ...schema, $defs: used } : schema);
    const fits = ajv.compile(whole.get(key));
    if (fits(value)) return [];
    const mistyped = new Set(fits.errors.filter(isOfType).map((error) => error.instancePath));
    return fits.errors.filter(isExplained)
      .filter((error) => isOfType(error) || !mistyped.has(error.instancePath))
      .map(({ keyword, instancePath, params, parentSchema }) => ({
        keyword,
        at: instancePath,
        name: params.additionalProperty ?? params.missingProperty ?? "",
        schema: parentSchema,
      }));
  };
}

const isOfType = (error) => error.keyword === "type";

/** Return true for the failures that explain: of alternatives, those of the first one. */
const isExplained = ({ keyword, schemaPath }) =>
  keyword !== "anyOf" && keyword !== "if" && !/\/anyOf\/[1-9]/.test(schemaPath);
