import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.duplicates.options import DuplicateOptions
from scrapy_bt.errors import BTError


def read(**settings):
    return DuplicateOptions.read(Settings(settings))


def test_without_settings_the_same_text_of_all_fields_counts():
    options = read()
    assert (options.is_near, options.similarity_text, options.fields_of("article"), options.url_field) == (
        False,
        None,
        (),
        "url",
    )


@pytest.mark.parametrize(
    ("given", "of_article", "of_others"),
    [
        (["title", "text"], ("title", "text"), ("title", "text")),
        ("title, text", ("title", "text"), ("title", "text")),
        ('["title", "text"]', ("title", "text"), ("title", "text")),
        ({"article": ["text"]}, ("text",), ()),
        ('{"article": "text"}', ("text",), ()),
    ],
)
def test_fields_are_for_all_kinds_or_for_some(given, of_article, of_others):
    options = read(BT_DUPLICATES_FIELDS=given)
    assert options.fields_of("article") == of_article
    assert options.fields_of("comment") == of_others


def test_who_compares_texts_says_how():
    assert read(BT_DUPLICATES="near", BT_DUPLICATES_SIMILARITY="0.90").similarity_text == "0.9"


@pytest.mark.parametrize(
    "settings",
    [
        {"BT_DUPLICATES": "all"},
        {"BT_DUPLICATES_SIMILARITY": "high"},
        {"BT_DUPLICATES_SIMILARITY": 1},
        {"BT_DUPLICATES_FIELDS": [1]},
        {"BT_DUPLICATES_FIELDS": "{"},
        {"BT_DUPLICATES_FIELDS": 7},
        {"BT_LEASE_SECONDS": 0},
    ],
)
def test_what_cannot_be_meant_names_its_setting(settings):
    with pytest.raises(BTError, match=next(iter(settings))):
        read(**settings)
