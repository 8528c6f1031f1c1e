"""Inferences from end to end, with sites that are functions and judge what is needed."""

from random import Random

import pytest
from hypothesis import example, given, settings

from scrapy_bt.core.inference.answers.values import Argument, Extraction, Taken
from scrapy_bt.core.inference.findings import Finding, ListOf, Origin, Typed
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.samples.parameters import Key, parameters_of
from scrapy_bt.core.samples.traffic import Answer, Recording, Sent
from scrapy_bt.errors import SampleError
from tests.login_site import LOGIN, TOKEN, login_site, record, record_login
from tests.made_sites import RECORDINGS, Blueprint, Field, Page, Told, blueprints, made_by
from tests.pure_site import Browser, Sender, finish, page, query_of


def test_a_login_and_a_list_become_the_smallest_path() -> None:
    inference, site = record(*LOGIN)
    sender = finish(inference, site)
    conclusion = inference.conclusion
    assert [planned.step for planned in conclusion.plan.steps] == [1, 2, 4]
    bound = {
        (planned.step, str(key)): value for planned in conclusion.plan.steps for key, value in planned.bound.items()
    }
    assert {place for place in bound if "path" not in place[1]} == {
        (2, "form t"),
        (2, "form user"),
        (2, "form secret"),
        (4, "query q"),
    }
    assert bound[2, "form t"] == TOKEN.value
    assert bound[2, "form secret"] == Argument("password", is_secret=True)
    assert inference.summary.is_proven, inference.summary.unproven
    candidates = inference.summary.parameters + inference.summary.steps
    assert sender.replays < candidates / 2


def test_without_replay_there_is_a_path_and_nothing_is_proven() -> None:
    inference, site = record(*LOGIN, goal=Goal(level="none"))
    assert finish(inference, site).replays == 0
    assert [planned.step for planned in inference.conclusion.plan.steps] == [1, 2, 4]
    assert not inference.summary.is_proven
    assert "--replay none" in inference.summary.unproven[0]


def test_a_path_that_changes_something_is_not_sent_with_safe() -> None:
    inference, site = record(*LOGIN, goal=Goal(level="safe"))
    sender = finish(inference, site)
    assert [planned.step for planned in inference.conclusion.plan.steps] == [1, 2, 4]
    assert (
        "it needs POST (step 3), which --replay safe does not send again, but --replay all does"
        in inference.summary.unproven[0]
    )
    assert sender.log == ["only what changes nothing"]


def test_where_the_best_value_breaks_the_path_the_next_one_is_tried() -> None:
    wrong = Origin(2, Key("form", "t"), Taken(1, Extraction("css", "input[name=gone]::attr(value)")), 0.99)
    inference, site = record(wrong, *LOGIN)
    finish(inference, site)
    assert inference.summary.is_proven
    assert inference.conclusion.plan.steps[1].bound[Key("form", "t")] == TOKEN.value
    fact = inference.board.fact_of(wrong)
    assert fact is not None
    assert fact.status == "refuted"


def test_what_broke_the_path_is_told_by_step_and_value() -> None:
    wrong = Origin(2, Key("form", "t"), Taken(1, Extraction("css", "input[name=gone]::attr(value)")), 0.99)
    inference, site = record(wrong, *LOGIN[1:])
    finish(inference, site)
    assert not inference.summary.is_proven
    told = inference.summary.unproven[0]
    assert "step 3 (POST /login): no value for form t: css `input[name=gone]::attr(value)` found nothing" in told
    assert "hunter2" not in "".join(inference.summary.unproven)


def test_there_has_to_be_a_target() -> None:
    site = login_site()
    recording = record_login(site, "ann", "lamp")
    with pytest.raises(SampleError, match="no request of the first recording fits the target '/nowhere'"):
        Inference([recording], Goal(target="/nowhere"), [Told()]).next()
    with pytest.raises(SampleError, match="nothing in the recordings"):
        Inference([Recording("empty", ())])


def infer(blueprint: Blueprint) -> tuple[Inference, Sender]:
    site = blueprint.site()
    recordings = [blueprint.record(site, number) for number in range(RECORDINGS)]
    inference = Inference(recordings, Goal(level="all", replays=1000), [Told(blueprint.findings())])
    return inference, finish(inference, site)


def kept_parameters(inference: Inference) -> set[tuple[int, str]]:
    plan = inference.conclusion.plan
    return {(own.step, str(key)) for own in plan.steps for key in own.bound if key.where not in ("path", "query")} | {
        (own.step, str(parameter.key))
        for own in plan.steps
        for parameter in parameters_of(own.sent)
        if parameter.key.where == "query" and parameter.key not in own.left_out
    }


NEEDED_UNSEEN = Blueprint(
    pages=(
        Page(is_form=False, fields=(), after=frozenset(), needs_session=False, needs_header=True),
        Page(is_form=True, fields=(), after=frozenset(), needs_session=True, needs_header=True),
        Page(
            is_form=True,
            fields=tuple(Field(f"f{number}", is_needed=True, source=0, is_typed=False) for number in range(5)),
            after=frozenset({1}),
            needs_session=True,
            needs_header=True,
        ),
        Page(is_form=True, fields=(), after=frozenset({1}), needs_session=True, needs_header=True),
        Page(is_form=True, fields=(), after=frozenset({1}), needs_session=True, needs_header=True),
        Page(
            is_form=True,
            fields=(Field("f0", is_needed=False, source=2, is_typed=False),),
            after=frozenset(),
            needs_session=True,
            needs_header=True,
        ),
    )
)
"""A step is needed by others alone, which nobody can see, and these turn out to be superfluous."""


@settings(max_examples=settings().max_examples * 3 // 5, deadline=None)
@example(NEEDED_UNSEEN)
@given(blueprints)
def test_exactly_what_a_site_needs_is_found(blueprint: Blueprint) -> None:
    inference, _ = infer(blueprint)
    assert inference.summary.is_proven, inference.summary.unproven
    assert [planned.step for planned in inference.conclusion.plan.steps] == blueprint.needed_steps
    assert kept_parameters(inference) == blueprint.needed_parameters


def test_on_average_there_are_fewer_replays_than_candidates() -> None:
    replays = candidates = 0
    for seed in range(25):
        inference, sender = infer(made_by(Random(seed), 6))
        replays += sender.replays
        candidates += inference.summary.steps + inference.summary.parameters
    assert replays < candidates / 2, (replays, candidates)


def portal(sent: Sent) -> Answer:
    """A search in a language; what people looked for is there in one language only."""
    query = query_of(sent)
    found = {("lamp", "en"): 7, ("灯", "zh"): 4, ("radio", "en"): 2, ("radio", "zh"): 3}
    count = sum(
        number for (word, lang), number in found.items() if word == query.get("q") and query.get("lang", lang) == lang
    )
    rows = "".join(f"<li>{query.get('q')} {number}</li>" for number in range(count))
    return page(f"<h1>found</h1><ul>{rows}</ul>")


def test_what_the_person_chose_stays_if_another_choice_makes_a_difference() -> None:
    recordings = []
    for word, language in (("lamp", "en"), ("灯", "zh")):
        browser = Browser(portal)
        browser.get("/search", q=word, lang=language, sort=f"by{language}")
        recordings.append(browser.recording())
    typed = [
        Typed(0, Key("query", "q"), "word", ("lamp", "灯")),
        Typed(0, Key("query", "lang"), "language", ("en", "zh")),
        Typed(0, Key("query", "sort"), "order", ("byen", "byzh")),
    ]
    inference = Inference(recordings, Goal(level="all"), [Told(typed)])
    sender = finish(inference, portal)
    assert kept_parameters(inference) == {(0, "query q"), (0, "query lang")}
    assert "another value for query lang of step 1 (GET /search)" in sender.log
    assert inference.summary.is_proven, inference.summary.unproven


def test_details_that_were_opened_by_choice_are_not_compared() -> None:
    def shop(sent: Sent) -> Answer:
        path = sent.url.partition("?")[0].removeprefix("https://site.test")
        if path == "/list":
            word = query_of(sent).get("q", "")
            rows = "".join(f"<li><a href='/item/{number}'>{word} {number}</a></li>" for number in range(9))
            return page(f"<h1>list</h1><ul>{rows}</ul>")
        return page(f"<h1>item {path}</h1><p>{'text ' * 5}{path}</p>")

    recordings = []
    for word, place in (("lamp", 2), ("desk", 5)):
        browser = Browser(shop)
        browser.get("/list", q=word)
        browser.get(f"/item/{place}")
        recordings.append(browser.recording())
    known: list[Finding] = [
        Typed(0, Key("query", "q"), "word", ("lamp", "desk")),
        ListOf(0, 1, None, Extraction("css", "a::attr(href)", all=True)),
    ]
    inference = Inference(recordings, Goal(level="all"), [Told(known)])
    finish(inference, shop)
    assert inference.summary.is_proven, inference.summary.unproven
    assert kept_parameters(inference) == {(0, "query q"), (1, "url")}


def test_an_expected_text_that_was_not_recorded_is_told() -> None:
    inference, site = record(*LOGIN, goal=Goal(level="all", target="/list", expect=("thing number 3", "no such thing")))
    finish(inference, site)
    told = "the expected text “no such thing” does not stand in the recorded answer, so it says nothing"
    assert inference.summary.unproven == (told,)
    assert inference.summary.is_proven


def test_what_is_stopped_before_the_tree_was_run_is_not_proven() -> None:
    inference, site = record(*LOGIN)
    sender = Sender(site)
    while experiments := inference.next():
        sender.run(experiments, inference)
        if inference.replays.log and inference.replays.log[-1].is_right:
            inference.stop("the host is gone")
    assert not inference.summary.is_proven
    assert "the host is gone" in inference.summary.unproven
    assert not inference.reconsider([]), "it was run after all, and is right"
    assert inference.summary.is_proven
