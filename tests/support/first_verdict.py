"""Give a first verdict with the native engine. It runs alone, for tests of wheels."""

import sys

from deploy_contract import Contract


def main() -> int:
    """Print the engine and the verdict. Return 1 unless the native engine allows the document."""
    contract = Contract()
    report = contract.check(b'{"secrets": []}', "DeploymentPatch", source="codehost")
    print(f"engine {contract.engine}: {report.verdict}")
    return 0 if (contract.engine, report.verdict) == ("native", "allow") else 1


if __name__ == "__main__":
    sys.exit(main())
