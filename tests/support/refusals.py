"""Starts of programs that are refused, and what is said of them."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from deploy_contract.cli.command import main
from deploy_contract_gateway.supervisor import Supervisor


def refused(*options: str, program: str = "gateway") -> str:
    """Return what a program that must refuse to start says. It is called in this process."""
    said, printed = io.StringIO(), io.StringIO()
    ports = ("--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0")
    with (
        pytest.MonkeyPatch.context() as patched,
        redirect_stderr(said),
        redirect_stdout(printed),
    ):
        patched.setattr(Supervisor, "run", lambda _supervisor: pytest.fail("it serves"))
        assert main([program, *ports, *options]) == 2
    assert printed.getvalue() == ""
    return said.getvalue()
