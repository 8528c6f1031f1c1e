"""Keys of a JSON answer in Python source."""

import pytest

from scrapy_bt.core.healing.patching.keys import replace_keys
from scrapy_bt.core.healing.patching.pieces import UneditableError

SOURCE = """# ü: what stands before a place counts in characters
class Shop(Spider):
    def parse(self, response):
        data = response.json()
        for row in data["results"]:
            é = row["address"]["city"], row['name'], row["address"]["zip"]
            yield {"name": row.get("title"), "of": row["maker"]["name"], "seller": row["seller"]}
            yield data["code"], row["code"]

    def parse_other(self, response):
        return response.json()["name"]
"""


def changed(old, new, *, function="Shop.parse", source=SOURCE):
    after = replace_keys(source, function=function, old=old, new=new)
    lines = zip(source.split("\n"), after.split("\n"), strict=True)
    return [now.strip() for was, now in lines if was != now]


def test_a_key_is_renamed_where_it_is_read_and_nowhere_else():
    assert changed("results[*].seller", "results[*].vendor") == [
        'yield {"name": row.get("title"), "of": row["maker"]["name"], "seller": row["vendor"]}'
    ]
    assert changed("results[*].title", "results[*].label")[0].startswith('yield {"name": row.get("label"),')
    assert changed("name", "label", function="Shop.parse_other") == ['return response.json()["label"]']


def test_the_key_before_it_tells_which_one_is_meant():
    assert changed("results[*].maker.name", "results[*].maker.label")[0].endswith(
        '"of": row["maker"]["label"], "seller": row["seller"]}'
    )
    assert changed("results[*].name", "results[*].label") == [
        'é = row["address"]["city"], row[\'label\'], row["address"]["zip"]'
    ]

    assert changed("results[*].address.city", "results[*].place.city") == [
        'é = row["place"]["city"], row[\'name\'], row["address"]["zip"]'
    ]


def test_a_key_that_is_read_twice_of_the_same_is_renamed_twice():
    source = SOURCE.replace('row["address"]["zip"]', "row['name'].strip()")
    assert changed("results[*].name", "results[*].label", source=source) == [
        "é = row[\"address\"][\"city\"], row['label'], row['label'].strip()"
    ]


def test_what_stands_deeper_with_all_around_it_is_read_there():
    assert changed("results[*].name", "data.results[*].name") == ['for row in data["data"]["results"]:']


def test_what_stands_less_deep_is_read_there():
    source = SOURCE.replace('data["results"]', 'data["data"]["results"]')
    assert changed("data.results[*].seller", "results[*].seller", source=source) == ['for row in data["results"]:']
    with pytest.raises(UneditableError, match="what is around it is read elsewhere"):
        changed("results[*].seller", "seller")


def test_an_edit_that_another_field_has_brought_stays():
    source = SOURCE.replace('data["results"]', 'data["data"]["results"]')
    assert changed("results[*].seller", "data.results[*].seller", source=source) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("results[*].code", "results[*].number", "'code' is read of several things"),
        ("results[*].title", "results[*].texts.title", "'title' is read by a method"),
        ("results[*].gone", "results[*].other", "are read one by one: results[*].gone is results[*].other now"),
        ("results[*].maker.name", "results[*].label", "are read one by one"),
    ],
)
def test_what_cannot_be_told_is_not_edited(old, new, told):
    with pytest.raises(UneditableError, match=None) as caught:
        changed(old, new)
    assert told in str(caught.value)


def test_what_is_no_python_is_told():
    with pytest.raises(UneditableError, match="no Python"):
        changed("a", "b", source="def (:")
