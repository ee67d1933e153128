"""Files of integrations, repositories and deployments that a service starts with, judged by the contract line by line."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from deploy_contract import Contract, Report, Violation
from deploy_contract.document.walker import failed, is_type
from deploy_contract.files import documents
from deploy_contract.files.documents import Checked
from deploy_contract.tables import operations
from deploy_contract_service import fields
from deploy_contract_service.listing import folded
from deploy_contract_service.patching import same

SECTIONS = ("integrations", "repositories", "deployments")
REVISIONS = "revisions"  # of a deployment, beside its own fields, the oldest first
MOST = 1 << 28  # bytes of a file
SHOWN = 20  # violations
LONGEST = 2000  # bytes of a text that lists filter by: PostgreSQL's indexes take no more than 2,704 for a row
RULE = (
    "serve --data"  # in place of a rule: what the service asks of such a file beyond the contract
)


class Data(NamedTuple):
    """What a file holds. A deployment's `revisions` and the fields that lists filter by stand beside the fields it has."""

    integrations: list[dict[str, Any]]
    repositories: list[dict[str, Any]]
    deployments: list[dict[str, Any]]


class BrokenDataError(Exception):
    """A file that is not sound. `checked`: what is wrong, where in the file, as `deploy-contract check` shows it."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(f"{checked.name}: is not what a service can start with")
        self.checked = checked


def load(name: str, hosting: str | None = None) -> Data:
    """The data of a YAML or JSON file. UnreadableError where it cannot be read, BrokenDataError where it is not sound.

    `hosting`: where all its deployments run; None where both occur.
    """
    contract = Contract(hosting=hosting, unknown_fields="reject")
    document, source = documents.document(name, MOST)
    found = list(islice(_violations(document, contract), SHOWN + 1))
    if found:
        report = Report("deny", tuple(found[:SHOWN]), None, more=len(found) > SHOWN, value=document)
        raise BrokenDataError(Checked(name, 1, report, contract, source))
    return Data(*[document.get(section) or [] for section in SECTIONS])


def _violations(document: Any, contract: Contract) -> Iterator[Violation]:
    if not isinstance(document, dict):
        yield _broken("", "must be an object", f"give {', '.join(SECTIONS)}")
        return
    for key in document:
        if key not in SECTIONS:
            yield _broken(
                documents.member("", key),
                "is no section of the file",
                f"the sections are {', '.join(SECTIONS)}",
            )
    lists: dict[str, list[Any]] = {}
    for name in SECTIONS:
        items = document.get(name)
        if not isinstance(items, list | None):
            yield _broken(f"/{name}", "must be an array", "write a list")
        lists[name] = items if isinstance(items, list) else []
    yield from _integrations(lists["integrations"])
    known = {
        item["id"].lower()
        for item in lists["integrations"]
        if isinstance(item, dict) and isinstance(item.get("id"), str)
    }
    yield from _repositories(lists["repositories"], known, contract)
    yield from _twice(lists["deployments"], "/deployments", ("id",))
    taken: set[str] = set()
    for index, item in enumerate(lists["deployments"]):
        yield from _deployment(item, f"/deployments/{index}", contract, taken)


def _integrations(items: list[Any]) -> Iterator[Violation]:
    schema = fields.schema("Repository")["properties"]
    like = {"id": schema["host_integration_id"], "name": schema["name"]}
    for index, item in enumerate(items):
        at = f"/integrations/{index}"
        if not isinstance(item, dict):
            yield _broken(at, "must be an object", "give id and name")
            continue
        for name, member in like.items():
            if name not in item:
                yield _broken(at, f"the field {name} is required", f"add {name}")
            elif not _fits(member, item[name]):
                yield _broken(
                    f"{at}/{name}", f"must be {_named(member)}", "write a value of that type"
                )
        for name in [name for name in item if name not in like]:
            yield _broken(
                documents.member(at, name), "is not a field of an integration", "give id and name"
            )
    yield from _twice(items, "/integrations", ("id",))


def _repositories(items: list[Any], known: set[str], contract: Contract) -> Iterator[Violation]:
    report = contract.check(items, "RepositoryList")
    yield from _below("/repositories", report)
    for index, item in enumerate(items if report.ok else ()):
        if item["host_integration_id"].lower() not in known:
            hint = "add the integration, or correct the id"
            yield _broken(
                f"/repositories/{index}/host_integration_id", "is none of the integrations", hint
            )
    if report.ok:
        yield from _twice(items, "/repositories", ("host_integration_id", "id"))


def _deployment(item: Any, at: str, contract: Contract, taken: set[str]) -> Iterator[Violation]:
    apart = {*fields.beside(), REVISIONS}
    own = (
        {name: value for name, value in item.items() if name not in apart}
        if isinstance(item, dict)
        else item
    )
    report = contract.check(documents.as_parsed(own), "Deployment")
    yield from _below(at, report)
    if not isinstance(item, dict):
        return
    for name, schema in fields.beside().items():
        yield from _beside(item.get(name), f"{at}/{name}", schema, several=name in _lists())
    for name in ("name", "status", "image_version"):
        if isinstance(item.get(name), str):
            yield from _searched(item[name], f"{at}/{name}")
    if report.ok:
        yield from _revisions(item, own, at, contract, taken)


def _searched(value: str, at: str) -> Iterator[Violation]:
    """What is wrong with a text that lists filter by."""
    if "\0" in value:
        yield _broken(
            at, "must not hold NUL", "databases do not take it in a text that is searched"
        )
    if max(len(one.encode("utf-8", "surrogatepass")) for one in (value, folded(value))) > LONGEST:
        yield _broken(
            at,
            f"must not be longer than {LONGEST} bytes",
            "databases do not take it in a text that is searched",
        )


def _beside(value: Any, at: str, schema: fields.Schema, *, several: bool) -> Iterator[Violation]:
    if several and not isinstance(value, list | None):
        yield _broken(at, "must be array or null", "write a list")
        return
    for index, one in enumerate(value or ()) if several else [(None, value)]:
        if one is None and not several:
            continue
        place = at if index is None else f"{at}/{index}"
        if not _fits(schema, one) or one == "":
            hint = "write one of them" if "enum" in schema else "write a value of that type"
            yield _broken(place, f"must be {_named(schema)}", hint)
        elif isinstance(one, str):
            yield from _searched(one, place)
            if several and "," in one:
                yield _broken(
                    place,
                    "must not hold a comma",
                    "a comma ends a value of a list parameter: none could name it",
                )


def _revisions(
    item: Mapping[str, Any], own: dict[str, Any], at: str, contract: Contract, taken: set[str]
) -> Iterator[Violation]:
    """What is wrong with the revisions of a sound deployment: each is judged as if the deployment were at it."""
    listed = item.get(REVISIONS)
    if not listed and isinstance(
        listed, list | None
    ):  # those that the deployment itself names are all there are
        named = {
            name: own[name].lower()
            for name in ("latest_revision_id", "active_revision_id")
            if own[name] is not None
        }
        for name, identity in named.items():
            if identity in taken:
                yield _broken(
                    f"{at}/{name}", "is a revision of another deployment", "give each its own"
                )
        taken.update(named.values())
        return
    if not isinstance(listed, list):
        yield _broken(f"{at}/{REVISIONS}", "must be array or null", "write a list")
        return
    names = ("id", "source", "source_revision_config", "created_at")
    sound = True
    for index, one in enumerate(listed):
        place = f"{at}/{REVISIONS}/{index}"
        missing = (
            [name for name in names if name not in one and name != "source"]
            if isinstance(one, dict)
            else list(names)
        )
        extra = [name for name in one if name not in names] if isinstance(one, dict) else []
        if missing or extra:
            name = (missing or extra)[0]
            what = (
                f"the field {name} is required"
                if missing
                else "there is a field that no revision has"
            )
            yield _broken(
                place if missing else documents.member(place, name),
                what,
                f"give {', '.join(names)}; source may be left out",
            )
            sound = False
            continue
        report = contract.check({**own, **one}, "Deployment")
        mine = tuple(
            violation for violation in report.violations if violation.pointer.split("/")[1] in one
        )
        yield from _below(place, report._replace(found=mine, advice=None))
        if report.ok and one["id"].lower() in taken:
            yield _broken(f"{place}/id", "another revision has the same", "give each its own")
        taken.add(str(one["id"]).lower())
        sound = sound and report.ok
    if not sound:
        return
    ids = [one["id"].lower() for one in listed]
    if (own["latest_revision_id"] or "").lower() != ids[-1]:
        yield _broken(
            f"{at}/latest_revision_id",
            "is not the last of the revisions",
            "list the oldest revision first",
        )
    elif not same(listed[-1]["source_revision_config"], own["source_revision_config"]):
        hint = "write the same in both places"
        yield _broken(
            f"{at}/source_revision_config", "differs from that of the latest revision", hint
        )
    if own["active_revision_id"] is not None and own["active_revision_id"].lower() not in ids:
        yield _broken(
            f"{at}/active_revision_id",
            "is none of the revisions",
            "add the revision, or correct the id",
        )


def _twice(items: list[Any], at: str, key: tuple[str, ...]) -> Iterator[Violation]:
    seen: set[tuple[Any, ...]] = set()
    for index, item in enumerate(items):
        if isinstance(item, dict):
            values = tuple(str(item.get(name)).lower() for name in key)
            if values in seen:
                yield _broken(
                    f"{at}/{index}/{key[-1]}", "another one has the same", "give each its own"
                )
            seen.add(values)


def _below(at: str, report: Report) -> Iterator[Violation]:
    """The violations that refuse a part of the document, as those of the whole."""
    for violation in report.violations:
        if violation.mode == "enforce":
            yield violation._replace(pointer=at + violation.pointer, location="body")


def _broken(pointer: str, message: str, hint: str) -> Violation:
    return Violation(RULE, "enforce", "body", pointer, message, hint)


def _lists() -> set[str]:
    return {found.field for found in fields.filters() if found.how == "among"}


def _fits(schema: fields.Schema, value: Any) -> bool:
    """Whether a scalar fits the schema, and a database."""
    pattern = {"pattern": _uuid()} if schema.get("format") == "uuid" else {}
    sound = is_type(value, schema["type"]) and not failed({**schema, **pattern}, value)
    return sound and not (isinstance(value, str) and "\0" in value)


def _uuid() -> str:
    found = [
        one["schema"]
        for row in operations()
        for one in row["parameters"]
        if one["schema"].get("x-format") == "uuid"
    ]
    return str(found[0]["pattern"])


def _named(schema: fields.Schema) -> str:
    if "enum" in schema:
        return "one of " + ", ".join(str(value) for value in schema["enum"] if value is not None)
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return f"a {schema['format']}" if "format" in schema else " or ".join(kinds)
