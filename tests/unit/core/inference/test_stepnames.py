"""Sentences in which a step is data."""

from scrapy_bt.core.inference.stepnames import StepName, in_recordings, name_step, with_step_names
from scrapy_bt.sentences import join, say


def test_a_step_is_told_as_the_reader_knows_it_and_nothing_else_is_changed():
    cookie = say("the cookie “step 3” of {}", StepName(2))
    sentence = say("gives {} to {}", join([cookie, say("the field t")], " and "), StepName(3))
    assert sentence == "gives the cookie “step 3” of step 3 and the field t to step 4"
    names = {2: "login"}
    assert with_step_names(sentence, lambda step: names.get(step, name_step(step, "GET /"))) == (
        "gives the cookie “step 3” of login and the field t to step 4 (GET /)"
    )
    assert with_step_names("a text of step 3", names.__getitem__) == "a text of step 3"


def test_one_recording_is_no_number():
    assert in_recordings(1, 1) == "in the recording"
    assert in_recordings(1, 2) == "in 1 of 2 recordings"
