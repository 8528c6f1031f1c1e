"""Lists in data."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.steps.listing import listings
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import answer, ask


def test_json_lists_keys() -> None:
    own = answer("https://shop.test/api", {"rows": [{"id": 5, "n": 1}, {"id": 7, "n": 2}]})
    found = listings(0, own, [ask("/api/item/5"), ask("/api/item/7")])
    assert (found[0].key, found[0].each) == (Key("path", "2"), Extraction("json", "rows[].id", all=True))


def test_json_lists_keys_that_stand_within_a_text_or_are_sent_twice() -> None:
    own = answer("/items", [{"id": number} for number in (17, 28, 39)])
    (found,) = listings(3, own, [ask("/Items(17)?expand=x"), ask("/Items(28)?expand=x")])
    assert (found.key, found.each.text) == (Key("path", "0"), "map(&join('', ['Items(', to_string(@), ')']), [].id)")
    alone = listings(3, own, [ask("/item?id=eq.39")], [ask("/item?id=eq.17"), ask("/item?id=eq.39")])
    assert alone[0].each.text == "map(&join('', ['eq.', to_string(@)]), [].id)"
    assert listings(3, own, [ask("/Items(17)"), ask("/Items(40)")]) == []
    twice = listings(3, own, [ask("/item?id=17&of=17"), ask("/item?id=39&of=39")])
    assert [(each.key, each.also) for each in twice] == [(Key("query", "id"), (Key("query", "of"),))]
    assert listings(3, own, [ask("/item?id=17&of=28"), ask("/item?id=39&of=17")]) == []


def test_json_lists_entries_by_their_keys_and_by_what_each_tells_but_no_small_numbers() -> None:
    keys = ("a1b2c3d4", "b2c3d4e5", "c3d4e5f6")
    own = answer("/boats", {"boats": {key: {"no": place, "mark": f"{key}-of"} for place, key in enumerate(keys)}})

    def told(*sent: object) -> list[str]:
        return [each.each.text for each in listings(0, own, [ask(f"/crew?of={text}") for text in sent])]

    assert told(*keys[:2]) == ["keys(boats)"]
    assert told("a1b2c3d4-of", "c3d4e5f6-of") == ["boats.*.mark"]
    assert told(1, 2) == []


def test_the_size_of_a_page_is_no_key_though_an_entry_has_that_number() -> None:
    own = answer("/items", [{"id": number} for number in range(1, 30)])
    searched = [ask(f"/found?limit=25&q={word}") for word in ("lamp", "rope")]
    assert listings(0, own, searched[:1], searched) == []
    opened = [ask(f"/found?limit=25&of={number}") for number in (7, 9)]
    assert [each.key for each in listings(0, own, opened[:1], opened)] == [Key("query", "of")]


def test_one_entry_that_was_asked_for_at_two_times_has_its_key() -> None:
    own = answer("/boats", {"boats": [{"no": "gull-5"}, {"no": "tern-7"}]})
    opened = [ask(f"/crew?of=gull-5&_={moment}") for moment in (1700000000001, 1700000009001)]
    assert [each.each.text for each in listings(0, own, opened[:1], opened)] == ["boats[].no"]
