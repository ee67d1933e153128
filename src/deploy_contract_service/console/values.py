"""Values of a deployment as HTML: times, ids, revisions and JSON values."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from deploy_contract_format.html import Child, Html, chip, code, element, join
from deploy_contract_service import fields
from deploy_contract_service.console.masking import MASK
from deploy_contract_service.console.texts import field_name, stored_text
from deploy_contract_service.fields import Schema


def quiet(text: str) -> Html:
    """Return a short text in a weaker colour, in place of a value."""
    return element("span", text, class_="quiet")


def time(text: str) -> Html:
    """Return a stored time (RFC 3339) in UTC, to the second.

    A time that Python's calendar lacks, such as a leap second, keeps its own offset.
    """
    try:
        found = datetime.fromisoformat(text.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        date, _, rest = text.upper().partition("T")
        offset = rest[8:].lstrip(".0123456789")
        shown = f"{date} {rest[:8]} {'UTC' if offset == 'Z' else offset}"
    else:
        shown = f"{found.replace(tzinfo=None).isoformat(' ', 'seconds')} UTC"
    return element("time", shown, datetime=text)


def status_chip(status: str) -> Html:
    """Return a status with the colour and icon of its tone."""
    return chip(stored_text(status), f"tone {fields.status_tones().get(status, 'attention')}")


def web_link(text: str) -> Html:
    """Return a stored text, as a link if it is the address of a web page."""
    if not is_web_address(text):
        return stored_text(text)
    return element("a", stored_text(text), href=text, rel="noopener noreferrer nofollow")


def is_web_address(text: str) -> bool:
    """Return True if the text is safe as a link: an address of the web without masked parts."""
    if MASK in text or not text.isprintable():
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def short_id(identity: str) -> Html:
    """Return the end of an id, with the whole id as its title.

    Ids that are made at the same time may start alike, so the start is of no use.
    """
    return element("code", identity[-8:], title=identity)


def revision_state(deployment: Mapping[str, Any]) -> Html:
    """Return the active revision, and the latest one if it is not active yet."""
    latest, active = deployment["latest_revision_id"], deployment["active_revision_id"]
    if latest is None and active is None:
        return quiet("none")
    if latest == active:
        return join("active ", short_id(latest))
    mark = chip("rollout under way", "tone waiting")
    return join(mark, " ", "latest ", _id_or_none(latest), ", active ", _id_or_none(active))


def _id_or_none(identity: str | None) -> Child:
    return short_id(identity) if identity else "none"


def field_link(name: str, schema: Schema, at: str) -> Html:
    """Return the name of a field, as a link to its entry in the reference page.

    Args:
        name: name of the field.
        schema: schema of the resource that declares it.
        at: path to the console's root.
    """
    return element("a", field_name(name), href=f"{at}reference#field-{schema['title']}-{name}")


def json_value(value: Any, schema: Schema) -> Child:
    """Return a JSON value for people. `schema` is its resolved schema."""
    if value is None:
        return quiet("not set")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _text_value(value, schema.get("format"))
    if isinstance(value, Mapping):
        return _object_value(value, schema.get("properties", {}))
    if isinstance(value, Sequence):
        items = [element("li", json_value(item, schema.get("items", {}))) for item in value]
        return element("ul", *items, class_="inner") if items else quiet("none")
    return json.dumps(value)


def _text_value(value: str, form: str | None) -> Html:
    if not value:
        return quiet("empty text")
    if form == "date-time":
        return time(value)
    if form == "uuid":
        return code(value)
    return web_link(value)


def _object_value(value: Mapping[str, Any], members: Mapping[str, Schema]) -> Html:
    pairs = []
    for key, member in value.items():
        if member is not None:
            shown = json_value(member, members.get(key, {}))
            pairs.append(element("div", element("dt", stored_text(key)), element("dd", shown)))
    return element("dl", *pairs, class_="inner") if pairs else quiet("empty")
