"""What stands elsewhere in data for the keys of rows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scrapy_bt.core.inference.answers.fields.jsonfields import json_fields
from scrapy_bt.core.inference.answers.rows.named import with_named
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

ROWS = [{"title": f"Thing {number}", "maker_id": number} for number in (3, 5, 8)]
MAKERS = [{"id": number, "name": name} for number, name in ((3, "Ann"), (5, "Bo"), (8, "Cy"))]


def named(rows: Any, **beside: Any) -> tuple[str, list[str]]:
    """The path of the rows, and the names of the fields that are new."""
    fields = tuple(json_fields(rows))
    data = json.dumps({"rows": rows, **beside})
    page = answer("https://shop.test/", data, headers={"Content-Type": "application/json"})
    each, found = with_named(Extraction("json", "rows"), fields, [page])
    return each.text, [name for name, _ in found[len(fields) :]]


def test_a_list_that_is_called_as_the_key_is_says_more_of_the_rows() -> None:
    found = "with_named(rows, 'maker', &maker_id, makers[], &id)", ["maker_name"]
    assert named(ROWS, makers=MAKERS) == found
    assert named([*ROWS, {"title": "Of nobody", "maker_id": None}], makers=MAKERS) == found


def test_what_a_row_has_already_keeps_its_name() -> None:
    rows = [{**row, "maker": f"No. {row['maker_id']}"} for row in ROWS]
    assert named(rows, makers=MAKERS) == (
        "with_named(rows, 'maker_named', &maker_id, makers[], &id)",
        ["maker_named_name"],
    )


@pytest.mark.parametrize(
    "beside",
    [
        {"others": MAKERS},
        {"makers": MAKERS[:2]},
        {"makers": [*MAKERS, MAKERS[0]]},
        {"makers": [{"id": each["id"]} for each in MAKERS]},
        {"makers": []},
        {},
    ],
    ids=["called otherwise", "not of all", "several of one key", "says no more", "empty", "nothing"],
)
def test_what_may_be_chance_or_says_no_more_is_left(beside: dict[str, Any]) -> None:
    assert named(ROWS, **beside) == ("rows", [])


def test_few_keys_say_nothing() -> None:
    assert named(ROWS[:2], makers=MAKERS) == ("rows", [])


def test_kind_and_key_together_are_no_chance() -> None:
    rows = [{"title": row["title"], "by": {"kind": "makers", "id": row["maker_id"]}} for row in ROWS]
    included = [{"kind": "makers", **each} for each in MAKERS]
    towns = [{**each, "kind": "towns", "name": "Town"} for each in included]
    path, names = named(rows, included=[*towns, *included])
    assert path == "with_named(rows, 'by_named', &[by.id, by.kind], included[], &[id, kind])"
    assert names == ["by_named_name"]
