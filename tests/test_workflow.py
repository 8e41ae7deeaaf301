"""The workflow that builds, tests and publishes the site: valid, safe, and calling what exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import ROOT

WORKFLOW = ROOT / ".github/workflows/site.yml"


def lint(path):
    command = [Path(sys.executable).with_name("zizmor"), "--offline", "--no-progress", path]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_linter_finds_nothing():
    result = lint(WORKFLOW)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    "good, bad",
    [
        ("runs-on:", "runs_on:"),
        ("@[0-9a-f]{40}", "@v6"),
        ("make zip", "make ${{ github.event.pull_request.title }}"),
    ],
)
def test_the_linter_finds_a_fault(tmp_path, good, bad):
    path = tmp_path / ".github/workflows/site.yml"
    path.parent.mkdir(parents=True)
    path.write_text(re.sub(good, bad, WORKFLOW.read_text(encoding="utf-8")), encoding="utf-8")
    assert lint(path).returncode != 0


def test_only_a_tag_is_published():
    jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    assert jobs["publish"]["if"] == "github.ref_type == 'tag'"
    assert jobs["publish"]["needs"] == "build"
    writes = [name for name, job in jobs.items() if "write" in job["permissions"].values()]
    assert writes == ["publish"]


def test_every_make_command_of_the_workflow_exists():
    jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    commands = " && ".join(step.get("run", "") for step in jobs["build"]["steps"])
    goals = re.search(r"make ([\w ]+)", commands).group(1).split()
    targets = re.findall(r"(?m)^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert goals and set(goals) <= set(targets)
