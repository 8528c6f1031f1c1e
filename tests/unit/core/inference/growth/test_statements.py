from dataclasses import replace

from scrapy_bt.core.inference.findings import Caused, NeedsPerson, Records, SessionCookie, StepNeed
from scrapy_bt.core.inference.growth import grow, print_grown
from tests import conclusions


def text_with(name, *findings, without=()):
    conclusion = getattr(conclusions, name)()
    kept = tuple(found for found in conclusion.findings if not isinstance(found, without))
    return print_grown(grow(replace(conclusion, findings=(*kept, *findings))))


def test_steps_that_only_have_to_have_been_asked_for_are_asked_together():
    assert "prepare :: and {\n    goroutine { :lamp_page }\n    goroutine { :rope_page }\n}" in text_with("basket")


def test_steps_that_several_events_caused_may_depend_on_each_other():
    assert "prepare" not in text_with("basket", Caused(1, (4, 6)))
    assert "prepare" not in text_with("basket", without=Caused)


def test_a_step_that_sets_a_cookie_goes_alone_and_in_order():
    text = text_with("basket", SessionCookie(0, "basket"))
    assert "prepare" not in text
    assert "    :lamp_page\n    :rope_page\n" in text


def test_a_step_at_which_a_person_acts_goes_alone():
    text = text_with("basket", NeedsPerson(1, None, "captcha", "a puzzle"))
    assert "prepare" not in text
    assert "    state pause # a puzzle; a person steps in, then resumes the task\n    :rope_page\n" in text


def test_what_nobody_needs_is_apart_and_records_beside_the_target_are_a_branch():
    text = text_with("basket")
    assert "async { :seen_page } # the target does not need it" in text
    assert "goroutine { :offers_page  :offer }" in text
    needed = text_with("basket", without=(StepNeed, Records))
    assert "async" not in needed
    assert "goroutine { :offers_page" not in needed


def test_the_last_step_is_no_branch():
    assert text_with("basket").endswith("    :basket_page\n    :basket\n}\n")


def test_what_others_take_something_from_is_waited_for_whatever_is_said():
    text = text_with("signed", StepNeed(0, is_needed=False))
    assert "async" not in text
    shop = text_with("shop", StepNeed(0, is_needed=False))
    assert "    :shop_page\n" in shop
