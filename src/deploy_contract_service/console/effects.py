"""The effect of a patch on a deployment as HTML, before anybody sends the patch."""

from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract import Report
from deploy_contract_format.html import Child, Html, chip, code, element, join
from deploy_contract_service.console.masking import Masking, secrets_of
from deploy_contract_service.console.texts import display_name
from deploy_contract_service.console.values import json_value
from deploy_contract_service.fields import Schema, deployment_schema
from deploy_contract_service.patching import apply_patch, same

_Change = tuple[str, Any, Any, Schema]  # path, value before, value after, schema


def effect(deployment: Mapping[str, Any], report: Report) -> Html | None:
    """Return the effect of a patch, or None if the contract does not allow it.

    Args:
        deployment: the deployment before the patch, with a null for each missing field.
        report: the report on the patch.
    """
    if report.verdict != "allow" or not isinstance(report.value, Mapping):
        return None
    creates_revision = report.creates_revision == "yes"
    after, source = apply_patch(deployment, report.value, creates_revision=creates_revision)
    masking = Masking({*secrets_of(deployment), *secrets_of(after)})
    changes = list(_changes("", deployment, after, deployment_schema()))
    rows = [_row(*change, masking) for change in changes]
    title = element("h3", "Effect on ", display_name(masking.text(deployment["name"])))
    parts: list[Child] = [title]
    if source is not None:
        text = (" from ", code(source), " becomes the latest one, and is rolled out.")
        parts.append(element("p", "A new revision", *text))
    if rows:
        parts.append(_table(rows))
    elif source is None:
        parts.append(element("p", "None: the deployment stays as it is.", class_="quiet"))
    else:
        parts.append(element("p", "No field changes its value.", class_="quiet"))
    return element("div", *parts, class_="effect")


def _changes(at: str, before: Any, after: Any, schema: Schema) -> Iterator[_Change]:
    """Yield each change of a declared field, as deep as both values are objects."""
    if same(before, after):
        return
    members = schema.get("properties")
    if not members or not isinstance(before, Mapping) or not isinstance(after, Mapping):
        yield at, before, after, schema
        return
    for name, member in members.items():
        path = f"{at}.{name}" if at else name
        yield from _changes(path, before.get(name), after.get(name), member)


def _row(at: str, before: Any, after: Any, schema: Schema, masking: Masking) -> Html:
    shown = [masking.value(value, schema) for value in (before, after)]
    now, then = (json_value(value, schema) for value in shown)
    note = None
    if same(*shown):
        note = join(" ", chip("hidden values change"))
    return element(
        "tr",
        element("th", code(at, breaks="._"), scope="row"),
        element("td", element("span", "now ", class_="when"), now),
        element("td", element("span", "then ", class_="when"), then, note),
    )


def _table(rows: list[Html]) -> Html:
    heads = [element("th", text, scope="col") for text in ("Field", "Now", "After the patch")]
    return element(
        "table",
        element("caption", "Fields that change", class_="heard"),
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
    )
