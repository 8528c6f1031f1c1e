"""What speaks for a candidate whatever kind its field is of."""

import pytest

from scrapy_bt.core.healing.features import Survey
from scrapy_bt.core.healing.hints import Hints, hinted
from scrapy_bt.core.healing.pages import Page

CARDS = "".join(
    f"<article class=card><h3>{name}</h3><p class=meta>{price} €</p></article>"
    for name, price in (("Oak shelf", 70), ("Tea pot", 31), ("Desk lamp", 12))
)


def weights(before, text, now):
    """What each text of today's body is worth for the value *text* of before, outer elements left out."""
    old, new = (Survey(Page(f"<html><head>{head}</head><body>{body}</body></html>")) for head, body in (before, now))
    value = old.page.by_text[text.casefold()][0]
    found = hinted(value, Hints.of(old, {text.casefold()}), new.page.candidates, Hints.of(new))
    return {one.text: weight for one, weight in zip(new.page.candidates, found, strict=True) if not len(one.inner)}


@pytest.mark.parametrize(
    ("value", "likelier", "other"),
    [
        ("12.50 €", "7.99 €", "Free of charge"), ("3. Mai 2024", "12. Juni 2025", "Immer offen"),
        ("A12-77", "B90-1", "In stock"), ("2024年3月5日", "2025年11月20日", "日期2025年11月20日"),
        ("2시간", "45분", "오래 걸리지 않습니다"),
    ],
)  # fmt: skip
def test_what_looks_as_the_value_did_is_likelier(value, likelier, other):
    found = weights(("", f"<b>{value}</b>"), value, ("", f"<p>{other}</p><p>{likelier}</p>"))
    assert found[likelier] > found[other]


@pytest.mark.parametrize(
    "now", ["<tr><th>Brand:<td>{}</tr>", "<b>Brand</b> <i>{}</i><br>", "<p>{}</p><small>Brand</small>"]
)
def test_what_stands_beside_the_same_label_is_likelier(now):
    body = f"<div>{now.format('Hay')}</div><div>{now.format('Blue').replace('Brand', 'Colour')}</div>"
    before = ("", "<dl><dt>Brand</dt><dd>Muji</dd><dt>Colour</dt><dd>Red</dd></dl>")
    found = weights(before, "Muji", ("", body))
    assert found["Hay"] > found["Blue"]


def test_links_and_values_are_no_labels():
    before = ("", "<a href=/>Lamps</a><b>Muji</b><i>White</i>")
    found = weights(before, "Muji", ("", "<a href=/>Lamps</a><b>Hay</b>"))
    assert found["Hay"] == 0.0
    assert weights(before, "White", ("", "<b>Muji</b><i>Red</i>"))["Red"] > 0.0  # of another page it may be one


def test_what_is_told_of_other_things_is_less_likely_unless_the_value_was_told_so():
    alone = ("", f"<b>99 €</b>{CARDS}")
    found = weights(alone, "99 €", ("", f"<p>5 €</p>{CARDS}"))
    assert found["5 €"] > found["70 €"]
    found = weights(alone, "70 €", ("", f"<p>5 €</p>{CARDS}"))
    assert found["5 €"] == found["31 €"]


def test_parts_of_a_text_with_their_headings_are_not_told_of_other_things():
    parts = "".join(f"<section><h3>{name}</h3><p>{'A long text. ' * 9}</p></section>" for name in ("One", "Two", "Six"))
    found = weights(("", "<h2>First</h2>"), "First", ("", parts))
    assert found["One"] == found["Six"] == 0.0


def test_the_name_of_the_site_is_less_likely():
    before = "<title>Oak shelf | Almora</title>", "<h2>Oak shelf</h2>"
    found = weights(before, "Oak shelf", ("<title>Tea pot | Almora</title>", "<p>Almora</p><p>Tea pot</p>"))
    assert found["Tea pot"] > found["Almora"]


def test_what_is_many_times_as_wide_is_less_likely():
    found = weights(("", "<p>서울</p>"), "서울", ("", f"<p>{'긴 글입니다. ' * 9}</p><p>부산시</p>"))
    assert found["부산시"] == 0.0 > min(found.values())
