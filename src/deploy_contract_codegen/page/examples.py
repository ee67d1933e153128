"""The examples on the page: each file of spec/examples once, with its verdicts."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.checks import EXAMPLES
from deploy_contract_codegen.spec import Spec, SpecError


class PageExample(NamedTuple):
    """A file of a document kind: its text, and its rows of the index."""

    file: str
    document: str
    text: str
    rows: Sequence[Mapping[str, Any]]


def examples(spec: Spec) -> list[PageExample]:
    """Return the examples, in the order of the index."""
    if not (spec.root / EXAMPLES).is_file():
        return []
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    texts: dict[str, str] = {}
    for index, row in enumerate(spec.load(EXAMPLES).value):
        found.setdefault((row["file"], row["document"]), []).append(row)
        path = spec.root / "examples" / row["file"]
        try:
            texts[row["file"]] = path.read_text("utf-8", errors="replace")
        except OSError:
            message = "cannot be read; is the name right?"
            raise SpecError([spec.fault(EXAMPLES, (index, "file"), message)]) from None
    return [PageExample(*key, texts[key[0]], rows) for key, rows in found.items()]
