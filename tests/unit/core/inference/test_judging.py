"""Whether what a tree brought is what stood on the recorded pages."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import ListOf, Records
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.judging import Judge, lost
from scrapy_bt.core.inference.rehearsal import Rehearsal, RehearsalFault, Visited
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, record

ROWS = Records(
    0, Extraction("css", "li"), (("name", Extraction("css", "b::text")), ("town", Extraction("css", "i::text")))
)


def page(*names: str) -> str:
    rows = "".join(f"<li><b>{name}</b> <i>lives in {name[::-1]}</i></li>" for name in names)
    return f"<main><p>All of them</p><ul>{rows}</ul></main>"


def judge(records: Records | None = ROWS) -> Judge:
    recordings = [record(ask("/list?q=a", page("Ann", "Ada"))), record(ask("/list?q=b", page("Bob", "Ben")))]
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    return Judge(Planner(inference.board), workflow_of(inference.board), records, 0)


def brought(*names: str) -> list[dict[str, object]]:
    return [{"name": name, "town": [f"lives in {name[::-1]}"], "seen": 3} for name in names]


def test_a_tree_that_brings_what_was_recorded_is_right() -> None:
    assert list(judge().faults(Rehearsal(1, brought("Bob", "Ben")), frozenset())) == []
    assert judge().unseen() == ""


def test_how_long_ago_something_was_is_another_text_by_then() -> None:
    def asked(query: str, name: str) -> Exchange:
        return ask(query, page(name).replace("lives in ", "moved in 3 days ago, to "))

    inference = Inference([record(asked("/list?q=a", "Ann")), record(asked("/list?q=b", "Bob"))], Goal(level="none"))
    inference.next()
    later = [{"name": "Bob", "town": "moved in 4 days ago, to boB"}]
    assert (
        list(
            Judge(Planner(inference.board), workflow_of(inference.board), ROWS, 0).faults(
                Rehearsal(1, later), frozenset()
            )
        )
        == []
    )


@pytest.mark.parametrize(
    ("rehearsal", "fault"),
    [
        (Rehearsal(0, brought("Ann"), unfinished="broke off"), "recording 1, broke off"),
        (Rehearsal(0, ()), "brought no records"),
        (Rehearsal(1, brought("Ann", "Ada", "Ben")), "did not bring 1 of the 2 records"),
        (Rehearsal(1, brought("Bea", "Bob", "Ben")), "brought 3 records, which are more than the recorded pages have"),
        (Rehearsal(1, brought("Bob", "Ben", "Bob")), "brought 1 of its records more than once"),
        (
            Rehearsal(1, [{"name": name, "town": None} for name in ("Bob", "Ben")]),
            "brought records without what was recorded for town",
        ),
        (
            Rehearsal(0, brought("Ann", "Ada"), {Visited("list", "GET", "a"): 2, Visited("login", "GET", "b"): 2}),
            "visited addresses of list more than once",
        ),
    ],
)
def test_each_fault_is_told_in_one_sentence(rehearsal: Rehearsal, fault: str) -> None:
    (told,) = judge().faults(rehearsal, frozenset({"list"}))
    assert fault in told.text


def test_what_was_asked_for_at_once_and_not_answered_is_told_of_details() -> None:
    own = judge()
    assert list(own.faults(Rehearsal(1, brought("Bob", "Ben"), unanswered=2), frozenset())) == []
    own._planner.lists[0] = ListOf(1, 0, None, Extraction("css", "a::attr(href)"))
    (fault,) = own.faults(Rehearsal(1, brought("Bob", "Ben"), unanswered=2), frozenset())
    assert fault.is_of_crowd
    assert "had no answer in time to 2 of what it asked for at once" in fault.text


def test_what_pages_of_one_address_repeat_may_come_again() -> None:
    pages = [ask("/list", page("Top", name), form={"turn": f"Page${number}"}) for number, name in enumerate("abcd", 1)]
    inference = Inference([record(*pages)], Goal(level="none"))
    inference.next()
    own = Judge(Planner(inference.board), workflow_of(inference.board), ROWS, 0)
    own.recorded.pages = lambda recording: [each.answer for each in pages]  # type: ignore[method-assign,misc]
    again = [name for each in "abcd" for name in ("Top", each)]
    assert list(own.faults(Rehearsal(0, brought(*again)), frozenset())) == []


def test_furniture_as_records_is_noticed_by_what_changes_from_page_to_page() -> None:
    furniture = Records(0, None, (("text", Extraction("css", "p::text")),))
    assert "is in no field, such as “lives in " in judge(furniture).unseen()
    assert "is in no field" in judge(None).unseen()


def test_of_a_field_with_one_value_the_first_counts() -> None:
    single = Records(0, None, (("name", Extraction("css", "b::text")),))
    assert list(judge(single).faults(Rehearsal(0, [{"name": "Ann"}]), frozenset())) == []


def test_what_a_field_gathers_may_be_another_in_another_session_but_what_is_not_there_is_lacking() -> None:
    gathered = Records(
        0,
        Extraction("css", "li"),
        (("name", Extraction("css", "b::text")), ("all", Extraction("css", "i::text", all=True))),
    )
    some = [{"name": name, "all": ["lives elsewhere"]} for name in ("Ann", "Ada")]
    part = [{"name": "Ann", "all": ["lives in nnA"]}, {"name": "Ada", "all": ["lives elsewhere"]}]
    none = [{"name": name, "all": []} for name in ("Ann", "Ada")]
    assert [fault.unsteady for fault in judge(gathered).faults(Rehearsal(0, some), frozenset())] == [{"all"}]
    assert [fault.unsteady for fault in judge(gathered).faults(Rehearsal(0, none), frozenset())] == [frozenset()]
    (fault,) = judge(gathered).faults(Rehearsal(0, part), frozenset())
    assert fault.steady == {"lives in nnA"}
    assert [each.text for each in lost([fault], [Rehearsal(0, [{"name": "Ann"}])])] == ["“lives in nnA” is in no field"]
    assert list(lost([fault], [Rehearsal(0, [{"town": "Ann lives in nnA"}])])) == []


def test_of_pages_that_were_all_turned_over_there_are_no_more_records() -> None:
    def turned(number: int) -> Exchange:
        pager = f'<ol><li class="previous"><a href="/list/{number - 1}/">back</a></li>'
        pager += f'<li class="next"><a href="/list/{number + 1}/">on</a></li></ol>' if number < 3 else "</ol>"
        return ask(f"/list/{number}/", page(*(f"{name} the {number}." for name in ("Ann", "Ada", "Abe"))) + pager)

    inference = Inference([record(*map(turned, (1, 2, 3))), record(*map(turned, (1, 2)))], Goal(level="none"))
    inference.next()
    planner = Planner(inference.board)
    rows = Records(0, Extraction("css", "main li"), ROWS.fields)
    whole = Judge(planner, workflow_of(inference.board), rows, planner.canonical(0))
    nine = brought(*(f"{name} the {number}." for number in (1, 2, 3) for name in ("Ann", "Ada", "Abe")))
    assert list(whole.faults(Rehearsal(0, nine), frozenset())) == []
    assert list(whole.faults(Rehearsal(1, nine), frozenset())) == []
    (fault,) = whole.faults(Rehearsal(0, [*nine, *brought("Bob")]), frozenset())
    assert "brought 10 records, which are more than the recorded pages have" in fault.text


def test_rows_before_the_pages_of_the_target_are_wanted_too() -> None:
    def told(**more: str) -> Exchange:
        names = ("Ann", "Ada") if "page" not in more else ("Bob", "Ben")
        return ask("/list?" + "&".join(f"{key}={text}" for key, text in {"q": "a", **more}.items()), page(*names))

    def faults(*asked: Exchange) -> list[RehearsalFault]:
        inference = Inference([record(*asked)], Goal(level="none"), (AlignmentSource(),))
        inference.next()
        own = Judge(Planner(inference.board), workflow_of(inference.board), ROWS, len(asked) - 1)
        return list(own.faults(Rehearsal(0, brought("Bob", "Ben")), frozenset()))

    (fault,) = faults(told(), told(page="2"))
    assert "did not bring 2 of the 4 records of the recorded pages, such as “lives in" in fault.text
    assert faults(told(), told(kind="2", page="red")) == []


@pytest.mark.parametrize(
    ("opened", "faults"),
    [("abcd", 0), ("cd", 1), ("", 0), ("acd", 0)],
    ids=["both pages", "the second one", "none", "half of the first one"],
)
def test_a_list_is_gone_through_from_its_first_page_on(
    opened: str, faults: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [frozenset(f"https://a.test/{name}" for name in names) for names in ("ab", "cd")]
    monkeypatch.setattr("scrapy_bt.core.inference.recordedpages.RecordedPages.listed", lambda _self, _recording: pages)
    visits = {Visited("detail", "GET", f"https://a.test/{name}"): 1 for name in opened}
    found = list(judge().faults(Rehearsal(1, brought("Bob", "Ben"), visits), frozenset()))
    assert len(found) == faults
    assert all(
        "did not visit most of what a recorded list leads to, such as https://a.test/a" in each.text for each in found
    )


def test_what_a_site_refused_as_too_many_is_no_fault_of_the_tree() -> None:
    (fault,) = judge().faults(Rehearsal(0, brought("Ann"), limits=("Too many submissions",)), frozenset())
    assert "met a limit of the site: “Too many submissions”" in fault.text
    assert not fault.is_of_way
    assert list(judge().faults(Rehearsal(0, brought("Ann", "Ada"), limits=("Slow down",)), frozenset())) == []


def test_what_says_the_same_and_leads_elsewhere_is_another_record() -> None:
    def told(*links: str) -> str:
        rows = "".join(f'<li><b><a href="{link}">Ann</a></b></li>' for link in ("/a/1", "/a/2", "/a/3"))
        fields = (("name", Extraction("css", "b a::text")), ("link", Extraction("css", "a::attr(href)")))
        inference = Inference([record(ask("/list", f"<ul>{rows}</ul>"))], Goal(level="none"))
        inference.next()
        records = Records(0, Extraction("css", "li"), fields)
        judge = Judge(Planner(inference.board), workflow_of(inference.board), records, 0)
        return judge.repeated(Rehearsal(0, [{"name": "Ann", "link": link} for link in links]), frozenset())

    assert told("/a/1", "/a/2", "/a/3") == ""
    assert told("/a/1", "/a/2", "/a/2?page=2") == "brought 1 of its records more than once"
