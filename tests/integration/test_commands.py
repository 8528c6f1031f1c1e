"""`scrapy bt …` and `scrapy list` as a user types them, each in its own process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commandlines import COMMAND, run

ROOT = Path(__file__).resolve().parents[2]


def scrapy(*arguments, folder, path=None):
    """Run a command line and return its exit status, output and log, which may not hold a traceback."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}
    starts = run
    if path is not None:  # another package than the one that is loaded
        environment["PYTHONPATH"] = str(path)
        starts = subprocess.run
    command = [*COMMAND, *map(str, arguments)]
    done = starts(command, check=False, capture_output=True, encoding="utf-8", cwd=folder, env=environment)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    status, output, log = scrapy("bt", "new", "shop", folder=folder)
    assert (status, log) == (0, "")
    assert "cd shop" in output
    return folder / "shop"


def test_a_new_project_lists_its_tree_which_is_formatted(shop):
    assert scrapy("list", folder=shop) == (0, "example\n", "")
    status, output, _ = scrapy("bt", "format", "--check", folder=shop)
    assert (status, output) == (0, "0 files would be formatted, 1 left as it is\n")


def test_the_commands_find_the_project_from_any_of_its_folders(shop):
    status, output, log = scrapy("bt", "check", folder=shop / "shop" / "spiders")
    assert (status, output.splitlines()[0], log) == (0, "no faults in 1 file", "")


def test_a_tree_is_drawn(shop):
    status, _, _ = scrapy("bt", "graph", "trees/example.bt", "-o", "example.svg", folder=shop)
    assert status == 0
    assert (shop / "example.svg").read_text("utf8").startswith("<svg")


def test_python_of_the_project_is_imported_by_check(shop):
    tree = shop / "trees" / "broken.bt"
    tree.write_text('main :: and { :a  :b }\na :: data python "shop.settings:find"\nb :: data python "nowhere:find"\n')
    try:
        status, output, _ = scrapy("bt", "check", "--json", folder=shop)
    finally:
        tree.unlink()
    assert status == 1
    assert [(record["file"], record["line"]) for record in json.loads(output)] == [
        (str(Path("trees", "broken.bt")), 2),
        (str(Path("trees", "broken.bt")), 3),
    ]


def test_scrapys_own_startproject_takes_the_template(tmp_path):
    templates = scrapy("bt", "templates", folder=tmp_path)[1].strip()
    assert scrapy("startproject", "-s", f"TEMPLATES_DIR={templates}", "fair", folder=tmp_path)[0] == 0
    assert scrapy("list", folder=tmp_path / "fair")[:2] == (0, "example\n")


def test_an_installed_package_has_the_template_within(tmp_path):
    site = tmp_path / "site"
    shutil.copytree(ROOT / "scrapy_bt", site / "scrapy_bt", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "project_template", site / "scrapy_bt" / "project_template")
    folder = tmp_path / "work"
    folder.mkdir()
    templates = site / "scrapy_bt" / "project_template"
    assert scrapy("bt", "templates", folder=folder, path=site) == (0, f"{templates}\n", "")
    assert scrapy("bt", "new", "shop", folder=folder, path=site)[0] == 0
    assert (folder / "shop" / "shop" / "settings.py").is_file()


STATUSES = {
    "bt": 0,
    "bt check --help": 0,
    "bt check": 2,
    "bt check --wrong": 2,
    "bt format": 2,
    "bt graph": 2,
    "bt new": 2,
    "bt check nowhere.bt": 1,
    "bt format nowhere.bt": 1,
    "bt graph nowhere.bt": 1,
    "bt new 1": 1,
    "list": 2,
}

TELL_STATUSES = """
import json, sys
from scrapy.cmdline import execute

statuses = {}
for line in sys.argv[1:]:
    try:
        execute(["scrapy", *line.split()])
    except SystemExit as end:
        statuses[line] = end.code or 0
print(json.dumps(statuses))
"""


def test_outside_of_a_project_the_exit_status_tells_what_happened(tmp_path):
    assert scrapy("bt", "nothing", folder=tmp_path)[0] == 2
    # The others one after the other in one process, as `scrapy` runs each.
    command = [sys.executable, "-c", TELL_STATUSES, *STATUSES]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert json.loads(done.stdout.splitlines()[-1]) == STATUSES
    assert "Traceback" not in done.stdout + done.stderr


def test_faults_are_shown_even_where_the_terminal_lacks_their_characters(tmp_path):
    (tmp_path / "a.bt").write_text("main :: and { :straße }\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "bt", "check", "a.bt"],
        check=False,
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 1
    assert b"a.bt:1:" in done.stdout
    assert b"Traceback" not in done.stderr
