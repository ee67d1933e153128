"""The page of one deployment: its fields, the names of its secrets, and its revisions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract_format.html import Child, Html, chip, code, element, join
from deploy_contract_service.console.layout import page, root, table
from deploy_contract_service.console.masking import Masking, masking_of
from deploy_contract_service.console.texts import display_name, stored_text
from deploy_contract_service.console.values import (
    field_link,
    json_value,
    revision_state,
    status_chip,
    time,
)
from deploy_contract_service.fields import Schema, deployment_schema
from deploy_contract_service.store import Deployment, Revision

REVISIONS_PER_PAGE = 20
# fields with a section or line of their own
SHOWN_APART = (
    "name",
    "status",
    "source_config",
    "source_revision_config",
    "secrets",
    "secret_references",
)
INTEGRATION = "integration_id"  # of a source configuration, and a page of the console
SPECIFICATION = "resource_spec"  # of a source configuration, with a section of its own
REVISION_MARKS = (  # text, class of the style sheet, and field that has the id
    ("latest", "latest", "latest_revision_id"),
    ("active", "tone good", "active_revision_id"),
)


def deployment_page(
    request: Request,
    deployment: Deployment,
    revisions: Sequence[Revision],
    offset: int,
    integrations: Collection[str],
) -> Response:
    """Return the response with the page.

    Args:
        request: the request.
        deployment: the stored deployment.
        revisions: its revisions from the offset on; one more than fits means a further page.
        offset: number of the revisions before them.
        integrations: ids of the integrations that have a page.
    """
    at = root(request)
    schema = deployment_schema()
    masking = masking_of(deployment)
    masked = masking.value(deployment, schema)
    back = element("p", element("a", "All deployments", href=at), class_="back")
    name = masking.text(deployment["name"]) or "Deployment"
    facts = element("div", *_sections(masked, at, integrations), class_="facts")
    history = _section(
        "Revisions", *_revisions(masked, revisions, offset, masking), id_="revisions"
    )
    sheet = element("div", facts, history, class_="sheet")
    return page(request, name, back, *_summary(masked, at), sheet, place="")


def _summary(deployment: Deployment, at: str) -> Iterator[Html]:
    yield element("h1", display_name(deployment["name"]))
    status, source = status_chip(deployment["status"]), code(deployment["source"])
    revision = revision_state(deployment)
    yield element("p", status, " ", source, ", revision: ", revision, class_="summary")
    link = f"{at}playground?deployment={deployment['id']}"
    button = element("a", "Try a patch", href=link, class_="button")
    text = "The playground shows its verdict and its effect before you send it."
    yield element("p", button, " ", element("span", text, class_="quiet"))


def _sections(deployment: Deployment, at: str, integrations: Collection[str]) -> Iterator[Html]:
    schema = deployment_schema()
    members = schema["properties"]
    names = [name for name in members if name not in SHOWN_APART]
    yield _section("Deployment", _fields(deployment, schema, at, names))
    config, config_schema = deployment["source_config"] or {}, members["source_config"]
    names = [name for name in config_schema["properties"] if name != SPECIFICATION]
    links = {}
    if config.get(INTEGRATION) in integrations:
        links[INTEGRATION] = f"{at}integrations/{config[INTEGRATION]}"
    listed = _fields(config, config_schema, at, names, links)
    yield _section("Source configuration", listed)
    specification = config.get(SPECIFICATION) or {}
    specification_schema = config_schema["properties"][SPECIFICATION]
    yield _section("Resources", _set_fields(specification, specification_schema, at))
    revision, revision_schema = (
        deployment["source_revision_config"],
        members["source_revision_config"],
    )
    latest = _fields(revision or {}, revision_schema, at, list(revision_schema["properties"]))
    yield _section("Configuration of the latest revision", latest)
    yield _section("Secrets", _secrets(deployment["secrets"]))
    references = deployment.get("secret_references")
    references_schema = members["secret_references"]["items"]
    yield _section("Secret references", _references(references, references_schema, at))


def _section(title: str, *content: Child, id_: str | None = None) -> Html:
    return element("section", element("h2", title), *content, id=id_)


def _fields(
    value: Mapping[str, Any],
    schema: Schema,
    at: str,
    names: Sequence[str],
    links: Mapping[str, str] = MappingProxyType({}),
) -> Html:
    """Return the fields of a resource with their values, some of which are links."""
    pairs = []
    for name in names:
        shown = json_value(value.get(name), schema["properties"].get(name, {}))
        if name in links:
            shown = element("a", shown, href=links[name])
        term = element("dt", field_link(name, schema, at))
        pairs.append(element("div", term, element("dd", shown)))
    return element("dl", *pairs, class_="fields-of")


def _set_fields(value: Mapping[str, Any], schema: Schema, at: str) -> Html:
    """Return the fields that have a value, and the names of the others."""
    given: list[str] = []
    others: list[str] = []
    for name in schema["properties"]:
        (others if value.get(name) is None else given).append(name)
    nothing = element("p", "Nothing is set.", class_="quiet")
    shown = _fields(value, schema, at, given) if given else nothing
    if not others:
        return shown
    links = [join(field_link(name, schema, at), " ") for name in others]
    summary = element("summary", f"{len(others)} fields are not set")
    return join(shown, element("details", summary, element("p", *links)))


def _secrets(secrets: Sequence[Mapping[str, Any]]) -> Html:
    if not secrets:
        return element("p", "None.", class_="quiet")
    note = element("p", "Their values are not sent to browsers.", class_="quiet")
    return join(element("ul", *map(_secret, secrets), class_="names"), note)


def _secret(secret: Mapping[str, Any]) -> Html:
    return element("li", stored_text(str(secret.get("name", ""))))


def _references(references: Sequence[Mapping[str, Any]] | None, schema: Schema, at: str) -> Html:
    if not references:
        return element("p", "None.", class_="quiet")
    names = list(schema["properties"])
    columns = [field_link(name, schema, at) for name in names]
    rows = []
    for reference in references:
        cells = [stored_text(str(reference.get(name, ""))) for name in names]
        rows.append(cells)
    return table("Secret references", columns, rows)


def _revisions(
    deployment: Deployment, revisions: Sequence[Revision], offset: int, masking: Masking
) -> Iterator[Html]:
    more = len(revisions) > REVISIONS_PER_PAGE
    if revisions:
        shown = revisions[:REVISIONS_PER_PAGE]
        items = [_revision(deployment, one, masking) for one in shown]
        yield element("ol", *items, class_="revisions", start=offset + 1)
    elif offset:
        yield element("p", "There are no more.", class_="quiet")
    else:
        yield element("p", "None.", class_="quiet")
    links = []
    if offset:
        query = f"?offset={offset - REVISIONS_PER_PAGE}" if offset > REVISIONS_PER_PAGE else "?"
        links.append(element("a", "Newer", href=f"{query}#revisions", rel="prev"))
    if more:
        query = f"?offset={offset + REVISIONS_PER_PAGE}"
        links.append(element("a", "Older", href=f"{query}#revisions", rel="next"))
    if links:
        yield element("nav", *links, class_="pages", aria_label="Pages of revisions")


def _revision(deployment: Deployment, revision: Revision, masking: Masking) -> Html:
    marks, styles = [], []
    for text, style, name in REVISION_MARKS:
        if deployment[name] == revision.id:
            marks.append(join(" ", chip(text, style)))
            styles.append(text)
    rollout: Child = "not rolled out yet"
    if revision.rolled_out_at:
        rollout = join("rolled out ", time(revision.rolled_out_at))
    origin = ("from ", code(revision.source), ", made ", time(revision.created_at), ", ", rollout)
    return element(
        "li",
        element("p", code(revision.id), *marks),
        element("p", *origin, class_="quiet"),
        _configuration(revision.source_revision_config, masking),
        class_=" ".join(styles) or None,
    )


def _configuration(value: Mapping[str, Any], masking: Masking) -> Child:
    """Return the configuration of a revision, or None if it sets nothing."""
    given = {name: member for name, member in value.items() if member is not None}
    schema = deployment_schema()["properties"]["source_revision_config"]
    return json_value(masking.value(given, schema), schema) if given else None
