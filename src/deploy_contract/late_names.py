"""Names of a package that are imported when they are first used."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def late_names(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a package.

    Set them where type checkers do not look, in `else` of `if TYPE_CHECKING`. Otherwise these
    admit any name.

    Args:
        package: its name.
        modules: the module that has each name, as `import_module` takes it within the package.
    """

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name], package), name)

    def names() -> list[str]:
        return sorted({*vars(import_module(package)), *modules})

    return get, names
