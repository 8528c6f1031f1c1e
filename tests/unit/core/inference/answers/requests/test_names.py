"""What names and texts tell."""

import pytest

from scrapy_bt.core.inference.answers.requests.names import argument_name, holds_secret, looks_made
from scrapy_bt.core.samples.parameters import Key


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("9f86d081884c7d659a2feaa0c55ad015", True),
        ("eyJhbGciOiJIUzI1NiJ9.e30.abc", True),
        ("short1", False),
        ("aaaaaaaaaaaaaaaaaaaaaaa1", False),
        ("a sentence with 3 blanks in it", False),
        ("averylongwordwithoutdigits", False),
    ],
)
def test_keys_look_made(text: str, made: bool) -> None:
    assert looks_made(text) is made


@pytest.mark.parametrize(
    ("name", "text", "is_secret"),
    [
        ("password", "x", True),
        ("user[passwd]", "x", True),
        ("pin", "1234", True),
        ("spin", "1234", False),
        ("authorization", "Bearer 9f86d081884c7d659a2f", True),
        ("x-api-key", "9f86d081884c7d659a2f", True),
        ("token", "off", False),
        ("q", "9f86d081884c7d659a2f", False),
    ],
)
def test_passwords_are_secret_and_keys_that_look_made(name: str, text: str, is_secret: bool) -> None:
    assert holds_secret(name, text) is is_secret


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Key("query", "q"), "q"),
        (Key("form", "user[Name]"), "user_name"),
        (Key("form", "ids[]"), "ids"),
        (Key("json", "payload$.2nd"), "payload_2nd"),
        (Key("query", "2nd"), "value_2nd"),
        (Key("query", "sortBy"), "sort_by"),
        (Key("query", "Größe"), "grosse"),
        (Key("query", "कीमत"), "कमत"),
        (Key("path", "1"), "part_2"),
        (Key("body", ""), "value"),
    ],
)
def test_an_argument_is_named_after_its_key(key: Key, name: str) -> None:
    assert argument_name(key) == name
