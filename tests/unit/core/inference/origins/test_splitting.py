from __future__ import annotations

from scrapy_bt.core.inference.origins.splitting import by_affixes, by_fine_separators, by_separators


def texts(pieces: list[dict[int, str]]) -> list[tuple[str, ...]]:
    return [tuple(piece.values()) for piece in pieces]


def test_what_is_the_same_at_both_ends() -> None:
    assert texts(by_affixes({0: "v1|abc|web", 1: "v1|xyz|web"})) == [("v1|", "v1|"), ("abc", "xyz"), ("|web", "|web")]
    assert texts(by_affixes({0: "Bearer abc"})) == [("Bearer ",), ("abc",)]
    assert by_affixes({0: "abc", 1: "abd"}) == by_affixes({0: "abc"}) == []


def test_beginnings_end_at_separators_and_padding_is_no_end() -> None:
    assert texts(by_affixes({0: "k=eyJa1", 1: "k=eyJb2"})) == [("k=", "k="), ("eyJa1", "eyJb2")]
    assert texts(by_affixes({0: "Basic YTpi=", 1: "Basic Yjpj="})) == [("Basic ", "Basic "), ("YTpi=", "Yjpj=")]


def test_separators_have_to_be_the_same() -> None:
    assert texts(by_separators({0: "a-1:b", 1: "c-2:d"})) == [("a-1", "c-2"), (":", ":"), ("b", "d")]
    assert texts(by_fine_separators({0: "a-1:b"})) == [("a",), ("-",), ("1",), (":",), ("b",)]
    assert by_separators({0: "a:b", 1: "c;d"}) == by_separators({0: "a:b", 1: "c:d:e"}) == []
    assert by_separators({0: "abc"}) == by_separators({0: ":".join("a" * 40)}) == []


def test_signs_without_end_take_no_time() -> None:
    assert by_separators({0: "a" + "=" * 300_000}) == []
    assert texts(by_separators({0: "a==b"})) == [("a",), ("==",), ("b",)]
