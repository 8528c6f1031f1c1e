"""Whether pages tell what their addresses name."""

import pytest

from scrapy_bt.core.healing.addressed import Telling, Told, telling

NAMES = ["green-desk-lamp", "oak-table", "tin-kettle", "sea-clock", "wool-blanket"]


def pages(text, names=NAMES):
    return [
        Told(f"https://a.test/things/{name}?ref=list", text.format(name.replace("-", " ").title())) for name in names
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
    now = [Told(f"https://a.test/things/{n}", "Things") for n in range(5)]
    before = [Told(f"https://a.test/things/{n}", f"Thing {n} of all things") for n in range(5)]
    assert telling(before, now) is Telling.UNKNOWN


def test_words_of_other_scripts_and_long_numbers():
    before = [Told(f"https://a.test/%E3%81%82%E3%81%84%E3%81%86/{n}", f"No. {n}") for n in range(10_001, 10_006)]
    assert telling(before, [page._replace(text="Gone") for page in before]) is Telling.ENDED
