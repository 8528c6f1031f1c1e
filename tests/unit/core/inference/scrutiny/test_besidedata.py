"""What data tells of its records in another place."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.inference.scrutiny.besidedata import told_beside

ROWS = [{"maker": number, "price": f"{number}.50"} for number in (3, 5, 8)]
NAMES = {3: "Ann", 5: "Bo", 8: "Cy"}


def told(beside: Any, rows: Any = ROWS) -> tuple[str, str] | None:
    values = [{name: frozenset({str(value)}) for name, value in row.items()} for row in rows]
    return told_beside({"rows": rows, "beside": beside}, values, rows)


def test_an_object_by_the_values_of_a_field_or_a_list_with_them_says_what_they_stand_for() -> None:
    assert told({str(number): name for number, name in NAMES.items()}) == ("maker", "Ann")
    assert told([{"id": number, "name": name} for number, name in NAMES.items()]) == ("maker", "Ann")


def test_what_says_nothing_of_some_rows_or_nothing_that_they_lack_is_no_such_place() -> None:
    assert told({"3": "Ann", "5": "Bo"}) is None
    assert told({str(number): number for number in NAMES}) is None
    assert told([]) is None
    assert told({}, [{**row, "name": name} for row, name in zip(ROWS, NAMES.values(), strict=True)]) is None
    assert told({"3": "Ann"}, ROWS[:1]) is None


def test_the_rows_themselves_are_no_other_place_whatever_of_them_is_in_no_field() -> None:
    rows = [{**row, "note": name} for row, name in zip(ROWS, NAMES.values(), strict=True)]
    values = [{"maker": frozenset({str(row["maker"])})} for row in rows]
    assert told_beside({"rows": rows}, values, rows) is None
    assert told_beside({str(row["maker"]): row for row in rows}, values, rows) is None
    several = [*rows, *({**row, "note": row["note"].lower()} for row in rows)]
    assert told_beside({"rows": several}, values * 2, several) is None
