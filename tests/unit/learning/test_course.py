"""A whole course: judged by models that have not seen a site, then trained on everything."""

from pathlib import Path

import pytest

from scrapy_bt.core.healing.deciding import Models
from scrapy_bt.errors import BTError
from scrapy_bt.learning.shipped_models import read_models, write_models
from scrapy_bt.learning.training import School


def test_a_course_judges_every_pair_once(course):
    report = course.judge()
    assert len({(one.pair, one.field) for one in report.fields}) == len(report.fields) == 36
    assert len(report.blind) == 36
    assert sum(one.right for one in report.fields) >= 24
    assert len(report.lists) == 18
    assert report.line[1] > 0


def test_the_same_seed_gives_the_same_models(course, plain, tmp_path):
    school = School(course.school.sheets, course.school.pairs, seed=3, rounds=20)
    again = plain | {"fields": school.train() | {"line": [0.0, 1.0]}}
    assert again == plain
    for name, models in (("a", plain), ("b", again)):
        write_models(tmp_path / name, models)
    assert Path(tmp_path / "a").read_bytes() == Path(tmp_path / "b").read_bytes()
    assert isinstance(read_models(tmp_path / "a")[0], Models)


def test_kinds_are_judged_by_models_that_do_not_know_them(course, monkeypatch):
    known = []
    read = Models.read

    def remember(plain):
        known.append(plain["kinds"])
        return read(plain)

    monkeypatch.setattr(Models, "read", remember)
    judged = course.judge_left_out(["title"])
    assert {(one.pair, one.field) for one in judged["title"]} == {(f"pair{site}", "title") for site in range(12)}
    assert known
    assert not any("title" in kinds for kinds in known)
    with pytest.raises(BTError, match="'price'; there are: title, author, paragraph"):
        course.judge_left_out(["price"])
