"""Tables whose columns are about one thing each."""

from __future__ import annotations

from scrapy_bt.core.inference.scrutiny.turned import turned_table
from tests.recordings import answer


def told(*tables: list[list[str]]) -> str:
    bodies = ["".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in table) for table in tables]
    pages = [answer(f"/{place}", f"<table>{body}</table>") for place, body in enumerate(bodies)]
    return turned_table(pages, [[] for _ in pages])


def test_each_column_is_about_one_thing_where_rows_begin_with_the_same_labels_and_the_first_differs() -> None:
    one = [["", "Oak", "Elm"], ["Price", "5", "6"], ["Height", "9", "8"]]
    other = [["", "Ash", "Fir", "Yew"], ["Price", "7", "6", "5"], ["Height", "9", "7", "8"]]
    assert told(one, other) == "Height"
    assert told(one) == ""


def test_a_table_with_names_of_columns_is_none_and_nor_is_one_that_counts_its_rows() -> None:
    assert (
        told([["Day", "Open", "Shut"], ["Monday", "9", "17"]], [["Day", "Open", "Shut"], ["Monday", "8", "18"]]) == ""
    )
    assert told([["1.", "Oak", "5"], ["2.", "Elm", "6"]], [["1.", "Ash", "7"], ["2.", "Fir", "8"]]) == ""


def test_names_with_their_values_are_none() -> None:
    pairs = [["Owner", "Ada", "Town", "Graz"], ["Price", "5", "State", "Open"]]
    others = [["Owner", "Bea", "Town", "Lyon"], ["Price", "6", "State", "Shut"]]
    assert told(pairs, others) == ""
    assert told([["Owner", "Ada"], ["Town", "Graz"]], [["Owner", "Bea"], ["Town", "Lyon"]]) == ""
