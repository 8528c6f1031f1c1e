"""Redesigns that are made: what became of each field is known."""

from random import Random

import pytest
from lxml import html

from scrapy_bt.core.healing.kinds import ChangeKind, kind_of_change
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.learning.sequence.synthesis import KINDS, redesign
from tests.redesigns import OLD

TEXTS = {"title": "storm over the bay", "author": "ann lee", "topic": "weather"}


def made(kind, seed=0):
    page = Page(OLD)
    fields = {name: (page.by_text[text][-1], kind) for name, text in TEXTS.items()}
    return page, fields, *redesign(page, fields, Random(seed))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_a_field_is_known_after_each_kind_of_change(kind, seed):
    _, _, page, places = made(kind, seed)
    for name, text in TEXTS.items():
        now = places[name]
        if kind is ChangeKind.GONE:
            assert now is None
        else:
            assert page.candidates[now.number] is now
            assert text in now.text.casefold()
    assert not page.root.xpath("//@data-made-redesign")


@pytest.mark.parametrize("kind", [ChangeKind.TAG, ChangeKind.ATTRIBUTES, ChangeKind.LEVEL])
def test_the_kind_is_the_one_that_was_asked_for(kind):
    told = [
        kind_of_change(fields[name][0], places[name])
        for seed in range(8)
        for _, fields, _, places in [made(kind, seed)]
        for name in TEXTS
    ]
    assert told.count(kind) >= len(told) // 2


def test_a_text_of_another_format_has_more_in_it():
    for seed in range(6):
        _, fields, _, places = made(ChangeKind.FORMAT, seed)
        assert all(len(places[name].text) > len(fields[name][0].text) for name in TEXTS)


def test_the_page_before_stays_as_it_is_and_the_same_seed_makes_the_same():
    page, _, first, _ = made(ChangeKind.LAYOUT, 3)
    _, _, second, _ = made(ChangeKind.LAYOUT, 3)
    before, one, other = (html.tostring(each.root) for each in (page, first, second))
    assert b"data-made-redesign" not in before
    assert b"headline" in before
    assert one == other != before


def test_a_field_inside_of_one_that_is_gone_is_gone():
    page = Page("<body><div class='a'><p class='b'>One</p>two</div><p>three</p></body>")
    outer, inner = page.by_text["onetwo"][0], page.by_text["one"][0]
    fields = {"outer": (outer, ChangeKind.GONE), "inner": (inner, ChangeKind.TAG)}
    _, places = redesign(page, fields, Random(1))
    assert places == {"outer": None, "inner": None}
