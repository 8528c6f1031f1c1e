"""Runs of siblings that are alike."""

from lxml import html

from scrapy_bt.core.healing.siblings import SiblingRuns


def test_siblings_are_alike_by_tag_and_first_class_name():
    page = html.fromstring("<ul><li class='a x'>1</li><li>2</li><!-- --><li class=a><b>3</b></li></ul>")
    first, other, last = page.findall("li")
    runs = SiblingRuns()
    assert [runs.of(one) for one in (first, other, last, page)] == [(2, 0), (1, 0), (2, 1), (1, 0)]
    assert runs.widest(last[0], 1) == (1, 0)
    assert runs.widest(last[0], 9) == (2, 1)
