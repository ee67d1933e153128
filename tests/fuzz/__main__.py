"""Run the targets under a coverage-guided fuzzer: python -m tests.fuzz [--seconds N] [TARGET ...].

An input that breaks a target is kept in tests/fuzz/corpus, where tests/fuzz/test_corpus.py finds it;
the exit status is then 1.
"""

import argparse
import logging
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha1
from importlib.util import find_spec
from pathlib import Path

from tests.fuzz import sanitized
from tests.fuzz.sanitized import Sanitized

NAMES = ("documents", "requests", "responses", "yaml", "har", "bytes")
SANITIZED = frozenset({"bytes"})
CORPUS = Path(__file__).parent / "corpus"
OPTIONS = [
    "-max_len=4096",
    "-timeout=20",
    "-rss_limit_mb=4096",
    "-print_final_stats=1",
    "-len_control=20",
]


def fuzz(name: str, module: Path | None, options: list[str]) -> None:
    """Run one target in this process, which libFuzzer ends.

    With a sanitized module, the coverage is that of Rust alone, which is faster to count.
    """
    import atheris  # type: ignore[import-untyped, import-not-found, unused-ignore]

    if module is None:
        ours = ["deploy_contract", "deploy_contract_format", "deploy_contract_generated"]
        with atheris.instrument_imports(include=ours):
            from tests.fuzz.targets import TARGETS
    else:
        sanitized.load(module)
        from tests.fuzz.targets import TARGETS
    logging.disable()  # nobody reads the log of so many messages
    target = TARGETS[name]
    target(b"")  # compile before the first input, so that its coverage is its own
    atheris.Setup([sys.argv[0], *options], target)
    atheris.Fuzz()


def prepare(folder: Path) -> Path:
    """Write the seeds of each target, a file each, and return the path of the dictionary."""
    from tests.fuzz.seeds import MOST, dictionary, seeds

    for name in NAMES:
        (folder / name).mkdir()
        (CORPUS / name).mkdir(parents=True, exist_ok=True)
    for name, data in seeds():
        if len(data) <= MOST:
            (folder / name / sha1(data, usedforsecurity=False).hexdigest()).write_bytes(data)
    words = folder / "words"
    words.write_text(dictionary(), "ascii")
    return words


def run(
    name: str, folder: Path, words: Path, seconds: int, native: Sanitized
) -> tuple[str, int, str]:
    """Run one target in a process of its own, with that native engine if it is there.

    Return its name, the number of inputs that it tried, and a report if an input broke it.
    """
    kept = CORPUS / name
    before = set(kept.iterdir())
    module = [] if native.module is None else ["--module", str(native.module)]
    limits = [f"-max_total_time={seconds}", f"-dict={words}", f"-artifact_prefix={kept}/"]
    command = [sys.executable, "-m", "tests.fuzz", "--inside", name, *module, "--"]
    ended = subprocess.run(
        [*command, *OPTIONS, *limits, str(folder / name), str(kept)],
        env={**os.environ, **native.environment()},
        capture_output=True,
        text=True,
        errors="backslashreplace",
        check=False,
    )
    found = re.search(r"number_of_executed_units: *([0-9]+)", ended.stderr)
    tried = int(found[1]) if found else 0
    if ended.returncode == 0 and found:
        return name, tried, ""
    new = ", ".join(sorted(path.name for path in set(kept.iterdir()) - before))
    output = _exception_text(ended.stdout + ended.stderr)
    return name, tried, f"{new or 'an input in the corpus'}\n{output}"


def _exception_text(text: str) -> str:
    """Return the exception that a target raised, without the fuzzer's progress lines."""
    kept = [
        line[:2000]
        for line in text.splitlines()
        if not line.startswith(("#", "INFO", "WARNING", " cov", "stat::"))
    ]
    return "\n".join(kept[-60:])


def main() -> int:
    """Parse the arguments, run the targets side by side, and print one line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Run the targets.")
    whole = "the duration of the whole run (default: %(default)s)"
    targets = f"one of {', '.join(NAMES)} (default: all)"
    parser.add_argument("--seconds", type=int, default=600, help=whole)
    parser.add_argument("--inside", choices=NAMES, help=argparse.SUPPRESS)
    parser.add_argument("--module", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("rest", nargs="*", metavar="TARGET", help=targets)
    given = parser.parse_args()
    if given.inside:
        fuzz(given.inside, given.module, given.rest)
    if find_spec("atheris") is None:
        parser.error("atheris is not installed; pip install '.[fuzz]' (on Linux)")
    names = given.rest or list(NAMES)
    if set(names) - set(NAMES):
        parser.error(f"a target is one of {', '.join(NAMES)}")
    side_by_side = min(os.cpu_count() or 1, len(names))
    seconds = max(given.seconds // -(-len(names) // side_by_side), 1)
    with (
        tempfile.TemporaryDirectory() as made,
        ThreadPoolExecutor(side_by_side) as pool,
        ThreadPoolExecutor(1) as builder,
    ):
        folder = Path(made)
        words = prepare(folder)
        building = builder.submit(sanitized.build if SANITIZED & set(names) else Sanitized)

        def ran(name: str) -> tuple[str, int, str]:
            native = building.result() if name in SANITIZED else Sanitized()
            return run(name, folder, words, seconds, native)

        results = list(pool.map(ran, names))
    native = building.result()
    if native.missing:
        print(f"the native engine ran without AddressSanitizer: {native.missing}")
    elif native.module is not None:
        print("the native engine ran with AddressSanitizer, in the target bytes")
    for name, tried, found in results:
        print(f"{name:12} {tried:9,} inputs  {'found: ' + found if found else 'nothing found'}")
    return 1 if any(found for _, _, found in results) else 0


if __name__ == "__main__":
    sys.exit(main())
