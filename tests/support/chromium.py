"""Headless Chromium, by the protocol of its developer tools."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WIDTHS = {"phone": (360, 740), "desktop": (1440, 900)}
in_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="chromium is not installed: apt-get install -y chromium"
)


class Tab:
    """A tab of the browser: what it sends is kept in `events`."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.number = 0
        self.session: str | None = None
        self.events: list[dict[str, Any]] = []
        self._target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=self._target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def close(self) -> None:
        """Close the tab, whose process would go on."""
        self.session = None
        self.send("Target.closeTarget", targetId=self._target)

    def send(self, method: str, **parameters: Any) -> Any:
        self.number += 1
        session = {"sessionId": self.session} if self.session else {}
        self.connection.send(
            json.dumps({"id": self.number, "method": method, "params": parameters, **session})
        )
        while (answer := self._received()).get("id") != self.number:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _received(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(timeout=60))
        return message

    def open(self, url: str) -> None:
        self.events = [event for event in self.events if event["method"] != "Page.loadEventFired"]
        self.send("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.events.append(self._received())

    def run(self, code: str) -> Any:
        """Return the JSON value of an expression."""
        answer = self.send(
            "Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def resize(self, width: str) -> None:
        """Give the screen one of WIDTHS."""
        wide, high = WIDTHS[width]
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=wide,
            height=high,
            deviceScaleFactor=1,
            mobile=width == "phone",
        )

    def prefer(self, scheme: str, media: str = "") -> None:
        """Show pages in a color scheme, and to a medium such as "print"."""
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.send("Emulation.setEmulatedMedia", media=media, features=features)

    def press(self, key: str, code: int, text: str | None = None) -> None:
        typed = {"text": text} if text else {}
        self.send(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key=key,
            code=key,
            windowsVirtualKeyCode=code,
            **typed,
        )
        self.send(
            "Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code
        )

    def write(self, text: str) -> None:
        self.send("Input.insertText", text=text)

    @property
    def fetched(self) -> list[str]:
        """The addresses that were asked for since it was opened."""
        return [
            event["params"]["request"]["url"]
            for event in self.events
            if event["method"] == "Network.requestWillBeSent"
        ]


@contextmanager
def looking(
    browser: str, *, width: str = "desktop", scheme: str = "light", scripts: bool = True, media: str = ""
) -> Iterator[Tab]:  # fmt: skip
    """Yield an empty tab of a browser, as wide as one of WIDTHS."""
    with connect(browser, max_size=None, proxy=None) as connection:
        tab = Tab(connection)
        tab.resize(width)
        tab.prefer(scheme, media)
        tab.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        try:
            yield tab
        finally:
            tab.close()


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """Yield the address of a browser of our own, on the loopback; its files are in a folder."""
    assert CHROMIUM is not None
    command = [
        CHROMIUM,
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",  # and what else it does for a user's comfort
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-extensions",
        "--disable-sync",
        "--renderer-process-limit=1",  # one page is looked at, at a time
        "--disable-site-isolation-trials",
        "--disable-features=SpareRendererForSitePerProcess",
        "--remote-debugging-port=0",
    ]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, f"--user-data-dir={folder}", "about:blank"], stdout=log, stderr=log
        )
        try:
            port = folder / "DevToolsActivePort"
            until = time.monotonic() + 60
            while not (port.is_file() and port.read_text().count("\n")):
                assert process.poll() is None, (folder / "log").read_text(errors="replace")
                assert time.monotonic() < until, "the browser does not answer"
                time.sleep(0.05)
            number, path = port.read_text().split()
            yield f"ws://127.0.0.1:{number}{path}"
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            if process.poll() is None:
                process.kill()
                process.wait(10)


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
