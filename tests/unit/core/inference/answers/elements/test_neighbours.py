"""What stands beside an element, where comments and instructions are nothing."""

from __future__ import annotations

from typing import Any

from parsel import Selector

from scrapy_bt.core.inference.answers.elements.neighbours import after, before, text_before

PAGE = "<p>one<!-- c -->two<i id=a>x</i> three<!-- c --><?php x ?>four<b id=b>y</b><!-- c --></p>"


def element(name: str) -> Any:
    return Selector(text=PAGE, type="html").css(f"#{name}")[0].root


def test_comments_are_no_neighbours() -> None:
    assert before(element("b")).tag == "i"
    assert after(element("a")).tag == "b"
    assert before(element("a")) is None
    assert after(element("b")) is None


def test_a_text_goes_on_behind_a_comment() -> None:
    assert text_before(element("a")) == "onetwo"
    assert text_before(element("b")) == " threefour"
