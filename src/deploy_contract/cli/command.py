"""The command `deploy-contract`: check files, judge recorded traffic, list and explain rules."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, TextIO

from deploy_contract.cli import diff, explaining, rendering
from deploy_contract.cli.lines import as_line
from deploy_contract.cli.rendering import Printer
from deploy_contract.contract import Contract
from deploy_contract.document.engines import Engine
from deploy_contract.document.wire import Limits
from deploy_contract.files import documents
from deploy_contract.files.documents import Checked, UnreadableError
from deploy_contract.options import UNKNOWN, one_of, prefix
from deploy_contract.report import ContractError
from deploy_contract.tables import tables
from deploy_contract_format.faults import shown

KIND, FIELDS = (
    "DeploymentPatch",
    "reject",
)  # what a file is taken for, and its undeclared fields, where nobody says
FAIL_ON = {
    "denied": (),
    "undecided": ("undecided",),
    "reported": ("undecided", "reported"),
}  # beside what is denied
FEW, LITTLE = 8, 1 << 17  # files, and their bytes together, for which no engine is worth compiling
UNDECIDED = (
    "an undecided document fails here; settle it with --source, --hosting or --deployment, in the first comment of the file "
    "(`# deploy-contract: source=...`) or in deploy-contract.toml; --fail-on denied lets it pass"
)
PROGRAMS = {  # command -> extra that it needs, module that nothing else imports, purpose
    "serve": (
        "service",
        "deploy_contract_service.program",
        "run the deployment management service",
    ),
    "gateway": (
        "gateway",
        "deploy_contract_gateway.program",
        "run a validating reverse proxy in front of a service",
    ),
}
ALLOWED, DENIED, WRONG_USE, CLOSED = (
    0,
    1,
    2,
    141,
)  # exit status; the last as of a program that SIGPIPE ends


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0 nothing denied; 1 something denied (or more, by --fail-on); 2 wrong use, unreadable file."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: PTH123, SIM115 - closed by whoever calls; the status still counts
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a name that the terminal cannot show is no reason to fail
    try:
        options = _parser(given[0] if given else "").parse_args(given)
        status: int = options.run(options)
        sys.stdout.flush()
    except ContractError as error:
        _say(f"deploy-contract: {error}")
        return WRONG_USE
    except BrokenPipeError:
        _silence(sys.stdout)
        return CLOSED  # whoever reads has seen enough, but not all: this is no success
    except OSError as error:
        _silence(sys.stdout)
        _say(f"deploy-contract: cannot write: {error.strerror}")
        return WRONG_USE
    except KeyboardInterrupt:
        return 130
    return status


class _Parser(argparse.ArgumentParser):
    """A parser that knows how wide its help is: asked, argparse imports for it more than a check of a file needs."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_help, **options)

    def error(self, message: str) -> NoReturn:
        """Ends the program; what was typed is shown as one printable line."""
        super().error(as_line(shown(message)))


def _help(prog: str) -> argparse.HelpFormatter:
    try:
        columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size().columns
    except (OSError, ValueError):
        columns = 80
    return argparse.HelpFormatter(prog, width=columns - 2)


def _parser(wanted: str) -> argparse.ArgumentParser:
    book = tables().book
    parser = _Parser(
        prog="deploy-contract", description="Judges documents of the deployment management service."
    )
    parser.add_argument(
        "--version", action="version", version=f"deploy-contract {tables().version}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    check = commands.add_parser("check", help="judge files, JSON or YAML", description=main.__doc__)
    check.add_argument(
        "files", nargs="+", metavar="FILE", help='a file of documents; "-" is standard input'
    )
    check.add_argument(
        "--as", dest="kind", choices=tuple(book.kinds), help=f"kind of document ({KIND})"
    )
    check.add_argument(
        "--source", choices=tuple(book.sources), help="source of the deployment that is patched"
    )
    check.add_argument("--hosting", choices=book.hostings, help="where the deployment runs")
    check.add_argument(
        "--deployment", metavar="FILE", help="the stored deployment, as far as it is known"
    )
    check.add_argument(
        "--unknown-fields", choices=tuple(UNKNOWN), help=f"undeclared fields ({FIELDS})"
    )
    check.add_argument(
        "--fail-on",
        choices=tuple(FAIL_ON),
        default="denied",
        help="exit 1 where something is that or worse (%(default)s)",
    )
    strict = "the same as --fail-on reported"
    check.add_argument(
        "--strict", dest="fail_on", action="store_const", const="reported", help=strict
    )
    check.add_argument(
        "--format",
        choices=("text", "json", "github", "sarif"),
        default="text",
        help="text; one JSON object a document; annotations of GitHub Actions; one SARIF 2.1.0 document (%(default)s)",
    )
    check.add_argument(
        "--no-source",
        dest="excerpts",
        action="store_false",
        help="text without the lines of the files",
    )
    check.set_defaults(run=_check)

    replay = commands.add_parser(
        "replay", help="judge recorded traffic, HAR files", description=_replay.__doc__
    )
    replay.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help='a HAR file, in the order of their recording; "-" is standard input',
    )
    replay.add_argument("--hosting", choices=book.hostings, help="where the deployments run")
    replay.add_argument(
        "--sources",
        metavar="MAP",
        help="JSON or YAML: from the id of a deployment to its source, or to all that is stored",
    )
    replay.add_argument(
        "--host",
        action="append",
        default=[],
        help="judge only what goes to this host; may be repeated",
    )
    replay.add_argument(
        "--base-path", default="", metavar="PATH", help="prefix of all paths, such as /api-host"
    )
    replay.add_argument(
        "--unknown-fields",
        choices=tuple(UNKNOWN),
        default="allow",
        help="undeclared fields (%(default)s)",
    )
    replay.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text, or one JSON object an entry (%(default)s)",
    )
    replay.set_defaults(run=_replay)

    rules = commands.add_parser("rules", help="list the rules")
    rules.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="(%(default)s)"
    )
    rules.set_defaults(run=explaining.list_rules)

    explain = commands.add_parser("explain", help="say all about one rule")
    explain.add_argument("rule", metavar="RULE")
    explain.set_defaults(run=explaining.explain, of_files=FIELDS)

    for one in (check, replay, rules, explain):
        one.add_argument(
            "--policy",
            action="append",
            default=[],
            metavar="FILE",
            help="a rule file of your own; may be repeated",
        )

    diff.register(commands)
    for name, (extra, module, purpose) in PROGRAMS.items():
        program = commands.add_parser(name, help=purpose)
        if name == wanted:
            _program(name, module, extra).register(program)
    return parser


def _program(name: str, module: str, extra: str) -> Any:
    """The module of a program: its `register(parser)` adds the options, and sets what runs it as `run`."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ContractError(
            f"{name} needs {error.name}: pip install 'deploy-contract[{extra}]'"
        ) from None


def _check(options: argparse.Namespace) -> int:
    from deploy_contract.cli import formats
    from deploy_contract.cli.directives import IDLE

    printer = Printer()
    output = (
        formats.OUTPUTS[options.format](printer)
        if options.format != "text"
        else formats.Text(printer, source=options.excerpts)
    )
    idle: list[int] = []
    wanted = _wanted(options, idle)
    most = Limits().response_body
    verdicts: list[str] = []
    wanting = unreadable = 0
    with printer.progress(len(options.files), most=200) as tell:
        for done, name in enumerate(options.files, 1):
            before = len(verdicts)
            try:
                for checked in documents.check_as(wanted, name, most):
                    output.document(checked)
                    verdicts.append(checked.report.verdict)
                    wanting += _wanting(checked, FAIL_ON[options.fail_on])
            except UnreadableError as error:
                sys.stdout.flush()
                _say(f"deploy-contract: {error}")
                output.unread(error)
                unreadable += 1
            else:
                if len(verdicts) == before:
                    sys.stdout.flush()
                    _say(f"deploy-contract: {shown(name)}: holds no document")
            for line in idle:
                sys.stdout.flush()
                _say(f"deploy-contract: {shown(name)}:{line}: {IDLE}")
                output.idle(name, line, IDLE)
            wanting += bool(
                idle and FAIL_ON[options.fail_on]
            )  # who wrote it thinks that the file is judged otherwise
            idle.clear()
            tell(done)
    output.end(verdicts, unreadable)
    if (
        options.format == "text"
        and "indeterminate" in verdicts
        and "undecided" in FAIL_ON[options.fail_on]
    ):
        sys.stdout.flush()
        _say(f"deploy-contract: {UNDECIDED}")
    return WRONG_USE if unreadable else DENIED if wanting else ALLOWED


def _wanted(options: argparse.Namespace, idle: list[int]) -> documents.Wanted:
    """How a file is judged: by what the command line says, else by what is said of the file, else as usual.

    `idle` gets the lines of the comments in the file that say nothing where they stand.
    """
    from deploy_contract.cli.directives import Mappings, Purpose, idle_comments, of_comment

    said = Purpose(options.kind, options.source, options.hosting, options.unknown_fields)
    usual = Purpose(KIND, unknown_fields=FIELDS)
    engine = _engine(options.files)
    contracts: dict[Purpose, Contract] = {}

    def contract(purpose: Purpose) -> Contract:
        key = Purpose(hosting=purpose.hosting, unknown_fields=purpose.unknown_fields)
        if key not in contracts:
            contracts[key] = Contract(
                hosting=key.hosting,
                unknown_fields=key.unknown_fields or FIELDS,
                policies=options.policy,
                engine=engine,
            )
        return contracts[key]

    contract(said.over(usual))  # what is wrong with a policy is said once, and first
    stored = _stored(options.deployment)
    if (
        stored is not None
        and None not in (said.source, stored.get("source"))
        and said.source != stored["source"]
    ):
        raise ContractError(
            f"--source contradicts the source in {shown(options.deployment)}; leave it out, or correct one"
        )
    mappings = Mappings()
    found: dict[tuple[Purpose, Purpose], tuple[Contract, str, dict[str, Any]]] = {}

    def wanted(name: str, comments: bytes) -> tuple[Contract, str, dict[str, Any]]:
        key = of_comment(name, comments), mappings.purpose(name)
        if key not in found:
            purpose = said.over(key[0]).over(key[1]).over(usual)
            known = None if stored is None else stored.get("source")
            if (
                said.source is None
                and None not in (purpose.source, known)
                and purpose.source != known
            ):
                raise UnreadableError(
                    f"{shown(name)}: its source contradicts that of the stored deployment", name
                )
            found[key] = (
                contract(purpose),
                purpose.kind or KIND,
                {"source": purpose.source, "deployment": stored},
            )
        judge, kind, _ = found[key]
        if comments and len(comments) <= judge.most_bytes(kind):  # a longer file is refused at once
            idle.extend(idle_comments(comments))
        return found[key]

    return wanted


def _engine(names: Sequence[str]) -> str | Engine:
    """The engine that is done first: for a little, the one that is ready first."""
    if len(names) > FEW:
        return "auto"
    try:
        if sum(os.stat(name).st_size for name in names) > LITTLE:  # noqa: PTH116 - pathlib costs more than a verdict
            return "auto"
    except (OSError, ValueError):
        return "auto"  # standard input, or what cannot be read
    from deploy_contract.document.interpreter import walking

    return walking()


def _stored(name: str | None) -> dict[str, Any] | None:
    """The stored deployment in a file. ContractError where there is none."""
    if name is None:
        return None
    try:
        stored = documents.load(name, Limits().response_body)
    except documents.UnreadableError as error:
        raise ContractError(str(error)) from None
    if not isinstance(stored, dict):
        raise ContractError(f"{shown(name)}: a stored deployment is an object")
    one_of(f"{shown(name)}: source", stored.get("source"), (None, *tables().book.sources))
    return stored


def _replay(options: argparse.Namespace) -> int:
    """Judges each request and response in the order of recording, and learns deployments from the responses as a gateway does.

    Exit status: 0 nothing denied; 1 something denied; 2 wrong use, or a file that cannot be read (the others are judged).
    """
    from deploy_contract.traffic import har, replay

    contract = Contract(
        hosting=options.hosting,
        unknown_fields=options.unknown_fields,
        policies=options.policy,
        base_path=prefix(options.base_path, "--base-path"),
    )
    sources = rendering.admitted(options.hosting)
    given = None if options.sources is None else replay.deployments(options.sources, contract)
    session, tally, printer = (
        replay.Replay(contract, given, options.host),
        replay.Tally(),
        Printer(),
    )
    several, unreadable = len(options.files) > 1, 0
    for name in options.files:
        try:
            entries = har.load(name)
        except UnreadableError as error:
            sys.stdout.flush()
            _say(f"deploy-contract: {error}")
            unreadable += 1
            continue
        with printer.progress(len(entries)) as tell:
            for done, judged in enumerate(session.judge(entries), 1):
                label = f"{shown(name)}:{judged.number}" if several else str(judged.number)
                tally.add(judged, label)
                if options.format == "json":
                    printer.data(rendering.judged_json(judged, name if several else None))
                else:
                    printer.lines(rendering.judged_lines(judged, label, sources))
                tell(done)
    if options.format == "text" and unreadable < len(options.files):
        rendering.print_tally(tally, unreadable, printer)
    return WRONG_USE if unreadable else DENIED if tally.denied else ALLOWED


def _wanting(checked: Checked, more: Sequence[str]) -> bool:
    """Return True if the exit status must be 1 for the document. `more`: a value of FAIL_ON."""
    report = checked.report
    undecided = report.verdict == "indeterminate" and "undecided" in more
    return report.verdict == "deny" or undecided or (bool(report.violations) and "reported" in more)


def _say(line: str) -> None:
    """A line on standard error, if there is one that takes it: the exit status tells the rest."""
    try:
        if sys.stderr is not None:
            print(as_line(line), file=sys.stderr, flush=True)
    except OSError:
        _silence(sys.stderr)


def _silence(stream: TextIO) -> None:
    os.dup2(
        os.open(os.devnull, os.O_WRONLY), stream.fileno()
    )  # what is left over cannot be written at exit either


if __name__ == "__main__":
    sys.exit(main())
