from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.locate import PieceSpan
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef
from scrapy_bt.core.rules.suggestion.suggest import suggest
from scrapy_bt.core.rules.trials import try_layer
from scrapy_bt.operations.trials.lines import LineColumns, Units
from scrapy_bt.operations.trials.records import layer_record, suggestion_record, tag_text

PAGE = "<li>Ada <b>12</b></li><li>Ben <b>3</b></li>"
ROW, PRICE = Tag("row", start="<li>", end="</li>"), Tag("price", start="<b>", end="</b>", parent="row")
LAYER = Layer("list", tags=(ROW, PRICE))
GROUP = RuleGroup("prices", columns=(Column("price", tag=TagRef("list", "price"), type="number"),))
TRIAL = try_layer(Rule("r", layers=(LAYER,), groups=(GROUP,)), LAYER, PAGE, "https://s.test/")


def test_a_trial_has_counts_of_all_and_some_values():
    record = layer_record(TRIAL, "https://s.test/", most=1)
    row = record["tags"][0]
    assert (row["count"], row["values"], row["starts"], row["ends"]) == (2, ["Ada <b>12</b>"], 2, 2)
    assert (row["children"][0]["parents"], row["children"][0]["successes"]) == (2, 2)
    assert record["groups"][0]["typed"] == [[12.0]]


def test_places_are_told_where_lines_are_given():
    row = layer_record(TRIAL, "https://s.test/", LineColumns(PAGE))["tags"][0]
    assert row["start"]["places"][0] == {"line": 1, "column": 1, "end_line": 1, "end_column": 5}


def test_proposals_have_their_tag_as_it_is_written():
    found = suggest(PAGE, ["12"])
    record = suggestion_record(found, most=1)
    assert record["proposals"][0]["tag"]["tag"] == found.proposals[0].tag.name
    assert len(record["proposals"][0]["values"]) == 1
    assert tag_text(PRICE) == "- tag: price\n  parent: row\n  start: '<b>'\n  end: '</b>'\n"


def test_places_are_lines_and_columns_from_1():
    lines = LineColumns("ab\n\ncd")
    assert [lines.at(offset) for offset in (0, 2, 3, 4, 6)] == [(1, 1), (1, 3), (2, 1), (3, 1), (3, 3)]
    assert lines.shown(5) == "3:2"
    assert lines.ranges([PieceSpan(1, 5)]) == [{"line": 1, "column": 2, "end_line": 3, "end_column": 2}]


@given(st.text("aä🍞\n", max_size=30))
def test_units_are_those_of_utf_16(text):
    units = Units(text)
    for offset in range(len(text) + 1):
        unit = len(text[:offset].encode("utf-16-le")) // 2
        assert units.at(offset) == unit
        assert units.offset(unit) == offset
    assert units.pairs([PieceSpan(0, len(text))]) == [(0, len(text.encode("utf-16-le")) // 2)]
