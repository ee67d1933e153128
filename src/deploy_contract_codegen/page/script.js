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
  const entries = [...document.querySelectorAll("[data-entry]")].map((node) => {
    let text = node.textContent;
    for (let group = node.closest("[data-group]"); group; group = group.parentElement.closest("[data-group]"))
      text += " " + (heading(group)?.textContent ?? "");
    return { node, text: normalized(text) };
  });

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
            const pre = node.querySelector("pre");
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
    updateTabStops();
  };
  const clear = () => {
    query.value = "";
    search();
  };
  query.addEventListener("input", search);
  query.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input");
    if (event.key === "Escape" && typing) clear();
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    query.focus();
  });

  // If a link leads to a hidden element, clear the search.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    clear();
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  document.addEventListener("click", (event) => {
    if (event.target.closest("a[href^='#']")) setTimeout(reveal);
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

  // Only elements that scroll are stops for the keyboard.
  const updateTabStops = () => {
    for (const node of document.querySelectorAll(".scroll, pre"))
      if (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight) node.tabIndex = 0;
      else node.removeAttribute("tabindex");
  };
  addEventListener("resize", updateTabStops);
  document.addEventListener("toggle", updateTabStops, true);
  search();
})();
