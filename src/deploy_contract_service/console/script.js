"use strict";
(() => {
  // The playground judges as one types. All else on the console works without a script.
  const form = document.getElementById("playground");
  if (!form) return;
  const text = document.getElementById("text");
  const gutter = document.getElementById("gutter");
  const report = document.getElementById("report");
  const heard = document.getElementById("heard");
  const PAUSE = 150; // milliseconds without a change before the text is sent
  const MARKS = { deny: "--bad-back", indeterminate: "--odd-back", report: "--odd-back" };
  for (const node of form.querySelectorAll(".unscripted")) node.hidden = true;
  gutter.hidden = false;

  // Numbers of lines, and the lines that a violation is in. Places count characters, texts of a browser 16-bit units.
  let marked = new Map();
  const place = () => {
    const count = text.value.split("\n").length;
    const rows = [];
    let plain = "";
    for (let line = 1; line <= count; line += 1) {
      const kind = marked.get(line);
      if (kind) {
        rows.push(plain, Object.assign(document.createElement("mark"), { className: kind, textContent: line }));
        plain = "\n";
      } else plain += `${line}\n`;
    }
    gutter.replaceChildren(...rows, plain);
    const style = getComputedStyle(text);
    const high = parseFloat(style.lineHeight);
    const lines = [...marked].filter(([line]) => line <= count).slice(0, 100);
    text.style.backgroundImage = lines.map(([, kind]) => `linear-gradient(var(${MARKS[kind]}) 0 0)`).join(",");
    text.style.backgroundPosition = lines.map(([line]) => `0 ${parseFloat(style.paddingTop) + (line - 1) * high}px`).join(",");
    text.style.backgroundSize = `100% ${high}px`;
    follow();
  };
  const follow = () => {
    gutter.scrollTop = text.scrollTop;
  };
  const mark = () => {
    marked = new Map();
    for (const told of report.querySelectorAll(".place")) {
      const line = Number(told.dataset.line);
      if (!marked.has(line)) marked.set(line, told.dataset.kind);
      const button = Object.assign(document.createElement("button"), { type: "button", className: "place", textContent: told.textContent });
      Object.assign(button.dataset, told.dataset);
      told.replaceWith(button);
    }
    place();
  };
  const go = (line, column) => {
    const lines = text.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const at = before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
    text.focus();
    text.setSelectionRange(at, at);
    const high = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 4) * high);
  };

  // Those who listen are told a verdict when it changes.
  const hear = (words, kind = "") => {
    if (heard.textContent !== words) heard.textContent = words;
    heard.className = kind;
  };

  // The latest wins: what was asked before is given up.
  let asked = null;
  let pause = 0;
  const say = (line) => {
    const told = document.createElement("p");
    told.className = "notice";
    told.textContent = line;
    report.replaceChildren(told);
    hear(line);
    mark();
  };
  const judge = async () => {
    asked?.abort();
    const mine = (asked = new AbortController());
    report.ariaBusy = "true";
    try {
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), signal: mine.signal });
      const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("report");
      if (mine !== asked) return;
      if (!found) throw new TypeError("no report");
      report.replaceChildren(...found.childNodes);
      const verdicts = [...report.querySelectorAll(".verdict")];
      hear(verdicts.map((node) => node.textContent).join(", ") || report.textContent, verdicts.length === 1 ? verdicts[0].className : "");
      mark();
    } catch {
      if (mine === asked) say("The service does not answer; the text is judged again when it changes.");
    } finally {
      if (mine === asked) report.ariaBusy = "false";
    }
  };
  const later = () => {
    clearTimeout(pause);
    pause = setTimeout(judge, PAUSE);
  };
  text.addEventListener("input", () => {
    place();
    later();
  });
  text.addEventListener("scroll", follow);
  form.addEventListener("change", (event) => {
    if (event.target !== text) later();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    judge();
  });
  report.addEventListener("click", (event) => {
    const button = event.target.closest(".place");
    if (button) go(Number(button.dataset.line), Number(button.dataset.column));
  });
  addEventListener("resize", place);
  addEventListener("pageshow", (event) => {
    if (event.persisted) judge();
  });
  place();
  judge();
})();
