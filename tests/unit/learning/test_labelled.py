"""Labelled pages are read from a folder; what is malformed is told with its place."""

import json

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.learning.labelled import LabelledField, kind_of_field, read_labelled, read_page, thinned


def test_pages_pairs_and_lists_are_read(labelled_folder):
    found = read_labelled(labelled_folder)
    assert (len(found.pages), len(found.pairs), len(found.lists)) == (36, 12, 6)
    assert "<h1" in found.pages[0].read() + found.pages[1].read()
    assert found.pairs[0].fields["title"].broken
    assert found.lists[0].old_rows[0]["case_names"] == "State v. Smith 1"


def test_the_nth_hit_of_a_selector_is_an_xpath(tmp_path):
    one = {"value": "x", "old": ["/html/body/p"], "old_css": "p", "broken": True, "state": "broken"}
    fields = {"a": one | {"old_css_index": 0}, "b": one | {"old_css_index": 2}, "c": one | {"old_css_index": None}}
    entry = {"id": "1", "host": "h", "old_file": "o", "new_file": "n", "fields": fields}
    (tmp_path / "pairs.jsonl").write_text(json.dumps(entry))
    found = read_labelled(tmp_path).pairs[0].fields
    assert [found[name].selector for name in "abc"] == ["p", "(descendant-or-self::p)[3]", "/html/body/p"]


@pytest.mark.parametrize(
    ("line", "told"), [("{", "pairs.jsonl:1"), ("3", "pairs.jsonl:1"), ('{"id": "x"}', "x is not")]
)
def test_a_malformed_line_is_told(tmp_path, line, told):
    (tmp_path / "pairs.jsonl").write_text(line)
    with pytest.raises(BTError, match=told):
        read_labelled(tmp_path)


def test_an_empty_folder_and_a_missing_page_are_told(tmp_path):
    with pytest.raises(BTError, match=r"no labelled pages"):
        read_labelled(tmp_path)
    (tmp_path / "no.gz").write_bytes(b"no")
    for name in ("none.html", "no.gz"):
        with pytest.raises(BTError, match="cannot be read"):
            read_page(tmp_path / name)


def test_kinds_of_fields():
    assert [kind_of_field(name) for name in ("paragraph[3]", "description", "colour")] == [
        "paragraph",
        "summary",
        "colour",
    ]
    with pytest.raises(ValueError, match="selector"):
        LabelledField("", "a", "b", broken=True, state="broken")


def test_of_a_group_some_pages_are_taken_alone(labelled_folder):
    pages = read_labelled(labelled_folder).pages
    assert {page.group for page in pages} == {"news"}
    assert thinned(pages, {"news": 3}) == pages[::3]
    assert thinned(pages, {"recipe": 3}) == pages
