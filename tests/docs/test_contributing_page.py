"""What CONTRIBUTING.md tells is there: files, commands, variables; and its two commands set up what the tests need."""

import configparser
import re

import pytest

from tests.docs.blocks import ROOT, read_blocks

PAGE = ROOT / "CONTRIBUTING.md"
TEXT = PAGE.read_text("utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", TEXT)


@pytest.fixture(scope="module")
def tox() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "tox.ini", encoding="utf8")
    return parser


PATHS = [text for text in QUOTED if re.match(r"(scrapy_bt|tests|docs|\.ci)/\S+$", text) and "NAME" not in text]


@pytest.mark.parametrize("path", sorted({*PATHS, *re.findall(r"\]\(([^)#]+)\)", TEXT)}))
def test_a_file_that_is_named_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(
    ("variable", "place"), re.findall(r"^\| `(\w+)=\w+` \| .*\(`(tests/[^`]+)`\) \|$", TEXT, re.MULTILINE)
)
def test_a_variable_is_read_where_the_page_says(variable: str, place: str) -> None:
    path = ROOT / place
    files = path.rglob("*.py") if path.is_dir() else [path]
    assert any(f'"{variable}"' in file.read_text("utf-8") for file in files)


def test_every_variable_for_longer_tests_is_told() -> None:
    read = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r'environ\.get\("(\w*(?:LONG|CASES|EXAMPLES)\w*)"', path.read_text("utf-8"))
    }
    assert read
    assert sorted(name for name in read if f"`{name}=" not in TEXT) == []


def test_the_set_up_takes_two_commands(tox: configparser.ConfigParser) -> None:
    make, install = next(block.text for block in read_blocks(PAGE) if "venv" in block.text).splitlines()
    assert make == "python3 -m venv .venv"
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf8")
    (extra,) = re.findall(r'^\.venv/bin/pip install -e "\.\[(\w+)\]"$', install)
    brings = setup["options.extras_require"][extra]
    assert all(each in brings for each in ["tox", *tox["testenv"]["extras"].split()])


def test_environments_of_tox_that_are_named_are_there(tox: configparser.ConfigParser) -> None:
    named = {name for names in re.findall(r"tox -e ([\w,]+)", TEXT) for name in names.split(",")}
    assert {"quick", "lint", "mypy"} <= named
    assert [name for name in named if f"testenv:{name}" not in tox] == []
