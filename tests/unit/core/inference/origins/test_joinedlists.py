from __future__ import annotations

from scrapy_bt.core.inference.answers.acts import typed_fields
from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.answers.values import Taken
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.origins.derivation import Candidate, Derivation
from scrapy_bt.core.inference.origins.joinedlists import listed
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from tests.recordings import answer, ask, infer, record


def found(*given: tuple[list[int], list[int]], separator: str = ",") -> list[Candidate]:
    """Of recordings, each with what an answer lists and what is sent."""
    recordings = [
        record(
            ask("/ids", {"found": [{"id": one} for one in ids]}), ask(f"/things?ids={separator.join(map(str, sent))}")
        )
        for ids, sent in given
    ]
    derivation = Derivation(workflow_of(infer(recordings, AlignmentSource())), typed_fields(recordings))
    return listed(derivation, 1, {place: separator.join(map(str, sent)) for place, (_, sent) in enumerate(given)})


def test_all_ids_that_an_answer_lists_in_one_request() -> None:
    many, few = list(range(100, 200)), [7, 8, 9]
    (candidate,) = found((many, many), (few, few))
    assert isinstance(candidate.value, Taken)
    assert extract(answer("/", {"found": [{"id": 4}, {"id": 2}]}), candidate.value.extraction) == ["4,2"]
    assert str(candidate.why) == "all values of found[].id in the answer of step 0, joined by “,”"
    assert found((many, many)), "so many are no chance"


def test_the_first_ones_where_each_request_has_as_many() -> None:
    (candidate,) = found(([1, 2, 3, 4], [1, 2]), ([7, 8, 9], [7, 8]), separator="|")
    assert isinstance(candidate.value, Taken)
    assert extract(answer("/", {"found": [{"id": 4}, {"id": 2}, {"id": 5}]}), candidate.value.extraction) == ["4|2"]


def test_what_is_no_list_of_that_answer() -> None:
    assert found(([1, 2, 3], [1, 3]), ([7, 8, 9], [7, 8])) == []
    assert found(([1, 2], [1, 2]), ([1, 2], [1, 2])) == [], "two small numbers that never change"
