"""`make bench`: what a verdict costs, as a ratio to parsing the same bytes with the same parser, in the same run."""

import importlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from deploy_contract_generated.names import SourceName

from deploy_contract import Contract
from tests.bench.timing import Task, against, line, ratio
from tests.support import usual_documents
from tests.support.engines import ENGINES
from tests.support.names import named


def verdicts(name: str) -> None:
    most_parse = most_list = {"native": 0.25, "python": 5.0}[name]
    contract = Contract(engine=named(name))
    parse = json.loads
    patch, page, small = (
        usual_documents.patch(),
        usual_documents.deployments(),
        usual_documents.small(),
    )
    strays = usual_documents.patch(
        display_name="checkout", packages=["a", "b"], flags={"beta": True}
    )
    rich = usual_documents.deployments(
        display_name="Checkout", url="https://checkout.example.com", tier="dev", tags=["a", "b"]
    )
    wrong = usual_documents.patch(
        secret_references=[{"name": "a", "secret_name": "b", "secret_key": "c"}]
    )
    mistyped = patch.replace(b'"memory_mb": 2048', b'"memory_mb": "20"')
    bad_page = page[: -len(b'"offset": 100}')] + b'"offset": "0"}'
    twice = patch.rstrip()[:-1] + b', "secrets": []}'
    lone = patch.replace(b'"name": "', b'"name": "\\ud800', 1)
    many_wrong = b'{"secrets": [' + b", ".join([b"1"] * 9_999) + b"]}"
    many_right = many_wrong.replace(b"secrets", b"numbers")
    check = contract.check

    for body, kind, verdict in (
        (patch, "DeploymentPatch", "allow"), (page, "DeploymentList", "allow"), (strays, "DeploymentPatch", "allow"),
        (rich, "DeploymentList", "allow"), (wrong, "DeploymentPatch", "deny"), (mistyped, "DeploymentPatch", "deny"),
        (bad_page, "DeploymentList", "deny"), (twice, "DeploymentPatch", "deny"), (lone, "DeploymentPatch", "deny"), (many_wrong, "DeploymentPatch", "deny"), (many_right, "DeploymentPatch", "allow"),
    ):  # fmt: skip
        assert (
            check(
                body, named(kind), source="codehost" if kind == "DeploymentPatch" else None
            ).verdict
            == verdict
        )

    def checked(body: bytes) -> Task:
        return lambda: check(body, "DeploymentPatch", source="codehost")

    def read(body: bytes) -> Task:
        return lambda: check(body, "DeploymentPatch", source="codehost").value

    def listed(body: bytes) -> Task:
        return lambda: check(body, "DeploymentList")

    def parsed(body: bytes) -> Task:
        return lambda: parse(body)

    print(f"\nengine {name}: patch {len(patch)} bytes, list {len(page)} bytes")
    line("check of a valid patch / parse", checked(patch), parsed(patch), most_parse)
    line("check of 100 deployments / parse", listed(page), parsed(page), most_list)
    most_worst = 1 if name == "native" else 60
    for told, costly in usual_documents.worst().items():
        line(
            f"check of {told} / json.loads",
            checked(costly),
            partial(json.loads, costly),
            most_worst,
        )
    if name == "native":
        line("check of 114 bytes / parse", checked(small), parsed(small), 0.4)
        values: list[tuple[str, bytes, float]] = [("114 bytes", small, 0.6), ("2 KB", patch, 0.7)]
        for told, body, most in values:
            line(f"check of {told} and its value / parse", read(body), parsed(body), most)
    for told, task, accepted, valid in (
        ("a patch by a rule", checked(wrong), checked(patch), patch),
        ("a patch by a type", checked(mistyped), checked(patch), patch),
        ("a cut patch", checked(patch[:-1]), checked(patch), patch),
        ("a patch with a key that comes twice", checked(twice), checked(patch), patch),
        ("a patch with a lone surrogate", checked(lone), checked(patch), patch),
        ("a list by its last value", listed(bad_page), listed(page), page),
        ("10,000 wrong items", checked(many_wrong), checked(many_right), many_right),
    ):
        if name == "native":  # accepting costs less than any parser does
            loads = partial(json.loads, valid)
            most = 5 + 60 / ratio(loads, loads)[0]
            line(f"refuse {told} / json.loads", task, loads, most)
        else:
            line(f"refuse {told} / accept it", task, accepted, 3)
    line("patch with three undeclared fields / without", checked(strays), checked(patch), 2)
    unknown(contract, parsed)
    with_ = ratio(listed(rich), parsed(rich))[2]
    without = ratio(listed(page), parsed(page))[2]
    ratios = f"{with_:13.2f} {without:13.2f} {with_ / without:8.2f}"
    print(
        f"{'list: check / parse, with undeclared fields : without':58} {ratios}{against(with_ / without, 1)}"
    )


def unknown(contract: Contract, parsed: Callable[[bytes], Task]) -> None:
    """Print the cost of an unknown source, as a ratio to the same verdict with the source known."""

    def checked(body: bytes, source: SourceName | None = None) -> Task:
        return lambda: contract.check(body, "DeploymentPatch", source=source)

    for size, body in (("114 bytes", usual_documents.small()), ("2 KB", usual_documents.patch())):
        value = json.loads(body)
        free = json.dumps({**value, "source_revision_config": None}).encode()
        image = json.dumps(
            {**value, "source_revision_config": {"repo_ref": "main", "image_uri": "x"}}
        ).encode()
        over = json.dumps({**value, "revision_source": "codehost"}).encode()
        known = checked(body, "codehost")
        for wanted, task, verdict in (
            ("allowed", checked(free), "allow"),
            ("undecided", checked(body), "indeterminate"),
        ):
            assert (
                contract.check(free if wanted == "allowed" else body, "DeploymentPatch").verdict
                == verdict
            )
            line(f"{size}, source unknown, {wanted} / known", task, known, 3)
        line(
            f"{size}, source unknown, overridden / known",
            checked(over),
            checked(over, "codehost"),
            3,
        )
        assert contract.check(image, "DeploymentPatch").verdict == "deny"
        most = 15.0
        if contract.engine != "python":
            most = 5 + 60 / ratio(parsed(image), parsed(image))[0]
        line(
            f"{size}, source unknown, denied and read / parse",
            lambda: checked(image)().violations,  # type: ignore[attr-defined]  # noqa: B023
            parsed(image),
            most,
        )
        line(
            f"{size}, source unknown, reasons read / known",
            lambda: checked(body)().undecided,  # type: ignore[attr-defined]  # noqa: B023
            known,
            15,
        )


def imports() -> None:
    first = "from deploy_contract import Contract; Contract().check(b'{}', 'DeploymentPatch', source='codehost')"
    times: dict[str, list[float]] = {first: [], "import openapi_core": [], "pass": []}
    for _ in range(9):
        for code, taken in times.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            taken.append((time.perf_counter() - start) * 1e3)
    ours, theirs, nothing = (statistics.median(values) for values in times.values())
    print(
        f"\nimport and a first verdict {ours:.0f} ms, import openapi_core {theirs:.0f} ms, python -c pass {nothing:.0f} ms"
    )
    started = (ours - nothing) / (theirs - nothing)
    print(
        f"ratio {ours / theirs:.2f}; without the start of Python {started:.2f}{against(started, 0.25)}"
    )


IN_TRAFFIC = ("messages", "exchanges", "throughput", "memory")
PARTS = (
    "imports", "calls", "messages", "shared", "exchanges", "throughput", "memory", "files", "peers", "pages",
)  # fmt: skip


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
