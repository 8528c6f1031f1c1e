"""Every module that the glossary names is there, and every row names one."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (?!here|---)(?P<here>[^|]+) \| (?P<elsewhere>[^|]+) \| `(?P<where>[^`]+)` \|$", re.MULTILINE)

NO_TERM = re.compile(r"\([^)]*\)|:.*")
"""What explains a term beside it."""
LETTERS = re.compile(r"[a-z]{3,}")


def test_modules_of_the_glossary_exist() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf8")
    rows = list(ROW.finditer(text))
    tables = sum(line.startswith("| --- ") for line in text.splitlines())
    assert len(rows) == sum(line.startswith("| ") for line in text.splitlines()) - 2 * tables
    assert [row["where"] for row in rows if not (ROOT / row["where"]).is_file()] == []


def test_a_term_stands_in_the_module_that_the_glossary_names() -> None:
    elsewhere = []
    for row in ROW.finditer((ROOT / "docs" / "glossary.md").read_text("utf8")):
        known = (row["where"] + (ROOT / row["where"]).read_text("utf8")).lower()
        words = LETTERS.findall(NO_TERM.sub("", row["here"]).lower())
        elsewhere += [(row["here"], word) for word in words if word.rstrip("sy") not in known]
    assert elsewhere == []


def test_a_term_stands_in_the_glossary_once() -> None:
    terms = [row["here"] for row in ROW.finditer((ROOT / "docs" / "glossary.md").read_text("utf8"))]
    assert len(terms) > 30
    assert sorted(terms) == sorted(set(terms))
