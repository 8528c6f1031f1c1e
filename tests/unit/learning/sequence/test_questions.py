"""What the network is asked, with the answers."""

import numpy as np

from scrapy_bt.learning.lessons import Exercise, read_sheet
from scrapy_bt.learning.sequence.encoding import before_tokens
from scrapy_bt.learning.sequence.questions import PageCache, made_questions, questions_of
from tests.redesigns import NEW, OLD

TRUTH = {"title": ("Storm over the bay",), "author": ("Ann Lee",), "topic": ("weather", "coast")}


def exercise(selector):
    old, new = read_sheet(OLD, "a", TRUTH), read_sheet(NEW, "a", {"author": ("Bo Chan",)})
    return Exercise("author", old, new, old.right("author", 0)[0], new.right("author", 0), selector)


def test_the_answer_is_spelled_with_the_choices_of_each_step():
    (one,) = questions_of([exercise("span.author")], PageCache())
    assert np.array_equal(one.tokens, before_tokens("span.author", one.place))
    assert all(0 <= at < len(words) == len(numbers) for words, numbers, at in one.spelled)
    assert one.spelled


def test_a_selector_is_written_where_none_is_known():
    cache = PageCache()
    (one,) = questions_of([exercise("")], cache)
    written = cache.written(one.old, one.place)[0]
    assert np.array_equal(one.tokens, before_tokens(written, one.place))


def test_equal_texts_do_not_count_where_they_may_not():
    (one,) = made_questions([read_sheet(OLD, "a", {"author": ("Ann Lee",)})], ["author"], PageCache(), 4)
    numbers = range(len(one.new.looks))
    assert not one.likenesses(numbers, blind=True)[:, -1].any()
    assert one.likenesses(numbers, blind=False)[:, -1].any()


def test_redesigns_are_made_of_labelled_pages():
    sheet = read_sheet(OLD, "a", TRUTH)
    asked = [one for seed in range(8) for one in made_questions([sheet], list(TRUTH), PageCache(), seed)]
    assert len(asked) == 24
    assert any(not one.right and not one.spelled for one in asked)
    assert sum(bool(one.spelled) for one in asked) > 12
    again = list(made_questions([sheet], list(TRUTH), PageCache(), 0))
    assert [one.right for one in again] == [one.right for one in asked[:3]]
