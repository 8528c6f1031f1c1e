"""Facts: posted once, supported, replaced, verified and refuted."""

from scrapy_bt.core.inference.answers.values import Constant
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.source import Post
from scrapy_bt.core.inference.findings import Origin, SessionCookie, Step, Target
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange, Recording, Sent

RECORDING = Recording("one", (Exchange(0, Sent("GET", "https://shop.test/")), Exchange(1, Sent("GET", "https://b/"))))
COOKIE = SessionCookie(0, "session")


def test_a_finding_is_there_once_and_its_supports_are_kept() -> None:
    board = Blackboard([RECORDING])
    assert board.post(Post(COOKIE, "set by the first answer"), "cookies")
    assert not board.post(Post(COOKIE, "set by the first answer"), "cookies")
    assert not board.post(Post(COOKIE, "sent back later", (0,)), "origins")
    (fact,) = board.facts(SessionCookie)
    assert (fact.source, fact.why) == ("cookies", "set by the first answer")
    assert [(each.source, each.why) for each in fact.supports] == [("origins", "sent back later")]


def test_a_later_target_replaces_the_earlier_one_of_the_same_source_only() -> None:
    board = Blackboard([RECORDING])
    board.post(Post(Target(0, "a"), ""), "target")
    board.post(Post(Target(1, "b"), ""), "target")
    board.post(Post(Target(5, "c"), ""), "person")
    assert [finding.step for finding in board.findings(Target)] == [1, 5]
    board.post(Post(Target(0, "a"), ""), "target")
    assert sorted(finding.step for finding in board.findings(Target)) == [0, 5]
    assert len(board.all_facts) == 2


def test_several_origins_of_one_parameter_stand_side_by_side() -> None:
    board = Blackboard([RECORDING])
    for text in "ab":
        board.post(Post(Origin(0, Key("query", "q"), Constant(text)), ""), "origins")
    assert len(board.facts(Origin)) == 2


def test_what_is_refuted_is_not_known_any_more() -> None:
    board = Blackboard([RECORDING])
    board.post(Post(COOKIE, ""), "cookies")
    assert board.set_status(0, "refuted", [3], "replay")
    assert board.facts(SessionCookie) == []
    assert (board.all_facts[0].status, board.all_facts[0].trials) == ("refuted", (3,))
    assert not board.post(Post(COOKIE, ""), "cookies")
    assert board.facts(SessionCookie) == []


def test_versions_grow_with_what_happens_to_a_kind() -> None:
    board = Blackboard([RECORDING])
    board.post(Post(COOKIE, ""), "cookies")
    assert board.version([SessionCookie]) == 1
    board.set_status(0, "verified", [1], "replay")
    board.set_status(0, "verified", [2], "replay")
    assert (board.version([SessionCookie]), board.version([Target])) == (2, 0)
    assert [change.what for change in board.history] == ["posted", "verified"]
    fact = board.fact_of(COOKIE)
    assert fact is not None
    assert fact.trials == (1, 2)
    board.set_status(0, "refuted", [3], "replay")
    refuted = board.fact_of(COOKIE)
    assert refuted is not None
    assert refuted.trials == (3,), "the replays that decided"


def test_a_step_leads_to_its_request_in_each_recording() -> None:
    board = Blackboard([RECORDING, RECORDING])
    board.post(Post(Step(0, (1, None)), ""), "alignment")
    exchange = board.exchange(0, 0)
    assert exchange is not None
    assert exchange.sent.url == "https://b/"
    assert board.exchange(0, 1) is None
    assert board.exchange(7, 0) is None
