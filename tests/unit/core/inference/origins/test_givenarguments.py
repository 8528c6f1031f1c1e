"""Arguments by their values."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Argument
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Typed, Variability
from scrapy_bt.core.inference.origins.givenarguments import GivenArguments
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask, infer, record
from tests.searching import best, found

WORKFLOW = workflow_of(infer([record(ask("/users/7?f[0]=a"))], AlignmentSource()))


def at(key: Key) -> Variability:
    return Variability(0, key, True, ("a", "b"))


def test_one_value_is_one_argument_wherever_it_is_sent() -> None:
    posted = [Typed(0, Key("query", "word"), "word", ("lamp", "rope"))]
    given = GivenArguments(WORKFLOW, (), posted)
    assert given.named(("lamp", "rope"), at(Key("query", "q"))) == "word"
    assert given.named(("red", "green"), at(Key("query", "word"))) == "word2"
    assert given.named(("red", "green"), at(Key("form", "colour"))) == "word2"


def test_what_stands_behind_a_part_of_a_site_is_a_category() -> None:
    workflow = workflow_of(infer([record(ask("/shop/lamps")), record(ask("/shop/old-ropes"))], AlignmentSource()))
    for values, name in ((("lamps", "old-ropes"), "category"), (("a7", "b9"), "shop")):
        assert GivenArguments(workflow, ()).named(values, Variability(0, Key("path", "1"), True, values)) == name


def test_a_name_and_a_password_that_are_the_same_word_are_two_arguments() -> None:
    given = GivenArguments(WORKFLOW, ())
    names = [given.named(("test", "test"), at(Key("form", name))) for name in ("user", "password", "password2", "who")]
    assert names == ["user", "password", "password", "user"]
    assert given.named(("jim", "ann"), at(Key("form", "login"))) == "login"
    assert given.named(("jim", "ann"), at(Key("form", "password"))) == "login"


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Key("query", "f[0]"), "f"),
        (Key("json", "filter.maxPrice"), "max_price"),
        (Key("path", "1"), "user"),
        (Key("path", "0"), "part_1"),
    ],
)
def test_a_new_argument_is_called_as_its_place_is(key: Key, name: str) -> None:
    assert GivenArguments(WORKFLOW, ()).named(("a", "b"), at(key)) == name


def test_a_name_and_a_password_that_are_spelled_alike_are_two_arguments_of_a_form() -> None:
    page = "<form method=post action=/login><input name=name><input type=password name=password></form>"
    recording = [ask("/", page), ask("/login", form={"name": "practice", "password": "practice"})]
    known = found(recording, recording)
    assert best(known, 1, "form password") == Argument("password", is_secret=True)
    assert best(known, 1, "form name") == Argument("name")
