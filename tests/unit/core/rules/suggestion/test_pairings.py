from dataclasses import replace

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.rules.suggestion.matches import find_matches
from scrapy_bt.core.rules.suggestion.outlining import read_outline
from scrapy_bt.core.rules.suggestion.pairings import search_pairs

PAGE = "".join(f'<p class="name"><b>x {number}</b> <i>e</i></p>\n' for number in range(20))


def searched(*examples, page=PAGE, seconds=1e9, enough=1e9):
    outline = read_outline(page)
    ticks = iter(range(10**9))
    timeout = Timeout(enough, lambda: float(next(ticks)))
    matches = [find_matches(outline, example) for example in examples]
    return search_pairs(outline, matches, timeout, Timeout(seconds, timeout.clock).begin())


def test_pairs_take_the_examples_and_their_likes():
    found, is_over = searched("x 7")
    best = min(found, key=lambda trial: trial.total)
    assert [PAGE[span.start : span.end] for span in best.pieces] == [f"x {number}" for number in range(20)]
    assert (best.extra, best.left_out, is_over) == ((), 0, False)


def test_what_takes_the_same_is_there_once():
    found, _ = searched("x 7")
    taken = [(trial.pieces, trial.similar.include, trial.similar.is_link) for trial in found]
    assert len(set(taken)) == len(taken) > 1


def test_the_more_is_wrong_with_a_pair_the_more_it_costs():
    right = min(searched("x 7")[0], key=lambda trial: trial.total)
    some, more = replace(right, left_out=1), replace(right, left_out=1, extra=right.pieces[:1])
    assert right.total < some.total < more.total


def test_when_something_was_found_it_ends_soon_and_in_any_case_in_time():
    found, is_over = searched("x 7", enough=1.0)
    assert found
    assert not is_over
    nothing, is_over = searched("x 7", seconds=3.0)
    assert nothing == []
    assert is_over
