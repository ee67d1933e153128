"""Options that the subcommands on recorded traffic share."""

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import (
    add_base_path,
    add_contract_options,
    add_dask,
    add_jobs,
    add_unknown_fields,
)
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.options import validate_base_path

if TYPE_CHECKING:  # other commands do not need it
    from deploy_contract.traffic.judging import Session, View
    from deploy_contract.traffic.partitions import Partition

Result = TypeVar("Result")


def add_replay_options(parser: argparse.ArgumentParser, bundle: Bundle) -> None:
    """Add the options on what recorded traffic is judged by."""
    group = parser.add_argument_group("traffic")
    group.add_argument(
        "--host",
        action="append",
        default=[],
        help="judge only requests to this host; may be repeated",
    )
    add_base_path(group)
    group.add_argument("--hosting", choices=bundle.book.hostings, help="where the deployments run")
    group.add_argument(
        "--sources",
        metavar="FILE",
        help="JSON or YAML object from deployment id to source or stored deployment",
    )
    group.add_argument(
        "--log-format",
        action="append",
        default=[],
        metavar="FILE",
        help="TOML file that names the places of method, path, body and so on in each line; may "
        "be repeated. Our own lines, HAR, nginx and Envoy need none",
    )
    add_unknown_fields(group, "allow", "allow")
    group = parser.add_argument_group("processes")
    add_jobs(group)
    add_dask(group)
    add_contract_options(parser.add_argument_group("contract"))


def replay_session(options: argparse.Namespace) -> "Session":
    """Return what recorded traffic is judged by.

    Raises:
        ContractError: an option is wrong.
    """
    from deploy_contract.traffic.formats import load_format
    from deploy_contract.traffic.judging import Session
    from deploy_contract.traffic.known import read_deployments

    contract, candidate = _contract(options, options.bundle), None
    if getattr(options, "candidate", None) is not None:
        candidate = _contract(options, Bundle.load(options.candidate))
    given = {}
    if options.sources is not None:
        given = read_deployments(options.sources, contract)
    formats = list(map(load_format, options.log_format))
    return Session(contract, given, options.host, candidate, formats)


def _contract(options: argparse.Namespace, bundle: Bundle) -> Contract:
    return Contract(
        hosting=options.hosting,
        unknown_fields=options.unknown_fields,
        policies=options.policy,
        base_path=validate_base_path(options.base_path, "--base-path"),
        bundle=bundle,
    )


def judged(
    partitions: "Iterable[Partition]",
    session: "Session",
    view: "View[Result]",
    options: argparse.Namespace,
) -> Iterator[Result]:
    """Yield a view of the judged entries of each partition, made where the options say.

    Raises:
        ContractError: the options contradict each other, or a process or the cluster fails.
    """
    from deploy_contract.traffic import judging

    if options.dask is not None and options.jobs != 1:
        raise ContractError("give --jobs or --dask, not both")
    place = judging.processes(options.jobs)
    if options.dask is not None:
        place = judging.cluster(options.dask)
    with place as executors:
        yield from judging.run(partitions, session, view, executors)
