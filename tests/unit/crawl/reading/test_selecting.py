from threading import Event

import pytest
from lxml import etree
from scrapy.selector import Selector

from scrapy_bt.core.tree.selectors import compile_selector
from scrapy_bt.crawl.reading import selecting
from scrapy_bt.crawl.reading.selecting import LARGE, select_within
from scrapy_bt.errors import SelectorTimeout

SECONDS = 150.0


def page(items):
    return Selector(text=f"<html><body><ul>{'<li><a href=x>b</a></li>' * items}</ul></body></html>", type="html").root


@pytest.fixture
def asked(monkeypatch):
    """What threads were asked, in the place of what is on the way in other tests."""
    questions = []
    ask = selecting._SelectorThread.ask

    def note(worker, question, seconds):
        questions.append(seconds)
        return ask(worker, question, seconds)

    monkeypatch.setattr(selecting._SelectorThread, "ask", note)
    monkeypatch.setattr(selecting, "_left", set())
    return questions


@pytest.mark.parametrize("css", ["ul a::attr(href)", "li:nth-child(3)", "li ~ li:nth-child(3)"])
def test_another_thread_selects_in_a_large_page_and_finds_the_same(css, asked):
    small, large = page(20), page(LARGE // 2)  # two elements each
    assert select_within("css", css, small, seconds=SECONDS)
    assert not asked
    assert select_within("css", css, large, seconds=SECONDS) == compile_selector("css", "html", css)(large)
    assert asked == [SECONDS]


@pytest.mark.parametrize("css", ["a::attr(href)", "li:first-child > a", "li + li", "ul > li > a"])
def test_what_takes_no_longer_than_the_page_is_long_is_selected_at_once(css, asked):
    assert select_within("css", css, page(LARGE), seconds=SECONDS)
    assert not asked


def test_a_part_of_a_large_page_is_small_unless_the_selector_looks_around(asked):
    part = page(LARGE).xpath("//li")[3]
    select_within("css", "li a", part, seconds=SECONDS)
    select_within("xpath", ".//a[.//b]", part, seconds=SECONDS)
    assert not asked
    for text in ("//li//a", "a/ancestor::ul//li", "*[count(//li) > 3]"):
        assert select_within("xpath", text, part, seconds=SECONDS)
    assert len(asked) == 3


def test_mistakes_are_raised_where_the_selector_was_asked(asked):
    with pytest.raises(etree.XPathError):
        select_within("xpath", "//li//a[absent:f()]", page(LARGE), seconds=SECONDS)
    with pytest.raises(etree.XPathEvalError):
        select_within("xpath", "//li//a[absent()]", page(LARGE), seconds=SECONDS)
    assert select_within("css", "li a", page(LARGE), seconds=SECONDS)


def test_a_selector_that_takes_too_long_is_given_up_and_so_are_others_while_many_are_not_done(asked, monkeypatch):
    goes_on = Event()
    monkeypatch.setattr(selecting, "select", lambda *_: goes_on.wait(SECONDS) and [])
    large = page(LARGE)
    for _ in range(selecting._MOST_LEFT):
        with pytest.raises(SelectorTimeout, match=r"`li ~ li` took longer than 0\.01 s on this page and was given up"):
            select_within("css", "li ~ li", large, seconds=0.01)
    assert len(asked) == len(selecting._left) == selecting._MOST_LEFT
    with pytest.raises(SelectorTimeout):
        select_within("css", "li ~ li", large, seconds=SECONDS)
    left = list(selecting._left)
    goes_on.set()
    for worker in left:
        worker.thread.join(SECONDS)
    assert not selecting._left
    monkeypatch.undo()
    assert select_within("css", "li a", large, seconds=SECONDS)


def test_a_compiled_selector_can_be_asked_while_an_earlier_evaluation_goes_on(asked):
    large = page(3000)
    with pytest.raises(SelectorTimeout):
        select_within("css", "li ~ li", large, seconds=0.001)
    assert compile_selector("css", "html", "li ~ li")(page(2))
