"""Folds by content system, and what margins are worth."""

from scrapy_bt.learning.evaluation import Verdict
from scrapy_bt.learning.lessons import read_sheet
from scrapy_bt.learning.training import FOLDS, fit_line, folds_of


def page(names):
    return "<html><body>" + "".join(f"<p class='{name}'>x</p>" for name in names) + "</body></html>"


def test_sites_of_one_content_system_are_in_one_fold():
    system = [f"wp{n}" for n in range(60)]
    sheets = [read_sheet(page([*system, f"own{site}"]), f"site{site}", {}) for site in range(8)]
    others = [read_sheet(page([f"x{site}y{n}" for n in range(40)]), f"other{site}", {}) for site in range(30)]
    folds = folds_of([*sheets, *others])
    assert len({folds[f"site{site}"] for site in range(8)}) == 1
    assert {folds[f"other{site}"] for site in range(30)} == set(range(FOLDS))


def test_no_fold_is_seen_by_what_judges_it(course):
    school = course.school
    exercises = school.exercises(frozenset({1}), school.kinds)
    assert exercises
    assert all(1 not in (one.old_sheet.fold, one.new_sheet.fold) for one in exercises)


def test_a_line_is_fitted_to_margins():
    verdicts = [
        Verdict("", "", "", True, False, margin > 2 or number % 3 == 0, False, 0.5, margin, 0.0)
        for number in range(30)
        for margin in (0.5, 1.5, 2.5, 4.0)
    ]
    line = fit_line(verdicts)
    assert line.probability(4.0) > 0.85
    assert line.probability(0.5) < 0.6
    assert fit_line(verdicts[:5]) == fit_line([])
