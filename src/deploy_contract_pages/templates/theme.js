"use strict";
(() => {
  // The button switches between dark and light. The browser keeps the choice for all pages of the origin.
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const attempt = (action) => {
    try {
      return action();
    } catch {
      return undefined; // this browser keeps nothing for the page
    }
  };
  const current = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");
  const other = () => (current() === "dark" ? "light" : "dark");
  const show = () => {
    if (button) button.textContent = other() === "dark" ? "Dark theme" : "Light theme";
  };
  const theme = attempt(() => localStorage.theme);
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  button?.addEventListener("click", () => {
    root.dataset.theme = other();
    attempt(() => (localStorage.theme = root.dataset.theme));
    show();
  });
  if (button) button.hidden = false;
  dark.addEventListener("change", show);
  show();
})();
