"""`make bench`: what a verdict costs, as a ratio to parsing the same bytes with the same parser, in the same run."""

import importlib
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from deploy_contract_generated.names import SourceName

from deploy_contract import Contract, Report
from tests.bench.timing import Task, against, line, programs, ratio
from tests.support import usual_documents
from tests.support.engines import ENGINES
from tests.support.names import named


def verdicts(name: str) -> None:
    """Print what a verdict costs by an engine: accepting, refusing, and with the source unknown."""
    is_native = name == "native"
    contract = Contract(engine=named(name))
    patch, page, small = (make() for make in (usual_documents.patch, usual_documents.deployments, usual_documents.small))  # fmt: skip
    strays = usual_documents.patch(display_name="checkout", packages=["a"], flags={"beta": True})
    more: dict[str, Any] = {
        "display_name": "Checkout",
        "url": "https://checkout.example.com",
        "tags": ["a", "b"],
    }
    rich = usual_documents.deployments(**more)
    reference = {"name": "a", "secret_name": "b", "secret_key": "c"}
    bad_page = page[: -len(b'"offset": 100}')] + b'"offset": "0"}'
    many_wrong = b'{"secrets": [' + b", ".join([b"1"] * 9_999) + b"]}"
    many_right = many_wrong.replace(b"secrets", b"numbers")

    def checked(
        body: bytes, verdict: str = "allow", source: SourceName | None = "codehost"
    ) -> Callable[[], Report]:
        check = partial(contract.check, body, "DeploymentPatch", source=source)
        assert check().verdict == verdict
        return check

    def listed(body: bytes, verdict: str = "allow") -> Task:
        check = partial(contract.check, body, "DeploymentList")
        assert check().verdict == verdict
        return check

    def value_of(body: bytes) -> Task:
        return lambda: contract.check(body, "DeploymentPatch", source="codehost").value

    def parsed(body: bytes) -> Task:
        return partial(json.loads, body)

    print(f"\nengine {name}: patch {len(patch)} bytes, list {len(page)} bytes")
    most = 0.25 if is_native else 5.0
    line("check of a valid patch / parse", checked(patch), parsed(patch), most)
    line("check of 100 deployments / parse", listed(page), parsed(page), most)
    for title, body in usual_documents.worst().items():
        line(f"check of {title} / json.loads", checked(body), parsed(body), 1 if is_native else 60)
    wrong = b'{"resources": [' + b",".join([b"true"] * 200_000) + b'], "offset": 0}'
    most = 5 if is_native else 60
    line("check of a list of wrong items / json.loads", listed(wrong, "deny"), parsed(wrong), most)
    if is_native:
        line("check of 114 bytes / parse", checked(small), parsed(small), 0.4)
        for title, body, most in (("114 bytes", small, 0.6), ("2 KB", patch, 0.7)):
            line(f"check of {title} and its value / parse", value_of(body), parsed(body), most)
    for title, task, accepted, valid in (
        ("a patch by a rule", checked(usual_documents.patch(secret_references=[reference]), "deny"), checked(patch), patch),
        ("a patch by a type", checked(patch.replace(b'"memory_mb": 2048', b'"memory_mb": "20"'), "deny"), checked(patch), patch),
        ("a cut patch", checked(patch[:-1], "deny"), checked(patch), patch),
        ("a patch with a key that comes twice", checked(patch.rstrip()[:-1] + b', "secrets": []}', "deny"), checked(patch), patch),
        ("a patch with a lone surrogate", checked(patch.replace(b'"name": "', b'"name": "\\ud800', 1), "deny"), checked(patch), patch),
        ("a list by its last value", listed(bad_page, "deny"), listed(page), page),
        ("10,000 wrong items", checked(many_wrong, "deny"), checked(many_right), many_right),
    ):  # fmt: skip
        if is_native:  # accepting costs less than any parser does
            loads = parsed(valid)
            line(f"refuse {title} / json.loads", task, loads, 5 + 60 / ratio(loads, loads)[0])
        else:
            line(f"refuse {title} / accept it", task, accepted, 3)
    line("patch with three undeclared fields / without", checked(strays), checked(patch), 2)
    unknown(contract, checked)
    with_, without = (ratio(listed(body), parsed(body))[2] for body in (rich, page))
    ratios = f"{with_:13.2f} {without:13.2f} {with_ / without:8.2f}"
    title = "list: check / parse, with undeclared fields : without"
    print(f"{title:58} {ratios}{against(with_ / without, 1)}")


def unknown(contract: Contract, checked: Callable[..., Callable[[], Report]]) -> None:
    """Print the cost of an unknown source, as a ratio to the same verdict with the source known."""
    for size, body in (("114 bytes", usual_documents.small()), ("2 KB", usual_documents.patch())):
        free, image, over = (
            json.dumps(json.loads(body) | more).encode()
            for more in (
                {"source_revision_config": None},
                {"source_revision_config": {"repo_ref": "main", "image_uri": "x"}},
                {"revision_source": "codehost"},
            )
        )
        known, undecided = checked(body), checked(body, "indeterminate", None)
        denied = checked(image, "deny", None)
        title = f"{size}, source unknown"
        line(f"{title}, allowed / known", checked(free, source=None), known, 3)
        line(f"{title}, undecided / known", undecided, known, 3)
        overridden = (checked(over, "indeterminate", None), checked(over))
        line(f"{title}, overridden / known", *overridden, 3)
        parse = partial(json.loads, image)
        most = 15.0 if contract.engine == "python" else 5 + 60 / ratio(parse, parse)[0]
        line(f"{title}, denied and read / parse", lambda: denied().violations, parse, most)  # noqa: B023
        line(f"{title}, reasons read / known", lambda: undecided().undecided, known, 15)  # noqa: B023


def imports() -> None:
    first = "from deploy_contract import Contract; Contract().check(b'{}', 'DeploymentPatch', source='codehost')"
    tasks = {code: [sys.executable, "-c", code] for code in (first, "import openapi_core", "pass")}
    ours, theirs, nothing = programs(tasks, 9).values()
    print(
        f"\nimport and a first verdict {ours:.0f} ms, import openapi_core {theirs:.0f} ms, python -c pass {nothing:.0f} ms"
    )
    started = (ours - nothing) / (theirs - nothing)
    print(
        f"ratio {ours / theirs:.2f}; without the start of Python {started:.2f}{against(started, 0.25)}"
    )


IN_TRAFFIC = ("messages", "throughput")
PARTS = ("imports", "messages", "shared", "throughput", "files", "npm", "pages")


def measure(part: str) -> None:
    """Measure a part. Its module is imported only now, since it may need what others do not."""
    if part in ENGINES:
        verdicts(part)
    elif part == "imports":
        imports()
    else:
        module = "traffic" if part in IN_TRAFFIC else part
        getattr(importlib.import_module(f"tests.bench.{module}"), part)()


if __name__ == "__main__":
    print("Medians in one run; the ratio is what counts.")
    for part in sys.argv[1:] or (*ENGINES, *PARTS):
        measure(part)
    print(json.dumps({"python": sys.version.split()[0]}))
