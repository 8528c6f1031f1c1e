"""What is concluded, and on what evidence."""

import pytest

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.conclusion import Conclusion, Given
from scrapy_bt.core.inference.findings import Contended, ListOf, Origin, ParameterNeed, SessionCookie, StepNeed, Target
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Answer, Sent
from tests.login_site import LOGIN, TOKEN, record
from tests.made_sites import Told
from tests.pure_site import Browser, finish, page


@pytest.fixture(scope="module")
def finished() -> Inference:
    inference, site = record(*LOGIN, Contended(4), Contended(0))
    finish(inference, site)
    return inference


@pytest.fixture(scope="module")
def conclusion(finished: Inference) -> Conclusion:
    return finished.conclusion


def test_arguments_are_told_and_secret_ones_without_their_example(conclusion: Conclusion) -> None:
    assert conclusion.arguments == (
        Given("user", "ann"),
        Given("password", None, is_secret=True),
        Given("word", "lamp"),
    )


def test_each_value_has_its_evidence(conclusion: Conclusion) -> None:
    token = conclusion.evidence[2, Key("form", "t")]
    assert (token.text, token.is_proven) == ("told", True)
    assert token.replays > 1
    assert conclusion.evidence[4, None].text == "the target"
    login = conclusion.evidence[2, None]
    assert (login.is_proven, login.replays) == (True, 1)
    assert login.text == "the person's login"
    assert conclusion.evidence[1, None].text == "gives form t, the cookie sid"


def test_what_replays_showed_is_on_the_blackboard(finished: Inference) -> None:
    board = finished.board
    need = board.fact_of(ParameterNeed(4, Key("query", "q"), is_needed=True))
    assert need is not None
    assert (need.source, need.status) == ("replay", "verified")
    assert need.why.startswith("without it: it says something else (replay ")
    spare = board.fact_of(ParameterNeed(4, Key("query", "view"), is_needed=False))
    assert spare is not None
    assert spare.status == "verified"
    assert board.fact_of(StepNeed(1, is_needed=True)) is not None
    for finding in (TOKEN, SessionCookie(1, "sid"), board.findings(Target)[0]):
        fact = board.fact_of(finding)
        assert fact is not None
        assert (fact.status, bool(fact.trials)) == ("verified", True)


def test_contention_is_concluded_only_where_replays_have_shown_it(finished: Inference, conclusion: Conclusion) -> None:
    assert conclusion.of(Contended) == ()
    assert [fact.status for fact in finished.board.all_facts if isinstance(fact.finding, Contended)] == [
        "refuted",
        "unverified",
    ]


def test_answers_hold_no_secret(finished: Inference, conclusion: Conclusion) -> None:
    recorded = finished.board.recordings[0].exchanges[1].answer
    assert recorded is not None
    cookie = str(recorded.header("set-cookie"))
    shown = str(conclusion.answers[1].header("set-cookie"))
    assert shown != cookie
    assert len(shown) == len(cookie)


def test_without_replay_nothing_is_proven() -> None:
    inference, site = record(*LOGIN, goal=Goal(level="none"))
    finish(inference, site)
    conclusion = inference.conclusion
    assert conclusion.replays == 0
    assert not any(evidence.is_proven for evidence in conclusion.evidence.values())
    assert conclusion.of(Origin) == (TOKEN,)


def test_what_is_contended_is_concluded_once_by_the_step_that_stands_for_it() -> None:
    site_is_busy: list[str] = []

    def shop(sent: Sent) -> Answer:
        if sent.url.endswith("/list"):
            site_is_busy.append(sent.url)
            return page("<ul><li><a href='/item/1'>one</a><li><a href='/item/2'>two</a></ul>")
        return page("<p>busy</p>", status=409) if 4 < len(site_is_busy) <= 6 else page("<h1>item</h1><p>text</p>")

    recordings = []
    for _ in range(2):
        browser = Browser(shop)
        for path in ("/list", "/item/1", "/item/2"):
            browser.get(path)
        recordings.append(browser.recording())
    listed = ListOf(0, 1, None, Extraction("css", "a::attr(href)", all=True), (2,))
    inference = Inference(recordings, Goal(level="all"), [Told([listed, Contended(1), Contended(2)])])
    sender = finish(inference, shop)
    assert sender.log[-2:] == [
        "two at once, for step 2 (GET /item/1)",
        "one alone, to see whether it was two at once that failed",
    ]
    assert inference.conclusion.of(Contended) == (Contended(1),)


def test_a_step_that_gives_an_address_is_proven_with_the_path() -> None:
    links = iter(range(100))

    def shop(sent: Sent) -> Answer:
        if sent.url.endswith("/list"):
            return page(f"<ul><li><a href='/item/{next(links)}'>new</a></ul>")
        return page("<h1>item</h1><p>text</p>")

    recordings = []
    for _ in range(2):
        browser = Browser(shop)
        link = (browser.get("/list").body or b"").decode().partition("href='")[2].partition("'")[0]
        browser.get(link)
        recordings.append(browser.recording())
    address = Origin(1, WHOLE_URL, Taken(0, Extraction("css", "a::attr(href)")), 0.9)
    inference = Inference(recordings, Goal(level="all"), [Told([address])])
    finish(inference, shop)
    assert inference.summary.is_proven
    evidence = inference.conclusion.evidence[0, None]
    assert (evidence.text, evidence.is_proven, evidence.replays > 1) == ("gives url", True, True)
