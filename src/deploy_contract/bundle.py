"""The contract as a value: everything that `make generate` wrote for one version."""

import json
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from os import PathLike, fspath
from types import MappingProxyType
from typing import Any, cast

import deploy_contract_generated

from deploy_contract.choices import require_choice
from deploy_contract.exceptions import ContractError
from deploy_contract_format.bundle_format import (
    ADVICE,
    EDITORS,
    MOST_ITEMS,
    OPENAPI,
    OPERATIONS,
    OVERLAYS,
    RULES,
    SAMPLES,
    VARIANTS,
    editor_file,
    schema_file,
    table_files,
)
from deploy_contract_format.definitions import limited
from deploy_contract_format.frozen import FrozenDict, frozen, frozen_object
from deploy_contract_format.overlay import Schema
from deploy_contract_format.rules import Kind, Rule, Rulebook

__all__ = ["Bundle"]

INSTALLED = "the installed contract"

Validators = tuple[Mapping[str, Callable[[Any], Any]], type[Exception]]


class Bundle:
    """One version of the contract: a frozen value that threads may share.

    `Contract(bundle=...)` judges by it, so that several versions live in one process. A bundle is
    made by `Bundle.installed` or `Bundle.load`. Two bundles are equal if their tables are.
    """

    def __init__(
        self,
        name: str,
        read: Callable[[str], bytes],
        validators: Callable[[], Validators],
        files: Mapping[str, bytes] = FrozenDict(),
    ) -> None:
        """Make a bundle of files that were checked; use `installed` or `load` instead."""
        self.name = name
        self._read = read
        self._kept = files
        self._compiled = validators
        self._definitions: dict[tuple[str, int], dict[str, Schema]] = {}
        self._variants: dict[tuple[str, str, int], dict[str, Schema]] = {}
        self._made = True

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change a bundle."""
        if "_made" in self.__dict__:
            raise AttributeError(f"a Bundle never changes; load another one to have another {name}")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Refuse to change a bundle."""
        raise AttributeError(f"a Bundle never changes; {name} cannot be deleted")

    @classmethod
    def installed(cls) -> "Bundle":
        """Return the bundle of the installed package `deploy_contract_generated`.

        It reads each table when it is first used. Its validators are compiled in advance.
        """
        return _installed()

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Bundle":
        """Return the bundle in a folder, wheel, .zip or .tar.gz.

        The bundle is checked, and none of its code is run.

        Args:
            path: a checkout, its generated/, an installed package folder, or an archive of one.

        Raises:
            ContractError: the bundle cannot be read, is incomplete or inconsistent, or is of a
                format version that this library does not read. The text names the file.
        """
        from pathlib import Path

        from deploy_contract_format import bundle_files
        from deploy_contract_format.printing import escape_name
        from deploy_contract_format.reading import FileError

        try:
            name: Any = fspath(path)
        except TypeError:
            name = None
        if not isinstance(name, str):
            kind = type(path).__name__
            raise ContractError(f"a bundle is a path, not {kind}: give str or Path")
        try:
            files = bundle_files.read(Path(name))
        except FileError as error:
            raise ContractError(f"{escape_name(name)}: {error}") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not a name of a file"
            raise ContractError(f"{escape_name(name)}: cannot be read: {reason}") from None
        return cls.from_files(files, name)

    @classmethod
    def from_files(cls, files: Mapping[str, bytes], name: str) -> "Bundle":
        """Return the bundle of tables by their paths in the package, checked as by `load`.

        Args:
            files: "rules.json", "schemas/Deployment.closed.json" and so on, with their content.
            name: where they come from, for messages.

        Raises:
            ContractError: as for `load`.
        """
        from deploy_contract_format import bundle_checks
        from deploy_contract_format.printing import escape_name
        from deploy_contract_format.reading import FileError

        try:
            kept = {str(file): bytes(memoryview(content)) for file, content in files.items()}
        except (TypeError, AttributeError):
            raise ContractError("the files of a bundle are bytes by their names") from None
        try:
            found = bundle_checks.check(kept)
        except FileError as error:
            raise ContractError(f"{escape_name(name)}: {error}") from None
        tables = FrozenDict({table: kept[table] for table in found})
        return cls(name, tables.__getitem__, _no_validators, tables)

    @cached_property
    def format_version(self) -> int:
        """The version of the format of the tables, which the generator and the library share."""
        return int(self._tables["format"])

    @cached_property
    def version(self) -> str:
        """The version of the contract (info.version of spec/openapi.yaml)."""
        return str(self._tables["version"])

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules with the modes that the contract gives them."""
        return self.book.rules

    @property
    def documents(self) -> tuple[str, ...]:
        """The kinds of document."""
        return tuple(self.book.kinds)

    @cached_property
    def operations(self) -> tuple[Mapping[str, Any], ...]:
        """The operation table: id, method, path, parameters, and the kinds of document."""
        return tuple(self._json(OPERATIONS))

    def schema(self, kind: str, variant: str = "closed") -> Mapping[str, Any]:
        """Return the JSON Schema of a document kind: "closed" (no undeclared fields) or "open".

        Raises:
            ContractError: there is no such kind or variant.
        """
        require_choice("kind", kind, self.book.kinds)
        require_choice("variant", variant, VARIANTS)
        return cast(Mapping[str, Any], self._json(schema_file(kind, variant)))

    def editor_schema(self, kind: str, source: str | None = None) -> Mapping[str, Any]:
        """Return the JSON Schema for editors of a document kind (draft-07, with texts to show).

        Args:
            kind: a document kind.
            source: a source, for documents of that source alone; None for those of every source.

        Raises:
            ContractError: there is no such kind or source, or the bundle has no such schema.
        """
        from deploy_contract_format.printing import escape_name

        require_choice("kind", kind, self.book.kinds)
        require_choice("source", source, (None, *self.book.sources))
        if source and not self.book.kinds[kind].source:
            raise ContractError(f"{kind} has no source; ask for its schema without one")
        name = editor_file(kind, source)
        try:
            content = self._read(name)
        except (OSError, KeyError):
            raise ContractError(f"{escape_name(self.name)} has no {name}; {ADVICE}") from None
        return cast(Mapping[str, Any], frozen(json.loads(content)))

    @cached_property
    def samples(self) -> Mapping[str, Any]:
        """For each rule a sample that breaks it and one that keeps it; {} in earlier bundles."""
        try:
            return cast(Mapping[str, Any], self._json(SAMPLES))
        except (OSError, KeyError):
            return FrozenDict()

    @cached_property
    def overlays(self) -> Mapping[str, Any]:
        """The overlays of rules: kind -> source -> hosting -> entries (spec/README.md)."""
        return cast(Mapping[str, Any], self._json(OVERLAYS))

    @cached_property
    def description(self) -> Mapping[str, Any]:
        """The OpenAPI document of the contract, in one piece."""
        return cast(Mapping[str, Any], self._json(OPENAPI))

    # --- values for the library itself

    @cached_property
    def book(self) -> Rulebook:
        """The rules, document kinds and sources."""
        data = self._tables
        kinds: dict[str, Kind] = {}
        for name, row in data["kinds"].items():
            kinds[name] = Kind(**{key: _as_tuple(row[key]) for key in Kind._fields})
        sources = {name: tuple(hostings) for name, hostings in data["sources"].items()}
        rules = tuple(map(Rule.from_dict, data["rules"]))
        return Rulebook(FrozenDict(kinds), FrozenDict(sources), rules)

    @cached_property
    def directions(self) -> Mapping[str, tuple[str, ...]]:
        """Document kind -> "request", "response" or both."""
        kinds = self._tables["kinds"].items()
        return FrozenDict({name: tuple(row["directions"]) for name, row in kinds})

    @cached_property
    def roots(self) -> Mapping[str, Mapping[str, str]]:
        """Document kind -> variant -> name of the definition of the whole document."""
        kinds = self._tables["kinds"].items()
        return FrozenDict({name: row["definitions"] for name, row in kinds})

    def definitions(self, kind: str, items: int = MOST_ITEMS) -> dict[str, Schema]:
        """Return the lowered definitions of a document kind by name, closed and open.

        Args:
            kind: a document kind.
            items: the most items of an array or object.
        """
        key = (kind, items)
        if key not in self._definitions:
            found: dict[str, Schema] = {}
            for variant in VARIANTS:
                found |= self.variant_definitions(kind, variant, items)
            self._definitions[key] = FrozenDict(found)
        return self._definitions[key]

    def variant_definitions(
        self, kind: str, variant: str, items: int = MOST_ITEMS
    ) -> dict[str, Schema]:
        """Return the lowered definitions of one variant, which refer to no others.

        The other arguments are those of `definitions`.
        """
        key = (kind, variant, items)
        if key not in self._variants:
            found: dict[str, Schema] = self._json(schema_file(kind, variant))["$defs"]
            if items != MOST_ITEMS:
                found = frozen(limited(found, items))
            self._variants[key] = found
        return self._variants[key]

    @cached_property
    def validators(self) -> Validators:
        """The compiled validators by name, with the exception that they raise; {} if loaded."""
        return self._compiled()

    @cached_property
    def _tables(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self._json(RULES))

    def _json(self, name: str) -> Any:
        return json.loads(self._read(name), object_pairs_hook=frozen_object)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bundle):
            return NotImplemented
        return self is other or self._files() == other._files()

    def __hash__(self) -> int:
        return hash(self._read(RULES))

    def _files(self) -> Mapping[str, bytes]:
        return {name: self._read(name) for name in table_files(self.documents)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the installed bundle as a reference, and a loaded one by its files."""
        if self is _installed():
            return _installed, ()
        return _loaded, (dict(self._kept), self.name)

    def __repr__(self) -> str:
        from deploy_contract_format.printing import escape_name

        where = self.name if self is _installed() else escape_name(self.name)
        return f"<Bundle {self.version}: {where}>"


@cache
def _installed() -> Bundle:
    return Bundle(INSTALLED, _installed_file, _installed_validators)


def _installed_file(name: str) -> bytes:
    # The loader also reads a package in a zip file, and imports nothing.
    folder, loader = deploy_contract_generated.__path__[0], deploy_contract_generated.__loader__
    try:
        return cast(bytes, loader.get_data(f"{folder}/{name}"))  # type: ignore[union-attr]
    except OSError:
        if not name.startswith(EDITORS):
            raise
        from pathlib import Path

        return (Path(folder).parent / name).read_bytes()  # of a checkout


def _installed_validators() -> Validators:
    from deploy_contract_generated.validators import VALIDATORS, Invalid

    return MappingProxyType(VALIDATORS), Invalid


def _no_validators() -> Validators:
    return FrozenDict(), ValueError


def _loaded(files: Mapping[str, bytes], name: str) -> Bundle:
    return Bundle.from_files(files, name)


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value
