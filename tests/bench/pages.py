"""Cost of the pages in a browser: the first paint of the reference page, and an answer of the playground."""

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.bench.timing import against
from tests.support.browsers import CHROMIUM, looking, running
from tests.support.console import example, put, served, serving

ROOT = Path(__file__).parents[2]
OPENED = 1_500  # milliseconds in which a new window loads two pages of the browser itself
PAINTED = """
new Promise((done) => new PerformanceObserver((list) => {
  for (const entry of list.getEntriesByName("first-contentful-paint")) done(entry.startTime);
}).observe({ type: "paint", buffered: true }))
"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
ANSWERED = """
(async () => {
  const text = document.getElementById("text");
  const report = document.getElementById("report");
  const took = [];
  for (let turn = 0; turn < 30; turn += 1) {
    const labels = {};
    for (let n = 0; n < 60; n += 1) labels[`label-${n}`] = `value of the label ${n} ${turn}`;
    text.value = JSON.stringify({ source_config: { resource_spec: { labels } } });
    const seen = new Promise((done) => {
      const observer = new MutationObserver(() => { observer.disconnect(); done(); });
      observer.observe(report, { childList: true });
    });
    const start = performance.now();
    text.dispatchEvent(new Event("input"));
    await seen;
    took.push(performance.now() - start);
  }
  return took;
})()
"""


def pages() -> None:
    """Measure both in Chromium, the paint beside that of a page without content."""
    if CHROMIUM is None:
        print("\npages: not measured, chromium is not installed")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, running() as browser:
        _paint(browser, Path(name))
        _playground(browser)


def _paint(browser: Browser, folder: Path) -> None:
    blank = folder / "blank.html"
    blank.write_text("<!doctype html><title>blank</title><p>text", "utf-8")
    pages = {"blank": blank, "reference": ROOT / "generated" / "reference.html"}
    times: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(9):
        for name, path in pages.items():
            with looking(browser) as tab:
                tab.wait_for_timeout(OPENED)
                tab.goto(path.as_uri())
                times[name].append(tab.evaluate(PAINTED))
    took = {name: statistics.median(found) for name, found in times.items()}
    spread = f"{min(times['reference']):.0f} to {max(times['reference']):.0f}"
    print(
        f"\nfirst paint of the reference page {took['reference']:.0f} ms ({spread}),"
        f" of a page without content {took['blank']:.0f} ms{against(took['reference'], 100)}"
    )


def _playground(browser: Browser) -> None:
    store = Store(Settings(":memory:"))
    put(store, example())
    try:
        with serving(served(store)) as origin, looking(browser) as tab:
            tab.goto(f"{origin}/playground")
            tab.evaluate(DRAWN)
            took = sorted(tab.evaluate(ANSWERED))
    finally:
        store.close()
    median = statistics.median(took)
    print(
        f"answer of the playground to a patch of 2 KB {median:.0f} ms,"
        f" nine of ten within {took[len(took) * 9 // 10]:.0f} ms{against(median, 30)}"
    )
