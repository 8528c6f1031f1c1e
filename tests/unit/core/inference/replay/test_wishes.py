from scrapy_bt.core.inference.goal import Wishes
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.wishes import as_wished, name_of, unknown_wishes
from scrapy_bt.core.samples.parameters import Key

PAGE = (3, Key("query", "page"))
SORT = (3, Key("query", "sort"))


def wish(*keep: str, drop: tuple[str, ...] = ()) -> Wishes:
    return Wishes(frozenset(keep), frozenset(drop))


def test_things_are_named_as_they_are_shown() -> None:
    assert name_of(3) == "3"
    assert name_of(PAGE) == "3 query page"
    assert unknown_wishes(wish("3", "7", drop=("3 query page", "x")), [3, PAGE]) == ["7", "x"]


def test_a_path_is_as_wished_and_keeps_its_target() -> None:
    draft = Draft((1, 3, 5), dropped=frozenset({SORT}))
    wished = as_wished(draft, wish("2", "3 query sort", "9", drop=("1", "5", "3 query page")), range(10), [PAGE, SORT])
    assert wished.steps == (2, 3, 5)
    assert wished.dropped == frozenset({PAGE})
    assert as_wished(draft, wish(), range(10), [PAGE, SORT]) == draft
