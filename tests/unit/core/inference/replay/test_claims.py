"""What is claimed of a path is put to the test."""

import json

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Each, Extraction, Joined, Taken
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import Controller
from scrapy_bt.core.inference.findings import Contended, ListOf, Loop, Shareable, Typed
from scrapy_bt.core.inference.replay.claims import Claims
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.experiment import ReplayTrial
from scrapy_bt.core.inference.replay.oracle import Oracle
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.replay.replays import Replays
from scrapy_bt.core.inference.replay.verdicts import ReplayVerdict
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer, Recording, Sent
from tests.login_site import LOGIN, record
from tests.made_sites import Told
from tests.pure_site import Browser, Sender, Site, page, query_of

CURSOR = Key("query", "cursor")
PAGE = Key("query", "page")


def pages(sent: Sent) -> Answer:
    """Three pages, by a cursor or by number."""
    query = query_of(sent)
    number = int(query.get("cursor", "c0x0")[3:] if "cursor" in query else query.get("page", "p1")[1:] or 1)
    body = {"rows": [{"row": f"row {number} {place}"} for place in range(3)], "next": f"c0x{number + 1}"}
    return Answer(200, sent.url, (("Content-Type", "application/json"),), json.dumps(body).encode())


def by(*queries: dict[str, str]) -> Recording:
    browser = Browser(pages)
    for query in queries:
        browser.get("/rows", **query)
    return browser.recording()


def prepare(
    recordings: list[Recording], site: Site, draft: Draft, *findings: object
) -> tuple[Claims, Sender, Replays, Planner]:
    board = Blackboard(recordings)
    Controller(board, [Told(findings)]).run_round()  # type: ignore[arg-type]  # findings
    planner, replays = Planner(board), Replays("all", 50)
    recorded = planner.first(draft.steps[-1]).answer
    assert recorded is not None
    oracle, sender = Oracle(draft.steps[-1], recorded), Sender(site)
    run(replays.ask(planner, oracle, draft, "as it is"), sender)
    return Claims(planner, oracle, replays), sender, replays, planner


def run(process: object, sender: Sender) -> object:
    try:
        asked = next(process)  # type: ignore[call-overload]
        while True:
            trials: list[ReplayTrial] = []
            for experiment in asked:
                trials += [sender.send(experiment) for _ in range(experiment.copies)]
            asked = process.send(trials)  # type: ignore[attr-defined]
    except StopIteration as end:
        return end.value


@pytest.mark.parametrize(
    ("loop", "is_right"),
    [
        (Loop(0, (1,), "cursor", CURSOR, Taken(0, Extraction("json", "next"))), True),
        (Loop(0, (1,), "cursor", CURSOR, Taken(0, Extraction("json", "gone"))), False),
        (Loop(0, (), "cursor", CURSOR, Taken(0, Extraction("json", "next"))), True),
    ],
)
def test_the_next_page_has_to_come_as_the_loop_says(loop: Loop, is_right: bool) -> None:
    recordings = [by({}, {"cursor": "c0x1"}), by({}, {"cursor": "c0x1"})]
    claims, sender, _, _ = prepare(recordings, pages, Draft((0,)), *([loop] if loop.repeats else []))
    verdict = run(claims.loop(Draft((0,)), loop), sender)
    assert isinstance(verdict, ReplayVerdict)
    assert verdict.is_right is is_right
    assert sender.log[-1] == "the next page of step 1 (GET /rows)"


@pytest.mark.parametrize(("by_", "is_right"), [(1, True), (0, False)])
def test_a_counter_counts_on_within_its_text(by_: int, is_right: bool) -> None:
    loop = Loop(0, (1,), "counter", PAGE, Joined((Constant("p"), Each(0))), by=by_)
    claims, sender, _, _ = prepare([by({"page": "p1"}, {"page": "p2"})] * 2, pages, Draft((0,)), loop)
    verdict = run(claims.loop(Draft((0,)), loop), sender)
    assert isinstance(verdict, ReplayVerdict)
    assert verdict.is_right is is_right


@pytest.mark.parametrize("least", [1, 2])
def test_the_page_before_the_first_that_was_asked_for_has_to_come_and_to_say_something_else(least: int) -> None:
    def numbered(sent: Sent) -> Answer:
        number = max(int(query_of(sent)["page"]), least)
        rows = [{"row": f"row {number} {place}"} for place in range(3)]
        return Answer(200, sent.url, (("Content-Type", "application/json"),), json.dumps(rows).encode())

    def recorded() -> Recording:
        browser = Browser(numbered)
        for number in "23":
            browser.get("/rows", page=number)
        return browser.recording()

    loop = Loop(0, (1,), "counter", PAGE, Each(0), start=1)
    claims, sender, _, _ = prepare([recorded(), recorded()], numbered, Draft((0,)), loop)
    verdict = run(claims.loop(Draft((0,)), loop), sender)
    assert isinstance(verdict, ReplayVerdict)
    assert verdict.is_right is (least == 1)
    assert sender.log[-2:] == ["the next page of step 1 (GET /rows)", "the page before step 1 (GET /rows)"]


def test_a_counter_that_is_no_number_is_not_tried() -> None:
    loop = Loop(0, (1,), "counter", PAGE, Each(0))
    claims, sender, _, _ = prepare([by({"page": "p1"}, {"page": "p2"})] * 2, pages, Draft((0,)), loop)
    assert run(claims.loop(Draft((0,)), loop), sender) is None


def login_claims() -> tuple[Claims, Sender]:
    inference, site = record(*LOGIN)
    recordings = list(inference.board.recordings)
    claims, sender, _, _ = prepare(recordings, site, Draft((1, 2, 4)), *LOGIN)
    return claims, sender


def test_a_login_that_holds_is_shareable_and_an_empty_one_is_not() -> None:
    claims, sender = login_claims()
    shared = run(claims.shareable(Draft((1, 2, 4)), Shareable((1, 2))), sender)
    assert shared == ReplayVerdict(is_right=True)
    assert sender.log[-1] == "in the session of replay 1, without steps 1, 2"
    page_only = run(claims.shareable(Draft((1, 2, 4)), Shareable((1,))), sender)
    assert isinstance(page_only, ReplayVerdict)
    assert run(claims.shareable(Draft((1, 2, 4)), Shareable((0,))), sender) is None
    assert run(claims.shareable(Draft((1, 2, 4)), Shareable((4,))), sender) is None


def test_two_at_once_that_both_come_through_are_not_contended() -> None:
    claims, sender = login_claims()
    verdict = run(claims.contended(Draft((1, 2, 4)), Contended(4), Shareable((1, 2))), sender)
    assert verdict == ReplayVerdict(is_right=True)
    assert run(claims.contended(Draft((1, 2, 4)), Contended(3)), sender) is None


def test_one_of_two_that_fails_is_told() -> None:
    tries = iter(range(100))

    def one_only(sent: Sent) -> Answer:
        return page("busy", status=409) if next(tries) == 2 else pages(sent)

    recordings = [by({}), by({})]
    claims, sender, _, _ = prepare(recordings, one_only, Draft((0,)))
    verdict = run(claims.contended(Draft((0,)), Contended(0)), sender)
    assert isinstance(verdict, ReplayVerdict)
    assert not verdict.is_right


def test_what_fails_alone_as_well_says_nothing_of_two_at_once() -> None:
    tries = iter(range(100))

    def gone(sent: Sent) -> Answer:
        return page("gone", status=503) if next(tries) > 1 else pages(sent)

    recordings = [by({}), by({})]
    claims, sender, _, _ = prepare(recordings, gone, Draft((0,)))
    assert run(claims.contended(Draft((0,)), Contended(0)), sender) is None
    assert sender.log[-1] == "one alone, to see whether it was two at once that failed"


def sorted_list(sent: Sent) -> Answer:
    rows = [f"<li>row {number}</li>" for number in range(9)]
    if query_of(sent).get("sort", "up") == "down":
        rows.reverse()
    return page(f"<h1>rows</h1><ul>{''.join(rows)}</ul>")


def test_what_only_other_input_needs_is_put_back() -> None:
    recordings = []
    for order in ("up", "down"):
        browser = Browser(sorted_list)
        browser.get("/rows", sort=order)
        recordings.append(browser.recording())
    key = Key("query", "sort")
    typed = Typed(0, key, "order", ("up", "down"))
    draft = Draft((0,)).without_parameters([(0, key)])
    claims, sender, _, planner = prepare(recordings, sorted_list, draft, typed)
    assert planner.plan(draft).arguments == {}
    usual = run(claims.other_input(draft, 1), sender)
    assert usual is not None
    assert (usual.is_right, usual.restored) == (True, ((0, key),))  # type: ignore[attr-defined]
    whole = run(claims.other_input(Draft((0,)), 1), sender)
    assert whole is not None
    assert (whole.is_right, whole.restored) == (True, ())  # type: ignore[attr-defined]


def test_other_input_that_does_not_reach_the_target_is_told() -> None:
    inference, site = record(*LOGIN)
    wrong = Typed(4, Key("query", "q"), "word", ("lamp", ""))
    claims, sender, _, _ = prepare(list(inference.board.recordings), site, Draft((1, 2, 4)), *LOGIN[:-1], wrong)
    other = run(claims.other_input(Draft((1, 2, 4)), 1), sender)
    assert other is not None
    assert (other.is_right, other.reason) == (False, "it does not say what was recorded")  # type: ignore[attr-defined]


def test_the_pages_of_a_detail_are_tried_at_the_one_that_was_opened() -> None:
    def answering(sent: Sent) -> Answer:
        if sent.url.endswith("/list"):
            return page("<li><a href=/rows/1>1</a></li><li><a href=/rows/2>2</a></li>")
        has_more = "/rows/2" in sent.url and "page" not in sent.url
        return page(f"<p>{sent.url}</p>" + ("<a class=next href='?page=2'>Next</a>" if has_more else ""))

    browser = Browser(answering)
    for path in ("/list", "/rows/2", "/rows/2?page=2", "/rows/1"):
        browser.get(path)
    listed = ListOf(0, 1, None, Extraction("css", "li a::attr(href)", all=True), (3,))
    loop = Loop(1, (2,), "link", None, Taken(1, Extraction("css", "a.next::attr(href)")))
    recordings = [browser.recording()]
    claims, sender, _, _ = prepare(recordings, answering, Draft((0, 1)), listed, loop)
    assert run(claims.loop(Draft((0, 1)), loop), sender) == ReplayVerdict(is_right=True)
