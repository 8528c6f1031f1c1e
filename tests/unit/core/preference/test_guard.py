"""Rankings are compared by the pages that came."""

import pytest

from scrapy_bt.core.preference.guard import LinkRanking, RankingComparison, concordance


def judged(by_model, by_names, pages=100):
    """After pages of which each fifth is relevant; the functions say how a page was ranked."""
    guard = RankingComparison()
    for number in range(pages):
        is_relevant = number % 5 == 0
        guard.note(by_model(number, is_relevant), by_names(number, is_relevant), is_relevant=is_relevant)
    return guard


def right(_, is_relevant):
    return float(is_relevant)


def wrong(_, is_relevant):
    return -float(is_relevant)


def nothing(_, __):
    return 0.0


@pytest.mark.parametrize(
    ("by_model", "by_names", "ranking"),
    [
        (right, nothing, LinkRanking.MODEL),
        (right, right, LinkRanking.NAMES),  # no better, so the simpler one
        (wrong, right, LinkRanking.NAMES),
        (nothing, nothing, LinkRanking.NAMES),  # which says the same of all: the order in which they were found
        (wrong, wrong, LinkRanking.ORDER),
        (nothing, wrong, LinkRanking.ORDER),
    ],
)
def test_the_simplest_of_the_best_decides(by_model, by_names, ranking):
    assert judged(by_model, by_names).ranking is ranking


def test_too_few_pages_change_nothing():
    assert judged(wrong, right, pages=20).ranking is LinkRanking.MODEL
    rare = RankingComparison()
    for _ in range(100):
        rare.note(0.0, 1.0, is_relevant=False)
    assert (rare.ranking, rare.concordance) == (LinkRanking.MODEL, {})


def test_a_model_that_has_become_better_decides_again():
    guard = judged(wrong, right)
    for number in range(300):
        guard.note(float(number % 2), 0.0, is_relevant=bool(number % 2))
    assert guard.ranking is LinkRanking.MODEL
    assert guard.concordance[LinkRanking.MODEL] == 1.0


def test_concordance_is_the_share_of_pairs_in_order():
    assert concordance([1.0, 3.0], [0.0, 2.0]) == 0.75
    assert concordance([1.0], [1.0, 1.0]) == 0.5
