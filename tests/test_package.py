"""pe_core as others get it: a wheel that is complete, and annotations that a type checker reads."""

import importlib
import inspect
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import zipfile

import pytest
from conftest import NOT_BOOK, ROOT

import pe_core
from pe_core import claims, explorers

CONSUMER = ROOT / "tests" / "consumer.py"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy: setuptools leaves files beside what it builds."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "book", ignore=NOT_BOOK)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "-w", folder, folder / "book"], check=True)
    (path,) = folder.glob("*.whl")
    return path


@pytest.mark.build
def test_the_wheel_holds_every_file_of_the_package(wheel):
    kept = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "pe_core").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        assert any(name.endswith("licenses/LICENSE") for name in archive.namelist())
    assert names == kept


@pytest.mark.build
def test_another_project_can_use_it(wheel, tmp_path):
    """All modules, figures, exercises and a recorded result, with nothing of the book at hand."""
    with zipfile.ZipFile(wheel) as archive:  # a wheel without programs is installed by unpacking
        archive.extractall(tmp_path / "site")
    modules = [m.name for m in pkgutil.walk_packages(pe_core.__path__, "pe_core.")]
    code = f"import pe_core, {', '.join(modules)}\n{CONSUMER.read_text(encoding='utf-8')}"
    code += "\nprint(pe_core.__file__)"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(str(tmp_path / "site"))


# Annotations.


def mypy(*arguments, cwd=ROOT):
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_a_type_checker_accepts_the_package_and_its_use():
    result = mypy()
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_type_checker_refuses_wrong_use(tmp_path):
    wrong = {
        "pe_core.sinusoidal([0, 1], '64')": "arg-type",
        "pe_core.sinusoidal([0, 1], 64, layout='interleave')": "arg-type",
        "pe_core.rope()": "call-arg",
        "pe_core.frequencies(64).shift()": "attr-defined",
        "claims.get(10)": "arg-type",
    }
    path = tmp_path / "wrong.py"
    path.write_text("import pe_core\nfrom pe_core import claims\n" + "\n".join(wrong) + "\n")
    found = re.findall(r"wrong\.py:(\d+): error: .*\[([\w-]+)\]$", mypy(path).stdout, re.M)
    assert found == [(str(line), kind) for line, kind in enumerate(wrong.values(), 3)]


ROOMS = ["attention", "capstone", "codes", "encoding", "family", "heads", "numerics", "palette"]
ROOMS += ["plots", "records", "schemes", "shift", "table", "warps"]


def public_functions():
    for room in ROOMS:
        module = importlib.import_module(f"pe_core.{room}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                yield f"{room}.{name}", function
    yield from (("claims.get", claims.get), ("claims.verify", claims.verify))
    yield "Explorer", explorers.Explorer.__init__


@pytest.mark.parametrize("name, function", [*public_functions()])
def test_every_public_function_is_annotated(name, function):
    signature = inspect.signature(function)
    assert signature.return_annotation is not inspect.Signature.empty
    for parameter in signature.parameters.values():
        annotated = parameter.annotation is not inspect.Parameter.empty
        assert annotated or parameter.name == "self", parameter
