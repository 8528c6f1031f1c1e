from __future__ import annotations

from scrapy_bt.core.inference.answers.requests.cookies import set_by
from scrapy_bt.core.inference.blackboard.workflow import told, workflow_of
from scrapy_bt.core.inference.findings import Step
from tests.recordings import Known, ask, record


def test_steps_with_their_exchanges() -> None:
    first, second = record(ask("/a"), ask("/b")), record(ask("/b"), ask("/a"), ask("/c"))
    known = Known([first, second]).tell(Step(0, (0, 1)), Step(1, (1, 0)), Step(2, (None, 2)))
    workflow = workflow_of(known)
    assert workflow.numbers() == [0, 1, 2]
    assert workflow.first(2) is second.exchanges[2]
    assert list(workflow.present(2)) == [(1, second.exchanges[2])]
    assert workflow.in_order(1) == [(1, second.exchanges[0]), (0, second.exchanges[1]), (2, second.exchanges[2])]
    assert workflow.answer(0, 0) is first.exchanges[0].answer
    assert workflow.answer(2, 0) is workflow.answer(7, 0) is None
    assert workflow.facts[2] == 2


def test_findings_with_the_ids_of_their_facts() -> None:
    step = Step(0, (0,))
    assert told(Known([record(ask("/"))]).tell(step), Step) == [(0, step)]


def test_cookies_of_redirects_belong_to_the_answer() -> None:
    hop = ask("/in", status=302, sets={"a": "1", "b": "1"})
    known = Known([record(ask("/in", sets={"b": "2"}, hops=[hop]))]).tell(Step(0, (0,)))
    answer = workflow_of(known).answer(0, 0)
    assert answer is not None
    assert set_by(answer) == (("a", "1"), ("b", "2"))
