//! The structure of a kind of document, merged with rules that ask the same of all its documents.
//!
//! One walk then finds out that a document keeps both. Only the structure and the rules themselves say
//! what a document breaks, so a merged schema may refuse more than both, but never less.

use serde_json::{Map, Value};

use crate::contract::{Contract, Kind, Mode, Rule, texts, tokens};
use crate::places::EVERY;
use crate::program::is_annotation;

/// A schema refers to the next one at most so often. A damaged contract has one that refers to itself.
const MOST_REFERENCES: usize = 16;
/// Keywords that are added to a schema without them. Their values hold no schemas.
#[rustfmt::skip]
const ADDED: [&str; 11] = [
    "type", "required", "enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum",
];

/// A schema with rules in it.
#[derive(Debug, Default)]
pub struct Merged {
    pub schema: Value,
    /// The numbers of the rules, each after the number of its scope: that of the document is 0, and
    /// those of the documents in it follow, each before those in it.
    pub rules: Vec<(usize, usize)>,
}

impl Merged {
    /// Merge the rules on a kind and on the documents in it. What cannot be read is not merged: the
    /// judge of the kind refuses it.
    pub fn new(contract: &Contract, kind: &Kind) -> Merged {
        let members = kind.schema.as_object().into_iter().flatten();
        let members = members.filter(|(keyword, _)| *keyword != "$defs");
        let schema = members.map(|(keyword, value)| (keyword.clone(), value.clone())).collect();
        let mut merged = Merged { schema, rules: Vec::new() };
        for (scope, (around, inner)) in contract.scopes(kind).into_iter().flatten().enumerate() {
            for (number, rule) in contract.rules.iter().enumerate() {
                if rule.on.contains(&inner.name)
                    && concerns_all(rule)
                    && let Some(schema) = merged.with(rule, &around, &kind.schema)
                {
                    merged.schema = schema;
                    merged.rules.push((scope, number));
                }
            }
        }
        merged
    }

    /// Return the schema with one more rule, if it can be merged.
    fn with(&self, rule: &Rule, around: &[String], whole: &Value) -> Option<Value> {
        let asked = rule.parameters.get("schema")?.as_object()?;
        let each = rule.parameters.get("each").map(texts).transpose().ok()?;
        let mut schema = self.schema.clone();
        for pointer in each.unwrap_or_else(|| vec![String::new()]) {
            let place = [around, &tokens(&pointer).ok()?].concat();
            merge(&mut schema, whole, &place, asked)?;
        }
        Some(schema)
    }
}

fn concerns_all(rule: &Rule) -> bool {
    let depends = ["sources", "hosting"].iter().any(|name| rule.parameters.get(name).is_some());
    rule.shape == "schema" && rule.mode == Mode::Enforce && !depends
}

/// Merge a schema into that of the values at a pattern, if that is possible.
fn merge(
    schema: &mut Value,
    whole: &Value,
    pattern: &[String],
    rule: &Map<String, Value>,
) -> Option<()> {
    for _ in 0..MOST_REFERENCES {
        let Some(reference) = schema.get("$ref") else {
            break;
        };
        let found = whole.pointer(reference.as_str()?.strip_prefix('#')?)?.clone();
        let mut keywords = schema.as_object()?.keys();
        if !keywords.all(|keyword| keyword == "$ref" || is_annotation(keyword)) {
            return None;
        }
        *schema = found;
    }
    if schema.get("$ref").is_some() {
        return None;
    }
    let Some((first, rest)) = pattern.split_first() else {
        return conjoin(schema.as_object_mut()?, rule).then_some(());
    };
    let inner = match first.as_str() {
        EVERY => schema.get_mut("items")?,
        name => schema.get_mut("properties")?.get_mut(name)?,
    };
    merge(inner, whole, rest, rule)
}

/// Add the keywords of a schema to those of another. Return false if one of them cannot be added.
fn conjoin(schema: &mut Map<String, Value>, rule: &Map<String, Value>) -> bool {
    rule.iter().all(|(keyword, value)| {
        match (keyword.as_str(), schema.get_mut(keyword)) {
            ("type", Some(types)) => {
                let (mut left, admitted) = (listed(types), listed(value));
                left.retain(|kind| admitted.contains(kind));
                *types = Value::Array(left);
            }
            ("required", Some(Value::Array(names))) => names.extend(listed(value)),
            (name, None) if ADDED.contains(&name) => {
                schema.insert(keyword.clone(), value.clone());
            }
            (name, _) => return is_annotation(name),
        }
        true
    })
}

fn listed(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(several) => several.clone(),
        one => vec![one.clone()],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_the_structure_can_ask_too_is_merged() {
        let whole = json!({"$defs": {"Item": {
            "type": ["object", "null"], "properties": {"name": {"type": "string", "minLength": 1}},
            "required": ["name"],
        }}});
        let schema =
            json!({"properties": {"list": {"items": {"$ref": "#/$defs/Item", "title": "x"}}}});
        let merged = |place: &str, rule: Value| {
            let (mut schema, place) = (schema.clone(), tokens(place).unwrap());
            merge(&mut schema, &whole, &place, rule.as_object().unwrap()).map(|()| schema)
        };
        let asked = json!({"type": "object", "required": ["value"], "title": "y"});
        let found = merged("/list/*", asked).unwrap();
        let item = &found["properties"]["list"]["items"];
        assert_eq!(item["type"], json!(["object"]));
        assert_eq!(item["required"], json!(["name", "value"]));
        let found = merged("/list/*/name", json!({"pattern": "^a"})).unwrap();
        let name = &found["properties"]["list"]["items"]["properties"]["name"];
        assert_eq!(*name, json!({"type": "string", "minLength": 1, "pattern": "^a"}));
        let own = json!({"$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}});
        let mut schema = json!({"$ref": "#/$defs/A"});
        let asked = json!({"type": "object"});
        assert_eq!(merge(&mut schema, &own, &[], asked.as_object().unwrap()), None);
        for (place, rule) in [
            ("/list/*/other", json!({"type": "string"})),
            ("/other", json!({"type": "string"})),
            ("/list/*/name", json!({"minLength": 2})),
            ("/list/*", json!({"not": {}})),
        ] {
            assert_eq!(merged(place, rule), None, "{place}");
        }
    }
}
