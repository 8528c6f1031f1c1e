"""What is told of an inference when it is finished, and not before."""

import pytest

from scrapy_bt.core.inference.goal import Goal
from tests.login_site import LOGIN, record
from tests.pure_site import finish


def test_nothing_is_told_before_it_is_finished() -> None:
    inference, _ = record(*LOGIN, goal=Goal(level="none"))
    with pytest.raises(ValueError, match="not finished"):
        inference.conclusion  # noqa: B018  # it raises


def test_what_was_given_is_known_by_the_arguments_and_secrets_are_told_apart() -> None:
    inference, site = record(*LOGIN, goal=Goal(level="none"))
    finish(inference, site)
    names = [given.name for given in inference.conclusion.arguments]
    given = inference.input_of(0, [*names, "unknown"])
    assert list(given) == names
    assert given["password"] in inference.secrets
