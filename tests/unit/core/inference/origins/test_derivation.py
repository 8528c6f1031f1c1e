from __future__ import annotations

from dataclasses import replace

from scrapy_bt.core.inference.answers.elements.markup import Form
from scrapy_bt.core.inference.answers.requests.acts import typed_fields
from scrapy_bt.core.inference.answers.values import Argument, Coded, Extraction, Taken, Value, Within
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Variability
from scrapy_bt.core.inference.origins.derivation import Derivation, ValueCandidate, hold, said_by_others, sends_to
from scrapy_bt.core.inference.plans.rendering import Situation, render
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import answer, ask, event, infer, record

KEY = Key("form", "key")


def derivation(*recordings: Recording) -> Derivation:
    return Derivation(workflow_of(infer(recordings, AlignmentSource())), typed_fields(recordings))


def page(value: str) -> str:
    return f'<form action="/go"><input type="hidden" name="key" value="{value}"></form>'


def test_a_value_is_taken_from_an_earlier_answer() -> None:
    tokens = ("q8Zr2Lw0Xk5V", "m4Tc9Yh1Ds7G")
    found = derivation(*(record(ask("/", page(token)), ask("/go", form={"key": token})) for token in tokens))
    candidates = found.taken(1, KEY, dict(enumerate(tokens)))
    assert candidates[0].value == Taken(0, Extraction("css", "input[name=key]::attr(value)"))
    assert str(candidates[0].why) == "from the hidden field key of step 1"
    assert candidates[0].producer == 0
    assert candidates == sorted(candidates, key=lambda each: -each.score)
    assert found.taken(0, KEY, dict(enumerate(tokens))) == []


def test_weak_values_need_the_form_that_is_sent() -> None:
    found = derivation(*(record(ask("/", page(value)), ask("/go", form={"key": value})) for value in "37"))
    assert {each.producer for each in found.taken(1, KEY, {0: "3", 1: "7"})} == {0}
    assert found.taken(1, Key("json", "size"), {0: "3", 1: "7"}) == []


def test_short_values_beat_chance_by_their_name_or_by_their_number() -> None:
    def found(key: Key, *values: str, place: str = "id") -> list[ValueCandidate]:
        recordings = [
            record(ask("/me", {"user": {place: int(text)}, "size": 10}), ask(f"/users/{text}/things?size={text}"))
            for text in values
        ]
        return derivation(*recordings).taken(1, key, dict(enumerate(values)))

    by_noun = found(Key("path", "1"), "7", "12")
    assert [each.value for each in by_noun] == [Taken(0, Extraction("json", "user.id"))]
    assert found(Key("query", "owner"), "7", "12") == []
    assert found(Key("query", "owner"), "7", "7") == []
    assert len(found(Key("query", "owner"), "7", "12", "35", "94", "58")) == 1
    assert len(found(Key("query", "user_id"), "7", "12")) == 1


def test_what_was_typed_before_the_request() -> None:
    def recording(at: float) -> Recording:
        return record(ask("/"), ask("/go?q=lamp"), events=[event(at, "change", value="lamp", name="q")])

    (given,) = derivation(recording(0.5)).inputs.given(1, Key("query", "q"), {0: "lamp"})
    assert (given.field.argument, given.value, given.cost) == ("q", Argument("q"), 0)
    assert derivation(recording(9.0)).inputs.given(1, Key("query", "q"), {0: "lamp"}) == []
    (given,) = derivation(recording(0.5)).inputs.given(1, Key("query", "other"), {0: "lamp"})
    assert given.value == Argument("q"), "a word that nothing had sent before"
    twice = record(ask("/"), ask("/go?a=lamp&b=lamp"), events=[event(0.5, "change", value="lamp", name="q")])
    assert derivation(twice).inputs.given(1, Key("query", "a"), {0: "lamp"}) == [], "which of both is it?"
    assert derivation(recording(0.5)).inputs.given(1, Key("query", "other"), {0: "17"}) == []


def test_other_cases_and_words_of_what_was_typed() -> None:
    def recording(text: str) -> Recording:
        return record(ask("/"), ask("/go?x=1"), events=[event(0.5, "change", value=text, name="who")])

    found = derivation(recording("Jane Miller"), recording("Tom O-Hara-Smith"))

    def made(one: str, other: str) -> list[Value]:
        return [given.value for given in found.inputs.given(1, Key("query", "x"), {0: one, 1: other})]

    assert made("jane miller", "tom o-hara-smith") == [Coded(Argument("who"), "lower")]
    assert made("Jane", "Tom") == [Within(Argument("who"), Extraction("re", r"^[\W_]*([^\W_]+)"))]
    (second,) = made("Miller", "O")
    assert render(second, Situation(arguments={"who": "Ann Lee Berg"})) == "Lee"
    assert made("Jane", "Smith") == []


def test_places_are_tried_on_all_answers() -> None:
    answers = {0: answer("/", page("q8Zr2Lw0Xk5V")), 1: answer("/", page("other"))}
    assert hold(answers, {0: "q8Zr2Lw0Xk5V"}, 0)
    assert hold(answers, {0: "q8Zr2Lw0Xk5V", 1: "m4Tc9Yh1Ds7G"}, 0) == []
    assert hold({0: None}, {0: "x"}, 0) == []


def test_forms_and_names() -> None:
    form = Form("https://shop.test/go?a=1", "POST", frozenset({"key"}))
    assert sends_to(form, "https://shop.test/go", "key")
    assert not sends_to(form, "https://shop.test/go", "else")
    assert not sends_to(form, "https://shop.test/away", "key")


def test_the_address_of_what_was_asked_with_the_same_given_values_does_not_say_them() -> None:
    wanted = Variability(2, Key("query", "q"), varies=True, values=("lamp", "rope"))
    address = ValueCandidate(Taken(1, Extraction("url", "q=([^&]+)")), 0.8, "", 1)
    field = ValueCandidate(Taken(1, Extraction("css", "input::attr(value)")), 0.7, "", 1)
    given = [(replace(wanted, step=1), 7)]
    assert said_by_others([address, field], wanted, given) == [field]
    assert said_by_others([address], wanted, [(replace(wanted, step=1, values=("a", "b")), 7)]) == [address]
    assert said_by_others([address], wanted, [(replace(wanted, step=1, varies=False), 7)]) == [address]
