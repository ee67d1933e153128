"""The console in a real browser: it fits, it can be read, it judges as one types, and it talks to nobody else."""

import asyncio
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect
from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract import Contract
from deploy_contract.wording import MODES, UNDECIDED, VERDICTS
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.browsers import (
    ASIDE,
    FITS,
    WIDTHS,
    barriers,
    eventually,
    faults,
    fetched,
    looking,
    stops,
)
from tests.support.client import LATER
from tests.support.commands import ran
from tests.support.console import (
    CHECKOUT,
    FRAUD,
    NOBODY,
    ODD,
    PAYMENTS,
    hostile_example,
    put,
    served,
    serving,
)
from tests.support.effort import effort
from tests.support.gateways import least
from tests.support.names import named

PAGES = ["/", f"/deployments/{FRAUD}", "/playground?example=3", f"/integrations/{PAYMENTS}", "/?limit=0",
         f"/deployments/{ODD.format(15)}", f"/deployments/{NOBODY}", "/integrations"]  # fmt: skip
SLOW = "be slow"  # a text that is judged late


class Slow:
    """An application that holds back the answer to a form with that text."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.forms = self.answered = 0
        self.may_answer = threading.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        self.forms += 1
        message = await receive()
        if SLOW.replace(" ", "+").encode() in message["body"]:
            await asyncio.to_thread(self.may_answer.wait, 60)
        waiting = [message]

        async def again() -> Any:
            return waiting.pop() if waiting else await receive()

        await self._app(scope, again, send)
        self.answered += 1


@pytest.fixture(scope="module")
def slow() -> Iterator[Slow]:
    with closing(Store(Settings(":memory:", rollout_seconds=LATER))) as store:
        put(store, hostile_example())
        yield Slow(served(store))


@pytest.fixture(scope="module")
def origin(slow: Slow) -> Iterator[str]:
    with serving(slow) as found:
        yield found


@contextmanager
def opened(browser: Browser, address: str, **screen: Any) -> Iterator[Page]:
    """Yield a page in a tab. At its end, it has sent requests to no other host and reported no fault."""
    with looking(browser, **screen) as tab:
        tab.goto(address)
        yield tab
        parts = urlsplit(address)
        own = (f"{parts.scheme}://{parts.netloc}/", "data:,", "about:blank")
        assert [url for url in fetched(tab) if not url.startswith(own)] == []
        assert [one for one in faults(tab) if not MISSING.search(one)] == []


expect.set_options(timeout=30_000)
# what a browser says of a missing page, which says so itself
MISSING = re.compile("status of 40[04]")


def until(tab: Page, code: str, value: Any = True) -> None:  # noqa: FBT002
    """Wait until an expression has a value."""
    assert eventually(lambda: _now(tab, code) == value), f"{code} is {_now(tab, code)!r}"


def _now(tab: Page, code: str) -> Any:
    """Return the value of an expression, or None while the tab goes to another page."""
    try:
        return tab.evaluate(code)
    except Error:
        return None


TEXT = "document.getElementById('text').value"
HEARD = "document.getElementById('heard').textContent"
EFFECT = "document.querySelectorAll('#report .effect tbody tr')"
EXAMPLE = "document.querySelector('.tabs [aria-current]')"
VERDICT = "document.querySelector('#report .verdict')?.textContent"


LEFT = "[...document.querySelectorAll('.inner dt')].find((n) => n.textContent === '{}').getBoundingClientRect().left"
HEIGHTS = "[...document.querySelectorAll('.facts .inner dt')].map((n) => n.getBoundingClientRect().height)"


def test_a_deployment_is_read_on_a_phone(browser: Browser, origin: str) -> None:
    with opened(browser, f"{origin}/deployments/{FRAUD}", width="phone") as tab:
        assert tab.evaluate(LEFT.format("env")) < tab.evaluate(LEFT.format("value")), "indented"
        assert len(set(tab.evaluate(HEIGHTS))) == 1, "no colon is on a line of its own"
        assert tab.evaluate(ASIDE) == [0], "all of a secret reference is in view"


def test_verdicts_and_fields_of_a_report_are_on_one_line(browser: Browser, origin: str) -> None:
    tops = "[...document.querySelectorAll('{}')].map((n) => n.getBoundingClientRect().{})"
    with opened(browser, f"{origin}/playground") as tab:
        tab.set_viewport_size({"width": 1280, "height": 800})
        until(tab, VERDICT, "allowed")
        assert len(set(tab.evaluate(tops.format("#report .sources li", "top")))) == 1
        tab.fill("#text", '{"source_config": {"resource_spec": {"memory_mb": 4096}}}')
        # the effect is known from here on: no report on an earlier text has one
        tab.select_option("#of", f"deployment:{CHECKOUT}")
        until(tab, f"{EFFECT}.length > 5")
        heights = tab.evaluate(tops.format("#report .effect tbody tr", "height"))
        assert heights[0] < 45, "a short path, and what is removed"


@pytest.mark.soak
def test_every_page_fits_the_screen_and_has_no_barriers(browser: Browser, origin: str) -> None:
    screens, looked_at = [("phone", "dark"), ("desktop", "light")], effort(4, len(PAGES))
    with opened(browser, f"{origin}/") as tab:
        for number, path in enumerate(PAGES):
            tab.goto(origin + path)
            if path.startswith("/playground"):
                until(tab, f"{VERDICT} !== undefined")
            tab.evaluate(
                "for (const node of document.querySelectorAll('details')) node.open = true"
            )
            for wide in (768, 1184):  # those between are not looked at further
                tab.set_viewport_size({"width": wide, "height": 900})
                assert tab.evaluate(FITS) == [wide, 0], (path, wide)
            for width, scheme in screens:
                tab.set_viewport_size(WIDTHS[width])
                tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0], (path, width)
                # axe takes most of the time, and all pages have one style sheet
                if (width, scheme) in effort([screens[number % 2]], screens) and number < looked_at:
                    assert barriers(tab) == [], (path, scheme)
                small = tab.evaluate(
                    "[...document.querySelectorAll('button, input, select, textarea, summary, nav a')].filter((n) => n.checkVisibility())"
                    ".filter((n) => n.getBoundingClientRect().height < 20).map((n) => n.outerHTML)"
                )
                assert small == [], path
                cut = tab.evaluate(
                    "[...document.querySelectorAll('main *')].filter((n) => n.checkVisibility() && !n.closest('.scroll, .tabs, .editor, .heard, select'))"
                    ".filter((n) => n.getBoundingClientRect().right > innerWidth + 1).map((n) => n.outerHTML.slice(0, 200))"
                )
                assert cut == [], path


def test_the_verdict_comes_as_one_types(browser: Browser, origin: str) -> None:
    text = "document.getElementById('text')"
    with opened(browser, f"{origin}/playground?example=3", width="phone") as tab:
        until(tab, VERDICT, "undecided")
        expect(tab.locator(".unscripted").filter(visible=True)).to_have_count(0)
        tab.fill(
            "#text",
            "# ä \U0001f600\nsource_config: {}\nsecret_references:\n  - {name: a, secret_name: b, secret_key: c}\n",
        )
        until(tab, "document.querySelector('#report .place')?.textContent", "line 3, column 1")
        assert tab.evaluate(VERDICT) == "undecided"
        hint = tab.evaluate("document.querySelector('#report .hint').textContent")
        assert hint.startswith("Hint: remove secret_references")
        assert tab.evaluate("document.querySelector('#gutter mark').textContent") == "3"
        tab.select_option("#of", "codehost")
        until(tab, VERDICT, "denied")
        link = "document.querySelector('#report a[href*=\"#rule-\"]').getAttribute('href')"
        assert tab.evaluate(link) == "./reference#rule-secret-references-source"
        assert tab.evaluate(HEARD) == "denied"
        tab.evaluate("document.querySelector('#report .place').click()")
        chosen = f"{text}.value.slice({text}.selectionStart, {text}.selectionStart + 6)"
        assert tab.evaluate(f"[document.activeElement.id, {chosen}]") == ["text", "secret"]
        tab.fill("#text", '{"a": 1, "a": 2}')
        until(tab, "document.querySelector('#report .message')?.textContent.includes('twice')")
        tab.evaluate("document.querySelector('#report .place').click()")
        assert tab.evaluate(f"{text}.value.slice({text}.selectionStart)") == '"a": 2}'
        tab.fill("#text", "")
        until(tab, "document.querySelector('#gutter').textContent.trim()", "1")
        assert tab.evaluate(FITS)[1] == 0


def test_the_latest_wins_and_not_every_key_is_sent(
    browser: Browser, origin: str, slow: Slow
) -> None:
    with opened(browser, f"{origin}/playground") as tab:
        until(tab, VERDICT, "allowed")
        tab.fill("#text", f"# {SLOW}\n[]")
        until(tab, "document.getElementById('report').ariaBusy", "true")
        tab.fill("#text", "{}")
        tab.evaluate("document.getElementById('of').value = 'codehost'")
        expect(tab.locator("#report .revision")).to_have_text("creates no revision")
        slow.may_answer.set()
        assert eventually(lambda: slow.answered == slow.forms)
        time.sleep(0.2)
        assert tab.evaluate(VERDICT) == "allowed", "what came late is of a text that is no more"

        def sent() -> int:
            tab.fill("#text", "{}")
            until(tab, VERDICT, "allowed")
            before = slow.forms
            tab.evaluate("document.getElementById('text').focus()")
            tab.keyboard.type("abcdefghij")
            until(tab, VERDICT, "denied")
            return slow.forms - before

        assert least(sent, 10) < 10


LOADED = "performance.getEntriesByType('resource').some((one) => one.name.endsWith('npm/wasm.js'))"
OFFLINE = "document.querySelector('#report .offline')?.textContent"
JUDGED = "document.querySelector('.judged').checkVisibility()"
MEANING = "document.querySelector('#report .meaning')?.textContent.trim()"
SAID = """[...document.querySelectorAll('#report .violations li')].map((n) => [
  n.querySelector('.chip').textContent, n.querySelector('.pointer')?.textContent ?? '',
  n.querySelector('.message').textContent, n.querySelector('a').textContent])"""


CLIPBOARD = "void (navigator.clipboard.writeText = async (text) => { window.taken = text; })"


BY_SOURCE = """[...document.querySelectorAll('#report .sources li')].map((n) =>
    [n.querySelector('code').textContent, n.querySelector('.chip').textContent])"""


def by_source(contract: Contract, patch: Any) -> list[list[str]]:
    """Return each source with the verdict on a patch for it; none for a text that has no value."""
    found = []
    for source in contract.bundle.book.sources if patch is not None else ():
        report = contract.check(patch, "DeploymentPatch", source=named(source))
        found.append([source, VERDICTS[report.verdict]])
    return found


def test_while_the_service_does_not_answer_the_page_judges(browser: Browser, origin: str) -> None:
    cases = (
        ("", "{}"),
        ("", '{"secret_references": []}'),
        ("codehost", '{"secret_references": []}'),
        ("codehost", '{"secrets": [{"name": 1}], "<script>": 2}'),
        ("external_container", '{"a": 1, "a": 2}'),
        ("external_container", '{"source_config": {"build_on_push": true, "resource_spec": {"min_scale": 3, "max_scale": 1}}}'),
    )  # fmt: skip
    contract = Contract(unknown_fields="report")
    meanings = []
    with looking(browser) as tab:
        tab.goto(f"{origin}/playground")
        until(tab, LOADED)
        tab.context.set_offline(True)
        for source, text in cases:
            tab.fill("#text", " ")
            until(tab, OFFLINE, None)
            tab.select_option("#of", source)
            tab.fill("#text", text)
            until(tab, f"{OFFLINE} !== undefined")
            assert "does not answer" in tab.evaluate(OFFLINE)
            report = contract.check(text, "DeploymentPatch", source=named(source or None))
            assert tab.evaluate(VERDICT) == VERDICTS[report.verdict], text
            rows = [(one, MODES[one.mode]) for one in report.violations]
            rows += [(one, UNDECIDED) for one in report.undecided]
            said = [[word, one.pointer, one.message, one.rule] for one, word in rows]
            assert tab.evaluate(SAID) == said
            assert tab.evaluate(HEARD) == VERDICTS[report.verdict]
            assert tab.evaluate(BY_SOURCE) == by_source(contract, report.value)
            assert not tab.evaluate(JUDGED), "the service does not judge"
            meanings.append(tab.evaluate(MEANING))
        assert barriers(tab) == []
        tab.set_viewport_size(WIDTHS["phone"])
        assert tab.evaluate(FITS)[1] == 0
        names = tab.locator(".sources code").evaluate_all("all => all.map((n) => n.innerHTML)")
        assert "external_<wbr>container" in names, "names are not broken elsewhere"
        tab.fill("#text", "a: [")
        until(tab, "document.querySelector('#report .notice')?.textContent.includes('in JSON')")
        assert tab.evaluate(TEXT) == "a: [", "what was written stays"
        tab.context.set_offline(False)
        tab.fill("#text", "[]")
        until(tab, VERDICT, "denied")
        assert tab.evaluate(OFFLINE) is None
        for (source, text), meaning in zip(cases, meanings, strict=True):
            tab.select_option("#of", source)
            tab.fill("#text", text)
            until(tab, MEANING, meaning)
        assert tab.evaluate(JUDGED)
        assert not tab.page_errors()


def test_where_a_policy_forbids_webassembly_the_service_alone_judges(
    browser: Browser, origin: str
) -> None:
    def forbid(route: Route) -> None:
        answer = route.fetch()
        name = "content-security-policy"
        policy = answer.headers[name].replace("'wasm-unsafe-eval'", "")
        route.fulfill(response=answer, headers={**answer.headers, name: policy})

    with looking(browser) as tab:
        tab.route("**/playground", forbid)
        tab.goto(f"{origin}/playground")
        until(tab, LOADED)
        tab.fill("#text", "[]")
        until(tab, VERDICT, "denied")
        tab.unroute("**/playground")
        tab.context.set_offline(True)
        tab.fill("#text", "{}")
        until(tab, "document.querySelector('#report .notice')?.textContent.includes('next change')")
        assert tab.evaluate(OFFLINE) is None
        assert not tab.page_errors()


def test_a_link_carries_the_form_in_its_fragment(browser: Browser, origin: str) -> None:
    with opened(browser, f"{origin}/playground") as tab:
        until(tab, VERDICT, "allowed")
        tab.fill("#text", "# ä & 😀\nsecret_references: []\n")
        tab.evaluate("document.getElementById('of').value = 'codehost'")
        tab.evaluate("document.getElementById('strict').checked = true")
        tab.evaluate(CLIPBOARD)
        tab.evaluate("document.getElementById('copy-link').click()")
        until(tab, "document.getElementById('copied').textContent", "The link is copied.")
        link = tab.evaluate("window.taken")
        tab.goto("about:blank")
        tab.goto(link)
        until(tab, "document.querySelector('.outcome')?.textContent.includes('strict check')")
        assert tab.evaluate(TEXT) == ("# ä & 😀\nsecret_references: []\n")
        assert tab.evaluate("document.getElementById('of').value") == "codehost"
        assert not [url for url in fetched(tab) if "secret_references" in url], "no server sees it"
        tab.goto(f"{origin}/playground#text=%5B%5D&of=nobody&mode=other&x=1")
        until(tab, VERDICT, "denied")
        assert tab.evaluate("document.getElementById('mode').value") == "patch"


COPIED = [  # the button, the text that is written, and the end of what is copied
    ("curl", "# it's\nsecrets: []", "-H 'Content-Type: application/json' \\\n  --data-raw '{\"secrets\": []}'"),
    ("curl", '{"a": "it\'s"}', "--data-raw '{\"a\": \"it'\\''s\"}'"),
    ("command", "a: 1\nEND", "\nSTORED\na: 1\nEND\nEND_\n"),
]  # fmt: skip


def copied(tab: Page, button: str) -> str:
    """Return what a button copies."""
    tab.evaluate("window.taken = undefined")
    tab.evaluate(f"document.getElementById('copy-{button}').click()")
    until(tab, "window.taken !== undefined")
    return str(tab.evaluate("window.taken"))


def test_an_empty_text_is_not_copied(browser: Browser, origin: str) -> None:
    with opened(browser, f"{origin}/playground") as tab:
        tab.evaluate(CLIPBOARD)
        tab.fill("#text", " \n")
        for button in ("link", "curl", "command", "file"):
            tab.evaluate("document.getElementById('copied').textContent = ''")
            tab.evaluate(f"document.getElementById('copy-{button}').click()")
            assert "no text" in tab.evaluate("document.getElementById('copied').textContent")
        assert tab.evaluate("window.taken") is None


def test_a_patch_is_copied_as_a_command(browser: Browser, origin: str) -> None:
    with opened(browser, f"{origin}/playground?deployment={FRAUD}") as tab:
        until(tab, VERDICT, "allowed")
        tab.evaluate(CLIPBOARD)
        for button, text, end in COPIED:
            tab.fill("#text", text)
            words = copied(tab, button)
            assert words.endswith(end)
            if button == "curl":
                assert words.startswith(f"curl -X PATCH '{origin}/v2/deployments/{FRAUD}' ")
            else:
                options = "--deployment /dev/fd/3 --unknown-fields report - 3<<'STORED' <<'END_'"
                assert words.startswith(f"deploy-contract check {options}\n")
        tab.fill("#text", '{"source_config": {"repo_url": "https://other.example.com/x"}}')
        for of, verdict in (("codehost", "allowed"), (f"deployment:{CHECKOUT}", "denied")):
            tab.select_option("#of", of)
            until(tab, VERDICT, verdict)
            said = output(copied(tab, "command"))
            assert said.startswith(f"-: {verdict}"), "the command says what the page says"
            assert verdict == "allowed" or "immutable-field" in said


def output(command: str) -> str:
    """Return what a shell prints for a command."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return ran("sh", "-c", command, env={**os.environ, "PATH": path}).stdout


def test_a_pasted_megabyte_is_refused_and_the_page_stays_responsive(
    browser: Browser, origin: str, slow: Slow
) -> None:
    with opened(browser, f"{origin}/playground") as tab:
        until(tab, VERDICT, "allowed")
        former = tab.evaluate(TEXT)
        before = slow.forms

        def seconds() -> float:
            tab.evaluate("document.querySelector('#report .notice')?.remove()")
            start = time.monotonic()
            tab.fill("#text", "a: 1\n" * 210_000)
            until(tab, "document.querySelector('#report .notice')?.textContent.startsWith('The text is too long')")  # fmt: skip
            return time.monotonic() - start

        assert least(seconds, 5) < 5
        assert tab.evaluate(TEXT) == former
        assert slow.forms == before
        assert tab.evaluate(VERDICT) == "allowed", "the report on the text that is there stays"
        assert tab.evaluate(EXAMPLE) is not None
        tab.fill("#text", "[]")
        until(tab, VERDICT, "denied")
        assert tab.evaluate(EXAMPLE) is None, "a changed text is no example"


def test_a_patch_of_the_reference_opens_in_the_playground(browser: Browser, origin: str) -> None:
    with opened(browser, f"{origin}/reference") as tab:
        until(tab, "document.documentElement.dataset.ready", "")
        rule = "document.getElementById('rule-secret-references-source').closest('article')"
        links = tab.evaluate(f"[...{rule}.querySelectorAll('.play')].map((link) => link.href)")
        assert len(links) == 2
    for address, verdict in zip(links, ("denied", "allowed"), strict=True):
        with opened(browser, address) as tab:
            until(tab, VERDICT, verdict)
            assert "secret_references" in tab.evaluate(TEXT)


def test_without_scripts_a_form_is_sent(browser: Browser, origin: str) -> None:
    with opened(browser, f"{origin}/playground?example=4", scripts=False) as tab:
        assert tab.evaluate("document.querySelector('.unscripted button').checkVisibility()")
        scripted = "[...document.querySelectorAll('.scripted')].map((n) => n.checkVisibility())"
        assert set(tab.evaluate(scripted)) == {False}
        assert "while you type" not in tab.inner_text("main")
        assert "copied link" not in tab.inner_text("main")
        tab.evaluate("document.querySelector('.unscripted button').click()")
        answer = tab.frame_locator("iframe")
        expect(answer.locator(".verdict")).to_have_text("denied")
        expect(answer.locator(".message").first).to_contain_text("tag")
        assert "refs/tags" in tab.evaluate(TEXT), "what was written stays"
        tab.goto(f"{origin}/")
        assert tab.evaluate("document.querySelectorAll('tbody tr').length") == 20


def test_the_keyboard_sees_where_it_is(browser: Browser, origin: str) -> None:
    with opened(browser, f"{origin}/playground") as tab:
        assert stops(tab, 11, 15)[0]["name"] == "Skip to the content"
