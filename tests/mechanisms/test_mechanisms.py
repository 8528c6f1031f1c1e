"""Each mechanism, recorded twice: what is inferred brings what is true of a third input, and is proven."""

from __future__ import annotations

import pytest

from .all import ALL
from .running import infer, tell


@pytest.mark.parametrize("mechanism", ALL, ids=lambda mechanism: mechanism.name)
def test_the_tree_brings_what_is_true_of_another_input(mechanism):
    outcome = infer(mechanism)
    told = f"{tell(outcome)}\n{outcome.tree}"
    assert outcome.is_right, told
    assert outcome.inference.summary.is_proven, told
