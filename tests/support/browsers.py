"""Pages in the Chromium of the system, by Playwright."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WIDTHS: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "desktop": {"width": 1440, "height": 900},
}
in_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="chromium is not installed: apt-get install -y chromium"
)


@contextmanager
def running() -> Iterator[Browser]:
    """Yield a browser. Until its end, no event loop can run in this thread."""
    with sync_playwright() as playwright:
        assert CHROMIUM is not None
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def looking(
    browser: Browser,
    *,
    width: str = "desktop",
    scheme: str = "light",
    scripts: bool = True,
    media: Literal["print", "screen"] = "screen",
) -> Iterator[Page]:
    """Yield an empty tab of a browser, as wide as one of WIDTHS."""
    context = browser.new_context(
        viewport=WIDTHS[width],
        is_mobile=width == "phone",
        java_script_enabled=scripts,
        reduced_motion="reduce",
    )
    try:
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        tab.emulate_media(media=media, color_scheme="dark" if scheme == "dark" else "light")
        yield tab
    finally:
        context.close()


def fetched(tab: Page) -> list[str]:
    """Return the addresses that a tab asked for."""
    return [request.url for request in tab.requests()]


def faults(tab: Page) -> list[Any]:
    """Return the errors of the scripts of a tab, and the complaints of its browser."""
    complaints = [one.text for one in tab.console_messages() if one.type in ("error", "warning")]
    return [*map(str, tab.page_errors()), *complaints]


FITS = "[innerWidth, document.documentElement.scrollWidth - document.documentElement.clientWidth]"  # [width, what stands out of it]
FAINT = """(() => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const backs = new Map([[null, [255, 255, 255]]]);
  const back = (node) => {
    if (!backs.has(node)) {
      const color = parts(getComputedStyle(node).backgroundColor);
      backs.set(node, color.length === 3 || color[3] === 1 ? color : back(node.parentElement));
    }
    return backs.get(node);
  };
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || node.closest("script") || !node.checkVisibility()) continue;
    const style = getComputedStyle(node);
    const [one, two] = [light(parts(style.color)), light(back(node))].sort((a, b) => b - a);
    seen += 1;
    if ((one + 0.05) / (two + 0.05) < 4.5) found.push([texts.currentNode.data.trim(), style.color, back(node)]);
  }
  return { seen, found };
})()"""
