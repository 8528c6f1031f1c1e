from dataclasses import replace
from urllib.parse import urlencode

from scrapy_bt.core.inference.answers.values import Argument, Constant, Each
from scrapy_bt.core.inference.conclusion import Conclusion, Given
from scrapy_bt.core.inference.findings import Caused, Loop, NeedsPerson, Records, SessionCookie, StepNeed
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from tests import conclusions


def text_with(name, *findings, without=()):
    conclusion = getattr(conclusions, name)()
    kept = tuple(found for found in conclusion.findings if not isinstance(found, without))
    return print_grown(grow(replace(conclusion, findings=(*kept, *findings)), named=True))


def test_steps_that_only_have_to_have_been_asked_for_are_asked_together():
    assert "    goroutine and { :lamp_page  :rope_page }\n" in text_with("basket")


def test_steps_that_several_events_caused_may_depend_on_each_other():
    assert "goroutine and" not in text_with("basket", Caused(1, (4, 6)))
    assert "goroutine and" not in text_with("basket", without=Caused)


def test_a_step_that_sets_a_cookie_goes_alone_and_in_order():
    text = text_with("basket", SessionCookie(0, "basket"))
    assert "goroutine and" not in text
    assert "    :lamp_page\n    :rope_page\n" in text


def test_a_step_at_which_a_person_acts_goes_alone():
    text = text_with("basket", NeedsPerson(1, None, "captcha", "a puzzle"))
    assert "goroutine and" not in text
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


def text_of_payload(loop):
    """A tree whose pages are asked for by JSON in a form."""
    number, words = Key("form", "payload$.page"), Key("form", "payload$.words")
    form = (("Content-Type", "application/x-www-form-urlencoded"),)
    sent = Sent("POST", "https://a.test/find", form, urlencode({"payload": '{"page":1,"words":"x"}'}).encode())
    bound = {number: Each(0) if loop else Constant("1"), words: Argument("words")}
    findings = (Loop(0, (1,), "counter", number, Each(0), until=conclusions.css("li")),) if loop else ()
    given = (Given("words", "x"),)
    planned = PlannedStep(0, sent, bound)
    text = print_grown(
        grow(Conclusion(Plan((planned,), 0), findings, given, answers={0: conclusions.html(sent.url)}), named=True)
    )
    assert check(text) == []
    return text


def test_json_in_a_field_is_made_before_its_visit():
    text = text_of_payload(loop=False)
    assert 'payload     :: data json "to_string(@)" { from = { page = 1  words = words } }' in text
    assert "form = { payload = payload }" in text
    assert "    payload = :payload\n    :find\n" in text


def test_what_a_visit_in_a_condition_sends_is_made_before_each_round():
    text = text_of_payload(loop=True)
    made = text.index("payload = :payload\n")
    start, end = text.index("number = 1\n"), text.index("    while ")
    assert start < made < end
    again = text.index("payload = :payload", end)
    assert text.index("number = number + 1") < again
    assert text.count("payload = :payload") == 2
