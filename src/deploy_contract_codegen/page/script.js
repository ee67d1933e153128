"use strict";
(() => {
  const root = document.documentElement;
  const query = document.getElementById("query");
  const found = document.getElementById("found");
  const nothing = document.getElementById("nothing");
  const theme = document.getElementById("theme");
  for (const node of document.querySelectorAll(".scripted")) node.hidden = false;

  // Search matches the text of an entry and the headings above it, in any letter case.
  const normalized = (text) => text.replace(/\s+/g, " ").toLowerCase();
  const groups = [...document.querySelectorAll("[data-group]")].reverse(); // inner ones first
  const heading = (group) => group.querySelector(":scope > :is(h2, h3, h4), :scope > tr > [scope=rowgroup]");
  const read = () =>
    [...document.querySelectorAll("[data-entry]")].map((node) => {
      let text = node.textContent;
      for (let group = node.closest("[data-group]"); group; group = group.parentElement.closest("[data-group]"))
        text += " " + (heading(group)?.textContent ?? "");
      return { node, text: normalized(text) };
    });
  let entries = []; // read when the first word is typed

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

  const search = () => {
    const words = normalized(query.value).split(" ").filter(Boolean);
    if (!entries.length) entries = read();
    let count = 0;
    for (const { node, text } of entries) {
      node.hidden = !words.every((word) => text.includes(word));
      if (!node.hidden) count += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector("[data-entry]:not([hidden])");
    root.toggleAttribute("data-searching", words.length > 0);
    nothing.hidden = count > 0;
    found.textContent = words.length ? `${count} of ${entries.length} entries` : "";
    mark(words);
    at = -1;
    updateTabStops();
  };
  const clear = () => {
    query.value = "";
    search();
  };
  // Enter goes from one entry that is found to the next, Shift+Enter back.
  let at = -1;
  const step = (by) => {
    const shown = entries.filter(({ node }) => !node.hidden);
    if (!query.value.trim() || !shown.length) return;
    at = (at + by + shown.length) % shown.length;
    shown[at].node.scrollIntoView({ block: "center" });
    found.textContent = `entry ${at + 1} of ${shown.length}`;
  };
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
    query.focus();
    query.select();
  });

  // If a link leads to a folded or hidden element, show it before the browser goes there.
  const reveal = (hash) => {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    const shown = !target?.closest("details:not([open]), [hidden]");
    for (let node = target?.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
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
  const follow = () => {
    const line = Math.min(160, innerHeight / 3);
    let seen;
    for (const section of sections)
      if (section.target.checkVisibility() && section.target.getBoundingClientRect().top <= line) seen = section;
    if (seen?.anchor === current) return;
    current?.removeAttribute("aria-current");
    current = seen?.anchor;
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
  addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        follow();
      });
    },
    { passive: true },
  );

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
