"""What rows say behind labels of one text with it."""

from __future__ import annotations

import pytest
from parsel import Selector

from scrapy_bt.core.inference.answers.extraction import extract_within
from scrapy_bt.core.inference.answers.fields.labelledtexts import labelled_texts
from scrapy_bt.core.inference.answers.values import Extraction


def rows(*texts: str):
    page = "".join(f"<article>{text}</article>" for text in texts)
    return [row.root for row in Selector(text=f"<main>{page}</main>", type="html").css("article")]


def test_each_label_gives_the_rest_of_its_text_wherever_it_stands() -> None:
    own = rows("<i>Price: 3</i><i>Colour: red</i>", "New<br>Price: 5<br>Colour: green")
    found = dict(labelled_texts(own, []))
    assert list(found) == ["Price:", "Colour:"]
    assert [[extract_within(row, each) for each in found.values()] for row in own] == [
        [["3"], ["red"]],
        [["5"], ["green"]],
    ]


def test_a_full_width_colon_ends_a_label_without_a_space() -> None:
    own = rows("<i>价格：3</i><i>颜色： 红</i>", "新<br>价格：5<br>颜色： 绿")
    found = dict(labelled_texts(own, []))
    assert list(found) == ["价格：", "颜色："]
    assert [[extract_within(row, each) for each in found.values()] for row in own] == [[["3"], ["红"]], [["5"], ["绿"]]]
    long = "去年来过这里的人们都是这样说的：{}"
    assert not list(labelled_texts(rows(long.format("甲"), long.format("乙")), []))


def test_a_text_that_is_a_field_of_its_own_stays_one() -> None:
    own = rows('<p class="cost">Price: 3</p>', '<p class="cost">Price: 5</p>')
    assert not list(labelled_texts(own, [Extraction("css", "p.cost::text")]))
    assert list(labelled_texts(own, [Extraction("css", "p.cost::text", all=True)]))


def test_what_few_rows_say_or_all_the_same_and_sentences_are_none() -> None:
    assert not list(labelled_texts(rows("Price: 3", "New", "Old", "None"), []))
    assert not list(labelled_texts(rows("Price: 3", "Price: 3"), []))
    long = "Those who came there said this: {}"
    assert not list(labelled_texts(rows(long.format("a"), long.format("b")), []))
    assert not list(labelled_texts(rows("12:30 there", "14:15 here"), []))


@pytest.mark.parametrize("label", ["Price:", "Unit\u00a0price:"])
def test_a_space_at_which_no_line_is_broken_is_a_space(label: str) -> None:
    own = rows(f"{label}\u00a05.00", f"{label} 6.00")
    ((name, each),) = labelled_texts(own, [])
    assert name == label.replace("\u00a0", " ")
    assert [extract_within(row, each) for row in own] == [["5.00"], ["6.00"]]
