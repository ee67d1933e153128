"use strict";
(() => {
  // The playground checks the text while you type. The rest of the console needs no script.
  const form = document.getElementById("playground");
  if (!form) return;
  const text = document.getElementById("text");
  const gutter = document.getElementById("gutter");
  const report = document.getElementById("report");
  const heard = document.getElementById("heard");
  const copied = document.getElementById("copied");
  const most = Number(form.dataset.most); // characters that the service checks
  const PATIENCE = 100; // milliseconds that a newer text waits for the answer to an older text
  const SILENCE = 5000; // milliseconds to wait for an answer of the service
  const MARKS = { deny: "--bad-back", indeterminate: "--odd-back", report: "--odd-back" };
  for (const node of document.querySelectorAll(".scripted")) node.hidden = false;
  for (const node of form.querySelectorAll(".unscripted")) node.hidden = true;

  // Line numbers, and marks for the lines with violations. Only the visible lines have a number,
  // so a text of any length costs the same. Columns count characters, while strings of a browser
  // count 16-bit units.
  const numbers = gutter.appendChild(document.createElement("span"));
  let marked = new Map();
  let count = 1;
  const follow = () => {
    const style = getComputedStyle(text);
    const high = parseFloat(style.lineHeight);
    const first = Math.floor(text.scrollTop / high) + 1;
    const last = Math.min(count, first + Math.ceil(text.clientHeight / high) + 1);
    const rows = [];
    for (let line = first; line <= last; line += 1) {
      const kind = marked.get(line);
      let row = String(line);
      if (kind) {
        row = document.createElement("mark");
        Object.assign(row, { className: kind, textContent: line });
      }
      rows.push(row, "\n");
    }
    numbers.replaceChildren(...rows);
    numbers.style.transform = `translateY(${(first - 1) * high - text.scrollTop}px)`;
  };
  const place = () => {
    const style = getComputedStyle(text);
    const high = parseFloat(style.lineHeight);
    const top = parseFloat(style.paddingTop);
    count = text.value.split("\n").length;
    const lines = [...marked].filter(([line]) => line <= count).slice(0, 100);
    const images = lines.map(([, kind]) => `linear-gradient(var(${MARKS[kind]}) 0 0)`);
    text.style.backgroundImage = images.join(",");
    const positions = lines.map(([line]) => `0 ${top + (line - 1) * high}px`);
    text.style.backgroundPosition = positions.join(",");
    text.style.backgroundSize = `100% ${high}px`;
    follow();
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
  const notice = (line, kind = "") => {
    const made = document.createElement("p");
    made.className = `notice ${kind}`.trim();
    made.textContent = line;
    return made;
  };
  const say = (line) => {
    report.replaceChildren(notice(line));
    hear(line);
    mark();
  };

  // While the service does not answer, the page judges patches in JSON itself. The validator is
  // loaded when the service has answered once: later it may be too late.
  let offline = null;
  const prepare = () => (offline ??= import("./offline.js").catch(() => (offline = null)));
  const checkHere = async (isLatest) => {
    const judge = await prepare();
    if (!isLatest()) return;
    const { mode, ...given } = values();
    if (!judge) say("The service does not answer. The next change checks the text again.");
    else if (mode !== "patch" || !isJson()) {
      say("The service does not answer. Until it does, the page judges only patches in JSON.");
    } else {
      const { source } = option().dataset;
      const words = JSON.parse(form.dataset.words);
      show([judge.report(text.value, form.dataset.kind, { ...given, source }, words)]);
      const note = document.createElement("p");
      note.className = "quiet offline";
      note.textContent = "The service does not answer: judged in the page, without stored values.";
      report.append(note);
    }
  };
  const show = (nodes) => {
    report.replaceChildren(...nodes);
    const verdicts = [...report.querySelectorAll(".verdict")];
    const words = verdicts.map((node) => node.textContent).join(", ");
    hear(words || report.textContent, verdicts.length === 1 ? verdicts[0].className : "");
    mark();
  };

  // Each text is sent at once, one request at a time. A newer text waits for the answer to the
  // older text, but not for long.
  let latest = null;
  let started = 0;
  let again = 0;
  const fields = () => new URLSearchParams(new FormData(form));
  const check = async () => {
    clearTimeout(again);
    again = 0;
    latest?.abort();
    latest = null;
    report.ariaBusy = "false";
    if (text.value.length > most) {
      say(form.dataset.tooLong);
      return;
    }
    const mine = (latest = new AbortController());
    started = performance.now();
    report.ariaBusy = "true";
    try {
      const response = await fetch(form.action, {
        method: "POST",
        body: fields(),
        signal: AbortSignal.any([mine.signal, AbortSignal.timeout(SILENCE)]),
      });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = page.getElementById("report");
      if (mine !== latest) return;
      if (!found) throw new TypeError("no report");
      if (!again) show(found.childNodes);
      (globalThis.requestIdleCallback ?? setTimeout)(prepare);
    } catch {
      if (mine === latest) await checkHere(() => mine === latest);
    } finally {
      if (mine === latest) {
        latest = null;
        report.ariaBusy = "false";
        if (again) check();
      }
    }
  };
  const soon = () => {
    copied.textContent = "";
    if (!latest) check();
    else if (!again) {
      again = setTimeout(check, Math.max(0, started + PATIENCE - performance.now()));
    }
  };

  // The page makes the copies and files from the form.
  const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
  const copy = async (words, line) => {
    try {
      await navigator.clipboard.writeText(words);
    } catch {
      const area = document.createElement("textarea");
      area.value = words;
      form.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    copied.textContent = line;
  };
  const isJson = () => {
    try {
      JSON.parse(text.value);
      return true;
    } catch {
      return false;
    }
  };
  const asJson = async () => {
    if (isJson()) return text.value.trim();
    const response = await fetch(`${form.action}/json`, { method: "POST", body: fields() });
    return response.ok ? response.text() : null;
  };
  const option = () => document.getElementById("of").selectedOptions[0];
  const values = () => Object.fromEntries(fields());
  const inCurl = async () => {
    const { of, mode } = values();
    if (mode !== "patch") return requestInCurl();
    const body = await asJson();
    if (body === null) return null;
    const id = of.startsWith("deployment:") ? of.slice("deployment:".length) : "DEPLOYMENT_ID";
    const path = form.dataset.path.replace(/\{\w+\}/, id);
    const lines = [
      `curl -X ${form.dataset.method} ${quoted(location.origin + path)}`,
      "-H 'Content-Type: application/json'",
      `--data-raw ${quoted(body)}`,
    ];
    return lines.join(" \\\n  ");
  };
  const requestInCurl = () => {
    const whole = text.value.trimStart().split(/^HTTP\//m)[0];
    const [head, ...rest] = whole.split(/\n[ \t]*\n/);
    const [first, ...headers] = head.split("\n");
    const found = /^(\S+) (\S+)/.exec(first);
    if (!found) return null;
    const address = found[2].startsWith("/") ? location.origin + found[2] : found[2];
    const lines = [`curl -X ${quoted(found[1])} ${quoted(address)}`];
    for (const header of headers) if (header.trim()) lines.push(`-H ${quoted(header.trim())}`);
    const body = rest.join("\n\n").trimEnd();
    if (body) lines.push(`--data-raw ${quoted(body)}`);
    return lines.join(" \\\n  ");
  };
  const knownDeployment = async (of) => {
    if (!of.includes(":")) return null; // only a source, or nothing
    const response = await fetch(`${form.action}/deployment`, { method: "POST", body: fields() });
    return response.ok ? response.text() : null;
  };
  const inCommand = async () => {
    const { of, hosting, unknown_fields: unknown, strict, mode } = values();
    if (mode !== "patch") return null;
    const words = ["deploy-contract check"];
    const { source } = option().dataset;
    const known = await knownDeployment(of).catch(() => null);
    if (known) words.push("--deployment /dev/fd/3");
    else if (source) words.push(`--source ${source}`);
    if (hosting) words.push(`--hosting ${hosting}`);
    words.push(`--unknown-fields ${unknown}`);
    if (strict) words.push("--strict");
    let end = "END";
    while (text.value.split("\n").includes(end)) end += "_";
    const patch = `${text.value.replace(/\n?$/, "\n")}${end}\n`;
    const line = `${words.join(" ")} -`;
    if (!known) return `${line} <<'${end}'\n${patch}`;
    return `${line} 3<<'STORED' <<'${end}'\n${known}\nSTORED\n${patch}`;
  };
  const copies = {
    link: () => copy(`${location.href.split("#")[0]}#${fields()}`, "The link is copied."),
    curl: async () => {
      const words = await inCurl();
      if (words === null) copied.textContent = "There is no request to copy: mend the text first.";
      else await copy(words, "The curl command is copied.");
    },
    command: async () => {
      const words = await inCommand();
      if (words === null) copied.textContent = "The command checks files with patches only.";
      else await copy(words, "The command is copied.");
    },
    file: () => {
      const kind = values().mode === "patch" ? (isJson() ? "json" : "yaml") : "http";
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
      link.download = `${values().mode}.${kind}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      copied.textContent = `The file ${link.download} is saved.`;
    },
  };
  for (const [name, act] of Object.entries(copies)) {
    document.getElementById(`copy-${name}`).addEventListener("click", () => {
      if (text.value.trim()) act();
      else copied.textContent = "There is no text to copy or save.";
    });
  }

  // A text that was changed is no example any more.
  const leaveExample = () => {
    document.querySelector(".tabs [aria-current]")?.removeAttribute("aria-current");
  };

  // A link carries the form in its fragment, which no browser sends to a server.
  const load = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    if (!given.has("text")) return;
    for (const node of form.elements) {
      if (node.type === "checkbox") node.checked = given.has(node.name);
      else if (node.name && given.has(node.name)) {
        const former = node.value;
        node.value = given.get(node.name);
        if (node.type === "select-one" && node.selectedIndex < 0) node.value = former;
      }
    }
    leaveExample();
  };

  text.addEventListener("input", () => {
    leaveExample();
    place();
    soon();
  });
  // A text that is too long for the service is not taken at all: a browser would be busy with
  // its lines for a long time. The former text stays.
  text.addEventListener("beforeinput", (event) => {
    const added = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    const replaced = text.selectionEnd - text.selectionStart;
    if (text.value.length - replaced + added.length <= most) return;
    event.preventDefault();
    report.querySelector(".kept")?.remove();
    report.prepend(notice(form.dataset.kept, "kept"));
    hear(form.dataset.kept);
  });
  text.addEventListener("scroll", follow);
  form.addEventListener("change", (event) => {
    if (event.target !== text) soon();
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
  addEventListener("hashchange", () => {
    load();
    place();
    check();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) check();
  });
  load();
  place();
  check();
})();
