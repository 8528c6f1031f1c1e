"""How elements are built."""

from __future__ import annotations

from lxml import html

from scrapy_bt.core.inference.answers.elements.outlines import outline


def test_tags_and_classes_tell_how_an_element_is_built_and_texts_do_not() -> None:
    one, other, third = html.fromstring(
        "<ul><li class=a><b>x</b></li><li class=a><b>y</b></li><li class=a><i>x</i></li></ul>"
    )
    assert outline(one) == outline(other) != outline(third)
