"""What was given beside a path, and how much of the recorded pages a replay says."""

from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.experiment import ReplayTrial
from scrapy_bt.core.inference.replay.givenbeside import given_beside, is_much_more, said_again, whole_forms
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.samples.parameters import Key
from tests.login_site import LOGIN, record
from tests.pure_site import page


def planner() -> Planner:
    inference, _ = record(*LOGIN)
    inference.next()
    return Planner(inference.board)


def test_a_path_that_sends_all_that_was_given_has_nothing_beside() -> None:
    known = planner()
    typed = {step for step, _ in known.typed_places()}
    assert given_beside(known, Draft((*known.steps,)), 4) == []
    assert set(given_beside(known, Draft((4,)), 4)) <= typed


def test_the_page_that_says_least_of_what_was_recorded_counts() -> None:
    known = planner()
    recorded = known.first(4).answer
    assert recorded is not None
    assert said_again(known, ReplayTrial(1, answers=((4, recorded),)), 4) == 1.0
    assert is_much_more(1.0, said_again(known, ReplayTrial(1, answers=((4, page("<p>Nothing</p>")),)), 4))
    assert said_again(known, None, 4) == 1.0


def test_a_form_is_sent_whole_again() -> None:
    button, header = (2, Key("form", "go")), (2, Key("header", "accept"))
    draft = Draft((2, 4), frozenset({button, header}))
    assert whole_forms([2], draft).dropped == {header}
    assert whole_forms([3], draft) == draft
