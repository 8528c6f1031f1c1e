from __future__ import annotations

from parsel import Selector

from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.behindlabels import _is_of_sentence, behind_labels


def rows(*pairs: tuple[str, str], pattern: str = "<b>Title:</b> {} <br><b>Price:</b> {}"):
    page = "".join(f"<li>{pattern.format(*pair)}</li>" for pair in pairs)
    return [row.root for row in Selector(text=f"<ul>{page}</ul>", type="html").css("li")]


def test_each_label_gives_what_stands_behind_it() -> None:
    own = rows(("lamp", "3"), ("rope", "5"))
    found = dict(behind_labels(own))
    assert list(found) == ["Title", "Price"]
    assert [extract_within(own[1], each) for each in found.values()] == [["rope"], ["5"]]


def test_a_colon_behind_a_label_is_no_part_of_what_it_stands_before() -> None:
    own = rows(("lamp", "3"), ("rope", "5"), pattern="<b>Title</b>: {}<br><b>Price</b> : {}<br><b>By</b>: <a>me</a>")
    found = dict(behind_labels(own))
    assert {name: extract_within(own[1], each) for name, each in found.items()} == {"Title": ["rope"], "Price": ["5"]}


def test_one_bold_word_before_a_text_is_no_label_and_neither_is_another_one_each_time() -> None:
    assert not list(behind_labels(rows(("lamp", ""), ("rope", ""), pattern="<b>New</b> {}{}")))
    assert not list(behind_labels(rows(("lamp", "3"), ("rope", "5"), pattern="<b>{}</b> costs <b>{}</b> only")))


def test_a_label_that_stands_before_nothing_is_one_of_a_text() -> None:
    (row,) = rows(("see", "me"), pattern="{} <b>here</b>")
    assert _is_of_sentence(row.find("b"), row)
    (row,) = rows(("see", "me"), pattern="{} <b>here</b>: {}")
    assert not _is_of_sentence(row.find("b"), row)
