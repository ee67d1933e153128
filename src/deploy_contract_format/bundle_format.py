"""The format of a bundle: the names of its files, and the version of the format.

A bundle is the package `deploy_contract_generated` as `make generate` writes it.
"""

from collections.abc import Iterable

FORMAT = 1  # version of the tables; raise it if an earlier library would misread a change
EFFECTIVE_FORMAT = 1  # version of effective contracts; raise it for the same reason
PACKAGE = "deploy_contract_generated"
RULES, OPERATIONS = "rules.json", "operations.json"
OPENAPI, SCHEMAS = "openapi.json", "schemas"
SAMPLES = "samples.json"  # for each rule a message that breaks it, and a message that keeps it
SPEC_DIGEST = "spec.sha256"  # digest of the spec/ that the bundle was made from; not a table
EDITORS = "editors"  # schemas for editors: inside the package in a wheel, beside it in a checkout
VARIANTS = ("closed", "open")  # only an open schema admits undeclared members
DIALECT = "https://json-schema.org/draft/2020-12/schema"  # the dialect of the schemas
DRAFT_07 = "http://json-schema.org/draft-07/schema#"  # the dialect of the schemas for editors
MAX_ITEMS = 10_000  # items of an array, or members of an object, by default
ADVICE_FOR_FOLDER = "run `make generate` there first"


def schema_file(kind: str, variant: str) -> str:
    """Return the path of the schema of a document kind, "closed" or "open"."""
    return f"{SCHEMAS}/{kind}.{variant}.json"


def table_files(kinds: Iterable[str]) -> tuple[str, ...]:
    """Return the paths of the tables that a bundle must have, for the document kinds.

    Closed schemas are not among them, since they are derived from the open schemas.
    """
    return (RULES, OPERATIONS, OPENAPI, *[schema_file(kind, "open") for kind in kinds])


def is_table(name: str) -> bool:
    """Return True for a table of `table_files`, the samples, or a schema for editors."""
    folder, _, base = name.rpartition("/")
    if folder == SCHEMAS:
        return base.endswith(".open.json")
    if folder == EDITORS:
        return base.endswith(".schema.json")
    return name in (RULES, OPERATIONS, OPENAPI, SAMPLES)


def editor_file(kind: str, source: str | None) -> str:
    """Return the path of the schema for editors of a document kind, or of one of its sources."""
    name = f"{kind}.{source}" if source else kind
    return f"{EDITORS}/{name}.schema.json"
