from datetime import datetime, timezone

import pytest
from scrapy.settings import Settings

from scrapy_bt.errors import BTError
from scrapy_bt.storage.identity import RecordIdentity, content_key, written


def test_the_key_is_that_of_the_content():
    key = content_key("t", {"a": 1, "b": [b"x", datetime(2024, 1, 2, tzinfo=timezone.utc)]})
    assert content_key("t", {"b": [b"x", datetime(2024, 1, 2, tzinfo=timezone.utc)], "c": None, "a": 1}) == key
    assert len({key, content_key("u", {"a": 1}), content_key("t", {"a": 1}), content_key("t", {"a": "1"})}) == 4
    assert len(key) == 32


@pytest.mark.parametrize("given", [{"article": ["content"]}, {"article": "content"}, '{"article": ["content"]}'])
def test_a_kind_may_be_known_by_some_of_its_fields(given):
    identity = RecordIdentity.read(Settings({"BT_STORE_KEY": given}))
    here, there = ({"content": "c", "url": url, "title": url} for url in "ab")
    assert identity.key("article", here) == identity.key("article", there)
    assert identity.key("post", here) != identity.key("post", there)
    assert identity.urls("article", here) == ("a",)
    assert identity.urls("post", here) == identity.urls("article", {"content": "c"}) == ()


def test_a_url_that_is_part_of_the_key_is_the_only_one():
    assert RecordIdentity({"article": ("link",)}, "link").urls("article", {"link": "a"}) == ()
    assert RecordIdentity({"article": ("content",)}, "link").urls("article", {"link": "a", "url": "b"}) == ("a",)


def test_a_record_without_the_fields_of_its_key_has_none():
    with pytest.raises(ValueError, match="none of the fields that make its key: content, title"):
        RecordIdentity({"article": ("content", "title")}).key("article", {"url": "a", "content": None})


@pytest.mark.parametrize("given", ["nonsense", "[1]", '{"a', {"article": []}, {"article": 1}])
def test_what_is_no_key_is_told(given):
    with pytest.raises(BTError, match=r"^BT_STORE_KEY "):
        RecordIdentity.read(Settings({"BT_STORE_KEY": given}))


def test_bytes_are_written_in_hexadecimal():
    assert [written(value) for value in (b"\x01", bytearray(b"\x02"), 1.5)] == ["01", "02", "1.5"]
