"""Recorded traffic, as the commands `replay` and `coverage` take it: options, files, and judging."""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from deploy_contract.bundle import Bundle
from deploy_contract.candidate import load_candidate
from deploy_contract.cli import options as row
from deploy_contract.cli.printing import Printer, warn
from deploy_contract.contract import Contract
from deploy_contract.deployments import given_deployments
from deploy_contract.exceptions import ContractError
from deploy_contract.files.documents import UnreadableError, document
from deploy_contract.knowledge.facts import Facts
from deploy_contract.traffic import judging
from deploy_contract.traffic.exchanges import NOTHING_READ, load_format
from deploy_contract.traffic.recordings import Input, Partition, split_input
from deploy_contract.traffic.replay import JudgedEntry, Session
from deploy_contract_format.printing import escape_name

_MAX_JOBS = 256
Result = TypeVar("Result")


def recording_options(bundle: Bundle, purpose: str) -> row.Groups:
    """Return the options on recordings, contract and facts. `purpose`: the help for the files."""
    return {
        "": {"files": row.files("FILE", purpose)},
        "traffic": {
            "--host": row.many("HOST", "judge only requests to this host"),
            **row.BASE_PATH,
            **row.hosting(bundle),
            "--sources": row.text(
                "FILE", "JSON or YAML object from deployment id to source or stored deployment"
            ),
            "--log-format": row.many(
                "FILE",
                "TOML file that names the places of method, path, body and so on in each line; our "
                "own lines, HAR, nginx and Envoy need none",
            ),
            **row.unknown_fields("allow"),
        },
        "processes": {
            "--jobs": row.text(
                "N",
                "number of processes; the output does not depend on it (default: %(default)s)",
                type=row.number_up_to(_MAX_JOBS),
                default=1,
            ),
            "--dask": row.text(
                "ADDRESS",
                "judge on the Dask cluster of this scheduler, such as tcp://127.0.0.1:8786; needs "
                "the extra [dask]",
            ),
        },
        **row.CONTRACT,
    }


class Recordings:
    """The recordings of a command, read in turn. A warning names each unreadable recording.

    `take` uses a file that is not a recording, and returns True; it returns False for a recording.

    Attributes:
        session: the contract and the facts.
        read: number of files that could be opened and read, at least in part.
        unreadable: number of recordings that cannot be read, are damaged, or have no entry that can
            be read.

    Raises:
        ContractError: an option is wrong.
    """

    def __init__(
        self, options: argparse.Namespace, take: Callable[[Input], bool] = lambda _source: False
    ) -> None:
        contract, candidate = _contract(options, options.bundle), None
        if getattr(options, "candidate", None) is not None:
            candidate = load_candidate(options.candidate, contract, partial(_contract, options))
        given = {} if options.sources is None else read_deployments(options.sources, contract)
        formats = list(map(load_format, options.log_format))
        self.session = Session(contract, given, options.host, candidate, formats)
        self.read = self.unreadable = 0
        self._options = options
        self._take = take
        # whether an entry of a file was read, or the file has its line of warning
        self._settled = defaultdict[str, bool](bool)

    def judged(self, view: judging.View[Result], printer: Printer) -> Iterator[Result]:
        """Yield the result of `view` for the judged entries of each partition.

        The options choose the processes or the cluster that judge the entries.

        Raises:
            ContractError: the options contradict each other, or a process or the cluster fails.
        """
        options, done = self._options, 0
        if options.dask is not None and options.jobs != 1:
            raise ContractError("give --jobs or --dask, not both")
        place = judging.processes(options.jobs)
        if options.dask is not None:
            place = judging.cluster(options.dask)
        with printer.progress(None) as update, place as executors:
            watched, partitions = partial(_watched, view), self._partitions()
            judged = judging.run(partitions, self.session, watched, executors)
            for result, name, size, has_any in judged:
                yield result
                done += size
                update(done)
                self._settled[name] |= has_any
        for name in [name for name, is_settled in self._settled.items() if not is_settled]:
            warn(f"{escape_name(name)}: {NOTHING_READ}")
            self.unreadable += 1

    def _partitions(self) -> Iterator[Partition]:
        for name in self._options.files:
            found = False
            try:
                with Input(name) as source:
                    partitions = iter(()) if self._take(source) else split_input(source)
                    for partition in partitions:
                        found = True
                        yield partition
            except UnreadableError as error:
                warn(str(error))
                self._settled[name] = True
                self.unreadable += 1
                self.read += found
                continue
            self.read += 1


def _watched(
    view: judging.View[Result], partition: Partition, judged: Iterator[JudgedEntry]
) -> tuple[Result, str, int, bool]:
    """Return the result of `view`, the file, the number of entries, and whether one was read."""
    read = set[bool]()

    def watch(entry: JudgedEntry) -> JudgedEntry:
        read.add(entry.is_read)
        return entry

    found = view(partition, map(watch, judged))
    return found, partition.name, len(partition.entries), True in read


def _contract(options: argparse.Namespace, bundle: Bundle) -> Contract:
    return Contract(
        hosting=options.hosting,
        unknown_fields=options.unknown_fields,
        policies=options.policy,
        base_path=options.base_path,
        bundle=bundle,
    )


def read_deployments(name: str, contract: Contract) -> dict[str, Facts]:
    """Return the deployments of a JSON or YAML file, by id in lower case.

    The file has one object; its keys are ids of deployments, and its values sources or stored
    deployments. "-" is standard input.

    Raises:
        ContractError: the file does not have this form; the text shows no value.
    """
    value = document(name, contract.limits.response_body).value
    return given_deployments(value, contract.bundle, escape_name(name))
