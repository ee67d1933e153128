"""The page of one deployment: all its fields, its secrets by name alone, its revisions."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract_service.console.layout import page, root
from deploy_contract_service.console.listing import moment, revision
from deploy_contract_service.console.markup import (
    Child,
    Html,
    called,
    chip,
    code,
    element,
    field,
    joined,
    stored,
)
from deploy_contract_service.console.masking import Masking, of_deployment
from deploy_contract_service.fields import Schema, schema
from deploy_contract_service.store import Deployment, Revision

REVISIONS = 20  # on a page
TOP = (
    "name",
    "status",
    "source_config",
    "source_revision_config",
    "secrets",
    "secret_references",
)  # shown by themselves
NONE = element("span", "not set", class_="quiet")


def shown(
    request: Request, deployment: Deployment, revisions: Sequence[Revision], offset: int
) -> Response:
    """The page. `revisions`: from the offset on, one more than are shown where there are more."""
    at = root(request)
    masking = of_deployment(deployment)
    masked = masking.value(deployment, schema("Deployment"))
    fields = schema("Deployment")["properties"]
    config = masked["source_config"]
    specification = config.get("resource_spec") if config else None
    content: Sequence[Child] = (
        element("p", element("a", "All deployments", href=at), class_="back"),
        element("h1", called(masked["name"])),
        element(
            "p", chip(stored(masked["status"])), " ", code(masked["source"]), " ", revision(masked), class_="summary"
        ),
        element("p", element("a", "Try a patch on it", href=f"{at}playground?deployment={masked['id']}", class_="button")),
        _section("Deployment", _fields(masked, "Deployment", at, [name for name in fields if name not in TOP])),
        _section("Source configuration", _fields(
            config, "SourceConfig", at, [name for name in schema("SourceConfig")["properties"] if name != "resource_spec"]
        )),
        _section("Resources", _set(specification, "ResourceSpec", at)),
        _section(
            "Configuration of the latest revision",
            _fields(masked["source_revision_config"], "SourceRevisionConfig", at),
        ),
        _section("Secrets", _secrets(masked["secrets"])),
        _section("Secret references", _references(masked.get("secret_references"), at)),
        _section("Revisions", *_revisions(masked, revisions, offset, masking), id_="revisions"),
    )  # fmt: skip
    return page(request, masking.text(deployment["name"]) or "Deployment", *content, place="")


def _section(title: str, *content: Child, id_: str | None = None) -> Html:
    return element("section", element("h2", title), *content, id=id_)


def _fields(
    value: Mapping[str, Any] | None, title: str, at: str, names: Sequence[str] | None = None
) -> Html:
    """All fields of a resource, in the order of the contract."""
    value = value or {}
    names = list(schema(title)["properties"]) if names is None else names
    return element(
        "dl", *(_pair(name, value.get(name), title, at) for name in names), class_="fields-of"
    )


def _set(value: Mapping[str, Any] | None, title: str, at: str) -> Html:
    """The fields that are set, and the names of the others."""
    value = value or {}
    declared = list(schema(title)["properties"])
    given = [name for name in declared if value.get(name) is not None]
    others = [name for name in declared if name not in given]
    return joined(
        _fields(value, title, at, given)
        if given
        else element("p", "Nothing is set.", class_="quiet"),
        element(
            "details",
            element("summary", f"{len(others)} fields are not set"),
            element("p", *(joined(_reference(name, title, at), " ") for name in others)),
        )
        if others
        else None,
    )


def _pair(name: str, value: Any, title: str, at: str) -> Html:
    held = schema(title)["properties"].get(name, {})
    return element(
        "div", element("dt", _reference(name, title, at)), element("dd", written(value, held))
    )


def _reference(name: str, title: str, at: str) -> Html:
    """The name of a field, which leads to what the reference page says of it."""
    return element("a", field(name), href=f"{at}reference#field-{title}-{name}")


def written(value: Any, held: Schema) -> Child:
    """A JSON value for people."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        form = held.get("format")
        if not value:
            return element("span", "empty text", class_="quiet")
        return (
            moment(value)
            if form == "date-time"
            else code(value)
            if form == "uuid"
            else stored(value)
        )
    if isinstance(value, Mapping):
        pairs = [
            element(
                "div",
                element("dt", stored(key)),
                element("dd", written(member, held.get("properties", {}).get(key, {}))),
            )
            for key, member in value.items()
            if member is not None
        ]
        return (
            element("dl", *pairs, class_="inner")
            if pairs
            else element("span", "empty", class_="quiet")
        )
    if isinstance(value, Sequence):
        if not value:
            return element("span", "none", class_="quiet")
        return element(
            "ul",
            *(element("li", written(item, held.get("items", {}))) for item in value),
            class_="inner",
        )
    return json.dumps(value)


def _secrets(secrets: Sequence[Mapping[str, Any]]) -> Html:
    if not secrets:
        return element("p", "None.", class_="quiet")
    return joined(
        element(
            "ul",
            *(element("li", stored(str(secret.get("name", "")))) for secret in secrets),
            class_="names",
        ),
        element("p", "Their values are not sent to browsers.", class_="quiet"),
    )


def _references(references: Sequence[Mapping[str, Any]] | None, at: str) -> Html:
    if not references:
        return element("p", "None.", class_="quiet")
    names = list(schema("SecretReference")["properties"])
    heads = [element("th", _reference(name, "SecretReference", at), scope="col") for name in names]
    rows = [
        element("tr", *(element("td", stored(str(row.get(name, "")))) for name in names)) for row in references
    ]  # fmt: skip
    whole = element(
        "table",
        element("caption", "Secret references", class_="heard"),
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
    )
    return element(
        "div", whole, class_="scroll", tabindex=0, role="group", aria_label="Secret references"
    )


def _revisions(
    deployment: Mapping[str, Any], revisions: Sequence[Revision], offset: int, masking: Masking
) -> Iterator[Html]:  # fmt: skip
    if not revisions:
        yield element("p", "None." if not offset else "There are no more.", class_="quiet")
    else:
        items = [_revision(deployment, one, masking) for one in revisions[:REVISIONS]]
        yield element("ol", *items, class_="revisions", start=offset + 1)
    if offset or len(revisions) > REVISIONS:
        newer = f"?offset={offset - REVISIONS}" if offset > REVISIONS else "?"
        yield element(
            "nav",
            element("a", "Newer", href=f"{newer}#revisions", rel="prev") if offset else None,
            element("a", "Older", href=f"?offset={offset + REVISIONS}#revisions", rel="next")
            if len(revisions) > REVISIONS
            else None,
            class_="pages",
            aria_label="Pages of revisions",
        )


def _revision(deployment: Mapping[str, Any], one: Revision, masking: Masking) -> Html:
    marks = [
        joined(" ", chip(text, kind))
        for text, kind, name in (
            ("latest", "", "latest_revision_id"),
            ("active", "allow", "active_revision_id"),
        )
        if deployment[name] == one.id
    ]
    rolled = (
        joined("rolled out ", moment(one.rolled_out_at)) if one.rolled_out_at else "not rolled out"
    )
    config = {
        name: value for name, value in one.source_revision_config.items() if value is not None
    }
    held = schema("SourceRevisionConfig")
    return element(
        "li",
        element("p", code(one.id), *marks),
        element(
            "p",
            "from ",
            code(one.source),
            ", made ",
            moment(one.created_at),
            ", ",
            rolled,
            class_="quiet",
        ),
        written(masking.value(config, held), held) if config else None,
    )
