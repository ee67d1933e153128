"use strict";
(() => {
  // The playground checks the text while you type. The rest of the console needs no script.
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

  // Line numbers, and marks for the lines with violations. Columns count characters, while
  // strings of a browser count 16-bit units.
  let marked = new Map();
  const place = () => {
    const count = text.value.split("\n").length;
    const rows = [];
    let plain = "";
    for (let line = 1; line <= count; line += 1) {
      const kind = marked.get(line);
      if (kind) {
        const mark = document.createElement("mark");
        Object.assign(mark, { className: kind, textContent: line });
        rows.push(plain, mark);
        plain = "\n";
      } else plain += `${line}\n`;
    }
    gutter.replaceChildren(...rows, plain);
    const style = getComputedStyle(text);
    const high = parseFloat(style.lineHeight);
    const lines = [...marked].filter(([line]) => line <= count).slice(0, 100);
    const top = parseFloat(style.paddingTop);
    const images = lines.map(([, kind]) => `linear-gradient(var(${MARKS[kind]}) 0 0)`);
    text.style.backgroundImage = images.join(",");
    const positions = lines.map(([line]) => `0 ${top + (line - 1) * high}px`);
    text.style.backgroundPosition = positions.join(",");
    text.style.backgroundSize = `100% ${high}px`;
    follow();
  };
  const follow = () => {
    gutter.scrollTop = text.scrollTop;
  };
  const mark = () => {
    marked = new Map();
    for (const position of report.querySelectorAll(".place")) {
      const line = Number(position.dataset.line);
      if (!marked.has(line)) marked.set(line, position.dataset.kind);
      const button = document.createElement("button");
      const { textContent } = position;
      Object.assign(button, { type: "button", className: "place", textContent });
      Object.assign(button.dataset, position.dataset);
      position.replaceWith(button);
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

  // Screen readers announce the verdict when it changes.
  const hear = (words, kind = "") => {
    if (heard.textContent !== words) heard.textContent = words;
    heard.className = kind;
  };

  // Only the latest request counts: earlier ones are aborted.
  let latest = null;
  let pause = 0;
  const say = (line) => {
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.textContent = line;
    report.replaceChildren(notice);
    hear(line);
    mark();
  };
  const check = async () => {
    latest?.abort();
    const mine = (latest = new AbortController());
    report.ariaBusy = "true";
    try {
      const body = new URLSearchParams(new FormData(form));
      const response = await fetch(form.action, { method: "POST", body, signal: mine.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = page.getElementById("report");
      if (mine !== latest) return;
      if (!found) throw new TypeError("no report");
      report.replaceChildren(...found.childNodes);
      const verdicts = [...report.querySelectorAll(".verdict")];
      const words = verdicts.map((node) => node.textContent).join(", ");
      hear(words || report.textContent, verdicts.length === 1 ? verdicts[0].className : "");
      mark();
    } catch {
      if (mine === latest) say("The service does not answer. The next change checks the text again.");
    } finally {
      if (mine === latest) report.ariaBusy = "false";
    }
  };
  const later = () => {
    clearTimeout(pause);
    pause = setTimeout(check, PAUSE);
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
    check();
  });
  report.addEventListener("click", (event) => {
    const button = event.target.closest(".place");
    if (button) go(Number(button.dataset.line), Number(button.dataset.column));
  });
  addEventListener("resize", place);
  addEventListener("pageshow", (event) => {
    if (event.persisted) check();
  });
  place();
  check();
})();
