"""What speaks against a tree that brought what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.judging import Judge
from scrapy_bt.core.inference.rehearsal import Rehearsal, RehearsalFault
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.otherruns import against_other_runs
from scrapy_bt.core.inference.scrutiny.recordedruns import against_recorded_runs
from scrapy_bt.core.inference.scrutiny.subject import Subject
from scrapy_bt.core.samples.traffic import Answer, Recording
from tests.recordings import answer, ask, record

ROWS = Records(0, Extraction("css", "li"), (("name", Extraction("css", "b::text")),))
NAMES = (("Ann", "Ada", "Amy", "Abe"), ("Bob", "Ben", "Bea", "Bud", "Bo"))


def page(names: Sequence[str], more: str = "") -> str:
    return (
        f"<main><p>{len(names)} found</p><ul>{''.join(f'<li><b>{name}</b></li>' for name in names)}</ul>{more}</main>"
    )


def against_other_run(
    subject: Subject, run: Rehearsal, known: Sequence[Rehearsal], told: str
) -> Iterator[RehearsalFault]:
    return against_other_runs(subject, [run], known, lambda _: told)


def subject(*asked: tuple[str, str]) -> Subject:
    """Of one recording for each address and its page."""
    return subject_of(*(record(ask(*each)) for each in asked))


def subject_of(*recordings: Recording) -> Subject:
    inference = Inference(recordings, Goal(level="none"))
    inference.next()
    planner = Planner(inference.board)
    inputs = [{"q": letter} for letter in "ab"]
    return Subject(Judge(planner, workflow_of(inference.board), ROWS, 0), planner, Draft((0,)), recordings, inputs)


def of_names() -> Subject:
    return subject(*((f"/list?q={letter}", page(names)) for letter, names in zip("ab", NAMES, strict=True)))


def rehearsal(names: Sequence[str], shown: Answer, recording: int = 0, other: str = "") -> Rehearsal:
    return Rehearsal(recording, [{"name": name} for name in names], pages={"list": (shown,)}, other=other)


def known(more: str = "") -> list[Rehearsal]:
    pairs = enumerate(zip("ab", NAMES, strict=True))
    return [
        rehearsal(names, answer(f"https://shop.test/list?q={letter}", page(names, more)), number)
        for number, (letter, names) in pairs
    ]


def test_what_pages_bear_out_is_right() -> None:
    assert list(against_recorded_runs(of_names(), known())) == []
    other = rehearsal(NAMES[1], answer("https://shop.test/list?q=c", page(NAMES[1])), other="c")
    assert list(against_other_run(of_names(), other, known(), "")) == []


def test_pages_opened_behind_a_target_that_says_the_same_in_all_recordings_speak_against_it() -> None:
    def browsed(*paths: str) -> Recording:
        return record(*(ask(path, page(NAMES[0] if path == "/list" else (path, path))) for path in paths))

    (fault,) = against_recorded_runs(subject_of(browsed("/list", "/thing/a"), browsed("/list", "/thing/b")), [])
    assert fault.text.startswith("the recordings differ in https://shop.test/thing/a")
    assert not list(against_recorded_runs(subject_of(browsed("/thing/a", "/list"), browsed("/thing/b", "/list")), []))
    assert not list(against_recorded_runs(subject_of(browsed("/list", "/thing/a"), browsed("/list", "/thing/a")), []))


def test_more_than_was_brought_is_told_of_other_input() -> None:
    shown = answer("https://shop.test/list?q=c", page("abcdefgh"))
    (fault,) = against_other_run(of_names(), rehearsal("abcd", shown, other="c"), known(), "")
    assert fault.text == "the tree, run with “c”, brought fewer records than its pages say that there are: 4 of 8"
    assert fault.is_of_way


def test_a_further_page_is_told_where_no_recorded_page_leads_to_one() -> None:
    more = '<a href="/list?q=c&page=2">Next</a>'
    other = rehearsal("abcd", answer("https://shop.test/list?q=c", page("abcd", more)), other="c")
    (fault,) = against_other_run(of_names(), other, known(), "")
    assert "ended on a page that leads to https://shop.test/list?q=c&page=2" in fault.text
    first = subject(*((f"/list?q={letter}", page("abcd", more.replace("c", letter))) for letter in "ab"))
    assert list(against_other_run(first, other, known(more), "")) == []


def test_what_tells_of_more_on_a_page_with_rows_speaks_against_other_input_alone() -> None:
    more = "<button>Load more</button>"
    shown = answer("https://shop.test/list?q=c", page("abcd", more))
    (fault,) = against_other_run(of_names(), rehearsal("abcd", shown, other="c"), known(), "")
    assert "ended on a page that shows “Load more”, which no page did that ended a run" in fault.text
    assert list(against_other_run(of_names(), rehearsal("abcd", shown, other="c"), known(more), "")) == []
    behind = answer("https://shop.test/list?q=c", page("", more))
    assert list(against_other_run(of_names(), rehearsal("abcd", behind, other="c"), known(), "")) == []


def test_what_did_not_end_by_itself_tells_nothing_and_what_came_twice_does() -> None:
    broken = Rehearsal(0, unfinished="did not come to an end", other="c")
    assert list(against_other_run(of_names(), broken, known(), "brought 3 of its records more than once")) == []
    (fault,) = against_other_run(
        of_names(), Rehearsal(0, other="c"), known(), "brought 3 of its records more than once"
    )
    assert fault.text == "the tree, run with “c”, which was not recorded, brought 3 of its records more than once"


def test_what_a_first_page_shows_in_another_way_may_be_a_record() -> None:
    def turned(letter: str, first: str) -> Recording:
        rows = [first, *([f"{letter}{number}{place}" for place in "klmn"] for number in (2, 3, 4))]
        on = [f'<a rel=next href="/list?q={letter}&page={number}">Next</a>' for number in (2, 3, 4)]
        pages = [page(own, more) for own, more in zip(rows, [*on, ""], strict=True)]
        return record(*(ask(f"/list?q={letter}&page={number}", text) for number, text in enumerate(pages, 1)))

    (fault,) = against_recorded_runs(subject_of(turned("a", "xyz"), turned("b", "uvwx")), [])
    assert fault.text.startswith("the first page of recording 1 has fewer records (3) than those behind it (4)")
    assert not list(against_recorded_runs(subject_of(turned("a", "stuv"), turned("b", "uvwx")), []))


def test_a_secret_that_is_other_each_time_chooses_records_and_is_looked_for_in_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = tuple(tuple(f"{letter} {name}" for name in own) for letter, own in zip("ab", NAMES, strict=True))
    apart = subject(*((f"/list?q={letter}", page(own)) for letter, own in zip("ab", names, strict=True)))
    shown = answer("https://shop.test/list?q=c", page("klmno"))
    other = rehearsal("klmno", shown, other="zz")
    monkeypatch.setattr(Planner, "secrets", lambda _: frozenset("ab"))
    assert list(against_recorded_runs(apart, [])) == []
    assert not any("“a”" in fault.text for fault in against_other_run(apart, other, known(), ""))


def test_a_page_on_the_way_is_none_of_the_target_for_other_input_either() -> None:
    more = '<a rel=next href="/list?q={}&from=5">Older</a>'

    def came(letter: str, names: Sequence[str], recording: int = 0, other: str = "") -> Rehearsal:
        url = f"https://shop.test/list?q={letter}"
        pages = {
            "list": (answer(f"{url}&all=yes", page(names)),),
            "chosen": (answer(url, page(names, more.format(letter))),),
        }
        return Rehearsal(recording, [{"name": name} for name in names], pages=pages, other=other)

    pairs = list(enumerate(zip("ab", NAMES, strict=True)))
    recordings = [
        record(ask(f"/list?q={letter}&all=yes", page(names)), ask(f"/list?q={letter}", page(names)))
        for _, (letter, names) in pairs
    ]
    known = [came(letter, names, number) for number, (letter, names) in pairs]
    assert list(against_other_run(subject_of(*recordings), came("c", "abcd", other="c"), known, "")) == []
