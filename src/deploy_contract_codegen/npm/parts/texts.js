// The texts of violations, made from the contract alone: no value of a document is in them.

function either(names) {
  const texts = [names].flat().map(String);
  const last = texts.pop();
  return texts.length ? `${texts.join(", ")} or ${last}` : last;
}

/** Return a text of a rule with values for its {placeholders}. */
export function filled(text, { schema = {}, name = "", limit, line, column }) {
  return text.replaceAll(/\{(\w+)\}/g, (_, place) => {
    if (place === "name") return name;
    if (place === "line") return line;
    if (place === "column") return column;
    if (place === "limit") return limit ?? schema.maxItems ?? schema.maxProperties;
    if (place === "format") return schema["x-format"];
    if (place === "type" || place === "enum") return either(schema[place]);
    return schema[place] ?? "the document";
  });
}
