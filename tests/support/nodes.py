"""Pages as trees of elements, for tests of their structure."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

VOID = {"input", "link", "meta", "wbr"}


@dataclass
class Node:
    """An element of a page, or the page itself."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    parent: "Node | None" = None
    children: list["Node | str"] = field(default_factory=list)

    def __iter__(self) -> Iterator["Node"]:
        waiting = self.children[::-1]
        while waiting:
            child = waiting.pop()
            if isinstance(child, Node):
                yield child
                waiting += reversed(child.children)

    def all(self, *tags: str) -> list["Node"]:
        return [node for node in self if node.tag in tags]

    def of(self, name: str) -> "Node":
        (found,) = self._named[name]
        return found

    @cached_property
    def _named(self) -> defaultdict[str | None, list["Node"]]:
        """The elements by their ids; of a whole page, since nothing is added afterwards."""
        found = defaultdict(list)
        for node in self:
            found[node["id"]].append(node)
        return found

    def within(self) -> Iterator["Node"]:
        """Yield the elements around it, the nearest first."""
        if self.parent is not None:
            yield self.parent
            yield from self.parent.within()

    @property
    def raw(self) -> str:
        return "".join(child if isinstance(child, str) else child.raw for child in self.children)

    @property
    def text(self) -> str:
        return " ".join(self.raw.split())

    def __getitem__(self, attribute: str) -> str | None:
        return self.attributes.get(attribute)


class Reader(HTMLParser):
    """A reader of a page of which every element is closed where it must be, and no other."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = self.node = Node("")
        self.feed(text)
        self.close()
        assert self.node is self.root, f"{self.node.tag} is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"{tag}: an attribute twice"
        node = Node(tag, dict(attrs), self.node)
        self.node.children.append(node)
        self.node = self.node if tag in VOID else node

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.node.tag, f"</{tag}> closes {self.node.tag}"
        assert self.node.parent is not None
        self.node = self.node.parent

    def handle_data(self, data: str) -> None:
        self.node.children.append(data)
