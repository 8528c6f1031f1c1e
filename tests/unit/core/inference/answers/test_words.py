"""Sentences in which a step is data."""

from scrapy_bt.core.inference.answers.words import NOTHING, StepName, join, name_step, told, words


def test_a_step_is_told_as_the_reader_knows_it_and_nothing_else_is_changed():
    cookie = words("the cookie “step 2” of ", StepName(2))
    sentence = words("gives ", join(" and ", [cookie, words("the field t")]), " to ", StepName(3))
    assert str(sentence) == "gives the cookie “step 2” of step 2 and the field t to step 3"
    names = {2: "login"}
    assert told(sentence, lambda step: names.get(step, name_step(step, "GET /"))) == (
        "gives the cookie “step 2” of login and the field t to step 3 (GET /)"
    )
    assert told("a text of step 2", names.__getitem__) == "a text of step 2"


def test_nothing_is_no_sentence():
    assert not NOTHING
    assert not words("", NOTHING)
    assert words("x ", words("y")) == words("x y")
