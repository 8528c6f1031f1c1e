"""Whether pages tell what their addresses name."""

import pytest

from scrapy_bt.core.healing.addressed import Again, SeenPage, Telling, telling, telling_again

NAMES = ["green-desk-lamp", "oak-table", "tin-kettle", "sea-clock", "wool-blanket"]


def pages(text, names=NAMES):
    return [
        SeenPage(f"https://a.test/things/{name}?ref=list", text.format(name.replace("-", " ").title()))
        for name in names
    ]


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        (pages("{} for the home"), pages("Now: {}"), Telling.HOLDS),
        (pages("{} for the home"), pages("Ten ways to save money on holidays"), Telling.ENDED),
        (pages("Nothing of it"), pages("{}"), Telling.UNKNOWN),
        (pages("{}"), pages("{}", NAMES[:2]), Telling.UNKNOWN),
        (pages("{}"), pages("{}", NAMES[:2]) + pages("Save money", NAMES[2:]), Telling.UNKNOWN),
    ],
)
def test_pages_tell_the_words_of_their_addresses(before, now, expected):
    assert telling(before, now) is expected


def test_short_numbers_and_what_all_addresses_have_name_nothing():
    now = [SeenPage(f"https://a.test/things/{n}", "Things") for n in range(5)]
    before = [SeenPage(f"https://a.test/things/{n}", f"Thing {n} of all things") for n in range(5)]
    assert telling(before, now) is Telling.UNKNOWN


def test_words_of_other_scripts_and_long_numbers():
    before = [SeenPage(f"https://a.test/%E3%81%82%E3%81%84%E3%81%86/{n}", f"No. {n}") for n in range(10_001, 10_006)]
    assert telling(before, [page._replace(text="Gone") for page in before]) is Telling.ENDED


BESIDE = ["Oak table 40.00 € In stock", "Tin kettle 12.80 € In stock"]


def again(now, values=("Green desk  lamp", "31.50 €", "In stock")):
    return Again(values, BESIDE, now)


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        ([again("In stock: green desk lamp for 31,50 EUR"), again("Green Desk Lamp, 31.50")], Telling.HOLDS),
        ([again("Lisbon by train for 48.50 €. In stock"), again("A green week in Lima: 77.00 €")], Telling.ENDED),
        ([again("Green desk lamp is gone. Oak lamp 48.10 €")] * 2, Telling.UNKNOWN),
        ([again("Green desk lamp 31.50 €"), again("Lisbon 48.10 €")], Telling.UNKNOWN),
        ([again("Green desk lamp 31.50 €")], None),
        ([again("In stock", ("In stock",))] * 3, None),
    ],
)
def test_pages_of_an_address_tell_what_was_theirs_alone(pages, expected):
    assert telling_again(pages) is expected


def test_each_is_told_in_words():
    assert str(Telling.ENDED.words) == "pages of today speak of other things than before"
