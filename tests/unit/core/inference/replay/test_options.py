from scrapy_bt.core.inference.answers.values import Constant, Extraction, Taken
from scrapy_bt.core.inference.goal import PathOptions
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.options import name_of, origin_name, unknown_names, wished_origins, with_options
from scrapy_bt.core.samples.parameters import Key

PAGE = (3, Key("query", "page"))
SORT = (3, Key("query", "sort"))


def options(*keep: str, drop: tuple[str, ...] = ()) -> PathOptions:
    return PathOptions(frozenset(keep), frozenset(drop))


def test_things_are_named_as_they_are_shown() -> None:
    assert name_of(3) == "4"
    assert name_of(PAGE) == "4 query page"
    assert unknown_names(options("4", "8", drop=("4 query page", "x")), [3, PAGE]) == ["8", "x"]


def test_a_path_is_changed_and_keeps_its_target() -> None:
    draft = Draft((1, 3, 5), dropped=frozenset({SORT}))
    changed = with_options(
        draft, options("3", "4 query sort", "10", drop=("2", "6", "4 query page")), range(10), [PAGE, SORT]
    )
    assert changed.steps == (2, 3, 5)
    assert changed.dropped == frozenset({PAGE})
    assert with_options(draft, options(), range(10), [PAGE, SORT]) == draft


def test_an_origin_is_chosen_by_its_name() -> None:
    taken, constant = Taken(1, Extraction("css", "a=b")), Constant("2")
    values = {PAGE: [constant, taken], SORT: [constant]}
    wishes = frozenset({"4 query page=css `a=b` of step 2", "4 query sort=css `a=b` of step 2", "x"})
    found, strange = wished_origins(PathOptions(origins=wishes), values)
    assert found == {PAGE: taken}
    assert strange == ["4 query sort=css `a=b` of step 2", "x"]
    assert origin_name(PAGE[1], constant) == "“2”"
    assert origin_name(Key("header", "x-key"), constant) == "a constant"
