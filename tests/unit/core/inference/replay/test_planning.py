"""Which steps and values a target needs by what is known."""

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Each, Extraction, Taken
from scrapy_bt.core.inference.findings import ListOf, Loop, SessionCookie, Step
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.samples.parameters import WHOLE_URL, Key
from scrapy_bt.core.samples.traffic import Answer, Exchange, Recording, Sent
from tests.login_site import LOGIN
from tests.plans import plan_of, planner, visits
from tests.recordings import ask, record


def test_the_target_needs_what_gives_its_values_and_cookies_and_the_login() -> None:
    assert planner(*LOGIN).closure(4) == Draft((1, 2, 4))
    assert planner().closure(4) == Draft((4,))


def test_a_cookie_is_made_right_by_the_last_request_that_changes_something() -> None:
    known = planner(*LOGIN, SessionCookie(2, "sid"), SessionCookie(3, "sid"))
    assert known.setter(4, "sid") == 2
    assert planner(SessionCookie(1, "sid"), SessionCookie(3, "sid")).setter(4, "sid") == 1
    assert known.setter(4, "other") is None


def test_what_is_typed_is_an_argument_with_its_value_in_each_recording() -> None:
    known = planner(*LOGIN)
    draft = known.closure(4)
    assert known.plan(draft).arguments == {"user": "ann", "password": "hunter2", "word": "lamp"}
    assert known.plan(draft, 1).arguments == {"user": "bob", "password": "swordfish", "word": "desk"}


def test_a_cookie_that_an_answer_sets_is_the_jars() -> None:
    known = planner(*LOGIN)
    assert known.options((4, Key("cookie", "sid"))) == ()
    assert Key("cookie", "sid") in known.plan(known.closure(4)).steps[-1].left_out
    assert known.jar_cookies(4) == ["sid"]


def test_a_step_that_only_a_later_recording_has_is_asked_for_as_it_was_there() -> None:
    known = plan_of([visits("/list"), visits("/list", "/item/1")], Step(1, (None, 1)))
    assert Key("path", "0") not in known.plan(known.closure(1)).steps[-1].left_out
    assert known.options((1, Key("path", "1"))) == (Constant("1"),)


SHOP = [visits("/list", "/item/1", "/item/2"), visits("/list", "/item/1", "/item/2")]
LISTED = ListOf(0, 1, None, Extraction("css", "a::attr(href)", all=True), (2,))


def test_details_are_each_of_their_list_and_the_first_stands_for_all() -> None:
    known = plan_of(SHOP, LISTED)
    assert known.steps == (0, 1)
    assert (known.canonical(2), known.canonical(0)) == (1, 0)
    draft = known.closure(1)
    assert draft.steps == (0, 1)
    assert known.plan(draft, for_replay=False).steps[1].bound == {WHOLE_URL: Each(0)} | {
        key: value for key, value in known.plan(draft).steps[1].bound.items() if key.where == "header"
    }
    assert known.plan(draft).steps[1].bound[WHOLE_URL] == Taken(0, LISTED.each)
    assert known.is_looped((1, WHOLE_URL))
    assert not known.is_whole(draft.without_steps([0]))


def test_a_series_stands_on_its_first_page_and_keeps_its_key() -> None:
    recordings = [visits("/list?page=1", "/list?page=2"), visits("/list?page=1", "/list?page=2")]
    key = Key("query", "page")
    known = plan_of(recordings, Loop(0, (1,), "counter", key, Each(0)))
    assert known.canonical(1) == 0
    assert known.is_looped((0, key))
    assert known.options((0, key)) == (Constant("1"),)


def test_pieces_of_an_address_that_never_change_are_not_bound_in_the_conclusion() -> None:
    known = planner(*LOGIN)
    bound = known.plan(known.closure(4), for_replay=False).steps[-1].bound
    assert {key for key in bound if key.where in ("path", "query")} == {Key("query", "q")}


@pytest.mark.parametrize(("step", "is_safe", "is_login"), [(2, False, True), (4, True, False)])
def test_what_a_step_is(step: int, is_safe: bool, is_login: bool) -> None:
    known = planner(*LOGIN)
    assert known.is_safe(step) is is_safe
    assert known.is_login(step) is is_login


def test_a_recording_that_ends_with_a_redirect_does_not_follow_it() -> None:
    sent = Sent("GET", "https://site.test/")
    moved = Recording("one", (Exchange(0, sent, Answer(302, sent.url, (("Location", "/x"),))),))
    assert not plan_of([moved]).follows(0)
    assert planner().follows(4)


def test_what_was_sent_in_another_tab_is_none_of_the_workflow() -> None:
    form = "<form method=post action=/login><input name=user><input name=password type=password></form>"
    rows = "".join(f"<li class=row>thing {number}</li>" for number in range(3))

    def asked_by(user: str) -> Recording:
        sent = {"user": user, "password": f"{user}s-own"}
        shop, bank = f"https://shop.test/list?q={user}", "https://bank.test/login"
        return record(
            ask("/login", form),
            ask(bank, form),
            ask("/login", "in", form=sent, sets={"sid": f"{user}-a1b2c3"}),
            ask(bank, "in", form=sent, sets={"bank": f"{user}-d4e5f6"}),
            ask(shop, rows, cookies={"sid": f"{user}-a1b2c3"}),
        )

    inference = Inference([asked_by("ann"), asked_by("bob")], Goal(level="none"))
    assert not inference.next()
    assert {planned.sent.url.partition("?")[0] for planned in inference.conclusion.plan.steps} == {
        "https://shop.test/login",
        "https://shop.test/list",
    }
