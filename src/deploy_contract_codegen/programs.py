"""Programs for the native engine, as the library compiles them for a contract without policies."""

from collections.abc import Mapping

from deploy_contract_format.active_rules import ActiveRules
from deploy_contract_format.bundle_format import VARIANTS, program_file
from deploy_contract_format.candidates import Candidates
from deploy_contract_format.definitions import Definitions
from deploy_contract_format.judge_programs import JudgeProgram, Structure, judge_program, to_lines
from deploy_contract_format.rules import Rulebook


def files(
    book: Rulebook,
    definitions: Definitions,
    roots: Mapping[str, Mapping[str, str]],
    directions: Mapping[str, tuple[str, ...]],
) -> dict[str, str]:
    """Return the files of programs by their paths in the package.

    Args:
        book: the rules.
        definitions: the schemas that references lead to.
        roots: document kind -> variant -> name of the definition of the whole document.
        directions: document kind -> "request", "response" or both.
    """
    found = {}
    active = book._replace(rules=tuple([rule for rule in book.rules if rule.mode != "off"]))
    for hosting in (None, *book.hostings):
        rules, candidates = ActiveRules(active, hosting), Candidates(active, hosting)
        for kind in book.kinds:
            sources = (None, *book.sources) if candidates.by_context(kind) else (None,)
            for variant in VARIANTS:
                guarded = variant == "open" and "request" in directions[kind]
                structure = Structure(definitions, roots[kind][variant], guarded)
                judges: dict[str | None, JudgeProgram] = {}
                for source in sources:
                    made = judge_program(rules, candidates, structure, kind, source, book.rules)
                    if made is not None:
                        judges[source] = made
                found[program_file(kind, hosting, variant)] = to_lines(judges)
    return found
