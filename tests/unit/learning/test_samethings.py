"""Whether kept pages of today speak of the same things."""

from dataclasses import replace

import pytest

from scrapy_bt.core.healing.addressed import Telling
from scrapy_bt.core.healing.perception.fieldwatch import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.samethings import telling_of
from scrapy_bt.learning.trials import KeptPage

NAMES = ["Green desk lamp", "Oak table", "Tin kettle"]
GOOD = [
    KeptPage(f"https://a.test/{n}", "good", f"<h1>{name}</h1><ul><li>Made for {name}s<li>In stock</ul>")
    for n, name in enumerate(NAMES)
]
FIELDS = [Observation("a", "title", "h1", 1), Observation("a", "facts", "b", 1, within="li")]


def case(names, first=0):
    now = [
        KeptPage(f"https://a.test/{n}", "failing", f"<h2>{name}</h2><b>In stock</b>")
        for n, name in enumerate(names, first)
    ]
    return Case(GOOD[0], FIELDS, [*GOOD, *now], {"title": ("found",)})


@pytest.mark.parametrize(
    ("names", "first", "expected"),
    [
        (NAMES[:2], 0, Telling.HOLDS),
        (["Lisbon by train", "Cork on foot"], 0, Telling.ENDED),
        (["A chair", "A mirror", "A vase"], 7, Telling.UNKNOWN),
    ],
)
def test_pages_of_one_address_are_compared(names, first, expected):
    assert telling_of(case(names, first)) is expected


def test_rows_that_are_the_same_say_something_and_others_nothing():
    def told(names):
        rows = [Observation("a", "name", "b", 1, within="li")]
        markup = "<ul><li><b>{}</b><li><b>{}</b></ul>"
        good = [replace(page, markup=markup.format(name, f"A {name}")) for page, name in zip(GOOD, NAMES, strict=True)]
        return telling_of(Case(good[0], rows, [*good, *case(names).now], {"name": ("found",)}))

    assert told([f"A {name} and a {name}" for name in NAMES]) is Telling.HOLDS
    assert told(["Lisbon by train", "Cork on foot", "Riga by bus"]) is Telling.UNKNOWN


def test_what_changes_from_day_to_day_has_not_ended():
    fields = [*FIELDS, Observation("a", "price", "b", 1), Observation("a", "left", "i", 1)]

    def pages(state, tag, day):
        names = ("lamp", "table", "kettle")
        return [
            KeptPage(
                f"https://a.test/{name}", state, f"<{tag}>{name}s</{tag}><b>{day}{n}7.50 €</b><i>{day}{n} left</i>"
            )
            for n, name in enumerate(names, 2)
        ]

    good = pages("good", "h1", 1)
    assert telling_of(Case(good[0], fields, [*good, *pages("failing", "h2", 6)], {})) is Telling.UNKNOWN
