"""Lists of which a script makes what details are asked for with."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.steps.listing import listings
from scrapy_bt.core.inference.steps.spelledlistings import written_alike
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import answer, ask

_BOATS = answer("/boats", {"boats": [{"no": 5, "name": "Blue Gull"}, {"no": 7, "name": "Red Tern (old)"}]})


@pytest.mark.parametrize(
    ("sent", "expression"),
    [
        (("blue-gull", "red-tern-old"), "map(&slug(@), boats[].name)"),
        (("blue gull", "red tern (old)"), "map(&lower(@), boats[].name)"),
        (("Blue_Gull", "Red_Tern_(old)"), "map(&replace(@, ' ', '_'), boats[].name)"),
        (("BlueGull", "RedTern(old)"), "map(&replace(@, ' ', ''), boats[].name)"),
    ],
)
def test_what_entries_are_called_is_spelled_otherwise(sent: tuple[str, str], expression: str) -> None:
    (found,) = listings(0, _BOATS, [ask(f"/crew?of={text}") for text in sent])
    assert (found.key, found.each.text, found.count) == (Key("query", "of"), expression, 2)


def test_an_entry_that_is_called_by_signs_alone_has_no_key() -> None:
    boats = answer("/boats", [{"name": name} for name in ("Blue Gull", "!!!", "Red Tern")])
    (found,) = listings(0, boats, [ask("/crew?of=blue-gull"), ask("/crew?of=red-tern")])
    assert (found.each.text, found.count) == ("map(&slug(@), [].name) | [?@ != '']", 2)


def test_entries_of_which_one_is_spelled_in_no_known_way_are_no_list() -> None:
    assert listings(0, _BOATS, [ask("/crew?of=blue-gull"), ask("/crew?of=green-tern")]) == []
    assert listings(0, _BOATS, [ask("/crew?of=blue-gull&n=1"), ask("/crew?of=red-tern-old&n=2")]) == []


@pytest.mark.parametrize(
    ("names", "expression", "alike"),
    [
        (("Blue Gull", "Blue gull!"), "map(&slug(@), [].name)", "blue-gull"),
        (("Blue Gull", "Red Tern"), "map(&slug(@), [].name)", ""),
        (("blue", "blue"), "[].name", ""),
    ],
    ids=["two written alike", "each by itself", "as they stand"],
)
def test_two_entries_that_are_written_alike_are_told(names: tuple[str, str], expression: str, alike: str) -> None:
    lists = [answer("/boats", [{"name": "Old Pike"}]), answer("/boats", [{"name": name} for name in names])]
    assert written_alike(Extraction("json", expression, all=True), lists) == alike


@pytest.mark.parametrize(
    ("row", "css"),
    [
        ("<li><h3>{}</h3><p>at sea</p></li>", "body > ul > li h3::text"),
        ("<li><b>{}</b> {}</li>", "body > ul > li b::text"),
    ],
)
def test_rows_of_a_page_that_link_nowhere_are_spelled_otherwise(row: str, css: str) -> None:
    names = ("Blue Gull", "!!!", "Red Tern (old)", "Owl")
    page = answer("/boats", f"<ul>{''.join(row.format(name, 'at sea') for name in names)}</ul>")
    asked = [ask("/crew/blue-gull"), ask("/crew/red-tern-old")]
    found = listings(0, page, asked, by_attributes=True)
    assert [(each.each.text, each.each.coding, each.count) for each in found][:1] == [(css, "slug", 3)]
    assert listings(0, page, asked) == [], "only where a script may ask"
    assert listings(0, page, [ask("/crew/owl")], by_attributes=True) == [], "a word may be anything"
    assert listings(0, page, [ask("/crew/blue-gull"), ask("/crew/green-tern")], by_attributes=True) == []
    twice = answer("/boats", f"<ul>{row.format('A b', '')}{row.format('a B', '')}</ul>")
    assert written_alike(found[0].each, [page, twice]) == "a-b"
