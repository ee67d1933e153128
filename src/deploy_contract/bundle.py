"""The contract as a value: the files that `make generate` wrote for one version."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from os import PathLike, fspath
from typing import Any, cast

import deploy_contract_generated

from deploy_contract.choices import require_choice
from deploy_contract.effective import EffectiveContract
from deploy_contract.exceptions import ContractError
from deploy_contract.frozen import FrozenDict, frozen
from deploy_contract_format.bundle_format import (
    ADVICE_FOR_FOLDER,
    EDITORS,
    OPENAPI,
    OPERATIONS,
    RULES,
    SAMPLES,
    VARIANTS,
    editor_file,
    schema_file,
    table_files,
)
from deploy_contract_format.definitions import COMPONENTS, Schema, closed_schema
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError
from deploy_contract_format.rules import Kind, Rule, Rulebook

__all__ = ["Bundle"]

INSTALLED = "the installed contract"


@dataclass(frozen=True, eq=False, repr=False)
class Bundle:
    """One version of the contract: a frozen value that threads may share.

    Make a bundle with `Bundle.installed` or `Bundle.load`. `Contract(bundle=...)` judges by the
    bundle, so one process may use several versions. Two bundles are equal if their tables and
    defaults are equal.

    Attributes:
        name: the origin of the bundle, for messages.
        defaults: the effective contract in a compiled file. A `Contract` takes its policies,
            options and limits unless you give others. None for any other bundle.
    """

    name: str
    _tables: Mapping[str, Any]
    defaults: EffectiveContract | None = None

    @classmethod
    def installed(cls) -> "Bundle":
        """Return the bundle of the installed package `deploy_contract_generated`.

        The bundle reads each table at its first use.
        """
        return _installed()

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Bundle":
        """Return the bundle in a folder, a wheel or a compiled contract.

        This function checks the bundle, and runs no code from it.

        Args:
            path: a checkout, its `generated/`, the folder of an installed package, a wheel or
                another zip file of the package, or a file that `deploy-contract compile` wrote.

        Raises:
            ContractError: the bundle cannot be read, is incomplete or inconsistent, or has a format
                version that this library does not read. Or the bundle is `generated/` of a checkout
                whose spec/ has changed since. The text names the file.
        """
        from pathlib import Path

        from deploy_contract import bundle_files

        name: Any = fspath(path) if isinstance(path, str | PathLike) else None
        if not isinstance(name, str):
            kind = type(path).__name__
            raise ContractError(f"a bundle is a path, not {kind}: give str or Path")
        with faults_named(name):
            found = bundle_files.read(Path(name))
        if isinstance(found, bytes):
            return cls.from_compiled(found, name)
        return cls.from_files(found, name)

    @classmethod
    def from_compiled(cls, body: bytes, name: str) -> "Bundle":
        """Return the bundle of a compiled contract, checked as by `load`.

        Args:
            body: the content of a file that `deploy-contract compile` wrote.
            name: the origin of the bundle, for messages.

        Raises:
            ContractError: as for `load`.
        """
        with faults_named(name):
            defaults = EffectiveContract.from_json(body)
        return cls(name, defaults.bundle, defaults)

    @classmethod
    def from_files(cls, files: Mapping[str, bytes], name: str) -> "Bundle":
        """Return the bundle of the files in a mapping, checked as by `load`.

        Args:
            files: a mapping from the path of a file in the package, such as "rules.json" or
                "schemas/Deployment.open.json", to its content.
            name: the origin of the bundle, for messages.

        Raises:
            ContractError: as for `load`.
        """
        from deploy_contract_format import bundle_checks

        try:
            kept = {str(file): bytes(memoryview(content)) for file, content in files.items()}
        except (TypeError, AttributeError):
            raise ContractError("the files of a bundle are bytes by their names") from None
        with faults_named(name):
            checked = bundle_checks.check(bundle_checks.parse(kept))
        return cls(name, frozen(checked.tables))

    @cached_property
    def format_version(self) -> int:
        """The version of the table format, which the generator and the library share."""
        return int(self._rules["format"])

    @cached_property
    def version(self) -> str:
        """The version of the contract (info.version of spec/openapi.yaml)."""
        return str(self._rules["version"])

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules with the modes that the contract gives them."""
        return self.book.rules

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document."""
        return tuple(self.book.kinds)

    @cached_property
    def operations(self) -> tuple[Mapping[str, Any], ...]:
        """The operations, each with id, method, path, parameters, and the kinds of document."""
        return tuple(self._tables[OPERATIONS])

    def schema(self, kind: str, variant: str = "closed") -> Mapping[str, Any]:
        """Return the schema of a kind of document, in JSON Schema 2020-12.

        Args:
            kind: a kind of document.
            variant: "closed" refuses undeclared fields, "open" ignores them.

        Raises:
            ContractError: there is no such kind or variant.
        """
        require_choice("kind", kind, self.book.kinds)
        require_choice("variant", variant, VARIANTS)
        opened = self._tables[schema_file(kind, "open")]
        schema = opened if variant == "open" else frozen(closed_schema(opened))
        return cast(Mapping[str, Any], schema)

    def editor_schema(self, kind: str, source: str | None = None) -> Mapping[str, Any]:
        """Return the schema of a kind of document for editors, in JSON Schema draft-07 with texts.

        Args:
            kind: a kind of document.
            source: the source of the deployment. None: any source.

        Raises:
            ContractError: there is no such kind or source, or the bundle has no such schema.
        """
        require_choice("kind", kind, self.book.kinds)
        require_choice("source", source, (None, *self.book.sources))
        if source and not self.book.kinds[kind].source:
            raise ContractError(f"{kind} has no source; ask for its schema without one")
        name = editor_file(kind, source)
        schema = self._shown(name)
        if schema is None:
            raise ContractError(f"{escape_name(self.name)} has no {name}; {ADVICE_FOR_FOLDER}")
        return schema

    @cached_property
    def samples(self) -> Mapping[str, Any]:
        """A violating and a valid sample for each rule; {} in bundles of earlier versions."""
        return self._shown(SAMPLES) or FrozenDict()

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """The OpenAPI document of the contract, as one JSON value."""
        return cast(Mapping[str, Any], self._tables[OPENAPI])

    @cached_property
    def judged_tables(self) -> Mapping[str, Any]:
        """The JSON values of the tables that decide verdicts, by their names."""
        names = [name for name in table_files(self.kinds) if name != OPENAPI]
        return FrozenDict({name: self._tables[name] for name in names})

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The JSON values of the tables that a bundle must have, by their names."""
        return FrozenDict({**self.judged_tables, OPENAPI: self.description})

    @cached_property
    def all_tables(self) -> Mapping[str, Any]:
        """The `tables`, and the tables that decide no verdict: samples, and schemas for editors."""
        names = [SAMPLES]
        for kind, kind_row in self.book.kinds.items():
            sources = (None, *self.book.sources) if kind_row.source else (None,)
            names += [editor_file(kind, source) for source in sources]
        found = {name: self._shown(name) for name in names}
        shown = {name: table for name, table in found.items() if table is not None}
        return FrozenDict({**self.tables, **shown})

    # --- values for the library itself

    @cached_property
    def book(self) -> Rulebook:
        """The rules, document kinds and sources."""
        data = self._rules
        kinds = {name: Kind.from_dict(row) for name, row in data["kinds"].items()}
        # sorted, as in a compiled contract: reports and ties between worlds depend on the order
        sources = {name: tuple(hostings) for name, hostings in sorted(data["sources"].items())}
        rules = tuple(map(Rule.from_dict, data["rules"]))
        return Rulebook(FrozenDict(kinds), FrozenDict(sources), rules)

    def definitions(self, kind: str) -> Mapping[str, Schema]:
        """Return the open schemas in `$defs` of a kind of document, by name."""
        found: Mapping[str, Schema] = self.schema(kind, "open")["$defs"]
        return found

    def resolve(self, schema: Mapping[str, Any]) -> Schema | None:
        """Return a schema of `description` without null, with the resource in place of a reference.

        Keywords beside a reference take precedence. Return None if there is no such resource.
        """
        found, seen = dict(schema), set[str]()
        while "anyOf" in found or "$ref" in found:  # a resource may itself be a reference
            for choice in found.pop("anyOf", ()):
                if choice.get("type") != "null":
                    found = {**choice, **found}
            if "$ref" in found:
                title = found.pop("$ref").removeprefix(COMPONENTS)
                resource = self.description["components"]["schemas"].get(title)
                if resource is None or title in seen:
                    return None
                seen.add(title)
                found = {**resource, **found}
        return found

    @cached_property
    def _rules(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self._tables[RULES])

    def _shown(self, name: str) -> Mapping[str, Any] | None:
        """Return a table that decides no verdict; None if the bundle lacks it."""
        try:
            return cast(Mapping[str, Any], self._tables[name])
        except KeyError:
            return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bundle):
            return NotImplemented
        if self is other:
            return True
        return self.tables == other.tables and self.defaults == other.defaults

    def __hash__(self) -> int:
        return hash(self.version)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the installed bundle as a reference, and a loaded one by its tables."""
        if self is _installed():
            return _installed, ()
        return Bundle, (self.name, self._tables, self.defaults)

    def __repr__(self) -> str:
        return f"<Bundle {self.version}: {escape_name(self.name)}>"


@cache
def _installed() -> Bundle:
    return Bundle(INSTALLED, _InstalledTables())


class _InstalledTables(dict[str, Any]):
    """The tables of the installed package. Each is read at its first use."""

    def __missing__(self, name: str) -> Any:
        # The loader also reads a package in a zip file, and imports nothing.
        folder, loader = deploy_contract_generated.__path__[0], deploy_contract_generated.__loader__
        try:
            content = loader.get_data(f"{folder}/{name}")  # type: ignore[union-attr]
        except OSError:
            from pathlib import Path

            path = Path(folder).parent / name  # of a checkout
            if not name.startswith(EDITORS) or not path.is_file():
                raise KeyError(name) from None
            content = path.read_bytes()
        self[name] = frozen(json.loads(content))
        return self[name]


@contextmanager
def faults_named(name: str) -> Iterator[None]:
    """Turn an error of a file into ContractError, whose text begins with the name of the bundle."""
    try:
        yield
    except FileError as error:
        raise ContractError(f"{escape_name(name)}: {error}") from None
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        reason = getattr(error, "strerror", None) or "not a file name"
        raise ContractError(f"{escape_name(name)}: cannot be read: {reason}") from None
