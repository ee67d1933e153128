"""Statements that wait to be shared: bounded, one for each deployment, and no patch is lost."""

from typing import Any

import pytest

from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.learnable import places_by_kind
from deploy_contract.knowledge.statements import Outbox, SharedForm, Statement
from deploy_contract_format.pointer import MISSING

KEY = bytes(16)
FACTS = Statement(1, KEY, dropped=False, changed=False, since=5.0, lasting="{}", fresh='{"2":true}')
CHANGE = Statement(2, KEY, dropped=False, changed=True)
DROP = Statement(3, KEY, dropped=True, changed=False)


def other(number: int, **more: Any) -> Statement:
    return FACTS._replace(number=number, key=number.to_bytes(16, "big"), **more)


@pytest.mark.parametrize(
    ("earlier", "later", "merged"),
    [
        (FACTS, FACTS._replace(number=4, since=9.0), FACTS._replace(number=4, since=9.0)),
        (FACTS, CHANGE, CHANGE._replace(since=5.0, lasting="{}")),  # facts that may change are gone
        (CHANGE, FACTS, FACTS._replace(changed=True)),
        (FACTS, DROP, DROP),
        (DROP, FACTS, FACTS._replace(dropped=True)),
        (CHANGE, DROP, DROP._replace(changed=True)),
        (DROP, CHANGE, CHANGE._replace(dropped=True)),
    ],
)
def test_two_statements_about_a_deployment_become_one(
    earlier: Statement, later: Statement, merged: Statement
) -> None:
    box = Outbox(10)
    assert box.add(earlier)
    assert box.add(later)
    assert box.take(10) == [merged]
    box.add(later)
    box.restore([earlier])  # it was taken before, and not sent
    assert box.take(10) == [merged]


def test_facts_beyond_the_bound_are_dropped() -> None:
    box = Outbox(3)
    assert [box.add(other(number)) for number in range(1, 6)] == [True] * 3 + [False] * 2
    assert [one.number for one in box.take(2)] == [3, 4]
    assert len(box) == 1


@pytest.mark.parametrize("lost", [{"changed": True}, {"dropped": True}])
def test_if_a_statement_is_dropped_that_takes_facts_back_those_of_all_are_taken_back(
    lost: Any,
) -> None:
    box = Outbox(3)
    box.add(other(1, **lost))
    for number in range(2, 9):
        box.add(other(number))
    assert len(box) <= 4
    first = box.take(10)[0]
    assert first.number == 1  # so that later patches still wait for their own
    assert (first.key, first.changed, first.dropped) == (b"", True, "dropped" in lost)
    box.restore([first, *[other(number) for number in range(20, 30)]])
    assert box.take(1)[0].key == b""


@pytest.mark.parametrize(
    ("values", "admitted"),
    [
        (("checkout", "codehost", True, "main"), ("checkout", "codehost", True, "main")),
        ((MISSING, "codehost", None, MISSING), (MISSING, "codehost", None, MISSING)),
        ((None, "codehost", 7, ["main"]), (MISSING, "codehost", MISSING, MISSING)),
        (("x" * 513, "CANARY-7f3a", "yes", {"a": 1}), (MISSING, MISSING, MISSING, MISSING)),
    ],
)
def test_rows_come_back_as_far_as_the_contract_admits_them(values: Any, admitted: Any) -> None:
    bundle = Bundle.installed()
    places = places_by_kind(bundle, mutable=True)
    form = SharedForm(bundle, places)
    [(_, kind)] = places["Deployment"]
    lasting, fresh = form.parts((kind, 7.0, *values))
    assert form.row(lasting, fresh, 8.0) == (kind, 8.0, *admitted)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b'{"k":9}', b'{"k":-1}', b"[" * 60_000, b"\xff", b"x" * 70_000],
    ids=range(8),
)
def test_another_form_is_refused(text: bytes) -> None:
    bundle = Bundle.installed()
    form = SharedForm(bundle, places_by_kind(bundle, mutable=True))
    with pytest.raises(ValueError, match=r"Expecting|no kind|not an object|nested|too long|decode"):
        form.row(text, b"", 0.0)
