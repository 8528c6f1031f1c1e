"""What is tried next where a tree did not bring what was recorded."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.source import Post
from scrapy_bt.core.inference.findings import Contended, Loop, Records, Unsteady
from scrapy_bt.core.inference.hypotheses import MOST, Hypotheses
from scrapy_bt.core.inference.rehearsal import RehearsalFault
from tests.recordings import ask, record

ALL = Extraction("css", "p::text", all=True)
RECORDS = Records(0, None, (("title", Extraction("css", "h1::text")), ("lines", ALL)))
LOOP = Loop(0, (1,), "link", None, Taken(0, Extraction("css", "a.next::attr(href)")))


def board() -> Blackboard:
    known = Blackboard([record(ask("/a"))])
    for finding in (RECORDS, LOOP):
        known.post(Post(finding, "because"), "a source")
    return known


def test_a_field_of_which_another_session_has_other_values_goes() -> None:
    known = board()
    hypotheses = Hypotheses(known)
    assert hypotheses.next_best([RehearsalFault("…", unsteady=frozenset({"lines"}))], RECORDS, None)
    assert known.findings(Unsteady) == [Unsteady(0, ALL)]
    assert hypotheses.tried == ["without lines, of which another session has other values"]
    hypotheses.restore()
    assert known.findings(Unsteady) == []


def test_a_field_that_takes_the_first_of_several_is_taken_as_other_pages_have_it() -> None:
    known, first = board(), Extraction("css", "h1::text")
    hypotheses, fault = Hypotheses(known), RehearsalFault("…", instead=(first, ALL))
    assert not hypotheses.next_best([fault, RehearsalFault("a column is missing")], RECORDS, None)
    assert hypotheses.next_best([fault], RECORDS, None)
    assert known.findings(Unsteady) == [Unsteady(0, first, ALL)]
    hypotheses.restore()
    assert known.findings(Unsteady) == []


def test_where_other_pages_came_all_is_sent_then_another_way_to_the_next_page_is_tried() -> None:
    known = board()
    hypotheses = Hypotheses(known)
    wrong = [RehearsalFault("…", is_of_way=True)]
    assert hypotheses.next_best(wrong, RECORDS, LOOP)
    assert hypotheses.keeps_all
    assert known.findings(Loop) == [LOOP]
    assert hypotheses.next_best(wrong, RECORDS, LOOP)
    assert known.is_refuted(LOOP)
    assert not hypotheses.next_best(wrong, RECORDS, None)
    hypotheses.restore()
    assert known.findings(Loop) == [LOOP]


def test_what_is_asked_for_at_once_and_not_answered_is_asked_for_one_after_another() -> None:
    known, crowd = board(), Contended(0)
    known.post(Post(crowd, "because"), "a source")
    known.set_status(known.facts(Contended)[0].id, "refuted", (1,), "replay")
    hypotheses = Hypotheses(known)
    assert not hypotheses.next_best([RehearsalFault("…", is_of_crowd=True)], RECORDS, None)
    assert hypotheses.next_best([RehearsalFault("…", is_of_crowd=True)], RECORDS, None, crowd)
    assert [fact.status for fact in known.facts(Contended)] == ["verified"]
    hypotheses.restore()
    assert [fact.status for fact in known.facts(Contended)] == []


def test_what_nothing_else_explains_is_not_explained_away() -> None:
    hypotheses = Hypotheses(board())
    assert not hypotheses.next_best([RehearsalFault("a column is missing")], RECORDS, LOOP)
    mixed = [RehearsalFault("…", unsteady=frozenset({"lines"})), RehearsalFault("a column is missing")]
    assert not hypotheses.next_best(mixed, RECORDS, LOOP)


def test_only_some_are_tried() -> None:
    hypotheses = Hypotheses(board(), tried=["one"] * MOST)
    assert not hypotheses.next_best([RehearsalFault("…", is_of_way=True)], RECORDS, LOOP)
