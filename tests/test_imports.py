"""The arrows of the design, read from the code itself."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = ("scoring", "tournaments", "referees", "config")

# Each file of the rules imports only files that stand before it. A new file: give it its place here.
RULES = "errors canonical seats tiles rules layout log deals penalties fold state games".split()
SCORING = [*RULES, *"counting lots standings players hands incidents engine __main__".split()]

# Each layer of an app imports only layers that stand before it, or itself; a new file at the top belongs to one.
LAYERS = (
    {"addresses", "names", "passwords", "words", "refusals"}
    | {"api_errors", "sentences", "append_only", "entry_list", "draw", "strokes"},
    {"models", "migrations"},
    {"permissions"},
    {"reads", "templatetags"},
    {"sheets", "written", "event_file"},
    {"acts"},
    {"forms"},
    {"views", "api", "admin", "management", "tasks", "running", "resuming", "child", "playing"}
    | {"authority", "secure", "secure_doors"},
    {"urls", "api_urls"},
)
WIRING = {"apps"}

# What an app may know: the arrows between apps. `config` is wired by strings alone.
MAY_IMPORT = {
    "scoring": {"scoring"},
    "tournaments": {"scoring", "tournaments"},
    "referees": {"scoring", "tournaments", "referees"},
    "config": {"config"},
}
PURE = {"tournaments.draw": {"scoring", "tournaments.draw"}}


@dataclass(frozen=True)
class Import:
    """One imported module, in one place."""

    file: str
    line: int
    module: str
    inside_a_function: bool
    only_for_types: bool

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def files(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def absolute(node: ast.ImportFrom, path: Path) -> str:
    """Write a relative import out in full."""
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT).parent.parts
    base = package[: len(package) - node.level + 1]
    return ".".join((*base, *filter(None, [node.module])))


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


def named_modules(node: ast.stmt, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = absolute(node, path)
        for alias in node.names:  # `from . import audit` names a module, `from .audit import record` a thing in one
            inner = f"{base}.{alias.name}"
            yield inner if is_module(inner) else base


@cache
def imports_of(path: Path) -> list[Import]:
    def walk(node: ast.AST, inside: bool, typing: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                for module in named_modules(child, path):
                    yield Import(str(path.relative_to(ROOT)), child.lineno, module, inside, typing)
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            types = isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
            yield from walk(child, inside or function, typing or types)

    return list(walk(ast.parse(path.read_text()), inside=False, typing=False))


def imports(*packages: str) -> list[Import]:
    return [found for path in files(*packages) for found in imports_of(path)]


def top(module: str) -> str:
    return module.partition(".")[0]


def layer(module: str) -> int | None:
    """Give the layer of a module of an app, or None for its wiring."""
    parts = module.split(".")
    if len(parts) == 1 or parts[1] in WIRING:
        return None
    return next((number for number, names in enumerate(LAYERS) if parts[1] in names), -1)


def test_scoring_uses_the_standard_library_alone() -> None:
    strangers = [str(i) for i in imports("scoring") if top(i.module) not in sys.stdlib_module_names | {"scoring"}]
    assert strangers == []


def test_scoring_has_no_clock_and_no_unseeded_chance() -> None:
    doors = {"time", "os", "socket", "secrets", "urllib", "sqlite3", "threading", "subprocess"}
    assert [str(i) for i in imports("scoring") if top(i.module) in doors and "__main__" not in i.file] == []


def test_every_file_of_scoring_has_its_place_in_the_order() -> None:
    assert {path.stem for path in files("scoring")} - {"__init__"} <= set(SCORING)


def test_each_file_of_scoring_imports_only_simpler_ones() -> None:
    place = {f"scoring.{name}": number for number, name in enumerate(SCORING)}
    upward = [
        str(i)
        for path in files("scoring")
        for i in imports_of(path)
        if i.module in place and place[i.module] >= place.get(module_of(path), 0)
    ]
    assert upward == []


def test_no_app_imports_an_app_above_it() -> None:
    own = set(MAY_IMPORT) | {"tests", "benchmarks"}
    upward = [
        str(i)
        for app, allowed in MAY_IMPORT.items()
        for i in imports(app)
        if top(i.module) in own and top(i.module) not in allowed
    ]
    assert upward == []


def test_drawing_is_pure() -> None:
    for package, allowed in PURE.items():
        known = sys.stdlib_module_names | {"rustworkx"}
        strangers = [
            str(i)
            for i in imports(package.replace(".", "/"))
            if top(i.module) not in known and not any(f"{i.module}.".startswith(f"{name}.") for name in allowed)
        ]
        assert strangers == []


@pytest.mark.parametrize("app", ["tournaments", "referees"])
def test_every_file_of_an_app_has_its_layer(app: str) -> None:
    assert [str(path.relative_to(ROOT)) for path in files(app) if layer(module_of(path)) == -1] == []


@pytest.mark.parametrize("app", ["tournaments", "referees"])
def test_no_layer_of_an_app_imports_a_layer_above_it(app: str) -> None:
    upward = []
    for path in files(app):
        here = layer(module_of(path))
        for i in imports_of(path):
            there = layer(i.module) if top(i.module) in MAY_IMPORT[app] - {"scoring"} else None
            if here is not None and there is not None and there > here:
                upward.append(str(i))
    assert upward == []


def test_nothing_imports_the_tests() -> None:
    assert [str(i) for i in imports(*CODE, "benchmarks") if top(i.module) == "tests"] == []


def test_no_import_inside_a_function() -> None:
    assert [str(i) for i in imports(*CODE) if i.inside_a_function] == []
