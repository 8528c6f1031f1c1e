"""The search for a first path that reaches the target."""

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Extraction, Taken
from scrapy_bt.core.inference.findings import Finding, Origin, SessionCookie
from scrapy_bt.core.inference.goal import Level
from scrapy_bt.core.inference.replay import baseline
from scrapy_bt.core.inference.replay.baseline import Baseline, BaselineSearch
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.experiment import ReplayTrial
from scrapy_bt.core.inference.replay.oracle import Oracle
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.replay.replays import Replays
from scrapy_bt.core.inference.replay.verdicts import ReplayVerdict
from scrapy_bt.core.samples.parameters import Key
from tests.login_site import LOGIN, TOKEN, record
from tests.pure_site import Sender

GONE = Taken(1, Extraction("css", "input[name=gone]::attr(value)"))
STALE = Constant("stale")


def search(
    *findings: Finding, level: Level = "all", replays: Replays | None = None
) -> tuple[Baseline, Sender, Replays]:
    inference, site = record(*findings)
    inference.next()
    planner = Planner(inference.board)
    recorded = planner.first(4).answer
    assert recorded is not None
    replays = Replays(level, 100) if replays is None else replays
    process = BaselineSearch(planner, Oracle(4, recorded), replays, 4).run()
    sender = Sender(site)
    try:
        asked = next(process)
        while True:
            asked = process.send([sender.send(experiment) for experiment in asked])
    except StopIteration as end:
        found: Baseline = end.value
        return found, sender, replays


def test_what_is_known_is_tried_first_without_what_is_surely_superfluous() -> None:
    found, sender, _ = search(*LOGIN)
    assert found.is_reached
    assert found.draft.steps == (1, 2, 4)
    assert (4, Key("query", "utm_source")) in found.draft.dropped
    assert (4, Key("query", "view")) not in found.draft.dropped
    assert sender.log == ["the path by all that is known"]


def test_where_a_value_is_missing_the_next_one_is_tried() -> None:
    found, sender, _ = search(Origin(2, Key("form", "t"), GONE, 0.99), *LOGIN)
    assert found.is_reached
    assert found.refuted == [((2, Key("form", "t")), GONE)]
    assert dict(found.draft.chosen) == {(2, Key("form", "t")): TOKEN.value}
    assert sender.replays == 2


def test_where_an_answer_is_another_one_its_values_are_suspected() -> None:
    found, _, _ = search(Origin(2, Key("form", "t"), STALE, 0.99), *LOGIN)
    assert found.is_reached
    assert found.breaks[0].step == 2
    assert found.breaks[0].text.startswith("step 3 (POST /login): status 403 instead of 200")
    assert found.refuted == [((2, Key("form", "t")), STALE)]


def test_what_nobody_knew_of_is_found_by_sending_more() -> None:
    # Nobody says that the login is one: it sets no cookie, and what was typed is not known.
    found, sender, _ = search(TOKEN, SessionCookie(1, "sid"))
    assert found.is_reached
    assert found.draft.steps[-1] == 4
    assert found.draft.steps == (1, 2, 4)
    assert sender.log[-1] == "with everything that changes something"


def test_if_nothing_helps_step_and_value_are_told() -> None:
    found, _, _ = search(Origin(2, Key("form", "t"), GONE, 0.99), *LOGIN[1:])
    assert not found.is_reached
    assert found.draft.steps == (1, 2, 4)
    assert found.reason == (
        "the recorded way could not be repeated: step 3 (POST /login): no value for form t: "
        "css `input[name=gone]::attr(value)` found nothing in the answer of step 2 (GET /login)"
    )


def test_if_a_wrong_value_is_sent_what_was_sent_is_named() -> None:
    found, _, _ = search(Origin(2, Key("form", "t"), STALE, 0.99), *LOGIN[1:])
    assert not found.is_reached
    assert "it was sent form t, form user, form secret" in found.reason


def test_without_replay_what_the_person_sent_is_kept() -> None:
    found, sender, _ = search(*LOGIN[2:4], level="none")
    assert (found.is_reached, found.reason) == (False, "nothing is replayed (--replay none)")
    assert found.draft.steps == (2, 4)
    assert sender.replays == 0


def test_safely_only_what_changes_nothing_is_tried() -> None:
    found, sender, replays = search(*LOGIN, level="safe")
    assert not found.is_reached
    assert found.reason.startswith("it needs POST (step 3)")
    assert sender.log == ["only what changes nothing"]
    assert len(replays.log) == 1


def test_a_draft_without_ballast_keeps_what_loops_go_by() -> None:
    inference, _ = record(*LOGIN)
    inference.next()
    planner = Planner(inference.board)
    recorded = planner.first(4).answer
    assert recorded is not None
    slim = BaselineSearch(planner, Oracle(4, recorded), Replays("all", 1), 4).without_ballast(Draft((4,)))
    assert {str(key) for _, key in slim.dropped} == {
        "query utm_source",
        "header user-agent",
        "header accept",
        "header accept-language",
        "header sec-fetch-mode",
    }


def test_of_a_path_that_is_known_its_own_replay_counts_and_none_of_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, replays = search(*LOGIN)
    own = replays.last_right
    replays.note("with the input of another recording", ReplayTrial(9), ReplayVerdict(is_right=True))
    replays.last_right = own
    monkeypatch.setattr(baseline, "given_beside", lambda *_: [2])
    monkeypatch.setattr(baseline, "said_again", lambda *_: 0.0)
    found, sender, _ = search(*LOGIN, replays=replays)
    assert found.is_reached
    assert sender.log == [], "it is known, and so is the same with what was given"
    assert replays.last_right is own
