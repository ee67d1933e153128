"""Starts of programs that are refused, and what is said of them."""

import pytest

from deploy_contract_gateway.supervisor import Supervisor
from tests.support.commands import ended


def refused(*options: str, program: str = "gateway") -> str:
    """Return what a program that must refuse to start says. It is called in this process."""
    ports = ("--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Supervisor, "run", lambda _supervisor: pytest.fail("it serves"))
        shown = ended(2, program, *ports, *options)
    assert shown.out == ""
    return shown.err
