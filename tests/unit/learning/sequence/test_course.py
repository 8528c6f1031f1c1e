"""A sequence model is trained on labelled pages, the same one for the same seed, and judged on other sites."""

import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

from scrapy_bt.learning.sequence.course import SequenceCourse
from scrapy_bt.learning.sequence.generator import Generator
from scrapy_bt.learning.sequence.training import SequencePlan

PLAN = SequencePlan(steps=30, batch=8, others=24, hidden=12, embedding=6, rate=0.01, seed=2)


@pytest.fixture(scope="module")
def sequence(course):
    return SequenceCourse(course.school, PLAN)


@pytest.fixture(scope="module")
def report(sequence):
    return sequence.judge()


def test_every_pair_is_judged_once_by_what_has_not_seen_it(report):
    assert len({(one.pair, one.field) for one in report.fields}) == len(report.fields) == 36
    assert sum(one.right for one in report.fields) >= 18
    assert sum(one.among_top for one in report.blind) >= 24


def test_a_choice_beside_another_is_the_likelier_one(report):
    for one in report.fields:
        assert one.beside(one).right == one.right
        assert one.beside(one).among_top >= one.right


def test_the_same_seed_gives_the_same_model(sequence, course, tmp_path):
    first = sequence.train(line=(0.5, 2.0))
    assert SequenceCourse(course.school, PLAN).train(line=(0.5, 2.0)) == first
    path = tmp_path / "model"
    path.write_bytes(first)
    read = Generator.read(path)
    assert read.line == (0.5, 2.0, 0.0)
    assert read.facts["steps"] == PLAN.steps
