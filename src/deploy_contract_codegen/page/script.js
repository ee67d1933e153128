"use strict";
(() => {
  const root = document.documentElement;
  const query = document.getElementById("query");
  const found = document.getElementById("found");
  for (const node of document.querySelectorAll(".scripted")) node.hidden = false;

  // The address keeps the source, the words of the search and the language of the samples.
  const address = new URLSearchParams(location.search);
  const keep = (name, value) => {
    if (value) address.set(name, value);
    else address.delete(name);
    const search = address.size ? `?${address}` : "";
    history.replaceState(null, "", `${location.pathname}${search}${location.hash}`);
  };

  // Search matches the text of an entry and the headings above it, in any letter case.
  const normalized = (text) => text.replace(/\s+/g, " ").trim().toLowerCase();
  const heading = (group) => group.querySelector(":scope > :is(h1, h2, h3, h4), :scope > .text > h3, :scope > tr > [scope=rowgroup]");
  const SORTS = ["operation", "resource", "rule", "field", "parameter", "matrix", "example", "gap", ""];
  const titles = (node, sort, above) => {
    if (sort === "operation") return [...[...node.children].map((part) => part.textContent), above[0]].reverse();
    if (sort === "resource") return above.slice(0, 1);
    return sort ? [node.querySelector("th code, h4, figcaption code, summary, dt").textContent] : [];
  };
  const read = () =>
    [...document.querySelectorAll("[data-entry]")].map((node) => {
      const above = []; // the headings, the next one first
      let place = (node.id ? node : node.querySelector("[id]"))?.id;
      for (let group = node.closest("[data-group]"); group; group = group.parentElement.closest("[data-group]")) {
        const found = heading(group);
        if (found) above.push(found.textContent);
        place ||= found?.id || group.id;
      }
      const sort = node.dataset.entry;
      const shown = titles(node, sort, above);
      const names = shown.map(normalized);
      const headings = normalized([...names, ...above].join(" "));
      return { node, sort, shown, above, place, names, headings, text: `${normalized(node.textContent)} ${headings}` };
    });
  let entries = []; // read when the first word is typed

  // An exact name is best; then one that begins with it, one with all words, a heading, a text.
  // A gap has the name of another entry, so it is never the best.
  const rank = ({ sort, names, headings }, words) => {
    const whole = words.join(" ");
    const within = (text) => words.every((word) => text.includes(word));
    const tests = [
      () => names.includes(whole) && sort !== "gap",
      () => names.some((name) => name.startsWith(whole)),
      () => names.some(within),
      () => within(headings),
      () => true,
    ];
    return tests.findIndex((test) => test()) * SORTS.length + SORTS.indexOf(sort);
  };

  // The number of letters to add, drop, change or swap; more than `most` counts as infinite.
  const distance = (one, other, most) => {
    if (Math.abs(one.length - other.length) > most) return Infinity;
    const rows = [[...Array(other.length + 1).keys()]];
    for (let i = 1; i <= one.length; i += 1) {
      rows.push([i]);
      for (let j = 1; j <= other.length; j += 1) {
        const same = one[i - 1] === other[j - 1];
        rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + !same);
        const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
        if (isSwapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
    return rows[one.length][other.length];
  };
  // A word that is on no entry is replaced by the nearest name, if there is one.
  const mended = (word) => {
    if (word.length < 4 || entries.some((entry) => entry.text.includes(word))) return word;
    const most = word.length < 8 ? 1 : 2;
    const near = [...new Set(entries.flatMap(({ names }) => names).filter((name) => !name.includes(" ")))]
      .map((name) => [distance(word, name, most), name])
      .filter(([far]) => far <= most)
      .sort(([one], [other]) => one - other);
    return near[0]?.[1] ?? word;
  };

  const LISTED = 30;
  const hits = document.getElementById("hits");
  const overlay = hits.parentElement;
  const placeOf = (text, words) => words.map((word) => [text.toLowerCase().indexOf(word), word.length]).find(([at]) => at >= 0);
  // A text with a mark on the first word that it has.
  const part = (name, text, words = []) => {
    const node = document.createElement(name);
    const [at, length] = placeOf(text, words) ?? [0, 0];
    node.append(text.slice(0, at), document.createElement("mark"), text.slice(at + length));
    node.children[0].textContent = text.slice(at, at + length);
    return node;
  };
  // The text beside a title. If neither has a word of the search, the text around such a word.
  const excerpt = (title, beside, text, words) => {
    const [at] = placeOf(text, words) ?? [];
    if (at === undefined || placeOf(`${title} ${beside}`, words)) return beside;
    return `${at > 20 ? "\u2026" : ""}${text.slice(Math.max(0, at - 20))}`;
  };
  const hit = ({ node, sort, shown, above, place }, number, words) => {
    const row = document.createElement("li");
    row.id = `hit-${number}`;
    row.role = "option";
    row.dataset.place = place;
    const [title, ...rest] = shown.length ? [...shown, ...above] : [above[0], node.textContent];
    const other = rest.find((text) => text !== title) ?? "";
    const beside = excerpt(title, other, node.textContent.replace(/\s+/g, " "), words);
    row.append(part("span", sort || "text"), part("b", title, words), part("span", beside.slice(0, 200), words));
    return row;
  };
  const show = (isShown) => {
    overlay.hidden = !isShown;
    query.ariaExpanded = String(isShown);
  };
  let at = -1; // the hit that Enter opens
  const choose = (number) => {
    hits.children[at]?.removeAttribute("aria-selected");
    at = number;
    const row = hits.children[at];
    query.removeAttribute("aria-activedescendant");
    if (!row) return;
    row.setAttribute("aria-selected", "true");
    query.setAttribute("aria-activedescendant", row.id);
    // the list scrolls, and not the page
    const { offsetTop, offsetHeight } = row;
    hits.scrollTop = Math.min(offsetTop, Math.max(hits.scrollTop, offsetTop + offsetHeight - hits.clientHeight));
  };
  const search = () => {
    if (!entries.length) entries = read();
    const given = normalized(query.value).split(" ").filter(Boolean);
    const words = given.map(mended);
    const ranked = entries
      .filter((entry) => words.length && words.every((word) => entry.text.includes(word)))
      .map((entry) => [rank(entry, words), entry])
      .sort(([one], [other]) => one - other)
      .map(([, entry]) => entry);
    hits.replaceChildren(...ranked.slice(0, LISTED).map((entry, number) => hit(entry, number, words)));
    hits.scrollTop = 0;
    const count = ranked.length > LISTED ? `the best ${LISTED} of ${ranked.length} entries` : `${ranked.length} of ${entries.length} entries`;
    const other = words.join(" ") === given.join(" ") ? "" : ` for ${words.join(" ")}`;
    found.textContent = ranked.length ? `${count}${other}` : "no entry has all of these words";
    choose(ranked.length ? 0 : -1);
    keep("q", query.value.trim());
    show(words.length > 0);
  };
  const open = (row) => {
    show(false);
    query.blur();
    const hash = `#${row.dataset.place}`;
    if (location.hash === hash) revealAddress();
    else location.hash = hash;
  };
  const KEYS = {
    ArrowDown: () => choose((at + 1) % hits.children.length),
    ArrowUp: () => choose((at - 1 + hits.children.length) % hits.children.length),
    Enter: () => open(hits.children[at]),
  };
  hits.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  hits.addEventListener("click", ({ target }) => {
    const row = target.closest("li");
    if (row) open(row);
  });
  // The browser scrolls to a field in which somebody types, though it sticks to the top.
  let start = 0;
  query.addEventListener("beforeinput", () => (start = scrollY));
  query.addEventListener("input", () => {
    search();
    scrollTo(0, start);
  });
  query.addEventListener("focus", () => query.value && search());
  query.addEventListener("blur", () => show(false));
  query.form.addEventListener("submit", (event) => event.preventDefault());
  query.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      query.value = "";
      search();
    }
    if (!KEYS[event.key] || overlay.hidden || !hits.children.length) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input[type=search], select, textarea");
    const chosen = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const slash = event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!chosen && !slash) return;
    event.preventDefault();
    query.focus({ preventScroll: true });
    query.select();
  });

  // A chosen source hides the columns, fields, rules and samples that only other sources have.
  const source = document.getElementById("source");
  const filter = () => {
    const chosen = source.value;
    for (const node of document.querySelectorAll("[data-source]")) {
      const cell = node.closest("th, td") ?? node; // a head holds its name
      cell.toggleAttribute("data-other", chosen !== "" && node.dataset.source !== chosen);
    }
    for (const node of document.querySelectorAll("[data-sources]"))
      node.toggleAttribute("data-other", chosen !== "" && !node.dataset.sources.split(" ").includes(chosen));
    keep("source", chosen);
    updateTabStops();
  };
  source.addEventListener("change", filter);

  const unfold = (target) => {
    for (let node = target?.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
  };

  // If a link leads to a folded or hidden element, show it before the browser goes there.
  const reveal = (hash) => {
    const target = document.getElementById(hash.slice(1)); // ids need no encoding
    const shown = !target?.closest("details:not([open]), [data-other]");
    unfold(target);
    if (target?.closest("[data-other]")) {
      source.value = "";
      filter();
    }
    return shown ? null : target;
  };
  const revealAddress = () => reveal(location.hash)?.scrollIntoView();
  addEventListener("hashchange", revealAddress);
  document.addEventListener("click", ({ target }) => {
    const anchor = target.closest("a[href^='#']");
    if (anchor) reveal(anchor.hash);
  });

  // Each listing can be copied.
  const copy = async (button, pre) => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(pre); // no clipboard here: the reader presses the keys
      button.textContent = "Press Ctrl+C";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  };
  const copyButton = (label, find) => {
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "Copy";
    button.ariaLabel = `Copy: ${label}`;
    button.addEventListener("click", () => copy(button, find()));
    return button;
  };
  // In the console, each patch can be opened in the playground.
  const addPlayground = () => {
    const playground = document.querySelector("header a[href$='/playground']");
    if (!playground) return;
    for (const box of document.querySelectorAll("[data-patch]:has(pre)")) {
      const link = document.createElement("a");
      const text = box.querySelector("pre").textContent;
      link.href = `${playground.href}#${new URLSearchParams({ text, of: box.dataset.patch })}`;
      link.textContent = "Open in playground";
      link.className = "play";
      box.querySelector(".bar, figcaption").append(" ", link);
    }
  };
  const addButtons = () => {
    for (const panel of document.querySelectorAll(".panel:has(pre)")) {
      const listings = [...panel.querySelectorAll("pre")];
      const find = () => listings.find((pre) => pre.checkVisibility()) ?? listings[0];
      const bar = panel.querySelector(".bar");
      const label = bar.textContent;
      bar.append(copyButton(label, find));
    }
    for (const pre of document.querySelectorAll("pre")) {
      if (pre.closest(".panel")) continue;
      const box = document.createElement("div");
      box.className = "copied";
      pre.replaceWith(box);
      box.append(pre, copyButton(pre.ariaLabel, () => pre));
    }
  };

  // A language that is chosen once is chosen in every sample.
  document.addEventListener("change", ({ target }) => {
    if (target.type !== "radio") return;
    const top = target.getBoundingClientRect().top;
    for (const other of document.querySelectorAll(`.tabs input[value="${target.value}"]`)) other.checked = true;
    scrollBy(0, target.getBoundingClientRect().top - top);
    keep("language", target.value);
    updateTabStops();
  });

  // The list of contents marks the section that is read.
  const contents = document.querySelector(".contents");
  const sections = [...contents.querySelectorAll("a")].map((anchor) => ({
    anchor,
    target: document.getElementById(anchor.hash.slice(1)),
  }));
  let current;
  const here = document.querySelector(".here");
  const name = (anchor) => {
    here.textContent = "";
    if (!anchor) return;
    const section = anchor.closest("details").previousElementSibling; // of a part
    const link = document.createElement("a");
    link.href = anchor.hash;
    link.textContent = section ? `${section.textContent} \u203a ${anchor.textContent}` : anchor.textContent;
    here.append(link);
  };
  const follow = () => {
    const line = Math.min(160, innerHeight / 3);
    let seen;
    for (const section of sections)
      if (section.target.checkVisibility() && section.target.getBoundingClientRect().top <= line) seen = section;
    if (seen?.anchor === current) return;
    current?.removeAttribute("aria-current");
    current = seen?.anchor;
    name(current);
    if (!current) return;
    current.setAttribute("aria-current", "location");
    const parts = current.parentElement.querySelector(":scope > details") ?? current.closest(".menu li > details");
    if (parts) parts.open = true; // the browser closes the others
    const { top, bottom } = current.getBoundingClientRect();
    const box = contents.getBoundingClientRect();
    if (contents.scrollHeight > contents.clientHeight && (top < box.top || bottom > box.bottom))
      contents.scrollTop += top - box.top - box.height / 2;
  };
  let waiting = false;
  const followSoon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      follow();
    });
  };
  addEventListener("scroll", followSoon, { passive: true });

  // On narrow screens the contents are a menu.
  const menu = document.querySelector(".menu");
  document.addEventListener("click", ({ target }) => {
    if (!menu.contains(target) || target.closest("a")) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.firstElementChild.focus();
  });

  // Only elements that scroll are stops for the keyboard. Many are measured, so in several turns.
  const isWide = (node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;
  const turn = () => new Promise((done) => setTimeout(done));
  const updateTabStops = async () => {
    const nodes = [...document.querySelectorAll(".scroll, pre")];
    for (let start = 0; start < nodes.length; start += 25) {
      for (const node of nodes.slice(start, start + 25)) {
        if (!node.checkVisibility()) continue; // measured when it is unfolded
        if (isWide(node)) node.tabIndex = 0;
        else node.removeAttribute("tabindex");
      }
      await turn();
    }
  };
  addEventListener("resize", updateTabStops);
  document.addEventListener("toggle", ({ target }) => contents.contains(target) || updateTabStops(), true);

  // The page is painted before this work is done.
  requestAnimationFrame(() =>
    setTimeout(async () => {
      const late = document.getAnimations().filter((each) => each.animationName === "late");
      await Promise.allSettled(late.map((each) => each.finished));
      addPlayground();
      addButtons();
      source.value = [...source.options].some(({ value }) => value === address.get("source")) ? address.get("source") : "";
      if (address.has("source")) filter();
      const language = CSS.escape(address.get("language") ?? "");
      document.querySelector(`.tabs input[value="${language}"]`)?.click();
      if (address.get("q")) {
        // the browser shortens typed and pasted texts, but not the text in an address
        query.value = address.get("q").slice(0, query.maxLength);
        if (!location.hash) query.focus({ preventScroll: true }); // else the list would cover the place
      }
      follow();
      revealAddress();
      await updateTabStops();
      root.dataset.ready = "";
    }),
  );
})();
