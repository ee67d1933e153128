"""Make the readers that are not written in Python ready: packages from their registries, what is compiled.

All goes into `.readers` of the checkout, once for each state of the sources; `make readers` does it ahead of the tests.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.support import npm
from tests.support.made_once import made_once, run
from tests.support.readers.shapes import Shape, shapes

SOURCES = Path(__file__).parent
JAVA = ("java", "-XX:TieredStopAtLevel=1", "-cp", "{ready}/classes:{ready}/jars/*")
SYMFONY = "/usr/share/php/Symfony/Component/HttpFoundation/autoload.php"
_MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"


@cache
def missing(name: str) -> str | None:
    """Return why a language's readers cannot be run on this machine, or None if they can."""
    absent = [program for program in PROGRAMS[name] if shutil.which(program) is None]
    if not absent and name in ALSO:
        title, command = ALSO[name]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            absent.append(title)
    return f"not on this machine: {', '.join(absent)}" if absent else None


def require(reason: str | None) -> None:
    """Skip a test that lacks a reader, for a reason. In CI every reader must be there: fail."""
    if reason is not None:
        assert not os.environ.get("CI"), reason
        pytest.skip(reason)


def ready(name: str) -> Path:
    """Return the folder with the readers of a language, which is made first if need be."""

    def make(folder: Path) -> None:
        (folder / "shapes.json").write_text(json.dumps(shapes()), "utf-8")
        MAKERS[name](folder)

    files = (path.read_bytes() for path in sorted((SOURCES / name).iterdir()))
    return made_once(name, make, [json.dumps(shapes()).encode(), *files])


def _node(folder: Path) -> None:
    shutil.copytree(SOURCES / "node", folder, dirs_exist_ok=True)
    run(*npm.INSTALL, folder=folder)


def _go(folder: Path) -> None:
    reader = str(folder / "reader")
    run("go", "build", "-tags", "nomsgpack", "-o", reader, ".", folder=SOURCES / "go")


def _java(folder: Path) -> None:
    shutil.copytree(SOURCES / "java", folder, dirs_exist_ok=True)
    (folder / "Pojo.java").write_text(pojo(shapes()), "utf-8")
    shutil.rmtree(folder / "jars", ignore_errors=True)
    options = ("--quiet", "--batch-mode", "--update-snapshots", "-DoutputDirectory=jars")
    run("mvn", *options, _MAVEN_PLUGIN, folder=folder)
    sources = ("Reader.java", "Spring.java", "Pojo.java")
    run("javac", "-d", "classes", "-cp", "jars/*", *sources, folder=folder)


def _as_it_is(_folder: Path) -> None:
    """Do nothing: these readers run from the sources."""


PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "node": ("node", "npm"),
    "go": ("go",),
    "java": ("java", "javac", "mvn"),
    "php": ("php",),
    "symfony": ("php",),
    "ruby": ("ruby", "puma"),
    "rails": ("ruby", "puma"),
}
ALSO: Mapping[str, tuple[str, tuple[str, ...]]] = {  # a need, and a command that fails without it
    "node": ("node 20", ("node", "-e", "process.exit(+(parseInt(process.versions.node) < 20))")),
    # before 1.21, Go cannot read a version with three numbers; since then it gets the one that it needs
    "go": ("go 1.21", ("go", "mod", "edit", "-print", f"{SOURCES}/go/go.mod")),
    "symfony": ("php-symfony-http-foundation", ("test", "-e", SYMFONY)),
    "ruby": ("ruby-rack", ("ruby", "-e", 'gem "rack"')),
    "rails": ("ruby-actionpack", ("ruby", "-e", 'gem "actionpack"')),
}
MAKERS: Mapping[str, Callable[[Path], None]] = {
    "node": _node,
    "go": _go,
    "java": _java,
    "php": _as_it_is,
    "ruby": _as_it_is,
}


def pojo(kinds: Mapping[str, Shape]) -> str:
    """Return the source of Java classes for shapes."""
    classes: list[str] = []
    roots = [
        f'        "{kind}", new TypeReference<{_java_type(shape, classes, kind)}>() {{}}'
        for kind, shape in kinds.items()
    ]
    return "\n".join([
        "import com.fasterxml.jackson.annotation.JsonProperty;",
        "import com.fasterxml.jackson.core.type.TypeReference;",
        "import java.util.List;",
        "import java.util.Map;",
        "",
        "final class Pojo {",
        *classes,
        "    static final Map<String, TypeReference<?>> KINDS = Map.of(",
        ",\n".join(roots) + ");",
        "}",
        "",
    ])  # fmt: skip


def _java_type(shape: Shape, classes: list[str], named: str = "") -> str:
    """Return the name of a shape's type in Java, and add the classes that it needs.

    `named`: the name of its own class, if it has one.
    """
    simple = {
        "string": "String",
        "number": "Double",
        "boolean": "Boolean",
        "map": "Map<String, Object>",
        "any": "Object",
    }
    if shape["type"] == "array":
        return f"List<{_java_type(shape['item'], classes)}>"
    if shape["type"] != "object":
        return simple[shape["type"]]
    fields = [
        f'        @JsonProperty("{name}") public {_java_type(inner, classes)} f{index};'
        for index, (name, inner) in enumerate(shape["fields"].items())
    ]
    name = named or f"C{len(classes)}"
    classes.append("\n".join([f"    public static final class {name} {{", *fields, "    }"]))
    return name
