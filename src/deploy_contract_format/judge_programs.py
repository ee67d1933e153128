"""Judge programs: what the native engine needs to judge documents of one kind and source.

`make generate` compiles those of the contract. Policies, other modes and other limits are compiled
when they are first needed, by the same code.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_format.active_rules import ActiveRules
from deploy_contract_format.candidates import Candidates
from deploy_contract_format.case_rows import CaseRow, RelationRow, case_row
from deploy_contract_format.definitions import Definitions
from deploy_contract_format.merging import merge_schemas, specialised
from deploy_contract_format.overlay import (
    NOTHING,
    Entry,
    Schema,
    merge_any_state,
    merge_stateless_entries,
    replaced_around,
    requirement,
)
from deploy_contract_format.program import MOST_ASKED, UnsupportedError, compile_program
from deploy_contract_format.rules import Rule
from deploy_contract_format.shapes import EXCHANGES
from deploy_contract_format.triggers import harmless, surest_first, triggers_by_kind

Source = str | None

_OBJECT: Schema = {"type": "object"}
# Shapes of rules that no program has. Programs in generated/ serve while all other rules are
# those of the contract; if not, programs are compiled.
_UNEXPRESSED = frozenset({"keyword", "wire", "http", "undeclared", "revision", *EXCHANGES})

# Answers of a judge, by the order of `asked`. One source:
KEEPS_ALL = 0b11  # rules for documents without an override, and for all documents
# Several sources; the engine knows the first three, too:
ADMITTED_BY_ALL, STRUCTURE = 0b1, 0b10
ANY_STATE = 0b100  # the stored deployment does not matter
FIRST_SOURCE = 3  # number of the first source's rules


class JudgeProgram(NamedTuple):
    """A program, and what its roots are. Roots are numbers of schemas of the program.

    Attributes:
        program: as `program` describes it.
        asked: roots of a verdict. Of one source: its rules for documents without an override, its
            rules for all documents, the structure alone. Of several: the rules of all, the
            structure alone, those of `ANY_STATE`, and the rules of each source; then facts, of the
            revision and the rules.
        structure: place among `asked` of the structure alone.
        first_fact: place among `asked` of the first fact; None without facts.
        revision: a root that accepts nothing, that of objects, and for each revision rule that of
            the documents that do not set it off, the surest first. Empty without facts.
        enforced: rules of the source; of several sources, those of the first.
        advised: rules in report mode, for each source.
    """

    program: bytes
    asked: list[int]
    structure: int
    first_fact: int | None
    revision: list[int]
    enforced: CaseRow
    advised: list[CaseRow]


class Structure(NamedTuple):
    """The structure of a kind of document.

    Attributes:
        definitions: the schemas that references lead to.
        root: name of the definition of the whole document.
        guarded: True if undeclared members must not be confusable with declared ones.
    """

    definitions: Definitions
    root: str
    guarded: bool


class RuleSchemas(NamedTuple):
    """The schemas of the rules of some sources, each once, and the rules that they are of.

    Attributes:
        schemas: of the rules.
        rows: for each source its rules, with their entries and the numbers of their schemas.
    """

    schemas: list[Schema]
    rows: dict[Source, list[tuple[Rule, Entry, int]]]


def sources_of(candidates: Candidates, kind: str, source: Source) -> tuple[Source, ...]:
    """Return the sources that a deployment may have: (None,) if documents carry their own."""
    if not candidates.by_context(kind):
        return (None,)
    return candidates.admitted if source is None else (source,)


def judge_program(
    rules: ActiveRules,
    candidates: Candidates,
    structure: Structure,
    kind: str,
    source: Source,
    revisions: Sequence[Rule],
) -> JudgeProgram | None:
    """Return the program that judges a kind of document; None if programs cannot express it.

    Args:
        rules: the active ones.
        candidates: for the same rules.
        structure: of the documents.
        kind: of the documents.
        source: of the deployment; None if it is unknown, or the document carries it.
        revisions: rules, among which the revision rules are.
    """
    if candidates.is_split(kind) or _merges(rules, kind):
        return None
    sources = sources_of(candidates, kind, source)
    wholes, parts = _overlays(rules, kind, sources)
    known, root = structure.definitions, structure.definitions[structure.root]
    schemas = [*[specialised(known, root, whole) for whole in wholes], *parts]
    judged = len(schemas)
    if judged > MOST_ASKED:
        return None
    enforced = case_row(rules, "enforce", kind, sources[0], schemas)
    advised = [case_row(rules, "report", kind, name, schemas) for name in sources]
    ours = len(schemas)
    revision = [NOTHING, _OBJECT, *_revision_schemas(revisions, kind)]
    more = rule_schemas(rules, kind, sources).schemas if len(sources) > 1 else []
    facts = [*revision[1:], *more] if more else []
    if judged + len(facts) > MOST_ASKED:
        more, facts = [], []
    asked = [*range(judged), *range(ours + 1, ours + 1 + len(facts))]
    first_fact = judged if facts else None
    guarded = len(wholes) if structure.guarded else 0
    revision_roots = list(range(ours, ours + len(revision)))
    compiled = _compiled(known, [*schemas, *revision, *more], guarded)
    if compiled is None:
        compiled = _compiled(known, schemas, guarded)
        asked, first_fact, revision_roots = asked[:judged], None, []
    if compiled is None:
        return None
    return JudgeProgram(
        compiled, asked, len(wholes) - 1, first_fact, revision_roots, enforced, advised
    )


def _merges(rules: ActiveRules, kind: str) -> bool:
    """Return True if a `never` rule asks for the state of an object after a patch.

    Programs know that of single values alone.
    """
    how = rules.book.kinds[kind]
    if not how.stored:
        return False
    pointers = [
        pointer
        for rule in rules.book.rules
        if rule.shape == "never" and kind in rule.on
        for pointer in rule.parameters["never"]
    ]
    effects = dict(how.effects)
    return any(one in effects or replaced_around(one, how) is not None for one in pointers)


def rule_schemas(rules: ActiveRules, kind: str, sources: Sequence[Source]) -> RuleSchemas:
    """Return the schemas of the enforced rules of some sources."""
    numbers: dict[str, int] = {}  # of schemas by their text: for Python 1 == True
    schemas: list[Schema] = []
    rows: dict[Source, list[tuple[Rule, Entry, int]]] = {}
    for source in sources:
        rows[source] = []
        for rule, entry in rules.rows("enforce", kind, source):
            schema = requirement(entry)
            number = numbers.setdefault(repr(schema), len(schemas))
            if number == len(schemas):
                schemas.append(schema)
            rows[source].append((rule, entry, number))
    return RuleSchemas(schemas, rows)


def _overlays(
    rules: ActiveRules, kind: str, sources: tuple[Source, ...]
) -> tuple[list[Schema], list[Schema]]:
    """Return the rules of a verdict: those to be combined with the structure, and others."""
    if len(sources) == 1:
        return _overlays_of_one(rules, kind, sources[0]), []
    return _overlays_of_several(rules, kind, sources)


def _overlays_of_one(rules: ActiveRules, kind: str, source: Source) -> list[Schema]:
    """Return the rules for a known source, to be combined with the structure.

    The first are for documents that override no source, as most do; the second for all. The third
    is no rule.
    """
    every = merge_schemas(map(requirement, rules.entries("enforce", kind, source)))
    return [rules.plain("enforce", kind, (source,)), every, {}]


def _overlays_of_several(
    rules: ActiveRules, kind: str, sources: tuple[Source, ...]
) -> tuple[list[Schema], list[Schema]]:
    """Return the rules for an unknown source.

    To be combined with the structure: the rules for all sources, then no rule. Then come, alone:
    the rules that depend on the stored deployment, whatever that is; and the other rules of each
    source.
    """
    book = rules.of_mode("enforce", kind)
    any_state = merge_any_state(book, kind, None, rules.hosting)
    of_each = [
        merge_stateless_entries(rules.entries("enforce", kind, source)) for source in sources
    ]
    whole = rules.plain("enforce", kind, sources)
    return [whole, {}], [any_state, *of_each]


def _revision_schemas(revisions: Sequence[Rule], kind: str) -> list[Schema]:
    """Return for each revision rule the schema of the documents that do not set it off."""
    return [
        harmless(trigger) for trigger in surest_first(triggers_by_kind(revisions).get(kind, ()))
    ]


def _compiled(known: Definitions, schemas: Sequence[Schema], guarded: int) -> bytes | None:
    try:
        return compile_program(known, schemas, guarded=guarded)
    except UnsupportedError:
        return None


def expressed(rules: Iterable[Rule]) -> list[Rule]:
    """Return the rules that programs express. Others decide no verdict on a right structure."""
    return [rule for rule in rules if rule.shape not in _UNEXPRESSED and rule.mode != "off"]


def to_lines(judges: Mapping[Source, JudgeProgram]) -> str:
    """Return the judge programs of a kind of document by source, each as a line of JSON."""
    lines = []
    for source, judge in judges.items():
        row = judge._asdict() | {"program": b64encode(judge.program).decode("ascii")}
        lines.append(json.dumps({"source": source, "judge": row}) + "\n")
    return "".join(lines)


def from_lines(text: bytes) -> dict[Source, JudgeProgram]:
    """Return the judge programs that `to_lines` wrote."""
    rows = map(json.loads, text.splitlines())
    return {row["source"]: _judge(row["judge"]) for row in rows}


def _judge(row: Mapping[str, Any]) -> JudgeProgram:
    return JudgeProgram(
        **{
            **row,
            "program": b64decode(row["program"]),
            "enforced": _case(row["enforced"]),
            "advised": list(map(_case, row["advised"])),
        }
    )


def _case(row: Sequence[Any]) -> CaseRow:
    case = CaseRow(*row)
    return case._replace(
        stateful=list(map(_relation, case.stateful)),
        relations=list(map(_relation, case.relations)),
        place=tuple(case.place),
    )


def _relation(row: Sequence[Any]) -> RelationRow:
    relation = RelationRow(*row)
    return relation._replace(place=tuple(relation.place), paths=list(map(tuple, relation.paths)))
