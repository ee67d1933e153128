"""jsonschema and fastjsonschema accept the documents of the suite whose structure is valid.

`promises/test_engines_agree.py` compares jsonschema with the judges on more documents, and
`unit/test_editors.py` reads the rules that schemas can say.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

from deploy_contract_generated.validators import VALIDATORS, Invalid

from deploy_contract.judge.python.wire import number
from tests.support.reference import reading
from tests.support.suite import cases

BEYOND = ("yaml", "request", "base64", "limits", "modes")  # keys of cases on more than schemas
by_jsonschema = cache(reading)


def by_fastjsonschema(kind: str, variant: str) -> Callable[[Any], bool]:
    """Return a predicate of documents that the validator in `generated/` takes."""

    def is_valid(value: Any) -> bool:
        validate: Callable[[Any], Any] = VALIDATORS[kind, variant]
        try:
            validate(value)
        except Invalid:
            return False
        return True

    return is_valid


def test_jsonschema_and_fastjsonschema_read_the_documents_of_the_suite_alike() -> None:
    wrong, count = [], 0
    for title, case in cases():
        rules = {rule for rule, _ in case.get("violations", [])}
        if any(key in case for key in BEYOND) or any(rule.startswith("json-") for rule in rules):
            continue
        count += 1
        kind = case["document"]
        text = case["text"] if "text" in case else json.dumps(case["value"])
        value = json.loads(text, parse_float=number)  # numbers by their digits
        is_right = not any(rule.startswith("schema-") for rule in rules)
        is_closed = by_jsonschema(kind, "closed")(value)
        found = [read(kind, "open")(value) for read in (by_jsonschema, by_fastjsonschema)]
        if found != [is_right] * 2 or by_fastjsonschema(kind, "closed")(value) != is_closed:
            wrong.append(title)
    assert wrong == []
    assert count > 1500
