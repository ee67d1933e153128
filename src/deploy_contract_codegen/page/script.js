"use strict";
(() => {
  const root = document.documentElement;
  const query = document.getElementById("query");
  const found = document.getElementById("found");
  const nothing = document.getElementById("nothing");
  const theme = document.getElementById("theme");
  for (const node of document.querySelectorAll(".scripted")) node.hidden = false;

  // Search matches the text of an entry and the headings above it, in any letter case.
  const normalized = (text) => text.replace(/\s+/g, " ").trim().toLowerCase();
  const groups = [...document.querySelectorAll("[data-group]")].reverse(); // inner ones first
  const heading = (group) => group.querySelector(":scope > :is(h2, h3, h4), :scope > .text > h3, :scope > tr > [scope=rowgroup]");
  const SORTS = ["rule", "field", "operation", "parameter", "resource", "matrix", "example", "gap", ""];
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
  let ranked = []; // those that are found, the best ones first

  // An exact name is best; then one that begins with it, one with all words, a heading, a text.
  const rank = ({ sort, names, headings }, words) => {
    const whole = words.join(" ");
    const within = (text) => words.every((word) => text.includes(word));
    const tests = [
      () => names.includes(whole),
      () => names.some((name) => name.startsWith(whole)),
      () => names.some(within),
      () => within(headings),
      () => true,
    ];
    return tests.findIndex((test) => test()) * SORTS.length + SORTS.indexOf(sort);
  };
  const LISTED = 30; // hits; all are shown below, in the order of the page
  const hits = document.querySelector(".hits");
  const part = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const hit = ({ node, sort, shown, above, place }) => {
    const link = document.createElement("a");
    link.href = `#${place}`;
    const [title, ...rest] = shown.length ? [...shown, ...above] : [above[0], node.textContent];
    const beside = rest.find((text) => text !== title) ?? "";
    link.append(part("span", sort || "text"), part("b", title), part("span", beside.slice(0, 200)));
    return link;
  };
  const list = () => {
    const items = ranked.slice(0, LISTED).map(hit);
    if (ranked.length > LISTED) items.push(part("p", `and ${ranked.length - LISTED} more below, in the order of the page`));
    const rows = items.map((item) => {
      const row = document.createElement("li");
      row.append(item);
      return row;
    });
    hits.replaceChildren(...rows);
    hits.scrollTop = 0;
  };

  const marks = globalThis.Highlight && CSS.highlights ? new Highlight() : null;
  if (marks) CSS.highlights.set("found", marks);
  const mark = (words) => {
    if (!marks) return;
    marks.clear();
    const seen = new Set();
    for (const { node } of words.length ? entries : []) {
      if (node.hidden) continue;
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode.data.toLowerCase();
        if (text.length !== texts.currentNode.data.length) continue;
        for (const word of words)
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(texts.currentNode, at);
            range.setEnd(texts.currentNode, at + word.length);
            marks.add(range);
            const pre = node.querySelector("pre, .listing");
            if (pre?.contains(texts.currentNode) && !seen.has(pre)) {
              seen.add(pre); // scroll a listing to its first match
              pre.scrollTop += range.getBoundingClientRect().top - pre.getBoundingClientRect().top - 32;
            }
          }
      }
    }
  };

  let start = 0; // where the page was before the search
  const search = () => {
    const words = normalized(query.value).split(" ").filter(Boolean);
    if (!entries.length) entries = read();
    const searched = root.hasAttribute("data-searching");
    ranked = [];
    for (const entry of entries) {
      entry.node.hidden = !words.every((word) => entry.text.includes(word));
      if (words.length && !entry.node.hidden) ranked.push([rank(entry, words), entry]);
    }
    ranked = ranked.sort(([one], [other]) => one - other).map(([, entry]) => entry);
    for (const group of groups) group.hidden = !group.querySelector("[data-entry]:not([hidden])");
    root.toggleAttribute("data-searching", words.length > 0);
    nothing.hidden = !words.length || ranked.length > 0;
    found.textContent = words.length ? `${ranked.length} of ${entries.length} entries` : "";
    list();
    mark(words);
    at = -1;
    if (words.length) scrollTo(0, 0);
    else if (searched) scrollTo(0, start);
    followSoon();
    updateTabStops();
  };
  const clear = () => {
    const place = ranked[at]?.node;
    query.value = "";
    search();
    unfold(place);
    place?.scrollIntoView({ block: "center" });
  };
  // Enter goes from one entry that is found to the next, the best one first, Shift+Enter back.
  let at = -1;
  const choose = (number) => {
    hits.querySelector("[aria-current]")?.removeAttribute("aria-current");
    at = number;
    hits.querySelectorAll("a")[at]?.setAttribute("aria-current", "true");
    found.textContent = `entry ${at + 1} of ${ranked.length}`;
  };
  const step = (by) => {
    if (!ranked.length) return;
    choose(at < 0 && by < 0 ? ranked.length - 1 : (at + by + ranked.length) % ranked.length);
    ranked[at].node.scrollIntoView({ block: "center" });
  };
  hits.addEventListener("click", ({ target }) => {
    const number = [...hits.querySelectorAll("a")].indexOf(target.closest("a"));
    if (number >= 0) choose(number);
  });
  // before the input: the browser scrolls to the field then, though it sticks to the top
  query.addEventListener("beforeinput", () => {
    if (!root.hasAttribute("data-searching")) start = scrollY;
  });
  query.addEventListener("input", search);
  query.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    const typing = event.target === query;
    if (event.key === "Escape" && typing) clear();
    if (event.key === "Enter" && typing) step(event.shiftKey ? -1 : 1);
    const chosen = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!chosen && !slash) return;
    event.preventDefault();
    query.focus({ preventScroll: true });
    query.select();
  });

  const unfold = (target) => {
    for (let node = target?.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
  };

  // If a link leads to a folded or hidden element, show it before the browser goes there.
  const reveal = (hash) => {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    const shown = !target?.closest("details:not([open]), [hidden]");
    unfold(target);
    if (target?.closest("[hidden]")) clear();
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
  const foldButton = (label, folds) => {
    const button = document.createElement("button");
    button.className = "fold-all";
    button.type = "button";
    const areOpen = () => folds.every((fold) => fold.open);
    const show = () => {
      button.textContent = areOpen() ? "Fold all" : "Unfold all";
      button.ariaLabel = `${button.textContent}: ${label}`;
    };
    button.addEventListener("click", () => {
      const open = !areOpen();
      for (const fold of folds) fold.open = open;
      show();
    });
    for (const fold of folds) fold.addEventListener("toggle", show);
    show();
    return button;
  };
  const addButtons = () => {
    for (const panel of document.querySelectorAll(".panel:has(pre, .listing)")) {
      const listings = [...panel.querySelectorAll("pre, .listing")];
      const find = () => listings.find((pre) => pre.checkVisibility()) ?? listings[0];
      const bar = panel.querySelector(".bar");
      const label = bar.textContent;
      const folds = [...panel.querySelectorAll(".listing details")];
      if (folds.length > 1) bar.append(foldButton(label, folds));
      bar.append(copyButton(label, find));
    }
    for (const pre of document.querySelectorAll("pre, .listing")) {
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
    updateTabStops();
  });

  // The list of contents marks the section that is read.
  const contents = document.querySelector(".contents");
  const sections = [...contents.querySelectorAll("a")].map((anchor) => ({
    anchor,
    target: document.getElementById(decodeURIComponent(anchor.hash.slice(1))),
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

  // The choice of a theme lasts as long as the page is open.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const currentTheme = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");
  const updateButton = () => theme.setAttribute("aria-pressed", String(currentTheme() === "dark"));
  theme.addEventListener("click", () => {
    root.dataset.theme = currentTheme() === "dark" ? "light" : "dark";
    updateButton();
  });
  dark.addEventListener("change", updateButton);
  updateButton();

  // Only elements that scroll are stops for the keyboard. Many are measured, so in several turns.
  const isWide = (node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;
  const turn = () => new Promise((done) => setTimeout(done));
  const updateTabStops = async () => {
    const nodes = [...document.querySelectorAll(".scroll, pre, .listing")];
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
      await Promise.allSettled(document.getAnimations().map((each) => each.finished));
      addButtons();
      follow();
      revealAddress();
      await updateTabStops();
      root.dataset.ready = "";
    }),
  );
})();
