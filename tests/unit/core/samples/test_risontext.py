"""Rison is parted into leaves, and written again with other values in it."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from scrapy_bt.core.samples import jsontext, risontext
from scrapy_bt.core.samples.parameters import Key, parameters_of, with_parameters
from scrapy_bt.core.samples.traffic import Sent

_TEXT = "(filters:!((col:name,value:lamp)),'the order':title,page:1,whole:!t,from:-2.5,label:'a !'b!!')"


def test_leaves_have_their_paths_and_values() -> None:
    assert [(leaf.path, leaf.value, leaf.is_string) for leaf in risontext.leaves_of(_TEXT) or ()] == [
        ("filters[0].col", "name", True),
        ("filters[0].value", "lamp", True),
        ("the order", "title", True),
        ("page", "1", False),
        ("whole", "!t", False),
        ("from", "-2.5", False),
        ("label", "a 'b!", True),
    ]


@pytest.mark.parametrize(
    ("changes", "written"),
    [
        ({}, _TEXT),
        ({1: "rope", 3: "2"}, _TEXT.replace("lamp", "rope").replace("page:1", "page:2")),
        ({1: "it's two"}, _TEXT.replace("lamp", "'it!'s two'")),
        ({1: "12"}, _TEXT.replace("lamp", "'12'")),
        ({1: "2024-05-01", 3: "-x"}, _TEXT.replace("lamp", "'2024-05-01'").replace("page:1", "page:'-x'")),
        ({4: "!f"}, _TEXT.replace("!t", "!f")),
        ({0: None, 2: None}, _TEXT.replace("col:name,", "").replace("'the order':title,", "")),
        ({0: None, 1: None, 6: None}, "('the order':title,page:1,whole:!t,from:-2.5)"),
        (dict.fromkeys(range(7)), ""),
    ],
)
def test_leaves_are_changed_and_left_out(changes: dict[int, str | None], written: str) -> None:
    assert risontext.with_leaves(_TEXT, changes) == written


def test_pieces_leave_places_open() -> None:
    pieces = risontext.parts_of("(page:1,word:lamp)", {0: "2"}, frozenset({1}))
    assert pieces[-2:] == [1, ")"]
    assert "".join(map(str, pieces[:-2])) == "(page:2,word:"


@pytest.mark.parametrize(
    "text", ["(lamp)", "(title:lamp)", "(a:1", "(a:1,)b", "!x", "(a b:1,c:2)", "", "!()", "!(3,7)"]
)
def test_what_is_no_rison_stays_whole(text: str) -> None:
    assert risontext.leaves_of(text) is None
    assert jsontext.nested_leaves("q", text) == [("q", text)]
    assert jsontext.with_nested(text, {0: "other"}) == "other"


def test_fields_of_an_address_are_parted() -> None:
    sent = Sent("GET", "https://site.test/things?q=(page:0,word:lamp)")
    assert Key("query", "q$.word") in {each.key for each in parameters_of(sent)}
    changed = with_parameters(sent, {Key("query", "q$.page"): "3"})
    assert unquote(changed.url) == "https://site.test/things?q=(page:3,word:lamp)"


def test_strings_are_quoted() -> None:
    assert risontext.quoted("it's wow!") == "'it!'s wow!!'"
