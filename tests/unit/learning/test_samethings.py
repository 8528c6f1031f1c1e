"""Whether kept pages of today speak of the same things."""

from dataclasses import replace

import pytest

from scrapy_bt.core.healing.addressed import Telling
from scrapy_bt.core.healing.perception.mixes import digest_of
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.proposals import Choice, Trial
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.samethings import is_of_kind, telling_of
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


@pytest.mark.parametrize(
    ("brands", "probability", "changed", "is_told"),
    [
        (["Ikea", "Muji", "Hay", "Muji"], 0.9, True, True),
        (["Ikea", "Muji", "Hay", "Muji"], 0.9, False, True),
        (["Ikea", "Muji", "Hay", "Muji"], 0.7, True, False),
        (["Ikea", "Muji", "Muji", "Muji"], 0.9, True, False),
        (["Ikea", "Muji", "Lisbon", "Cork"], 0.9, True, False),
        (["Lisbon", "Cork", "Riga", "Cork"], 0.9, True, False),
    ],
    ids=["known ones", "still there", "not sure", "too few", "half of them", "others"],
)
def test_a_few_values_that_are_known_tell_what_pages_are_about(brands, probability, changed, is_told):
    fields = [Observation("a", "brand", "i", 1), Observation("a", "title", "h1", 1)]
    now = [KeptPage(f"https://a.test/{n}", "failing", f"<i>{one}</i><b>{one}</b>") for n, one in enumerate(brands)]
    few = {"brand": {digest_of(one) for one in ("Ikea", "Muji", "Hay", "Vitra")}}
    known = Case(GOOD[0], fields, [*GOOD, *now], {"brand": ("found",)} if changed else {}, few=few)
    chosen = {"brand": (Choice("b", probability, Trial(4, 4, 4)),)}
    assert is_of_kind(known, chosen) is is_told
    assert not is_of_kind(replace(known, few={}), chosen)


@pytest.mark.parametrize(
    ("today", "probability", "is_told"),
    [
        ("<dl><dt>Weight</dt><dd class=w>{0} kg</dd><dt>Made in</dt><dd class=m>{1}</dd></dl>", 0.9, True),
        ("<dl><dt>Weight</dt><dd class=w>{0} kg</dd><dt>Made in</dt><dd class=m>{1}</dd></dl>", 0.7, False),
        ("<dl><dt>Weight</dt><dd class=w>{0} kg</dd><dt>Read</dt><dd class=m>{1}</dd></dl>", 0.9, False),
        ("<dl><dt>Weight</dt><dd class=w>5 kg</dd><dt>Made in</dt><dd class=m>{1}</dd></dl>", 0.9, False),
        ("<p><i class=w>{0} kg</i><b class=m>{1}</b></p>", 0.9, False),
    ],
    ids=["both labels", "not sure", "one of them", "one with the same value", "no label"],
)
def test_labels_in_front_of_other_values_tell_what_pages_are_about(today, probability, is_told):
    before = "<p>Weight: <i>{0} kg</i></p><p>Made in: <b>{1}</b></p>"
    fields = [Observation("a", "weight", "i", 1), Observation("a", "origin", "b", 1)]
    good, now = (
        [KeptPage(f"https://a.test/{n}", state, markup.format(n, "abcdefgh"[n] * 4)) for n in numbers]
        for state, markup, numbers in (("good", before, range(1, 4)), ("failing", today, range(4, 8)))
    )
    changed = {"weight": ("found",), "origin": ("found",)}
    trial = Trial(4, 4, 4)
    chosen = {
        "weight": (Choice(".w", probability, trial),),
        "origin": (Choice(".m", 0.9, trial),),
    }
    assert is_of_kind(Case(good[0], fields, [*good, *now], changed), chosen) is is_told
