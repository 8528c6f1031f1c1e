"""What each idea of the decision adds."""

import pytest

pytest.importorskip("lightgbm")
from scrapy_bt.core.healing.pairs import TYPED_PAIR_NAMES
from scrapy_bt.learning.ablation import IDEAS, Ablation


def test_every_idea_is_made_of_numbers_and_none_of_all():
    for belongs in IDEAS.values():
        assert 0 < sum(map(belongs, TYPED_PAIR_NAMES)) < len(TYPED_PAIR_NAMES)


def test_variants_are_judged_on_the_same_fields(course, monkeypatch):
    one = {"kinds of fields": lambda name: name.startswith("type ")}  # each costs a training
    monkeypatch.setattr("scrapy_bt.learning.ablation.IDEAS", one)
    told = Ablation(course.school, rounds=3).tell()
    assert [one.name for one in told][:3] == [
        "everything", "everything, and embeddings of nodes", "everything, but each field by itself",
    ]  # fmt: skip
    assert len(told) == 3 + len(one)
    assert {one.count for one in told} == {told[0].count}
    assert all(one.right <= one.among_top <= one.count for one in told)
