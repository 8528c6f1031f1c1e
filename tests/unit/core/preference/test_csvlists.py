"""Entities in CSV; what is none is told with its line."""

import pytest

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.entitychecks import Unread
from scrapy_bt.core.preference.imports import read_entities


def test_csv():
    lines = ["name,kind,aliases,id\n", "Ada,person,Countess | Byron,q1\n", "London,place,,\n", ",x,,\n", "a,b,c,d,e\n"]
    assert list(read_entities(lines, "csv")) == [
        Entity("q1", "Ada", "person", aliases=("Countess", "Byron")),
        Entity("london", "London", "place"),
        Unread(4, "it has no name"),
        Unread(5, "it has more cells than the first line has names"),
    ]
    assert next(iter(read_entities(["title\n", "x\n"], "csv"))).number == 1


def test_a_quotation_mark_that_is_not_closed_is_told_with_its_line():
    lines = ["name,description\n", 'Ada,"on\n', 'two lines"\n', '"Charles\n', "London,\n"]
    ada, broken = read_entities(lines, "csv")
    assert ada.description == "on\ntwo lines"
    assert broken.number == 4
    assert broken.reason.endswith("goes on to line 5: is a quotation mark not closed?")


def test_in_csv_a_row_that_is_none_is_told_and_the_others_are_read():
    lines = [
        "name;kind\n",
        "Ada;person\n",
        '"A" B;x\n',
        "Charles\udce9;person\n",
        "London;place\n",
        'Rome;"x\n',
        "Pisa;\n",
    ]
    ada, mixed, encoded, london, broken = read_entities(lines, "csv")
    assert (ada.kind, london.name) == ("person", "London")
    assert mixed.number == 3
    assert encoded == Unread(4, "it is not in UTF-8: save the file in UTF-8")
    assert broken.number == 6
    assert broken.reason.endswith("and goes on to line 7: is a quotation mark not closed?")


def test_a_name_in_single_quotation_marks_is_told():
    told, ada = read_entities(["name\n", "'Ada'\n", "Ada 'the' Countess'\n"], "csv")
    reason = "its name stands in single quotation marks: CSV has double ones, or none"
    assert (told, ada.name) == (Unread(2, reason), "Ada 'the' Countess'")


def test_a_table_that_is_not_in_utf8_is_told_so():
    lines = "name\nAda\n".encode("utf-16").decode(errors="surrogateescape").splitlines(keepends=True)
    assert list(read_entities(lines, "csv")) == [Unread(1, "it is not in UTF-8: save the file in UTF-8")]


def test_columns_may_have_spaces_and_capitals():
    assert list(read_entities(["Kind; Name \n", "person;Ada\n"], "csv")) == [Entity("ada", "Ada", "person")]


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("", "one of them is `name`"),
        ("title,kind\n", "one of them is `name`"),
        ("name,Name\n", "the first line names the column `name` twice"),
        ('"name\n', "no CSV: "),
        ("n\0a\0m\0e\0\n", "it is not in UTF-8"),
    ],
)
def test_a_first_line_that_names_no_columns_is_told(header, reason):
    [told] = read_entities([header] if header else [], "csv")
    assert told.number == 1
    assert reason in told.reason
