import pytest

from scrapy_bt.core.tree.extractions import Count, CountedField, Extractions, Planned
from scrapy_bt.crawl.summaries import merge_extractions, pack_extractions


def of_one(found: int, empty: int, *, planned: Planned = Planned.NOT, example: str = "") -> Extractions:
    extractions = Extractions("t")
    extractions.note("thing", "price", found, empty, planned=planned).examples.extend([example] if example else [])
    return extractions


def test_what_one_has_packed_is_read_as_it_was() -> None:
    one = of_one(3, 1, planned=Planned.LOOP, example="https://a.test/ä")
    assert merge_extractions([pack_extractions(one)]) == list(one)


def test_the_counts_of_several_are_added() -> None:
    texts = [pack_extractions(of_one(4, 0)), pack_extractions(of_one(0, 2, planned=Planned.LOOP, example="b"))]
    ((key, count),) = merge_extractions(texts)
    assert key == CountedField("t", "thing", "price")
    assert count == Count(4, 2, Planned.LOOP, 2, 0.5, ["b"])


def test_no_more_examples_are_kept_than_one_keeps() -> None:
    ((_, count),) = merge_extractions(pack_extractions(of_one(0, 1, example=f"{n}")) for n in range(9))
    assert (count.empty, count.examples) == (9, ["0", "1", "2"])


@pytest.mark.parametrize("text", ["", "[[1]]", '[["t","n","f",1,1,7,1,0.5,[]]]', "{}", "[" * 9999])
def test_what_somebody_else_wrote_is_passed_over(text: str) -> None:
    assert merge_extractions([text]) == []
