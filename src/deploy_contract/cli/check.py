"""Judge the documents in JSON or YAML files.

Exit status: 0 if nothing fails; 1 if a document is denied, or fails by --fail-on; 2 for wrong use or
a file that cannot be read (the others are still judged).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial, reduce
from os.path import isdir
from typing import Any, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.choices import require_choice
from deploy_contract.cli import options as row
from deploy_contract.cli.commands import ALLOWED, DENIED, WRONG_USE
from deploy_contract.cli.mappings import Mappings, shortest
from deploy_contract.cli.options import FILE_UNKNOWN_FIELDS, file_kind, file_unknown_fields
from deploy_contract.cli.printing import Printer, counted, warn
from deploy_contract.cli.purposes import (
    FIELDS,
    NO_EFFECT,
    Purpose,
    choices_of,
    combined,
    display_key,
    idle_comments,
    read_comment,
)
from deploy_contract.cli.reports import FORMATS, Problem
from deploy_contract.contract import Contract, LateContract
from deploy_contract.exceptions import ContractError
from deploy_contract.files import documents
from deploy_contract.files.documents import (
    Checked,
    UnreadableError,
    find_files,
    unreadable,
)
from deploy_contract.limits import Limits
from deploy_contract.report import Report
from deploy_contract_format.pointer import member_of, split
from deploy_contract_format.printing import escape_name
from deploy_contract_format.rules import stored_kind
from deploy_contract_format.shapes import UNDECLARED

_Judge: TypeAlias = Callable[[str, bytes], Iterator[Checked]]  # of the name and body of a file
FAIL_ON = {"denied": (), "undecided": ("undecided",), "reported": ("undecided", "reported")}
_MAX_BYTES = Limits().response_body
_PROGRESS_FROM = 200  # files
_MANY = Limits(violations=1000)
_UNDECIDED = (
    "undecided documents fail this check; settle them with --source, --hosting or --deployment, "
    "in the first comment of the file (`# deploy-contract: source=...`) or in "
    "deploy-contract.toml; --fail-on denied lets them pass"
)
_ALL_EXCLUDED = "by patterns to exclude (--exclude, deploy-contract.toml); no other file was given"


def options_of(bundle: Bundle) -> row.Groups:
    """Return the options of the command. The bundle has the names to choose from."""
    book = bundle.book
    purpose = (
        "text, one JSON object per document, annotations for GitHub Actions, or one SARIF 2.1.0 "
        "document"
    )
    return {
        "": {
            "files": row.files(
                "FILE",
                'file of documents, or folder of .json, .yaml and .yml files; "-" is standard input',
            ),
        },
        "documents": {
            "--as": row.choice(
                book.kinds, f"kind of the documents (default: {file_kind(bundle)})", dest="kind"
            ),
            "--source": row.choice(book.sources, "source of the deployment to be patched"),
            **row.hosting(bundle, "where the deployment runs"),
            "--deployment": row.text(
                "FILE", "the stored deployment that is patched, or a known part"
            ),
            "--exclude": row.many("GLOB", "leave out the files and folders that match"),
        },
        "verdict and exit status": {
            **row.unknown_fields(FILE_UNKNOWN_FIELDS),
            **row.MODE,
            "--fail-on": row.choice(
                FAIL_ON,
                "exit with status 1 for this or worse (default: %(default)s)",
                default="denied",
            ),
            "--fix": row.switch(
                "mend violations that fail the check, where their rules say how, in the files"
            ),
            "--diff": row.switch("show the changes of --fix, and write nothing"),
            "--strict": {
                "dest": "fail_on",
                "action": "store_const",
                "const": "reported",
                "help": "the same as --fail-on reported",
            },
        },
        "output": {
            **row.formats(tuple(FORMATS), purpose),
            "--no-source": row.switch(
                "do not show the keys at fault on lines of their own in text"
            ),
            "--show-values": row.switch(
                "show the values beside these keys, for files of your own; secrets stay hidden"
            ),
        },
        **row.CONTRACT,
    }


def run(options: argparse.Namespace) -> int:
    """Judge the files and print the reports. Return the exit status.

    Raises:
        ContractError: options contradict each other, or a policy or mapping is wrong.
    """
    if options.diff and options.fix:
        raise ContractError("give --fix or --diff, not both")
    if options.diff and options.format != "text":
        raise ContractError("--diff prints text; leave --format out")
    printer = Printer()
    found = _Run(options, printer)
    FORMATS[options.format](found.records(), printer, options)
    is_read = options.format in ("text", "github")  # by people, in a terminal or a log
    if is_read and "indeterminate" in found.verdicts and options.fail_on != "denied":
        warn(_UNDECIDED)
    return found.status


class _Run:
    """One run. It chooses the contract, kind and known facts of each file.

    The command line has precedence, then the comment of the file, the mapping of its folder, and
    the defaults.

    Attributes:
        status: the exit status for the records so far.
        verdicts: the verdicts so far.

    Raises:
        ContractError: a policy or the stored deployment is wrong, or contradicts --source.
    """

    def __init__(self, options: argparse.Namespace, printer: Printer) -> None:
        self._options, self._printer = options, printer
        self.status, self.verdicts = ALLOWED, set[str]()
        self._fail_on = FAIL_ON[options.fail_on]
        self._mends = options.fix or options.diff
        self._bundle: Bundle = options.bundle
        self._files, self._problems = find_files(options.files)
        given = {name: getattr(options, name) for name in FIELDS.values()}
        given |= {"policies": tuple(options.policy) or None, "modes": dict(options.modes)}
        self._stated = {name: value for name, value in given.items() if value is not None}
        self._defaults = {
            "kind": file_kind(self._bundle),
            "unknown_fields": file_unknown_fields(self._bundle),
        }
        self._contracts: dict[Hashable, Contract] = {}
        self._judges: dict[int, tuple[Purpose, _Judge]] = {}  # by the id of the mapped purpose
        if options.policy:  # reports a wrong policy first
            self._contract(combined(self._stated, self._defaults))
        self._stored_in = cache(self._read_stored)
        if options.deployment is not None:
            stored = self._stored_in(options.deployment)
            if _differ(options.source, stored.get("source")):
                raise ContractError(
                    f"--source contradicts the source in {escape_name(options.deployment)}; "
                    "leave it out, or correct one"
                )
        self._choices = choices_of(self._bundle)
        self._mappings = Mappings(self._choices, options.exclude)

    def records(self) -> Iterator[Checked | Problem]:
        """Yield the documents with their reports, and the problems."""
        for error in self._problems:
            yield self._unreadable(error)
        excluded, number = 0, len(self._files)
        with self._printer.progress(number, threshold=_PROGRESS_FROM) as update:
            for done, name in enumerate(self._files, 1):
                try:
                    mapped = self._mappings.purpose(name)
                    if mapped is None:
                        excluded += 1
                    else:
                        yield from self._of_file(name, mapped)
                except UnreadableError as error:
                    yield self._unreadable(error)
                update(done)
        if excluded and excluded == number:
            warn(f"left out {counted(number, 'file')} {_ALL_EXCLUDED}")
        folders = map(isdir, self._options.files)
        if self._options.exclude and any(folders):  # a glob need not match a file that is named
            for glob in self._mappings.idle:
                warn(f"--exclude {display_key(glob)} matches none of these files")

    def _unreadable(self, error: UnreadableError, title: str = "not read") -> Problem:
        warn(str(error))
        self.status = WRONG_USE
        return Problem("error", title, str(error), error.file, error.line)

    def _of_file(self, name: str, mapped: Purpose) -> Iterator[Checked | Problem]:
        body = documents.read(name, _MAX_BYTES)
        judge = self._judge(name, read_comment(name, body, self._choices), mapped)
        found: Iterable[Checked]
        if self._mends:
            from deploy_contract.cli import mending  # few runs mend files

            printer = self._printer if self._options.diff else None
            body, found, error = mending.mended(
                name, body, partial(judge, name), self._fails, printer
            )
            if error is not None:
                yield self._unreadable(error, "not written")
        else:
            found = judge(name, body)
        number, is_read = 0, True  # a file without documents is YAML
        for checked in found:
            # a file that is too long is not read as YAML
            number, is_read = checked.number, checked.source.is_yaml
            self._count(checked.report)
            yield checked
        if not number:
            warn(f"{escape_name(name)}: contains no document")
        for line in idle_comments(body if is_read else b""):
            warn(f"{escape_name(name)}:{line}: {NO_EFFECT}")
            if self._options.fail_on != "denied":  # its author expects another verdict
                self.status = max(self.status, DENIED)
            yield Problem("warning", "no effect", NO_EFFECT, name, line)

    def _count(self, report: Report) -> None:
        verdict = report.verdict
        self.verdicts.add(verdict)
        fails = verdict == "deny" or (verdict == "indeterminate" and "undecided" in self._fail_on)
        if fails or ("reported" in self._fail_on and report.violations):
            self.status = max(self.status, DENIED)

    def _judge(self, name: str, stated: Purpose, mapped: Purpose) -> _Judge:
        """Return the function that judges the text of a file.

        Raises:
            ContractError: a policy of its mapping is wrong.
            UnreadableError: its stored deployment cannot be read, or contradicts its source.
        """
        known = self._judges.get(id(mapped))
        if known is not None and not stated:  # true for most files
            return known[1]
        purpose = combined(self._stated, stated, mapped, self._defaults)
        stored, source = purpose.get("deployment"), purpose.get("source")
        try:
            if isinstance(stored, str):
                stored = self._stored_in(stored)
            elif stored is not None:
                self._require_facts(stored)
        except ContractError as error:
            raise unreadable(name, f"deployment {error}") from None
        if stored is not None and _differ(source, stored.get("source")):
            raise unreadable(name, "its source contradicts the source of the stored deployment")
        try:
            contract = self._contract(purpose)
        except ContractError as error:
            if not mapped.get("policies") and not mapped.get("modes"):
                raise
            raise ContractError(f"{self._cause(purpose, mapped)}: {error}") from None
        facts: Any = {"kind": purpose["kind"], "source": source, "deployment": stored}
        judge = partial(documents.check_body, contract=contract, **facts)
        if not stated:
            self._judges[id(mapped)] = mapped, judge  # keeps the object, and so its id
        return judge

    def _read_stored(self, path: str) -> Mapping[str, Any]:
        """Return the stored deployment in a file. Raises ContractError if the file has none."""
        shown = path if path == documents.STANDARD_INPUT else shortest(path)
        name = escape_name(shown)
        stored = documents.document(shown, _MAX_BYTES).value
        if not isinstance(stored, dict):
            raise ContractError(f"{name}: a stored deployment must be an object")
        sources = (None, *self._bundle.book.sources)
        require_choice(f"{name}: source", stored.get("source"), sources)
        self._require_facts(stored, f"{name}: ")
        return stored

    def _require_facts(self, stored: object, prefix: str = "") -> None:
        """Raise ContractError if a stored deployment has a wrong type or a misspelt field.

        Rules would not read such a value as its author means it, such as "true" for true. Null
        passes, as it is no value. So do other undeclared fields: a service may store more.
        """
        kind: Any = stored_kind(self._bundle.book.kinds)
        violations = self._lenient.check(stored, kind).violations if kind else ()
        for violation in violations:
            at, message = split(violation.pointer), violation.message
            is_wrong = violation.rule == "schema-type" and reduce(member_of, at, stored) is not None
            if violation.rule in UNDECLARED:
                meant = re.match(r"(?:did you mean|write) (\w+)[?;]", violation.hint)
                around: Any = reduce(member_of, at[:-1], stored)
                is_wrong = meant is not None and meant[1] not in around
                message += f"; {violation.hint}"
            if is_wrong:
                raise ContractError(f"{prefix}{violation.pointer}: {message}")

    @cached_property
    def _lenient(self) -> Contract:
        """A contract that shows all violations of a stored deployment, which may be incomplete."""
        return LateContract(unknown_fields="report", bundle=self._bundle, limits=_MANY)

    def _cause(self, purpose: Purpose, mapped: Purpose) -> str:
        """Return the place of the modes or policies of a mapping that make the contract invalid."""
        modes, policies = mapped.get("modes_at", ""), mapped.get("policies_at", "")
        try:
            self._contract({**purpose, "modes": self._stated["modes"]})
        except ContractError:
            return str(policies or modes)
        return str(modes or policies)

    def _contract(self, purpose: Purpose) -> Contract:
        hosting, unknown_fields = purpose.get("hosting"), purpose["unknown_fields"]
        policies, modes = purpose.get("policies", ()), purpose["modes"]
        key = hosting, unknown_fields, policies, *sorted(modes.items())
        if key not in self._contracts:
            # mend many violations in few rounds
            limits = _MANY if self._mends else Limits()
            self._contracts[key] = LateContract(
                hosting=hosting,
                unknown_fields=unknown_fields,
                modes=modes,
                policies=[shortest(path) for path in policies],
                bundle=self._bundle,
                limits=limits,
            )
        return self._contracts[key]

    def _fails(self, word: str) -> bool:
        """Return True if a violation with this word fails the check under --fail-on."""
        return word == "error" or (word == "note" and "reported" in self._fail_on)


def _differ(given: str | None, stored: str | None) -> bool:
    return given is not None and stored is not None and given != stored
