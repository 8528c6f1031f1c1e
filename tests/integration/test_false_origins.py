"""Nothing has an origin by chance, and hundreds of requests are searched."""

from __future__ import annotations

import random
import string
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_bt.core.inference.answers.values import Coded, Decoded, Joined, Taken, Value, Within
from scrapy_bt.core.inference.findings import Origin
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask
from tests.searching import found, origins

WEAK = ("1", "0", "12", "true", "false", "null", "en", "de-DE", "asc", "json", "on", "lamp", "red", "on", "search")


@pytest.mark.parametrize("pair", list(pairwise(WEAK)))
def test_weak_values_never_have_an_origin_alone(pair: tuple[str, str]) -> None:
    def page(value: str) -> str:
        link = f'<a class="go" href="/x/{value}?y={value}">{value}</a>'
        return f'<p>{" ".join(WEAK)}</p><p class="now">{value}</p>{link}<i data-z="{value}">'

    known = found(*([ask("/", page(value)), ask("/api", {"a": value}), ask(f"/go?x={value}")] for value in pair))
    assert not any(isinstance(each.value, (Taken, Within, Joined)) for each in origins(known, 2, "query x"))


@st.composite
def planted(draw: st.DrawFn) -> tuple[list[str], bool, str]:
    alphabet = draw(st.sampled_from([string.hexdigits[:16], string.ascii_letters + string.digits, string.digits]))
    length = draw(st.integers(18, 40))
    generator = random.Random(draw(st.integers(0, 1 << 32)))
    values = ["".join(generator.choices(alphabet, k=length)) for _ in range(2)]
    place = draw(st.sampled_from(["input", "meta", "script", "json", "data", "href", "text"]))
    return values, draw(st.booleans()), place


@given(planted())
@settings(max_examples=40, deadline=None)
def test_a_random_value_has_an_origin_where_it_was_planted_and_only_then(case: tuple[list[str], bool, str]) -> None:
    values, is_planted, place = case
    known = found(
        *(
            [_page_with(value if is_planted else value[::-1] + "x", place), ask("/go", sends={"X-Own": value})]
            for value in values
        )
    )
    taken = [each for each in origins(known, 1, "header x-own") if _is_taken(each.value)]
    assert bool(taken) == is_planted


def _page_with(value: str, place: str) -> Exchange:
    shapes = {
        "input": '<form><input type="hidden" name="k" value="{}"></form>',
        "meta": '<meta name="k" content="{}">',
        "script": '<script>var k = "{}";</script>',
        "data": '<b data-k="{}">b</b>',
        "href": '<a class="k" href="/other?k={}">k</a>',
        "text": '<p class="k">{}</p>',
    }
    return ask("/", {"k": value}) if place == "json" else ask("/", "<h1>Page 1 of 2</h1>" + shapes[place].format(value))


def _is_taken(value: Value) -> bool:
    match value:
        case Taken() | Within():
            return True
        case Joined(parts=parts):
            return any(map(_is_taken, parts))
        case Coded(value=inner) | Decoded(value=inner):
            return _is_taken(inner)
    return False


def test_all_of_six_hundred_exchanges_are_searched() -> None:
    generator = random.Random(5)

    def recording() -> list[Exchange]:
        exchanges = []
        token = generator.randbytes(12).hex()
        for number in range(600):
            rows = "".join(
                f'<li class="row" data-id="{generator.randbytes(6).hex()}">'
                f'<a href="/item/{generator.randrange(10**6)}">some words of text</a></li>'
                for _ in range(12)
            )
            fresh = generator.randbytes(12).hex()
            page = f'<form><input name="token" value="{fresh}"></form><ul>{rows}</ul>'
            exchanges.append(ask(f"/p{number % 50}/page/{number}", page, form={"token": token, "n": str(number)}))
            token = fresh
        return exchanges

    known = found(recording())
    assert sum(each.key.name == "token" for each in known.findings(Origin)) >= 599
