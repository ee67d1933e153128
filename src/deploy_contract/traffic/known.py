"""Files that state the sources of deployments, or the stored deployments, before a replay."""

from collections.abc import Iterator
from typing import Any

from deploy_contract.choices import require_choice
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.files import documents
from deploy_contract.judge.python.schema import failed_keywords
from deploy_contract.knowledge.facts import Facts
from deploy_contract_format.printing import escape_name


def read_deployments(name: str, contract: Contract) -> dict[str, Facts]:
    """Return the deployments of a JSON or YAML file, by id in lower case.

    Args:
        name: a file with one object; its keys are deployment ids, its values sources or stored
            deployments. "-" is standard input.
        contract: states the form of ids and the sources.

    Raises:
        ContractError: the file has another form; the text shows no value.
    """
    value = documents.document(name, contract.limits.response_body).value
    if not isinstance(value, dict):
        raise ContractError(
            f"{escape_name(name)}: write an object from deployment id to source or stored deployment"
        )
    schemas = list(_id_schemas(contract))
    sources = (None, *contract.bundle.book.sources)
    deployments: dict[str, Facts] = {}
    for number, (identity, given) in enumerate(value.items(), 1):
        if any(failed_keywords(schema, identity) for schema in schemas):
            raise ContractError(f"{escape_name(name)}: key {number} is not the id of a deployment")
        stored = {"source": given} if isinstance(given, str) else given
        if not isinstance(stored, dict):
            raise ContractError(
                f"{escape_name(name)}: value {number} is neither a source nor a stored deployment"
            )
        require_choice(
            f"{escape_name(name)}: the source of deployment {number}", stored.get("source"), sources
        )
        deployments[identity.lower()] = stored
    return deployments


def _id_schemas(contract: Contract) -> Iterator[dict[str, Any]]:
    """Yield the schema of each path parameter that names a stored deployment."""
    for operation in contract.operations:
        kind = operation["request"]
        if kind and contract.bundle.book.kinds[kind].stored:
            in_path = [one for one in operation["parameters"] if one["in"] == "path"]
            yield in_path[-1]["schema"]
