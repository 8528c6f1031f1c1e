from __future__ import annotations

from parsel import Selector

from scrapy_bt.core.inference.answers.fields.places import Places


def places_of(*rows: str) -> Places:
    found = Places()
    for row in Selector(text=f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>", type="html").css("li"):
        for span in row.root.iter("span"):
            found.note("span::text", row.root, span)
            found.note("span.tag::text", row.root, span)
    return found


def test_as_many_in_each_row_are_told_by_their_place() -> None:
    found = places_of("<span>a</span> <span>1</span>", "<span>b</span> <span>2</span>")
    assert [each.text for each in found.apart("span::text", 2)] == [
        "normalize-space(span[1])",
        "normalize-space(span[2])",
    ]
    assert not found.apart("span.tag::text", 2)  # of one kind, however many there are
    assert not found.apart("span::text", 3)  # one of the rows has none


def test_what_is_the_same_in_all_rows_is_a_label() -> None:
    found = places_of("<span>Costs</span> <span>1</span>", "<span>Costs</span> <span>2</span>")
    assert [each.text for each in found.apart("span::text", 2)] == ["normalize-space(span[2])"]


def test_other_numbers_of_them_are_a_list() -> None:
    assert not places_of("<span>a</span>", "<span>b</span> <span>2</span>").apart("span::text", 2)
    assert not places_of("<p><span>a</span></p><span>1</span>", "<span>b</span><span>2</span>").apart("span::text", 2)
