"""The gaps on the page: all that the interface leaves open."""

from collections.abc import Mapping
from typing import Any

from deploy_contract_codegen.description import METHODS
from deploy_contract_codegen.html import Html, element, join
from deploy_contract_codegen.page.elements import code, element_id, fold, link
from deploy_contract_codegen.page.values import gaps, resource


def section(bundled: Mapping[str, Any]) -> Html:
    """Return the section of all gaps, in the order of the bundled document."""
    in_paths: list[Html] = []
    in_components: list[Html] = []
    for at, text in gaps(bundled):
        group = in_components if at[:1] == ("components",) else in_paths
        group.append(_item(bundled, at, text))
    note = (
        "Details that the interface documentation leaves open. The contract does not guess them."
        " Every example on this page is ours, because the documentation has none."
    )
    return element(
        "section",
        element("h2", "Gaps"),
        element("p", note, data_entry=True),
        fold(
            f"Gaps ({len(in_paths) + len(in_components)})",
            element("dl", *in_paths, *in_components, class_="gaps", data_group=True),
        ),
        id="gaps",
        data_group=True,
    )


def _item(bundled: Mapping[str, Any], at: tuple[str, ...], text: str) -> Html:
    return element(
        "div",
        element("dt", _place(bundled, at)),
        element("dd", text),
        id=element_id("gap", *at, "text"),
        data_entry="gap",
    )


def _place(bundled: Mapping[str, Any], at: tuple[str, ...]) -> Html:
    if at[:2] == ("components", "schemas"):
        return join(resource(at[2]), _rest(at[3:]))
    if at[:1] == ("paths",) and len(at) > 2 and at[2] in METHODS:
        name = bundled["paths"][at[1]][at[2]]["operationId"]
        return join(link(element_id("operation", name), code(name)), _rest(at[3:]))
    return join("The interface", _rest(at))


def _rest(at: tuple[str, ...]) -> Html | None:
    if not at:
        return None
    return join(", ", code("/".join(at)))
