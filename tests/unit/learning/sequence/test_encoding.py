"""Pages, elements and selectors as numbers."""

import numpy as np

from scrapy_bt.learning.sequence.encoding import (
    LIKENESSES,
    PER_TOKEN,
    TOKENS,
    WIDTH,
    WORDS,
    Sight,
    before_tokens,
    choice_tokens,
    likenesses,
)
from scrapy_bt.learning.sequence.grammar import Prefix


def of(survey, text):
    return survey.page.by_text[text.casefold()][0]


def test_a_page_is_the_numbers_of_its_candidates(new):
    sight = Sight(new)
    assert sight.looks.shape == (len(new.looks), WIDTH)
    assert np.allclose(sight.mean, sight.looks.astype(np.float32).mean(axis=0))


def test_words_have_the_same_places_in_selectors_and_elements(old):
    tokens = before_tokens("div.byline > span.author::text", of(old, "Ann Lee"))
    assert tokens.shape == (TOKENS, PER_TOKEN)
    assert tokens.min() >= 0
    assert tokens.max() < WORDS
    (element,) = (set(row) for row in tokens[-1:])
    (step,) = [set(row) for row in tokens if len(set(row) & element - {0}) == 1][-1:]  # of `author`
    assert step != element


def test_long_selectors_and_deep_elements_are_cut(old):
    assert before_tokens(" ".join("a" * 50), of(old, "weather")).all(axis=1).sum() <= TOKENS


def test_equal_texts_count_as_far_as_pages_share_content(old, new):
    look = old.look_of(of(old, "Ann Lee"))
    known, blind = (likenesses(look, [look, *new.looks], shared) for shared in (1.0, 0.0))
    assert known.shape == (len(new.looks) + 1, LIKENESSES)
    assert known[0, -1] == 1.0
    assert not blind[:, -1].any()


def test_ways_to_go_on_are_told_apart(new):
    choices = Prefix(new.page, of(new, "Bo Chan")).choices
    words, numbers = choice_tokens(choices)
    rows = {(*map(int, row), *map(float, each)) for row, each in zip(words, numbers, strict=True)}
    assert len(rows) == len(choices)
