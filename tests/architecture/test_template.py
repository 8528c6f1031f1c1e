"""A project made from the template by Scrapy's own commands is complete and runs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "project_template"


def scrapy(*arguments: str, folder: Path) -> str:
    """Run the `scrapy` command in a folder and return what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCRAPY_")}
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    (folder / "setup.cfg").write_text("[tool:pytest]\naddopts = --no-such-option\n")
    (folder / "ruff.toml").write_text('[lint]\nselect = ["ALL"]\n')
    scrapy("startproject", "-s", f"TEMPLATES_DIR={TEMPLATES}", "shop", folder=folder)
    return folder / "shop"


def test_a_project_has_settings_a_tree_and_a_place_for_spiders(project: Path) -> None:
    files = [path for path in project.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    made = {path.relative_to(project).as_posix() for path in files}
    assert made == {
        ".dockerignore",
        ".gitignore",
        "Dockerfile",
        "compose.yaml",
        "pyproject.toml",
        "scrapy.cfg",
        "shop/__init__.py",
        "shop/items.py",
        "shop/middlewares.py",
        "shop/pipelines.py",
        "shop/settings.py",
        "shop/spiders/__init__.py",
        "trees/example.bt",
    }


def test_no_placeholder_is_left(project: Path) -> None:
    left = [
        path
        for path in project.rglob("*")
        if path.is_file() and path.suffix not in (".bt", ".pyc") and "$" in path.read_text("utf8")
    ]
    assert left == []


def test_every_module_of_the_project_can_be_imported(project: Path) -> None:
    program = "import shop.items, shop.middlewares, shop.pipelines, shop.settings, shop.spiders"
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, cwd=project)


@pytest.mark.parametrize("command", ["pytest -q -p no:cacheprovider", "ruff check --no-cache"])
def test_what_a_folder_above_says_of_tests_and_style_does_not_count(project: Path, command: str) -> None:
    tests = project / "tests"
    tests.mkdir()
    text = "from shop import settings\n\n\ndef test_name():\n    assert settings.BOT_NAME\n"
    (tests / "test_shop.py").write_text(text)
    try:
        done = subprocess.run([sys.executable, "-m", *command.split()], check=False, capture_output=True, cwd=project)
    finally:
        shutil.rmtree(tests)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_settings_are_in_force(project: Path) -> None:
    program = (
        "import json; from scrapy.utils.project import get_project_settings;"
        "print(json.dumps(get_project_settings().copy_to_dict(), default=str))"
    )
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=project)
    settings = json.loads(told.stdout)
    expected = {
        "BOT_NAME": "shop",
        "ADDONS": {"scrapy_bt.Addon": 300},
        "ROBOTSTXT_OBEY": True,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "CONCURRENT_ITEMS": 8,
    }
    assert {name: settings[name] for name in expected} == expected


def test_the_example_is_a_spider(project: Path) -> None:
    assert scrapy("list", folder=project).split() == ["example"]


@pytest.mark.process
def test_every_spider_template_makes_a_spider(project: Path) -> None:
    names = {path.stem: f"made_from_{path.stem}" for path in (TEMPLATES / "spiders").glob("*.tmpl")}
    for template, name in names.items():
        templates = f"TEMPLATES_DIR={TEMPLATES}"
        scrapy("genspider", "-s", templates, "-t", template, name, "https://example.com/start", folder=project)
    try:
        assert set(names.values()) <= set(scrapy("list", folder=project).split())
    finally:
        for name in names.values():
            (project / "shop" / "spiders" / f"{name}.py").unlink()
