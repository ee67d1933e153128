"""The format of a bundle: the names of its files, and the version that tells formats apart.

A bundle is the package `deploy_contract_generated` as `make generate` writes it.
"""

FORMAT = 1  # of the tables; a change that an earlier library would read wrongly takes the next one
PACKAGE = "deploy_contract_generated"
RULES, OPERATIONS, OVERLAYS = "rules.json", "operations.json", "overlays.json"
OPENAPI, SCHEMAS = "openapi.json", "schemas"
VARIANTS = ("closed", "open")  # of a schema: without undeclared members, and with them
DIALECT = "https://json-schema.org/draft/2020-12/schema"  # of the schemas
MOST_ITEMS = 10_000  # of an array or object, unless limits say otherwise
ADVICE = "run `make generate` there first"


def schema_file(kind: str, variant: str) -> str:
    """Return the path of the schema of a document kind, "closed" or "open"."""
    return f"{SCHEMAS}/{kind}.{variant}.json"
