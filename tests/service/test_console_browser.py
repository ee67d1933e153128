"""The console in a real browser: it fits, it can be read, it judges as one types, and it talks to nobody else."""

import asyncio
import base64
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract import Contract
from deploy_contract.wording import MODES, UNDECIDED, VERDICTS
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.chromium import FAINT, FITS, WIDTHS, Tab, in_chromium, looking
from tests.support.console import (
    CHECKOUT,
    FRAUD,
    HOSTILE,
    NOBODY,
    PAYMENTS,
    Site,
    example,
    put,
    served,
    serving,
)
from tests.support.names import named
from tests.support.servers import LATER

pytestmark = in_chromium
ODD = "aaaaaaaa-0000-4000-8000-0000000000{:02}"
PAGES = ["/", "/?image_version=7.0.3", "/?name_contains=nothing", "/?limit=0", f"/deployments/{CHECKOUT}", f"/deployments/{FRAUD}", f"/deployments/{ODD.format(15)}",
         f"/deployments/{NOBODY}", "/integrations", f"/integrations/{PAYMENTS}", "/playground", "/playground?example=3"]  # fmt: skip
SLOW = "be slow"  # a text that is judged late


class Slow:
    """An application that holds back the answer to a form with that text."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.forms = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        self.forms += 1
        message = await receive()
        if SLOW.replace(" ", "+").encode() in message["body"]:
            await asyncio.sleep(1)
        waiting = [message]

        async def again() -> Any:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, again, send)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Slow]:
    data = example()
    for number, name in enumerate(HOSTILE):
        odd = {
            **data["deployments"][1],
            "id": ODD.format(number),
            "name": name,
            "image_version": name,
        }
        odd |= {
            "latest_revision_id": ODD.format(50 + number),
            "active_revision_id": ODD.format(50 + number),
        }
        data["deployments"].append(odd)
    store = Store.open(Settings(":memory:", rollout_seconds=LATER))
    put(store, tmp_path_factory.mktemp("data"), data)
    yield Slow(served(store))
    store.close()


@pytest.fixture(scope="module")
def site(slow: Slow) -> Iterator[Site]:
    with serving(slow) as found:
        yield found


@contextmanager
def opened(browser: str, site: Site, path: str = "", **screen: Any) -> Iterator[Tab]:
    """Yield a page in a tab. At its end, it has sent requests to no other host and reported no fault."""
    with looking(browser, **screen) as tab:
        if path:
            tab.open(site.origin + path)
        yield tab
        tab.run("1")
        assert tab.fetched
        assert [
            url for url in tab.fetched if not url.startswith((f"{site.origin}/", "data:,"))
        ] == []
        assert not [
            event
            for event in tab.events
            if event["method"] in ("Runtime.exceptionThrown", "Page.javascriptDialogOpening")
        ]
        assert _entries(tab) == []


def _entries(tab: Tab) -> list[Any]:
    """Return the browser's complaints, except about missing pages that say so themselves."""
    entries = [
        event["params"]["entry"] for event in tab.events if event["method"] == "Log.entryAdded"
    ]
    return [
        one
        for one in entries
        if not ("status of 40" in one["text"] and ("limit=0" in one["url"] or NOBODY in one["url"]))
    ]


def until(tab: Tab, code: str, value: Any = True) -> None:  # noqa: FBT002
    """Wait until an expression has a value."""
    end = time.monotonic() + 10
    while (found := tab.run(code)) != value:
        assert time.monotonic() < end, f"{code} is {found!r}"
        time.sleep(0.03)


def write(tab: Tab, text: str) -> None:
    """Types a text in the place of what is there."""
    tab.run("document.getElementById('text').focus(); document.getElementById('text').select()")
    if text:
        tab.write(text)
    else:
        tab.press("Delete", 46)


BACKGROUNDS = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 28)"}
VERDICT = "document.querySelector('#report .verdict')?.textContent"


def test_every_page_fits_the_screen_and_can_be_read(browser: str, site: Site) -> None:
    with opened(browser, site) as tab:
        for path in PAGES:
            tab.open(site.origin + path)
            if path.startswith("/playground"):
                until(tab, f"{VERDICT} !== undefined")
            tab.run("for (const node of document.querySelectorAll('details')) node.open = true")
            for wide in (768, 1024, 1184):  # those between are not looked at further
                screen = {"width": wide, "height": 900, "deviceScaleFactor": 1, "mobile": False}
                tab.send("Emulation.setDeviceMetricsOverride", **screen)
                assert tab.run(FITS) == [wide, 0], (path, wide)
            for width in WIDTHS:
                tab.resize(width)
                assert tab.run(FITS) == [WIDTHS[width][0], 0], (path, width)
                for scheme, color in BACKGROUNDS.items():
                    tab.prefer(scheme)
                    back = tab.run("getComputedStyle(document.body).backgroundColor")
                    assert back == color, path
                    faint = tab.run(FAINT)
                    assert faint["found"] == [], (path, scheme)
                    assert faint["seen"] > 5
                small = tab.run(
                    "[...document.querySelectorAll('button, input, select, textarea, summary, nav a')].filter((n) => n.checkVisibility())"
                    ".filter((n) => n.getBoundingClientRect().height < 20).map((n) => n.outerHTML)"
                )
                assert small == [], path
                cut = tab.run(
                    "[...document.querySelectorAll('main *')].filter((n) => n.checkVisibility() && !n.closest('.scroll, .tabs, .editor, .heard, select'))"
                    ".filter((n) => n.getBoundingClientRect().right > innerWidth + 1).map((n) => n.outerHTML.slice(0, 200))"
                )
                assert cut == [], path
                torn = tab.run(  # a part of a field's name is in one line
                    "[...document.querySelectorAll('dt code')].flatMap((n) => [...n.childNodes]).filter((n) => n.data).filter((n) => {"
                    "const range = document.createRange(); range.selectNode(n); return range.getClientRects().length > 1; }).map((n) => n.data)"
                )
                assert torn == [], path


def test_the_links_of_the_header_are_in_one_line_on_a_phone(browser: str, site: Site) -> None:
    with opened(browser, site, width="phone") as tab:
        for path in PAGES:
            tab.open(site.origin + path)
            tops = "[...document.querySelectorAll('header nav a')].map((n) => n.getBoundingClientRect().top)"
            found = tab.run(tops)
            assert len(found) == 4, path
            assert len(set(found)) == 1, path


@pytest.mark.parametrize("wide", [360, 768, 992, 1280, 1600])
def test_the_reference_has_the_links_of_the_console_in_one_line_above_it(
    browser: str, site: Site, wide: int
) -> None:
    with opened(browser, site) as tab:
        screen = {"width": wide, "height": 900, "deviceScaleFactor": 1, "mobile": wide < 700}
        tab.send("Emulation.setDeviceMetricsOverride", **screen)
        tab.open(f"{site.origin}/reference")
        until(tab, "'ready' in document.documentElement.dataset")
        assert tab.run(FITS) == [wide, 0]
        box = "document.querySelector('{}').getBoundingClientRect().{}"
        links = "[...document.querySelectorAll('header nav[aria-label=Console] a')]"
        boxes = tab.run(
            f"{links}.map((n) => n.getBoundingClientRect()).map((n) => [n.top, n.bottom])"
        )
        assert len(boxes) == 4
        assert len({top for top, _ in boxes}) == 1
        below = "nav.contents" if wide >= 992 else "h1"
        assert max(bottom for _, bottom in boxes) <= tab.run(box.format(below, "top"))
        if wide >= 992:
            bar = tab.run(box.format("header", "height"))
            assert bar == tab.run(box.format("nav.contents", "top"))
            tab.run("document.getElementById('query').focus()")
            tab.write("memory_limit_mb")
            until(tab, "document.getElementById('found').textContent.endsWith('entries')")
            assert tab.run(box.format("#query", "width")) > 140  # beside the number of entries
        else:  # only the search and the contents stay in view
            tab.run("scrollTo(0, 3000)")
            seen = "document.querySelector('{}').getBoundingClientRect().{}"
            assert tab.run(seen.format("h1", "bottom")) <= 2
            assert 0 <= tab.run(seen.format("#query", "top")) < 20


def test_a_list_is_filtered_and_leads_to_a_deployment(browser: str, site: Site) -> None:
    with opened(browser, site, "/") as tab:
        tab.run("document.getElementById('name_contains').focus()")
        tab.write("Fraud")
        tab.events.clear()
        tab.press("Enter", 13, "\r")
        until(
            tab,
            "[...document.querySelectorAll('tbody th')].map((n) => n.textContent).join()",
            "fraud-check",
        )
        assert tab.run("document.getElementById('name_contains').value") == "Fraud"
        tab.run("document.querySelector('tbody a').click()")
        until(tab, "document.querySelector('h1')?.textContent", "fraud-check")
        tab.run("document.querySelector('.button').click()")
        until(tab, "document.getElementById('of')?.value", f"deployment:{FRAUD}")
        until(tab, VERDICT, "allowed")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_verdict_comes_as_one_types(browser: str, site: Site, width: str) -> None:
    with opened(browser, site, "/playground?example=3", width=width) as tab:
        until(tab, VERDICT, "undecided")
        assert (
            tab.run(
                "[...document.querySelectorAll('.unscripted')].some((n) => n.checkVisibility())"
            )
            is False
        )
        write(
            tab,
            "# ä \U0001f600\nsource_config: {}\nsecret_references:\n  - {name: a, secret_name: b, secret_key: c}\n",
        )
        until(tab, "document.querySelector('#report .place')?.textContent", "line 3, column 1")
        assert tab.run(VERDICT) == "undecided"
        assert tab.run("document.querySelector('#report .hint').textContent").startswith(
            "Hint: remove secret_references"
        )
        assert tab.run("document.querySelector('#gutter mark').textContent") == "3"
        tab.run(
            "document.getElementById('of').value = 'codehost'; document.getElementById('of').dispatchEvent(new Event('change', {bubbles: true}))"
        )
        until(tab, VERDICT, "denied")
        assert (
            tab.run("document.querySelector('#report a[href*=\"#rule-\"]').getAttribute('href')")
            == "./reference#rule-secret-references-source"
        )
        assert tab.run("document.getElementById('heard').textContent") == "denied"
        assert tab.run(
            "getComputedStyle(document.getElementById('text')).backgroundImage"
        ).startswith("linear-gradient")
        # the line that is marked is the one that the text stands on
        assert tab.run(
            "(() => { const line = document.querySelector('#gutter mark').getBoundingClientRect(), text = document.getElementById('text');"
            " const style = getComputedStyle(text), top = text.getBoundingClientRect().top + parseFloat(style.backgroundPositionY);"
            " return Math.abs(top - line.top) < 3; })()"
        )
        tab.run("document.querySelector('#report .place').click()")
        text = "document.getElementById('text')"
        assert tab.run(
            f"[document.activeElement.id, {text}.value.slice({text}.selectionStart, {text}.selectionStart + 6)]"
        ) == ["text", "secret"]
        write(tab, '{"a": 1, "a": 2}')
        until(tab, "document.querySelector('#report .message')?.textContent.includes('twice')")
        tab.run("document.querySelector('#report .place').click()")
        assert tab.run(f"{text}.value.slice({text}.selectionStart)") == '"a": 2}'
        write(tab, "")
        until(tab, "document.querySelector('#gutter').textContent.trim()", "1")
        assert tab.run(FITS)[1] == 0


def test_the_latest_wins_and_not_every_key_is_sent(browser: str, site: Site, slow: Slow) -> None:
    with opened(browser, site, "/playground") as tab:
        until(tab, VERDICT, "allowed")
        write(tab, f"# {SLOW}\n[]")
        before = slow.forms
        until(tab, "document.getElementById('report').ariaBusy", "true")
        time.sleep(0.2)
        write(tab, "{}")
        tab.run("document.getElementById('of').value = 'codehost'")
        until(
            tab,
            "document.querySelector('#report .revision')?.textContent.trim()",
            "creates no revision",
        )
        time.sleep(1.3)
        assert tab.run(VERDICT) == "allowed", "what came late is of a text that is no more"
        before = slow.forms
        tab.run("document.getElementById('text').focus()")
        for letter in "abcdefghij":
            tab.press(letter, ord(letter.upper()), letter)
        until(tab, VERDICT, "denied")
        assert slow.forms - before < 10


LOADED = "performance.getEntriesByType('resource').some((one) => one.name.endsWith('validator.js'))"
OFFLINE = "document.querySelector('#report .offline')?.textContent"
SAID = """[...document.querySelectorAll('#report .violations li')].map((n) => [
  n.querySelector('.chip').textContent, n.querySelector('.pointer')?.textContent ?? '',
  n.querySelector('.message').textContent, n.querySelector('a').textContent])"""


def online(tab: Tab, *, value: bool) -> None:
    """Let the requests of a tab reach the service or not."""
    tab.send(
        "Network.emulateNetworkConditions",
        offline=not value,
        latency=0,
        downloadThroughput=-1,
        uploadThroughput=-1,
    )


def choose(tab: Tab, name: str, value: str) -> None:
    """Choose an option of the form."""
    control = f"document.getElementById('{name}')"
    changed = f"{control}.dispatchEvent(new Event('change', {{bubbles: true}}))"
    tab.run(f"{control}.value = '{value}'; {changed}")


@pytest.mark.parametrize("width", WIDTHS)
def test_while_the_service_does_not_answer_the_page_judges(
    browser: str, site: Site, width: str
) -> None:
    texts = (
        "{}",
        '{"secret_references": []}',
        '{"secrets": [{"name": 1}], "<script>": 2}',
        '{"a": 1, "a": 2}',
        '{"source_config": {"build_on_push": true, "resource_spec": {"min_scale": 3, "max_scale": 1}}}',
    )
    with looking(browser, width=width) as tab:
        tab.open(f"{site.origin}/playground")
        until(tab, LOADED)
        online(tab, value=False)
        contract = Contract(unknown_fields="report")
        for source in ("", "codehost", "external_container"):
            choose(tab, "of", source)
            for text in texts:
                write(tab, " ")
                until(tab, OFFLINE, None)
                write(tab, text)
                until(tab, f"{OFFLINE} !== undefined")
                assert "does not answer" in tab.run(OFFLINE)
                report = contract.check(text, "DeploymentPatch", source=named(source or None))
                assert tab.run(VERDICT) == VERDICTS[report.verdict], text
                rows = [(one, MODES[one.mode]) for one in report.violations]
                rows += [(one, UNDECIDED) for one in report.undecided]
                assert tab.run(SAID) == [
                    [word, one.pointer, one.message, one.rule] for one, word in rows
                ]
                assert tab.run("document.getElementById('heard').textContent") == tab.run(VERDICT)
        assert tab.run(FITS)[1] == 0
        assert tab.run(FAINT)["found"] == []
        write(tab, "a: [")
        until(tab, "document.querySelector('#report .notice')?.textContent.includes('in JSON')")
        online(tab, value=True)
        write(tab, "[]")
        until(tab, VERDICT, "denied")
        assert tab.run(OFFLINE) is None
        assert not [one for one in tab.events if one["method"] == "Runtime.exceptionThrown"]


def test_a_link_carries_the_form_in_its_fragment(browser: str, site: Site) -> None:
    with opened(browser, site, "/playground") as tab:
        until(tab, VERDICT, "allowed")
        write(tab, "# ä & 😀\nsecret_references: []\n")
        tab.run("document.getElementById('of').value = 'codehost'")
        tab.run("document.getElementById('strict').checked = true")
        tab.run("navigator.clipboard.writeText = async (text) => { window.taken = text; }")
        tab.run("document.getElementById('copy-link').click()")
        until(tab, "document.getElementById('copied').textContent", "The link is copied.")
        link = tab.run("window.taken")
        tab.open("about:blank")
        tab.events.clear()
        tab.open(link)
        until(tab, "document.querySelector('.outcome')?.textContent.includes('strict check')")
        assert tab.run("document.getElementById('text').value") == (
            "# ä & 😀\nsecret_references: []\n"
        )
        assert tab.run("document.getElementById('of').value") == "codehost"
        assert not [url for url in tab.fetched if "secret_references" in url], "no server sees it"


def test_a_fragment_with_unknown_choices_is_read_as_far_as_it_goes(
    browser: str, site: Site
) -> None:
    with opened(browser, site, "/playground#text=%5B%5D&of=nobody&mode=other&x=1") as tab:
        until(tab, VERDICT, "denied")
        assert tab.run("document.getElementById('mode').value") == "patch"


@pytest.mark.parametrize(
    ("button", "text", "copied"),
    [
        ("curl", "# it's\nsecrets: []", "-H 'Content-Type: application/json' \\\n  --data-raw '{\"secrets\": []}'"),
        ("curl", '{"a": "it\'s"}', "--data-raw '{\"a\": \"it'\\''s\"}'"),
        ("command", "a: 1\nEND", "\nSTORED\na: 1\nEND\nEND_\n"),
    ],
)  # fmt: skip
def test_a_patch_is_copied_as_a_command(
    browser: str, site: Site, button: str, text: str, copied: str
) -> None:
    with opened(browser, site, f"/playground?deployment={FRAUD}") as tab:
        until(tab, VERDICT, "allowed")
        write(tab, text)
        tab.run("navigator.clipboard.writeText = async (text) => { window.taken = text; }")
        tab.run(f"document.getElementById('copy-{button}').click()")
        until(tab, "window.taken !== undefined")
        words = tab.run("window.taken")
        assert words.endswith(copied)
        if button == "curl":
            assert words.startswith(f"curl -X PATCH '{site.origin}/v2/deployments/{FRAUD}' ")
        else:
            options = "--deployment /dev/fd/3 --unknown-fields report - 3<<'STORED' <<'END_'"
            assert words.startswith(f"deploy-contract check {options}\n")


def test_the_command_says_what_the_page_says(browser: str, site: Site) -> None:
    text = '{"source_config": {"repo_url": "https://other.example.com/x"}}'
    outputs = {}
    with opened(browser, site, "/playground") as tab:
        tab.run("navigator.clipboard.writeText = async (text) => { window.taken = text; }")
        write(tab, text)
        for of in ("codehost", f"deployment:{CHECKOUT}"):
            tab.run("window.taken = undefined")
            choose(tab, "of", of)
            tab.run("document.getElementById('copy-command').click()")
            until(tab, "window.taken !== undefined")
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            outputs[of] = subprocess.run(
                ["sh", "-c", tab.run("window.taken")],
                env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False, timeout=60,
            ).stdout  # fmt: skip
            until(tab, VERDICT, "denied" if ":" in of else "allowed")
    assert outputs["codehost"].startswith("-: allowed")
    assert outputs[f"deployment:{CHECKOUT}"].startswith("-: denied")
    assert "immutable-field" in outputs[f"deployment:{CHECKOUT}"]


def test_a_pasted_megabyte_is_refused_and_the_page_stays_responsive(
    browser: str, site: Site, slow: Slow
) -> None:
    with opened(browser, site, "/playground") as tab:
        until(tab, VERDICT, "allowed")
        former = tab.run("document.getElementById('text').value")
        before = slow.forms
        start = time.monotonic()
        write(tab, "a: 1\n" * 210_000)
        until(tab, "document.querySelector('#report .notice')?.textContent.startsWith('The text is too long')")  # fmt: skip
        assert time.monotonic() - start < 5
        assert tab.run("document.getElementById('text').value") == former
        assert slow.forms == before
        write(tab, "[]")
        until(tab, VERDICT, "denied")


def test_a_service_that_is_gone_is_told(browser: str, slow: Slow) -> None:
    with looking(browser) as tab:
        with serving(slow) as site:
            tab.open(f"{site.origin}/playground")
            until(tab, LOADED)
        write(tab, "[]")
        until(tab, f"{OFFLINE}?.startsWith('The service does not answer')")
        assert tab.run(VERDICT) == "denied"
        assert tab.run("document.getElementById('text').value") == "[]", "what was written stays"


def test_without_scripts_a_form_is_sent(browser: str, site: Site) -> None:
    with opened(browser, site, "/playground?example=4", scripts=False) as tab:
        assert tab.run("document.querySelector('.unscripted button').checkVisibility()")
        assert not tab.run("document.getElementById('gutter').checkVisibility()")
        tab.run("document.querySelector('.unscripted button').click()")
        until(
            tab,
            "document.querySelector('iframe').contentDocument.querySelector('.verdict')?.textContent",
            "denied",
        )
        assert "tag" in tab.run(
            "document.querySelector('iframe').contentDocument.querySelector('.message').textContent"
        )
        assert "refs/tags" in tab.run("document.getElementById('text').value"), (
            "what was written stays"
        )
        tab.open(f"{site.origin}/")
        assert tab.run("document.querySelectorAll('tbody tr').length") == 20


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/playground"])
def test_the_keyboard_sees_where_it_is(browser: str, site: Site, path: str, scheme: str) -> None:
    with opened(browser, site, path, scheme=scheme) as tab:
        visited = []
        for _ in range(11):
            tab.press("Tab", 9)
            visited.append(
                tab.run(
                    "(() => { const n = document.activeElement, s = getComputedStyle(n.id === 'text' ? n.closest('.editor') : n), r = n.getBoundingClientRect();"
                    " return { name: n.textContent.trim().split('\\n')[0] || n.id, seen: r.width > 15 && r.height > 15,"
                    " line: s.outlineStyle === 'solid' ? parseFloat(s.outlineWidth) : 0 }; })()"
                )
            )
        assert [stop["name"] for stop in visited[:6]] == [
            "Skip to the content", "Deployments console", "Deployments", "Integrations", "Playground", "Reference",
        ]  # fmt: skip
        assert all(stop["line"] >= 2 and stop["seen"] for stop in visited), visited


def test_whatever_is_stored_stays_text_in_a_browser(browser: str, site: Site) -> None:
    with opened(browser, site, "/?limit=100") as tab:
        shown = tab.run("[...document.querySelectorAll('tbody th')].map((n) => n.textContent)")
        assert {name for name in HOSTILE if name.isprintable() and name.strip()} <= set(shown)
        for number in range(len(HOSTILE)):
            tab.open(f"{site.origin}/deployments/{ODD.format(number)}")
            assert tab.run("document.querySelectorAll('main script, img, svg').length") == 0
            # the sign that would turn round what follows does not reach beyond its own name
            assert tab.run("getComputedStyle(document.querySelector('h1')).direction") == "ltr"


@pytest.mark.parametrize("path", ["/", f"/deployments/{FRAUD}", "/playground?example=4"])
def test_it_prints_whole_and_light(browser: str, site: Site, path: str) -> None:
    with opened(browser, site, path, scheme="dark", media="print") as tab:
        assert tab.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert (
            tab.run(
                "[...document.querySelectorAll('header nav, .filters, .button')].some((n) => n.checkVisibility())"
            )
            is False
        )
        tab.send(
            "Emulation.setDeviceMetricsOverride",
            width=718,
            height=1000,
            deviceScaleFactor=1,
            mobile=False,
        )  # A4 within its margins
        assert tab.run(FITS)[1] == 0
        assert base64.b64decode(
            tab.send("Page.printToPDF", printBackground=True)["data"]
        ).startswith(b"%PDF-")
