"""Rule files as tables: one change of a sound file -> the shape of its rule, or the places at fault."""

from typing import Any

import pytest

from deploy_contract_format.known import Known
from deploy_contract_format.pointer import join
from deploy_contract_format.rulefile import parse
from deploy_contract_format.rules import Kind

DEFINITIONS: dict[str, Any] = {
    "Patch": {
        "type": "object",
        "properties": {
            "repo": {"type": ["string", "null"]},
            "low": {"type": ["integer", "null"]},
            "high": {"type": ["integer", "null"]},
            "secrets": {
                "type": ["array", "null"],
                "items": {"type": "object", "properties": {"name": {"type": "string"}}},
            },
        },
    }
}


ROOTS = {"Patch": "Patch"}
KNOWN = Known(
    {"Patch": DEFINITIONS}, ROOTS, ("git", "image"), ("cloud", "own"), {"Patch": Kind("context")}
)
TEXTS = {"rule": "own-rule", "on": ["Patch"], "basis": "practice", "message": "m", "hint": "h",
         "section": "s"}  # fmt: skip
FIELD = {"field": "/repo", "sources": ["git"]}
SCHEMA = {"schema": {"properties": {"repo": {"maxLength": 9}}}}

# (section, keys of the rule beside its texts, shape, mode)

# (section, keys of the rule beside its texts, keys that it lacks, place of the fault in the rule)

# (file, places at fault)
FILES: list[tuple[Any, list[str]]] = [
    ({}, []),
    ({"fields": [], "rules": []}, []),
    ([], [""]),
    (None, [""]),
    ({"wire": []}, ["/wire"]),  # an operator adds rules; the texts of the wire are the contract's
    ({"fields": {}}, ["/fields"]),
    ({"fields": [7]}, ["/fields/0"]),
    ({"fields": [TEXTS | FIELD, TEXTS | FIELD]}, ["/fields/1/rule"]),
    ({"fields": [TEXTS | FIELD], "rules": [TEXTS | SCHEMA]}, ["/rules/0/rule"]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "places"), FILES)
def test_a_file_of_another_structure_is_refused_at_its_place(data: Any, places: list[str]) -> None:
    _, problems = parse(data, KNOWN, policy=True)
    assert [join(problem[0]) for problem in problems] == places


@pytest.mark.parametrize(
    ("source", "faults"), [("/source", 0), ("context", 0), ("/meta/source", 1)]
)
def test_a_deployment_names_its_source_in_a_member_of_its_own(source: str, faults: int) -> None:
    source_: dict[str, Any] = {"type": "object", "properties": {"source": {"type": "string"}}}
    patch = {"type": "object", "properties": {**source_["properties"], "meta": source_}}
    known = KNOWN._replace(definitions={"Patch": {"Patch": patch}})
    _, found = parse({"documents": {"Patch": {"source": source}}, "sources": {}}, known)
    told = [problem for problem in found if "member of the document itself" in problem.message]
    assert len(told) == faults
    assert all(problem.at == ("documents", "Patch", "source") for problem in told)


# (section, keys of the rule beside its texts, place in the rule, beginning of the message, its end)
WORDS: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("fields", FIELD | {"basis": "practise"}, "/basis", "'practise' is not one of stated, ", "; did you mean practice?"),
    ("fields", FIELD | {"mode": "enforced"}, "/mode", "'enforced' is not one of ", "; did you mean enforce?"),
    ("fields", FIELD | {"mode": False}, "/mode", "one of enforce, report, off", " (off in quotes)"),
    ("fields", FIELD | {"on": ["Patch", "Patches"]}, "/on/1", "'Patches' is not one of ", "; did you mean Patch?"),
    ("fields", FIELD | {"on": "Patch"}, "/on", "a list of document kinds: Patch", ""),
    ("fields", FIELD | {"sources": ["gti"]}, "/sources/0", "'gti' is not one of git, image", ""),
    ("fields", FIELD | {"sources": [["git"]]}, "/sources/0", "one of git, image", ""),
    ("fields", FIELD | {"mesage": "m"}, "/mesage", "unknown key 'mesage'; a rule of this shape has ", "; did you mean message?"),
    ("fields", FIELD | {"x\x1b\n": 1}, r"/x\x1b\n", r"unknown key 'x\x1b\n'; ", ""),
    ("fields", FIELD | {"y" * 99: 1}, "/" + "y" * 61 + "...", f"unknown key '{'y' * 64}...'; ", ""),
    ("rules", SCHEMA | {"hosting": ["cluod"]}, "/hosting/0", "'cluod' is not one of cloud, own", "; did you mean cloud?"),
    ("rules", {"relation": "unique"}, "/relation", "'unique' is not one of at_most, ", "; did you mean unique_by?"),
    ("rules", {"schema": {"propertys": {}}}, "/schema/propertys", "keyword 'propertys' is not ", "; did you mean properties?"),
]  # fmt: skip


@pytest.mark.parametrize(("section", "keys", "place", "begin", "end"), WORDS)
def test_a_wrong_word_is_shown_with_the_nearest_right_one(
    section: str, keys: dict[str, Any], place: str, begin: str, end: str
) -> None:
    _, ((at, message),) = parse({section: [TEXTS | keys]}, KNOWN, policy=True)
    assert join(at) == f"/{section}/0{place}"
    assert message.startswith(begin)
    assert message.endswith(end)
    assert message.isprintable()


def test_a_wrong_section_is_shown_with_the_nearest_right_one() -> None:
    _, (problem,) = parse({"rulez": []}, KNOWN, policy=True)
    assert problem.message == "unknown section 'rulez'; use fields, rules; did you mean rules?"
