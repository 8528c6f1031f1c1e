from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import extract
from scrapy_bt.core.inference.answers.requests.acts import typed_fields
from scrapy_bt.core.inference.answers.values import Taken
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.finding_words import tell_value
from scrapy_bt.core.inference.origins.derivation import Derivation, ValueCandidate
from scrapy_bt.core.inference.origins.joinedlists import listed
from scrapy_bt.core.inference.plans.rendering import Situation, render
from scrapy_bt.core.inference.sources.alignment import AlignmentSource
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import answer, ask, infer, record


def found(*given: tuple[list[int], list[int]], separator: str = ",") -> list[ValueCandidate]:
    """Of recordings, each with what an answer lists and what is sent."""
    recordings = [
        record(
            ask("/ids", {"found": [{"id": one} for one in ids]}), ask(f"/things?ids={separator.join(map(str, sent))}")
        )
        for ids, sent in given
    ]
    derivation = Derivation(workflow_of(infer(recordings, AlignmentSource())), typed_fields(recordings))
    return listed(
        derivation,
        1,
        Key("query", "ids"),
        {place: separator.join(map(str, sent)) for place, (_, sent) in enumerate(given)},
    )


def test_all_ids_that_an_answer_lists_in_one_request() -> None:
    many, few = list(range(100, 200)), [7, 8, 9]
    (candidate,) = found((many, many), (few, few))
    assert isinstance(candidate.value, Taken)
    assert extract(answer("/", {"found": [{"id": 4}, {"id": 2}]}), candidate.value.extraction) == ["4,2"]
    assert str(candidate.why) == "all values of found[].id in the answer of step 1, joined by “,”"
    assert found((many, many)), "so many are no chance"
    assert found((many, many[::-1]), (few, [9, 7, 8])), "all of them, sorted otherwise"
    assert not found((many, many[:0:-1]), (few, [9, 8]))


def test_the_first_ones_where_each_request_has_as_many() -> None:
    (candidate,) = found(([1, 2, 3, 4], [1, 2]), ([7, 8, 9], [7, 8]), separator="|")
    assert isinstance(candidate.value, Taken)
    assert extract(answer("/", {"found": [{"id": 4}, {"id": 2}, {"id": 5}]}), candidate.value.extraction) == ["4|2"]


def test_what_is_no_list_of_that_answer() -> None:
    assert found(([1, 2, 3], [1, 3]), ([7, 8, 9], [7, 8])) == []
    assert found(([1, 2], [1, 2]), ([1, 2], [1, 2])) == [], "two small numbers that never change"


def test_attributes_of_a_page_joined() -> None:
    def page(ids: list[int]) -> str:
        return "".join(f"<li class=row data-id={number}><a>x</a></li>" for number in ids)

    ids = [[114, 225, 336], [447, 558]]
    texts = [",".join(map(str, own)) for own in ids]
    recordings = [record(ask("/", page(own)), ask(f"/things?ids={text}")) for own, text in zip(ids, texts, strict=True)]
    derivation = Derivation(workflow_of(infer(recordings, AlignmentSource())), typed_fields(recordings))
    (candidate, *_) = listed(derivation, 1, Key("query", "ids"), dict(enumerate(texts)))
    situation = Situation(answers={0: answer("/", page([7, 8]))})
    assert render(candidate.value, situation) == "7,8"
    assert str(tell_value(candidate.value)).startswith("json `join(',', map(&to_string(@), @))` within css `li")
