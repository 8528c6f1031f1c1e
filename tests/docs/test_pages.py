"""The tables of the documentation are those of the code."""

import re

import pytest

from scrapy_bt.commands.bt import SUBCOMMANDS
from scrapy_bt.core.language.mistakes import MISTAKES
from scrapy_bt.core.tree.keywords import KEYWORDS
from scrapy_bt.core.tree.nodes import HOWS, KINDS, OUTCOMES
from scrapy_bt.settings import SETTINGS
from tests.docs import faults
from tests.docs.blocks import DOCS, ROOT


def rows_of(page: str) -> list[list[str]]:
    """Return the cells of all table rows of a page."""
    lines = (DOCS / page).read_text("utf-8").splitlines()
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines if line.startswith("|")]


def test_every_setting_stands_with_its_default_and_meaning() -> None:
    told = [row for row in rows_of("settings.md") if row[0].startswith("`BT_")]
    assert told == [[f"`{setting.name}`", f"`{setting.default!r}`", setting.meaning] for setting in SETTINGS]


def test_every_fault_stands_with_what_it_says() -> None:
    page = faults.PAGE.read_text("utf-8")
    assert faults.replaced(page) == page, "write the table anew: python -m tests.docs.faults"


def test_every_code_of_a_fault_is_told() -> None:
    told = {code for examples in faults.EXAMPLES.values() for code in examples}
    told |= {mistake.code for mistake in MISTAKES} | faults.TOLD_ELSEWHERE
    assert sorted(faults.codes_in_source() - told) == []


@pytest.mark.parametrize("word", sorted(KEYWORDS))
def test_every_reserved_word_is_told(word: str) -> None:
    page = (DOCS / "language" / "index.md").read_text("utf-8")
    reserved = next(line for line in page.splitlines() if line.startswith("`visit data item"))
    assert word in reserved.strip("`").split()


@pytest.mark.parametrize(("page", "words"), [("data.md", HOWS), ("data.md", KINDS), ("states.md", OUTCOMES)])
def test_every_word_has_its_row(page: str, words: tuple[str, ...]) -> None:
    text = (DOCS / "language" / page).read_text("utf-8")
    assert [word for word in words if not re.search(rf"`(?:as )?{word}[` ]", text)] == []


def test_every_subcommand_has_its_section() -> None:
    headings = re.findall(r"^## (\w+)$", (DOCS / "commands.md").read_text("utf-8"), re.MULTILINE)
    assert headings == list(SUBCOMMANDS)


def test_the_grammar_is_included() -> None:
    included = re.findall(r"\{literalinclude\} (\S+)", (DOCS / "language" / "grammar.md").read_text("utf-8"))
    assert [(DOCS / "language" / path).resolve() for path in included] == [
        ROOT / "scrapy_bt" / "core" / "language" / "bt.lark"
    ]


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_every_page_is_in_a_table_of_contents(page) -> None:
    if page != DOCS / "index.md":
        listed = "\n".join(path.read_text("utf-8") for path in (DOCS / "index.md", DOCS / "language" / "index.md"))
        name = page.relative_to(DOCS).with_suffix("").as_posix().removeprefix("language/")
        assert re.search(rf"^(language/)?{name}$", listed, re.MULTILINE)
