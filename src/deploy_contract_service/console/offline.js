// The report on a patch, made in the page while the service does not answer. It has the words of
// the service's reports. It knows no stored values, and no places in the text.

import { Contract } from "./npm/index.js";

const STYLES = { enforce: "deny", report: "report" };
// making a contract takes longer than judging; without a contract, this module cannot be loaded
const made = { key: "{}", contract: new Contract() };
const REVISIONS = { yes: "practice", unknown: "indeterminate", no: "" };

function element(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children); // strings become text
  return node;
}

/** Return the parts of a name that may continue on the next line after each "_". */
const breakable = (name) => name.split(/(?<=_)/).flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part]));

const chip = (text, kind) => element("span", `chip ${kind}`.trim(), text);

/** Return the report on a patch in JSON as an element. `words` are those of the service. */
export function report(text, kind, { of, source, hosting, unknown_fields, strict }, words) {
  const contract = contractOf({ hosting: hosting || undefined, unknown_fields });
  const found = contract.check(text, kind, { source: source || undefined });
  const article = element("article", "", outcome(found, strict, words));
  if (found.verdict === "indeterminate") {
    const needs = found.needs.join(" or the ");
    article.append(element("p", "", `It depends. To settle it, give the ${needs}.`));
  }
  const isObject = found.value && typeof found.value === "object" && !Array.isArray(found.value);
  if (isObject && (!of || of === source)) { // a known deployment has one source
    const names = Object.keys(words.sources).filter((name) => !hosting || words.sources[name].includes(hosting));
    const items = names.map((name) => {
      const { verdict } = contract.check(text, kind, { source: name });
      return element("li", "", element("code", "", ...breakable(name)), " ", chip(words.verdicts[verdict], verdict));
    });
    const list = element("ul", "sources", ...items);
    article.append(element("div", "by-source", element("h3", "", "By source"), list));
  }
  if (found.verdict !== "deny") {
    const creates = found.creates_revision;
    const mark = chip(words.revisions[creates], REVISIONS[creates]);
    article.append(element("div", "revision", element("p", "", mark)));
  }
  const items = found.violations.map((one) => violation(one, words.modes[one.mode], STYLES[one.mode]));
  items.push(...found.undecided.map((one) => violation(one, words.undecided, "indeterminate")));
  if (items.length) article.append(element("ol", "violations", ...items));
  else article.append(element("p", "quiet", "There are no violations."));
  if (found.truncated) article.append(element("p", "quiet", "There are more; these are the first."));
  return article;
}

/** Return the contract with some options; the last one is kept. */
function contractOf(options) {
  const key = JSON.stringify(options);
  if (made.key !== key) Object.assign(made, { contract: new Contract(options), key });
  return made.contract;
}

function outcome({ verdict, violations, truncated }, strict, words) {
  const kind = verdict === "allow" && violations.length ? "allow noted" : verdict;
  const line = element("p", `outcome ${kind}`, chip(words.verdicts[verdict], `verdict ${kind}`));
  const passes = verdict === "allow" && !violations.length;
  if (strict) line.append(` and ${passes ? "passes" : "does not pass"} a strict check`);
  const mode = verdict === "deny" ? "enforce" : "report";
  const count = violations.filter((one) => one.mode === mode).length;
  const number = truncated ? `${count} or more` : String(count);
  const meaning = words.meanings[kind][Number(count !== 1)].replace("{}", number);
  line.append(element("span", "meaning", ` ${meaning}`));
  return line;
}

function violation({ rule, pointer, message, hint }, word, style) {
  const link = element("a", "", element("code", "", rule));
  Object.assign(link, { href: `./reference#rule-${rule}`, target: "_blank", rel: "noopener" });
  const first = element("p", "", chip(word, style));
  if (pointer) first.append(" ", element("span", "pointer", element("code", "", pointer)));
  return element(
    "li",
    "",
    first,
    element("p", "message", message),
    element("p", "hint", `Hint: ${hint}`),
    element("p", "quiet", "Rule ", link),
  );
}
