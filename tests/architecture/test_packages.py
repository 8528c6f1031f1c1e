"""What is listed is what is there, and what is there is in the wheel."""

import configparser
import shutil
import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT_FROM = (
    "scrapy_bt",
    "project_template",
    "setup.cfg",
    "pyproject.toml",
    "MANIFEST.in",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "tox.ini",
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".hypothesis", "*.egg-info")


@pytest.fixture(scope="module")
def configuration() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf8")
    return parser


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel built from a copy of the checkout through an sdist, as a release is."""
    source = tmp_path_factory.mktemp("source")
    for name in BUILT_FROM:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(path, source / name)
    built = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(built), str(source)],
        check=True,
        capture_output=True,
        text=True,
    )
    return zipfile.ZipFile(next(built.glob("*.whl")))


def files_below(folder: Path) -> set[str]:
    """Return every file below a folder, dotfiles included, as paths relative to it."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and not {"__pycache__", ".hypothesis"} & set(path.parts)
    }


def test_the_listed_packages_are_the_folders(configuration: configparser.ConfigParser) -> None:
    listed = configuration["options"]["packages"].split()
    folders = {".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "scrapy_bt").rglob("__init__.py")}
    assert set(listed) - {"scrapy_bt.project_template"} == folders
    assert listed == sorted(listed)


def test_every_folder_with_python_files_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "scrapy_bt").rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


@pytest.mark.process
def test_the_wheel_holds_every_file_of_the_package(wheel: zipfile.ZipFile) -> None:
    inside = {name.removeprefix("scrapy_bt/") for name in wheel.namelist() if name.startswith("scrapy_bt/")}
    assert files_below(ROOT / "scrapy_bt") - inside == set()


@pytest.mark.process
def test_the_wheel_holds_the_template_with_its_dotfiles(wheel: zipfile.ZipFile) -> None:
    prefix = "scrapy_bt/project_template/"
    inside = {name.removeprefix(prefix) for name in wheel.namelist() if name.startswith(prefix)}
    assert inside == files_below(ROOT / "project_template")
    assert "project/.gitignore" in inside


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert {name.split("/")[0] for name in wheel.namelist()} == {"scrapy_bt", "scrapy_bt-0.1.0.dist-info"}


def test_the_wheel_says_its_licence_and_its_pythons(wheel: zipfile.ZipFile) -> None:
    metadata = message_from_string(wheel.read("scrapy_bt-0.1.0.dist-info/METADATA").decode())
    assert metadata["License-Expression"] == "BSD-3-Clause"
    assert metadata["Requires-Python"] == ">=3.10"
    assert "scrapy_bt-0.1.0.dist-info/licenses/LICENSE" in wheel.namelist()


def test_every_entry_point_leads_somewhere(configuration: configparser.ConfigParser) -> None:
    lines = [line for text in configuration["options.entry_points"].values() for line in text.splitlines() if line]
    points = [line.split("=", 1)[1].strip().partition(":") for line in lines]
    program = "\n".join(f"import {module}; {module}.{attribute}" for module, _, attribute in points)
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr


def test_the_changelog_tells_of_this_version(configuration: configparser.ConfigParser) -> None:
    assert f"## {configuration['metadata']['version']}" in (ROOT / "CHANGELOG.md").read_text("utf8")


def test_the_readme_gives_the_command_that_ci_runs() -> None:
    last = (ROOT / ".ci" / "run").read_text("utf8").splitlines()[-1]
    assert last in (ROOT / "README.md").read_text("utf8").splitlines()
