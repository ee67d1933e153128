"""Pages in the Chromium of the system, by Playwright."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.support.gateways import soon

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WIDTHS: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "desktop": {"width": 1440, "height": 900},
}


@contextmanager
def running() -> Iterator[Browser]:
    """Yield a browser. Until its end, no event loop can run in this thread."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt-get install -y chromium")
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"]) as browser,
    ):
        yield browser


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
    with browser.new_context(
        viewport=WIDTHS[width],
        is_mobile=width == "phone",
        java_script_enabled=scripts,
        reduced_motion="reduce",
    ) as context:
        tab = context.new_page()
        tab.set_default_timeout(60_000)
        tab.emulate_media(media=media, color_scheme="dark" if scheme == "dark" else "light")
        yield tab


def fetched(tab: Page) -> list[str]:
    return [request.url for request in tab.requests()]


def faults(tab: Page) -> list[Any]:
    """Return the errors of the scripts of a tab, and the complaints of its browser."""
    complaints = [one.text for one in tab.console_messages() if one.type in ("error", "warning")]
    return [*map(str, tab.page_errors()), *complaints]


STOP = """(() => { const e = document.activeElement, n = e.id === 'text' ? e.closest('.editor') : e;
    const style = getComputedStyle(n), at = e.getBoundingClientRect();
    return { name: e.textContent.trim() || e.id, width: at.width, height: at.height,
        inside: at.top >= 0 && at.bottom <= innerHeight,
        line: style.outlineStyle === 'solid' ? parseFloat(style.outlineWidth) : 0 }; })()"""


def stops(tab: Page, count: int, size: int) -> list[Any]:
    """Return where the key Tab leads. Each place is larger than `size` both ways, and has an outline."""
    found = []
    for _ in range(count):
        tab.keyboard.press("Tab")
        found.append(tab.evaluate(STOP))
    assert all(min(one["width"], one["height"]) > size and one["line"] >= 2 for one in found), found
    return found


def barriers(tab: Page) -> list[tuple[str, str]]:
    """Return what axe finds in a tab, such as faint text, each with an element of the page."""
    found = Axe().run(tab, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["help"], one["nodes"][0]["html"]) for one in found]


def eventually(condition: Callable[[], object], seconds: float = 30) -> bool:
    """Return True as soon as a condition holds, False if it does not within some seconds."""
    return bool(soon(condition, seconds))


FITS = "[innerWidth, document.documentElement.scrollWidth - document.documentElement.clientWidth]"  # [width, what stands out of it]
# how much of each part that scrolls aside is hidden
ASIDE = "[...document.querySelectorAll('.scroll')].map((n) => n.scrollWidth - n.clientWidth)"
