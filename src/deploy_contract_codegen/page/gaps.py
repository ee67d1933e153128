"""The gaps on the page: what the interface leaves open, all in one place."""

from collections.abc import Mapping
from typing import Any

from deploy_contract_codegen.description import METHODS
from deploy_contract_codegen.page.markup import Html, anchor, code, element, joined, link
from deploy_contract_codegen.page.values import gaps, resource


def section(bundled: Mapping[str, Any]) -> Html:
    """The section of all gaps, in the order of the bundled document."""
    items = [
        element(
            "div",
            element("dt", _place(bundled, at)),
            element("dd", text),
            id=anchor("gap", *at, "text"),
            data_entry=True,
        )
        for at, text in sorted(gaps(bundled), key=lambda found: found[0][:1] == ("components",))
    ]
    told = "What the interface does not show, so that the contract cannot say it either."
    return element(
        "section",
        element("h2", "Gaps"),
        element("p", told, data_entry=True),
        element("dl", *items, class_="gaps", data_group=True),
        id="gaps",
        data_group=True,
    )


def _place(bundled: Mapping[str, Any], at: tuple[str, ...]) -> Html:
    if at[:2] == ("components", "schemas"):
        return joined(resource(at[2]), _rest(at[3:]))
    if at[:1] == ("paths",) and len(at) > 2 and at[2] in METHODS:
        name = bundled["paths"][at[1]][at[2]]["operationId"]
        return joined(link(anchor("operation", name), code(name)), _rest(at[3:]))
    return joined("The interface", _rest(at))


def _rest(at: tuple[str, ...]) -> Html | None:
    return joined(", ", code("/".join(at))) if at else None
