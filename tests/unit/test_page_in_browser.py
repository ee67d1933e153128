"""The reference page in a browser: it fits, it can be read, searched, folded, copied and printed, with the keyboard alone."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browsers import (
    FITS,
    WIDTHS,
    barriers,
    eventually,
    faults,
    fetched,
    looking,
    stops,
)
from tests.support.effort import effort, first
from tests.support.pages import PAGE, page, values

BACKGROUND = "getComputedStyle(document.body).backgroundColor"
FOUND = "document.getElementById('found').textContent"
QUERY = "document.getElementById('query')"
VISIBLE = "[...document.querySelectorAll('{}')].filter((n) => n.checkVisibility())"
MATRICES = "[...document.querySelectorAll('.scroll:has(.matrix)')]"
# parts of one template, of which the first ones show as much; to judge all of them takes seconds
REPEATED = effort(
    "article.rule ~ article.rule ~ article.rule, tbody > tr ~ tr ~ tr ~ tr,"
    " figure ~ figure ~ figure, article.operation ~ article.operation",
    "nothing",
)
# the languages that are shown of each sample request, by their numbers
LANGUAGES = (
    "[...document.querySelectorAll('.tabs')].map((n) => [...n.querySelectorAll('pre')]"
    ".flatMap((pre, place) => pre.checkVisibility() ? [place] : []))"
)
SHOWN = VISIBLE.format("[data-entry]") + ".map((n) => n.textContent.toLowerCase())"


@contextmanager
def opened(browser: Browser, place: str = "", **screen: Any) -> Iterator[Page]:
    """Yield the page in a tab. At its end, it has fetched only the page and reported no fault."""
    with looking(browser, **screen) as tab:
        tab.goto(PAGE.as_uri() + place)
        if screen.get("scripts", True):
            tab.wait_for_selector(":root[data-ready]")
        yield tab
        assert {re.split("[?#]", url)[0] for url in fetched(tab)} <= {PAGE.as_uri(), "data:,"}
        assert faults(tab) == []


def search(tab: Page, words: str) -> None:
    """Type words in the place of those that are sought."""
    tab.evaluate(f"{QUERY}.focus({{ preventScroll: true }}); {QUERY}.select()")
    tab.keyboard.insert_text(words)


def is_shown(tab: Page, place: str) -> bool:
    """Return True as soon as an element is at the top of a tab."""
    top = f"document.getElementById('{place}').getBoundingClientRect().top"
    return eventually(partial(tab.evaluate, f"0 <= {top} && {top} < 300"))


@pytest.mark.soak
@pytest.mark.parametrize(
    "screen", first(["phone light", "desktop dark", "phone dark", "desktop light"], 2)
)
def test_it_fits_the_screen_and_has_no_barriers(browser: Browser, screen: str) -> None:
    width, scheme = screen.split()
    with opened(browser, width=width, scheme=scheme) as tab:
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]
        scrolls = "n.scrollWidth > n.clientWidth || n.scrollHeight > n.clientHeight"
        boxes = VISIBLE.format(".scroll, pre") + f".map((n) => [{scrolls}, n.tabIndex === 0])"
        found = tab.evaluate(boxes)
        assert all(scrolls == stop for scrolls, stop in found), "what does not scroll is no stop"
        small = VISIBLE.format("button, input[type=search], fieldset label, nav a, summary")
        small += ".filter((n) => n.getBoundingClientRect().height < 24).map((n) => n.textContent)"
        assert tab.evaluate(small) == []
        before = tab.evaluate(BACKGROUND)
        tab.evaluate("document.getElementById('theme').click()")
        chosen = tab.evaluate(BACKGROUND)
        assert chosen != before
        tab.reload()
        tab.wait_for_selector(":root[data-ready]")
        assert tab.evaluate(BACKGROUND) == chosen, "the theme is kept"
        label = tab.evaluate("document.getElementById('theme').textContent")
        assert label == f"{scheme.title()} theme", "the button leads back"
        if width == "desktop":
            for wide in (768, 1024, 1280):
                tab.set_viewport_size({"width": wide, "height": 900})
                hidden = tab.evaluate(f"{MATRICES}.map((n) => n.scrollWidth - n.clientWidth)")
                assert set(hidden) == {0}, "a matrix shows its last column"
            tab.set_viewport_size(WIDTHS[width])
        tab.evaluate(f"document.querySelectorAll('{REPEATED}').forEach((n) => n.remove())")
        assert barriers(tab) == []


PLACES = ["violations-patch_deployment-request", "field-Container-name", "rule-image-uri-source", "matrix"]  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize(
    "screen", first(["phone scripts", "desktop", "phone", "desktop scripts"], 2)
)
def test_a_link_shows_its_place_even_if_it_is_folded(browser: Browser, screen: str) -> None:
    """Every place is shown by a link of the page; each time that a page is opened takes a second."""
    width, *scripts = screen.split()
    options: dict[str, Any] = {"width": width, "scripts": bool(scripts)}
    for start in range(effort(2, len(PLACES))):
        opened_at, *others = [*PLACES[start:], *PLACES[:start]]
        with opened(browser, f"#{opened_at}", **options) as tab:
            assert is_shown(tab, opened_at), "opened there"
            for place in others:
                tab.evaluate(f"document.querySelector('main a').href = '#{place}'")
                tab.evaluate("document.querySelector('main a').click()")
                assert is_shown(tab, place)


SORTS = ["operation", "resource", "rule", "field", "parameter", "matrix", "example", "gap", "text"]
HIT_ROWS = "[...document.querySelectorAll('#hits li')]"
HITS = (
    f"{HIT_ROWS}.map((n) => [...[...n.children].map((part) => part.textContent), n.dataset.place])"
)
MARKED = "[...n.querySelectorAll('mark')].map((mark) => mark.textContent).find(Boolean) ?? ''"
OVERLAY = "document.querySelector('.overlay').checkVisibility()"
OVERLAY_BOX = "document.querySelector('.overlay').getBoundingClientRect()"


@pytest.mark.parametrize("width", first(WIDTHS, 1))
def test_search_as_one_types(browser: Browser, width: str) -> None:
    entries = len(page().css("[data-entry]"))
    with opened(browser, width=width) as tab:
        before = tab.evaluate(SHOWN)
        hint = f"{QUERY}.nextElementSibling"
        assert tab.evaluate(f"{hint}.checkVisibility() && {hint}.textContent") == "/"
        tab.keyboard.press("/")
        tab.keyboard.insert_text("IMAGE_uri")
        assert not tab.evaluate(f"{hint}.checkVisibility()")
        found = tab.evaluate(HITS)
        assert 0 < len(found) < entries / 10
        assert tab.evaluate(FOUND) == f"{len(found)} of {entries} entries"
        marks = [row.lower() for row in tab.evaluate(f"{HIT_ROWS}.map((n) => {MARKED})")]
        assert set(marks) == {"image_uri"}, "each hit shows the word"
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]
        assert tab.evaluate(f"{OVERLAY_BOX}.left") >= 0
        assert tab.evaluate(f"{OVERLAY_BOX}.right") <= WIDTHS[width]["width"]
        assert tab.evaluate(SHOWN) == before, "the page below stays as it is"
        # a heading stands for what is below it, and words are sought one by one
        search(tab, "deployments limit integer")
        places = [place for *_, place in tab.evaluate(HITS)]
        assert "parameter-list_deployments-query-limit" in places
        assert "parameter-list_deployments-query-status" not in places
        search(tab, "no such words")
        assert tab.evaluate(HITS) == []
        assert tab.evaluate(FOUND) == "no entry has all of these words"
        tab.keyboard.press("Escape")
        assert tab.evaluate(f"{QUERY}.value") == ""
        assert not tab.evaluate(OVERLAY)


MISSPELT = {"bulid_on_push": "build_on_push", "listner_id": "listener_id", "repo_rfe": "repo_ref"}


def test_a_misspelt_name_finds_the_nearest(browser: Browser) -> None:
    with opened(browser) as tab:
        for typed, meant in MISSPELT.items():
            search(tab, typed)
            assert tab.evaluate(HITS)[0][1] == meant
            assert tab.evaluate(FOUND).endswith(f" for {meant}")
            search(tab, meant)
            assert not tab.evaluate(FOUND).endswith(meant)


def test_a_long_text_in_the_search_is_cut(browser: Browser) -> None:
    words = "abcd " * 1_000  # each is compared with all names
    with opened(browser, f"?q={words}") as tab:
        assert len(tab.input_value("#query")) == 200
        tab.fill("#query", "")
        tab.focus("#query")
        tab.keyboard.insert_text(words)  # as a paste does
        assert len(tab.input_value("#query")) == 200
        assert tab.evaluate(FOUND) == "no entry has all of these words"


def test_hits_are_ranked_by_name_and_then_by_sort(browser: Browser) -> None:
    ids = values(page(), "[id]", "id")

    def rank(word: str, row: list[str]) -> tuple[int, int, int]:
        sort, title, beside, place = row
        names = [] if sort == "text" else [title.lower()]
        names += [beside.lower()] if sort == "operation" else []
        tests = [lambda name: name == word and sort != "gap", lambda name: name.startswith(word)]
        tests.append(lambda name: word in name)
        level = next((n for n, test in enumerate(tests) if any(map(test, names))), len(tests))
        return level, SORTS.index(sort), ids.index(place)

    with opened(browser) as tab:
        for word in ("limit", "patch_deployment", "secret", "source", "tag"):
            search(tab, word)
            ranks = [rank(word, row) for row in tab.evaluate(HITS)]
            named = [each for each in ranks if each[0] < 3]
            assert ranks[: len(named)] == named == sorted(named)
            assert named


@pytest.mark.parametrize("width", first(WIDTHS, 1))
def test_arrows_choose_a_hit_and_enter_opens_it(browser: Browser, width: str) -> None:
    chosen = "document.querySelector('#hits [aria-selected]').dataset.place"
    with opened(browser, width=width) as tab:
        tab.evaluate("scrollTo(0, 700)")
        search(tab, "secret")
        assert tab.evaluate(chosen) == "resource-Secret", "resources come before fields"
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]
        places = [place for *_, place in tab.evaluate(HITS)]
        for key, number in (("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", -1)):
            tab.keyboard.press(key)
            assert tab.evaluate(chosen) == places[number]
        tab.keyboard.press("Escape")
        assert abs(tab.evaluate("scrollY") - 700) < 5, "as before the search"
        tab.keyboard.insert_text("secret")
        tab.keyboard.press("ArrowDown")
        tab.keyboard.press("Enter")
        assert not tab.evaluate(OVERLAY)
        assert tab.evaluate("location.hash") == f"#{places[1]}"
        assert is_shown(tab, places[1]), "its place is unfolded"
        assert "q=secret" in tab.evaluate("location.search")
        tab.reload()
        tab.wait_for_selector(":root[data-ready]")
        assert tab.input_value("#query") == "secret"
        assert not tab.evaluate(OVERLAY), "the list does not cover the place"
    with opened(browser, "?q=secret", width=width) as tab:
        assert eventually(lambda: tab.evaluate(HITS)), "a search can be linked"


def test_a_source_hides_what_other_sources_have(browser: Browser) -> None:
    heads = VISIBLE.format("#matrix .matrix:first-of-type .column") + ".map((n) => n.textContent)"
    field = VISIBLE.format("#field-DeploymentPatch-secret_references") + ".length"
    rule = VISIBLE.format("#rule-secret-references-source") + ".length"
    with opened(browser) as tab:
        everything = tab.evaluate(SHOWN)
        tab.select_option("#source", "external_container")
        assert set(tab.evaluate(heads)) == {"external_container"}
        assert (tab.evaluate(field), tab.evaluate(rule)) == (1, 0), "it cannot break the rule"
        tab.select_option("#source", "codehost")
        assert set(tab.evaluate(heads)) == {"codehost"}
        assert (tab.evaluate(field), tab.evaluate(rule)) == (0, 1)
        assert tab.evaluate("location.search") == "?source=codehost"
        hidden = "getComputedStyle(document.querySelector('#rule-{}').closest('article').querySelector('.samples'), '::after').content"
        tab.select_option("#source", "internal_template")
        assert "hidden" in tab.evaluate(hidden.format("repo-url-source"))
        assert tab.evaluate(hidden.format("json-syntax")) == "none", "of any source"
        tab.evaluate("location.hash = '#field-DeploymentPatch-secret_references'")
        assert is_shown(tab, "field-DeploymentPatch-secret_references"), "a link shows its place"
        assert tab.evaluate(SHOWN) == everything
    with opened(browser, "?source=codehost") as tab:
        assert set(tab.evaluate(heads)) == {"codehost"}, "the address keeps it"
    with opened(browser, "?source=nobody") as tab:
        assert tab.evaluate(SHOWN) == everything
        assert tab.evaluate("location.search") == ""


def test_the_names_of_the_sources_stay_in_view(browser: Browser) -> None:
    row = "document.querySelectorAll('#matrix .matrix tbody tr')[20]"
    head = "document.querySelector('#matrix .matrix thead th').getBoundingClientRect()"
    with opened(browser) as tab:
        tab.evaluate(f"{row}.scrollIntoView({{ block: 'center' }})")
        assert eventually(lambda: tab.evaluate(f"0 < {head}.top && {head}.bottom < 200"))


@pytest.mark.parametrize("width", first(WIDTHS, 1))
def test_without_scripts_all_of_it_is_there_but_the_search(browser: Browser, width: str) -> None:
    with opened(browser, width=width, scripts=False) as tab:
        scripted = VISIBLE.format("form, button, .switch, .here, .overlay")
        assert tab.evaluate(f"{scripted}.length") == 0
        for place in range(len(page().css("fieldset")[0].css("input"))):
            tab.evaluate(f"document.querySelectorAll('.tabs label')[{place}].click()")
            assert tab.evaluate(LANGUAGES)[:2] == [[place], [0]]
        folds = VISIBLE.format(".fold > summary")
        tab.evaluate(f"{folds}.forEach((n) => n.parentElement.open || n.click())")
        entries = len(page().css("[data-entry]"))
        assert eventually(lambda: len(tab.evaluate(SHOWN)) == entries)
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]


def test_the_keyboard_sees_where_it_is(browser: Browser) -> None:
    with opened(browser) as tab:
        visited = stops(tab, 12, 20)
        assert [stop["name"] for stop in visited[:3:2]] == ["Skip to the content", "query"]
        assert all(stop["inside"] for stop in visited), visited


def test_it_prints_whole_and_light(browser: Browser) -> None:
    with opened(browser, media="print") as tab:
        light = tab.evaluate(BACKGROUND)
        tab.emulate_media(media="print", color_scheme="dark")
        assert tab.evaluate(BACKGROUND) == light
        assert tab.evaluate(VISIBLE.format("nav, form, button") + ".length") == 0
        summaries = VISIBLE.format("summary")
        assert tab.evaluate(f"{summaries}.length")
        markers = f"{summaries}.map((n) => getComputedStyle(n).listStyleType)"
        assert set(tab.evaluate(markers)) == {"none"}, "no fold looks closed"
        examples = "[...document.querySelectorAll('details pre')]"
        shown = f"{examples}.map((n) => n.checkVisibility({{contentVisibilityAuto: true}}))"
        assert set(tab.evaluate(shown)) == {True}
        for part in ("label", "pre"):  # a request is printed in one language
            shown = f"[...n.querySelectorAll('{part}')].filter((one) => one.checkVisibility())"
            shown = f"[...document.querySelectorAll('.tabs')].map((n) => {shown}.length)"
            assert set(tab.evaluate(shown)) == {1}
        tab.set_viewport_size({"width": 718, "height": 1000})  # A4 within its margins
        cut = tab.evaluate(
            "[...document.querySelectorAll('.scroll, pre')].filter((n) => n.getBoundingClientRect().right > innerWidth + 1"
            " || n.scrollWidth > n.clientWidth + 1).map((n) => n.ariaLabel)"
        )
        assert cut == []
        assert tab.pdf(print_background=True).startswith(b"%PDF-")


def test_a_language_is_chosen_by_the_keyboard(browser: Browser) -> None:
    with opened(browser) as tab:
        tab.evaluate("document.querySelector('.tabs input').focus()")
        tab.keyboard.press("ArrowRight")
        found = tab.evaluate(LANGUAGES)
        assert found == [[1]] * len(found), "of every operation"
        tab.reload()
        tab.wait_for_selector(":root[data-ready]")
        assert tab.evaluate(LANGUAGES) == found, "the address keeps it"


def test_a_sample_is_copied(browser: Browser) -> None:
    with opened(browser) as tab:
        tab.evaluate(
            "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (globalThis.copied = text) } })"
        )
        tab.evaluate("document.querySelector('.panel .copy').click()")
        copied = "globalThis.copied === document.querySelector('.tabs pre').textContent"
        assert eventually(lambda: tab.evaluate(copied))
        assert tab.evaluate("document.querySelector('.panel .copy').textContent") == "Copied"


def test_a_link_does_not_wait_until_its_highlight_fades(browser: Browser) -> None:
    stop = (
        "document.getAnimations().forEach((each) => each.animationName === 'found' && each.pause())"
    )
    with looking(browser) as tab:
        tab.add_init_script(f"addEventListener('animationstart', () => {stop}, true)")
        tab.goto(PAGE.as_uri() + "#operation-patch_deployment")
        tab.wait_for_selector(":root[data-ready]")
        assert tab.evaluate(VISIBLE.format(".samples .copy") + ".length")


HERE = "document.querySelector('.here')"


def test_the_section_that_is_read_is_named(browser: Browser) -> None:
    marked = "[...document.querySelectorAll('.contents [aria-current]')].map((n) => n.hash)"
    places = {
        "operation-patch_deployment": "Operations \u203a PATCH Patch a deployment",
        "resource-Secret": "Resources \u203a Secret",
        "rules-fields": "Rules \u203a Fields and sources",
    }
    with opened(browser) as tab:
        assert tab.evaluate(marked) == ["#overview"]
        for place, name in places.items():
            tab.set_viewport_size(WIDTHS["desktop"])
            tab.evaluate(f"location.hash = '#{place}'")
            assert eventually(partial(tab.evaluate, f"{marked}.join() === '#{place}'"))
            assert not tab.evaluate(f"{HERE}.checkVisibility()"), "wide screens show the contents"
            tab.set_viewport_size({"width": 390, "height": 800})
            tab.evaluate(f"location.hash = ''; location.hash = '#{place}'")
            assert eventually(partial(tab.evaluate, f"{HERE}.innerText === {json.dumps(name)}"))
            bar = f"{HERE}.getBoundingClientRect().bottom"
            top = f"document.getElementById('{place}').getBoundingClientRect().top"
            assert eventually(partial(tab.evaluate, f"0 < {bar} && {bar} <= {top}"))


def test_the_contents_of_a_phone_are_a_menu_of_two_levels(browser: Browser) -> None:
    shown = VISIBLE.format("nav a") + ".map((n) => n.hash)"
    with opened(browser, width="phone") as tab:
        assert tab.evaluate(shown) == []
        tab.evaluate("document.querySelector('nav summary').focus()")
        tab.keyboard.press("Enter")
        sections = ["#overview", "#matrix", "#operations", "#resources", "#rules", "#gaps"]
        assert tab.evaluate(shown) == sections
        tab.evaluate("document.querySelectorAll('nav li summary')[2].click()")
        assert eventually(lambda: "#resource-Secret" in tab.evaluate(shown))
        tab.evaluate("document.querySelectorAll('nav li summary')[3].click()")
        assert eventually(lambda: "#rules-wire" in tab.evaluate(shown))
        assert "#resource-Secret" not in tab.evaluate(shown), "one section at a time"
        tab.keyboard.press("Escape")
        assert tab.evaluate(shown) == []
        assert tab.evaluate("document.activeElement.textContent") == "Contents"
        tab.keyboard.press("Enter")
        tab.evaluate("document.querySelector('nav a[href=\"#rules-wire\"]').click()")
        assert tab.evaluate(shown) == [], "the menu closes over the place that was chosen"


def test_code_is_as_large_as_the_heading_around_it(browser: Browser) -> None:
    with opened(browser) as tab:
        sizes = tab.evaluate(
            "[...document.querySelectorAll(':is(h1, h2, h3, h4) code')].map((code) =>"
            " [code, code.closest('h1, h2, h3, h4')].map((n) => getComputedStyle(n).fontSize))"
        )
    assert sizes
    assert all(own == around for own, around in sizes)
