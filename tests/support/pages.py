"""Pages as they were sent: their elements, by CSS selectors."""

from functools import cache
from html.parser import HTMLParser

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.support.commands import ROOT

Element = LexborNode
VOID = {"input", "link", "meta", "wbr"}
PAGE = ROOT / "generated" / "reference.html"


@cache
def page() -> Element:
    """Return the reference page."""
    return read(PAGE.read_text("utf-8"))


def read(page: str) -> Element:
    """Return the root of a page. Every element must be closed where it ends."""
    reader = _Closed()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    root = LexborHTMLParser(page).root
    assert root is not None
    return root


def text(element: Element) -> str:
    return " ".join(element.text().split())


def texts(element: Element, selector: str) -> list[str]:
    return [text(found) for found in element.css(selector)]


def only(element: Element, selector: str) -> Element:
    (found,) = element.css(selector)
    return found


def values(element: Element, selector: str, attribute: str) -> list[str]:
    return [found.attrs[attribute] or "" for found in element.css(selector)]


def inside_itself(page: Element) -> list[str]:
    """Return what a page has that reaches or runs anything beside its own files."""
    handlers = [name for found in page.css("*") for name in found.attrs if name.startswith("on")]
    return [*handlers, *(found.html or "" for found in page.css("[style], [srcset], base"))]


class _Closed(HTMLParser):
    """Raise AssertionError for an element that is closed elsewhere, or an attribute twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"{tag}: an attribute twice"
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes another element"
