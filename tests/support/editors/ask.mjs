// What language servers say of texts: `node ask.mjs < questions.json` answers in the order of the questions.
// A question: {language: "json" | "yaml", schema: the path of a JSON Schema, text}; where `|`
// stands, hover and completion are asked for.
// Its answer: {problems: [{line, column, severity, message}], hover, completion: [{label, documentation}]}.
// Positions count from 1; a severity is 1 for an error, 2 for a warning.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const json = require("vscode-json-languageservice");
const yaml = require("yaml-language-server");
const associated = (path) => [{ uri: pathToFileURL(path).href, fileMatch: ["*"] }];

async function files(uri) {
  if (!uri.startsWith("file:")) throw new Error(`nothing is fetched, and ${uri} was asked for`);
  return readFileSync(fileURLToPath(uri), "utf-8");
}

function jsonService(schema) {
  const service = json.getLanguageService({ schemaRequestService: files });
  service.configure({ schemas: associated(schema) });
  const parsed = (document) => service.parseJSONDocument(document);
  return {
    problems: (document) => service.doValidation(document, parsed(document), { schemaValidation: "error" }),
    hover: (document, position) => service.doHover(document, position, parsed(document)),
    completion: (document, position) => service.doComplete(document, position, parsed(document)),
  };
}

function yamlService(schema) {
  const workspace = { resolveRelativePath: (path) => path };
  const telemetry = { send() {}, sendError(name, properties) { throw new Error(`${name} ${JSON.stringify(properties)}`); }, sendTrack() {} };
  const service = yaml.getLanguageService({
    schemaRequestService: files,
    workspaceContext: workspace,
    telemetry,
    clientCapabilities: { textDocument: { completion: { completionItem: { documentationFormat: ["plaintext"] } } } },
  });
  service.configure({ validate: true, hover: true, completion: true, yamlVersion: "1.2", customTags: [], schemas: associated(schema) });
  return {
    problems: (document) => service.doValidation(document, false),
    hover: (document, position) => service.doHover(document, position),
    completion: (document, position) => service.doComplete(document, position, false),
  };
}

const said = (value) =>
  value == null ? "" : typeof value === "string" ? value : Array.isArray(value) ? value.map(said).join("\n") : value.value;

async function answer({ language, schema, text }, number) {
  const at = text.indexOf("|");
  const whole = at < 0 ? text : text.slice(0, at) + text.slice(at + 1);
  const document = json.TextDocument.create(`file:///document-${number}.${language}`, language, 1, whole);
  const service = (language === "json" ? jsonService : yamlService)(schema);
  const problems = (await service.problems(document)).map(({ range, severity, message }) => ({
    line: range.start.line + 1,
    column: range.start.character + 1,
    severity,
    message,
  }));
  if (at < 0) return { problems };
  const position = document.positionAt(at);
  const hover = await service.hover(document, position);
  const completion = await service.completion(document, position);
  return {
    problems,
    hover: said(hover?.contents),
    completion: completion.items.map(({ label, documentation }) => ({ label, documentation: said(documentation) })),
  };
}

const answers = [];
for (const question of JSON.parse(readFileSync(0, "utf-8"))) answers.push(await answer(question, answers.length)); // services keep documents
process.stdout.write(JSON.stringify(answers));
process.exit(0);
