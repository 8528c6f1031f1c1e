"""Rows of JSON answers whose keys have other names, or which stand elsewhere."""

import json

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.jsonrows import is_rows
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of


def pages(state, make):
    rows = [[make(5 * page + at) for at in range(5)] for page in range(4)]
    return [KeptPage(f"https://a.test/{state}/{n}", state, json.dumps(each)) for n, each in enumerate(rows)]


def plain(n):
    return {"name": f"Thing No. {n}", "price": n + 0.5, "id": n}


def field(name, value):
    return Observation("row", f"jmespath {name}", f"$.{name}", 5, 0, (value,), "", "$.items[*]")


ROWS = Observation("row", "jmespath items[*]", "$.items[*]", 5, 0, ())
FIELDS = [field("name", "Thing No. 3"), field("price", "3.5"), field("id", "3")]
FORMS = {"jmespath name": ("words",), "jmespath price": ("0.0",), "jmespath id": ("0",)}
GONE = ("found",)


def proposed(make, wrap, changed):
    """By field the old path and the best one of today, of rows in a list of today's name."""
    before = [page_of(one, lambda rows: {"items": rows}) for one in pages("good", plain)]
    now = [page_of(one, wrap) for one in pages("failing", make)]
    case = Case(before[-1], [ROWS, *FIELDS], [*before, *now], changed, FORMS)
    return {one.old: (one.new, one.within_now, one.choices[0].trial.fitting) for one in propose(case) if one.choices}


def page_of(page, wrap):
    return KeptPage(page.url, page.state, json.dumps(wrap(json.loads(page.markup))))


def test_rows_that_have_moved_with_fields_that_have_other_names():
    found = proposed(
        lambda n: {"id": n, "attributes": {"title": f"Thing No. {n}", "cost": n + 0.5}},
        lambda rows: {"data": {"results": rows}, "count": 5},
        {ROWS.field: GONE},
    )
    rows = "$.data.results[*]"
    assert found == {
        "$.items[*]": (rows, "", 4),
        "$.name": ("$.attributes.title", rows, 4),
        "$.price": ("$.attributes.cost", rows, 4),
    }


def test_a_field_that_has_another_name_in_rows_that_stand_where_they_stood():
    found = proposed(
        lambda n: {"title": f"Thing No. {n}", "price": n + 0.5, "id": n}, lambda rows: {"items": rows},
        {"jmespath name": GONE},
    )  # fmt: skip
    assert found == {"$.name": ("$.title", "$.items[*]", 4)}


def test_nothing_is_proposed_where_no_rows_are():
    assert proposed(plain, lambda _: {"error": "try again later"}, {ROWS.field: GONE}) == {}
    assert proposed(plain, lambda _: [], {ROWS.field: GONE}) == {}


@pytest.mark.parametrize(
    ("within", "values"),
    [("$.items", ["a", "", "2"]), ("$.items[*]", ["a", "", "2"]), ("$.none", [""]), ("", []), ("$.items[?", [])],
)
def test_values_of_rows(within, values):
    source = json.dumps({"items": [{"n": "a"}, {"n": None}, {"n": 2}]})
    assert values_of("$.n", source, within=within) == values


def test_a_list_and_all_of_its_items_are_the_same_rows():
    assert is_rows("$.a.items", "$.a.items[*]")
    assert is_rows("$.items[]", "$.items[*]")
    assert not is_rows("$.items[0]", "$.items[*]")
