"""The house: set-up that explains itself, pins, licences, one setting for one thing."""

import ast
import collections
import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
Version = collections.namedtuple("Version", "major minor micro releaselevel serial")


@pytest.fixture
def environment(monkeypatch, tmp_path):
    spec = importlib.util.spec_from_file_location("environment", ROOT / "scripts/environment.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(module, "PYTHON", str(tmp_path / ".venv" / "bin" / "python"))
    return module


def one_sentence(caught):
    """The message of a stop: one line, no traceback."""
    text = str(caught.value)
    assert "\n" not in text and "Traceback" not in text
    return text


@pytest.mark.parametrize("version", [(2, 7), (3, 10), (3, 14)])
def test_a_wrong_python_is_named_with_the_right_ones(environment, monkeypatch, version):
    monkeypatch.setattr(sys, "version_info", Version(*version, 0, "final", 0))
    with pytest.raises(SystemExit) as caught:
        environment.install("book")
    text = one_sentence(caught)
    assert "3.11, 3.12 or 3.13" in text
    assert "Python {}.{}".format(*version) in text


@pytest.mark.parametrize("version", [(3, 11), (3, 12), (3, 13)])
def test_a_supported_python_is_accepted(environment, monkeypatch, version):
    monkeypatch.setattr(sys, "version_info", Version(*version, 0, "final", 0))
    environment.check_python()


def test_a_missing_venv_module_is_named_with_its_remedy(environment, monkeypatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit) as caught:
        environment.install("book")
    assert re.search(r"apt install python3\.\d+-venv", one_sentence(caught))


@pytest.mark.parametrize("library", ["lib/python3.12", "Lib"])
def test_jupyter_book_2_is_named_with_its_remedy(environment, tmp_path, library):
    (tmp_path / ".venv" / library / "site-packages" / "jupyter_book-2.1.0.dist-info").mkdir(
        parents=True
    )
    with pytest.raises(SystemExit) as caught:
        environment.check_book_version()
    text = one_sentence(caught)
    assert "Jupyter Book 2.1.0" in text and "make clean" in text


def test_jupyter_book_1_is_accepted(environment, tmp_path):
    folder = tmp_path / ".venv/lib/python3.12/site-packages/jupyter_book-1.0.4.post1.dist-info"
    folder.mkdir(parents=True)
    environment.check_book_version()


def test_a_failed_installation_says_which_command_failed(environment, monkeypatch):
    with pytest.raises(SystemExit) as caught:
        environment.run(sys.executable, "-c", "raise SystemExit(3)")
    assert "this command failed" in one_sentence(caught)


def test_set_up_can_be_read_by_an_old_python():
    source = (ROOT / "scripts/environment.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4))
    assert 'f"' not in source and "f'" not in source, "Python 2 and 3.5 cannot read f-strings"


def pinned():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {re.split(r"==", line)[0].lower() for line in lines if "==" in line}


def test_every_requirement_is_pinned():
    names = set()
    for name in ("requirements.txt", "binder/requirements.txt"):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            if line and line[0] not in "-.#":
                names.add(re.match(r"[\w-]+", line).group().lower())
    assert "jupyter-book" in names
    assert names <= pinned()


def test_every_requirement_has_its_reason():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "-e ."
    assert [line for line in lines[1:] if "  # " not in line] == []


def test_no_script_lies_in_the_folder_that_jupyter_book_adds_to_every_page():
    assert list((ROOT / "_static").rglob("*.js")) == []


def test_versions_agree():
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.M).group(1)
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == version
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()


def test_both_licences_are_stated():
    text = (ROOT / "LICENSE").read_text()
    assert "MIT License" in text and "CC BY 4.0" in text
    assert "SIL OPEN FONT LICENSE" in (ROOT / "_static/fonts/OFL.txt").read_text()


def book_config(**changes):
    """The Sphinx settings that _config.yml leads to, after our extension has seen them."""
    sys.path.insert(0, str(ROOT / "_ext"))
    import buttons
    from jupyter_book.config import get_final_config

    user = yaml.safe_load((ROOT / "_config.yml").read_text())
    user["repository"].update(changes)
    settings, _ = get_final_config(user_yaml=user, cli_config={"latex_individualpages": False})
    Config = collections.namedtuple("Config", "html_theme_options")
    config = Config(settings["html_theme_options"])
    buttons.use_buttons_that_lead_somewhere(None, config)
    return config.html_theme_options


BUTTONS = ("use_repository_button", "use_issues_button", "use_edit_page_button", "launch_buttons")


def test_without_a_repository_there_is_no_button_that_needs_one():
    options = book_config(url="")
    assert [name for name in BUTTONS if options.get(name)] == []


def test_one_setting_brings_all_buttons_of_a_repository():
    options = book_config(url="https://example.org/someone/book")
    assert [name for name in BUTTONS if not options.get(name)] == []
    assert options["launch_buttons"]["notebook_interface"] == "jupyterlab"
    assert options["repository_branch"] == "main"


def test_a_double_click_in_jupyterlab_opens_a_notebook():
    path = Path(sys.prefix, "etc/jupyter/labconfig/default_setting_overrides.json")
    viewers = json.loads(path.read_text())["@jupyterlab/docmanager-extension:plugin"]
    assert viewers["defaultViewers"]["markdown"] == "Jupytext Notebook"
