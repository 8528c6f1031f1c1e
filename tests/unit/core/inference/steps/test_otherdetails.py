"""Links of details to other details."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.rows import rows_of
from scrapy_bt.core.inference.steps.otherdetails import lead_to_others, others_than
from tests.recordings import answer

PAGES = [
    answer(
        f"/p/{number}",
        f"<h1>Thing {number}</h1><p>{'It is of much use. ' * 9}</p><ul>"
        + "".join(f"<li><a href=/p/{number + n}>Thing {number + n}</a><b>{n}</b></li>" for n in (1, 2, 3))
        + "</ul>",
    )
    for number in (10, 20)
]


def test_rows_that_lead_to_other_pages_of_the_kind_are_no_part_of_what_a_page_is_about() -> None:
    (rows,) = [rows for rows in rows_of(PAGES[0]) if rows.each.text.endswith("li")]
    assert lead_to_others(rows, PAGES)
    assert not lead_to_others(rows, PAGES[:1])


def test_a_link_leads_to_another_page_where_its_address_is_of_the_kind_of_all_and_not_the_page_s_own() -> None:
    is_other = others_than(PAGES)
    assert is_other(PAGES[0], "/p/11")
    assert not is_other(PAGES[0], "/p/10#said")
    assert not is_other(PAGES[0], "/u/11")
    assert not others_than([answer("/oak", ""), answer("/elm", "")])(answer("/oak", ""), "/ash")
