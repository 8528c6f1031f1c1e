"""What is learned of how a search ends that finds nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import FindsNothing
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.rehearsal import Rehearsal
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer, ask, record

WORD = "qvxwkzj"
FIND = "https://shop.test/find?q=qvxwkzj"
VISITS = {0: "find_page"}


def inference() -> Inference:
    pages = (
        "".join(f"<li class=row><b>{each} {name}</b> <i>{number}.50</i></li>" for number, name in enumerate(names))
        for each, names in (("lamp", ("Ada", "Eve", "Ivy")), ("rope", ("Bob", "Tom", "Sam")))
    )
    found = Inference(
        [
            record(ask(f"/find?q={word}", f"<h1>Found</h1><p>All</p><ul>{rows}</ul>"))
            for word, rows in zip(("lamp", "rope"), pages, strict=True)
        ],
        Goal(level="none"),
    )
    assert not found.next()
    return found


def run(*pages: Answer, unfinished: str = "failed", **others: object) -> Rehearsal:
    return Rehearsal(0, (), {}, unfinished, pages={"find_page": pages} if pages else {}, other=WORD, **others)  # type: ignore[arg-type]


def learned(found: Inference) -> list[FindsNothing]:
    return list(found.board.findings(FindsNothing))


def test_a_page_that_says_so_is_known_by_what_it_says() -> None:
    known = inference()
    page = answer(FIND, f"<h1>Found</h1><p>All</p><p>Of {WORD}</p><p class=none>There is nothing.</p>")
    assert known.learns_of_nothing(run(page), VISITS)
    assert learned(known) == [FindsNothing(0, sign=Extraction("css", "p.none::text"))]
    assert not known.learns_of_nothing(run(page, unfinished=""), VISITS), "the task has ended"
    assert learned(known)


def test_what_does_not_lead_to_the_end_of_the_task_is_taken_back() -> None:
    known = inference()
    page = answer(FIND, "<h1>Found</h1><p>All</p>")
    assert known.learns_of_nothing(run(page), VISITS)
    assert learned(known) == [FindsNothing(0)]
    assert not known.learns_of_nothing(run(page), VISITS)
    assert learned(known) == []
    assert not known.learns_of_nothing(run(page), VISITS), "what was taken back is not learned again"


def test_a_page_that_is_not_there() -> None:
    known = inference()
    assert known.learns_of_nothing(run(), VISITS)
    assert learned(known) == [FindsNothing(0, is_gone=True)]


def test_a_site_that_refuses_or_does_not_answer_says_nothing_of_searches() -> None:
    known = inference()
    assert not known.learns_of_nothing(run(limits=("too often",)), VISITS)
    assert not known.learns_of_nothing(run(unanswered=1), VISITS)
    assert learned(known) == []


ROWS = "".join(f"<li class=row><b>lamp {name}</b> <i>{name}</i></li>" for name in ("Ada", "Eve", "Ivy"))
NOTHING = "<h1>Found</h1><p>All</p><p class=none>There is nothing.</p>"


def searched(third: str | Mapping[str, Any], *, status: int = 200) -> Inference:
    """Two recordings of a search that find something, and a third one for `zebra`."""
    found = [
        record(ask(f"/find?q={word}", f"<h1>Found</h1><p>All</p><ul>{ROWS.replace('lamp', word)}</ul>"))
        for word in ("lamp", "rope")
    ]
    known = Inference([*found, record(ask("/find?q=zebra", third, status=status))], Goal(level="none"))
    assert not known.next()
    return known


def test_a_recorded_search_that_has_found_nothing() -> None:
    known = searched(NOTHING)
    page = answer("https://shop.test/find?q=zebra", NOTHING)
    found, missed = (replace(run(page), recording=number, other="") for number in (0, 2))
    assert not known.learns_of_nothing(found, VISITS), "its recording has records"
    assert known.compare([replace(missed, unfinished="", pages={})], frozenset()), "no page that came says so"
    assert known.learns_of_nothing(missed, VISITS)
    assert learned(known) == [FindsNothing(0, sign=Extraction("css", "p.none::text"))]
    assert "brought no records" not in str(known.compare([replace(missed, unfinished="")], frozenset()))
    (told,) = known.compare_other([], [missed], frozenset())
    assert told.text == "the tree, run with the input of recording 3, brought no records", "nothing confirms it"
    other = replace(run(page), unfinished="")
    assert known.compare_other([other], [missed], frozenset()) == []


def test_a_recording_alone_tells_where_the_tree_cannot_be_run() -> None:
    known = searched(NOTHING)
    assert not known.reconsider(None)
    assert learned(known) == [FindsNothing(0, sign=Extraction("css", "p.none::text"))]


def test_a_page_that_says_nothing_else_needs_no_sign() -> None:
    known = searched("<h1>Found</h1><p>All</p><p>Of zebra</p>")
    assert not known.reconsider(None)
    assert learned(known) == [FindsNothing(0)]


def test_one_that_is_shown_in_another_way_is_not_nothing() -> None:
    known = searched("<h1>Found</h1><p>All</p><h2 class=one><a href=/z>Zebra</a></h2><p>Of wood</p>")
    assert not known.reconsider(None)
    assert learned(known) == []


def test_a_recorded_page_that_is_not_there() -> None:
    known = searched("<h1>Not found</h1>", status=404)
    assert not known.reconsider(None)
    assert learned(known) == [FindsNothing(0, is_gone=True)]


def test_a_run_that_brought_records_confirms_no_end() -> None:
    silent = "<h1>Found</h1><p>All</p>"
    known = searched(silent)
    page = answer("https://shop.test/find?q=zebra", silent)
    missed = replace(run(page), recording=2, other="")
    assert known.learns_of_nothing(missed, VISITS)
    subject = known._finished().subject(known._finished().judge())
    other = replace(run(page), unfinished="")
    assert known._nothing.unconfirmed([other]) == []
    assert known._nothing.unconfirmed([replace(other, records=({"name": "Ada"},))])
    subject.records = None
    assert not list(known._nothing._found(missed, subject, VISITS)), "there is nothing to be found"
