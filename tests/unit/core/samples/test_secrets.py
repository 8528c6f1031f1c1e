"""What is secret."""

import hashlib

import pytest

from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.secrets import has_to_be_given, is_secret, looks_random, secrets_of
from scrapy_bt.core.samples.traffic import Answer, Exchange, Recording, Sent

TOKEN = "aB3dE6gH9jK2mN5pQ8sT"
SHOP = "https://shop.example"


@pytest.mark.parametrize(
    ("value", "random"),
    [
        (TOKEN + "uV1x", True),
        (hashlib.sha256(b"x").hexdigest(), True),
        ("550e8400-e29b-41d4-a716-446655440000", True),
        ("the-quick-brown-fox-jumps-over", False),
        ("12345678901234567890123456", False),
        ("https://shop.example/a1b2c3d4e5f6", False),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1", False),
        ("short1", False),
    ],
)
def test_what_looks_as_if_drawn_by_lot(value: str, random: bool) -> None:
    assert looks_random(value) is random


@pytest.mark.parametrize(
    ("key", "value", "secret"),
    [
        (Key("cookie", "theme"), "dark", True),
        (Key("header", "authorization"), "Bearer x", True),
        (Key("header", "x-csrf-token"), "x", True),
        (Key("header", "x-password"), "secret", True),
        (Key("header", "x-auth-user"), "ann", True),
        (Key("header", "user-agent"), "Mozilla/5.0 (X11; Linux x86_64) 1234567890abcdef", False),
        (Key("query", "q"), "chair", False),
        (Key("query", "sig_"), TOKEN + TOKEN, True),
        (Key("path", "2"), TOKEN + TOKEN, False),
        (Key("form", "password"), "x", True),
    ],
)
def test_which_parameters_are_secret(key: Key, value: str, secret: bool) -> None:
    assert is_secret(key, value) is secret


@pytest.mark.parametrize(
    ("location", "secrets"),
    [
        (f"/a?token={TOKEN}&page=2", {TOKEN}),
        (f"/a#access_token={TOKEN}&lang=en", {TOKEN}),
        ("/a?page=2#top", set()),
        ("//[", set()),
    ],
)
def test_addresses_to_which_redirects_lead_hold_secrets(location: str, secrets: set[str]) -> None:
    sent = Sent("GET", SHOP)
    exchange = Exchange(0, sent, Answer(302, SHOP, (("Location", location),)))
    assert secrets_of(Recording("r", (exchange,))) == secrets


def test_xml_holds_secrets_in_elements_and_attributes() -> None:
    kind = (("Content-Type", "text/xml"),)
    sent = Sent("POST", SHOP, kind, b"<ask><by user='ada' password='hunter2'/><word>lamp</word></ask>")
    told = b"<answer><accessToken>4711-oak</accessToken><name>Lamp</name></answer>"
    assert secrets_of(Recording("r", (Exchange(0, sent, Answer(200, SHOP, kind, told)),))) == {"hunter2", "4711-oak"}


def test_which_secrets_somebody_has_to_give() -> None:
    assert has_to_be_given(Key("header", "authorization"), "Bearer x")
    assert has_to_be_given(Key("cookie", "api_token"), "7")
    assert not has_to_be_given(Key("cookie", "theme"), "dark"), "a cookie that is told is no session's"
    assert not has_to_be_given(Key("form", "__VIEWSTATE"), "dDwtMTA4MzE4O3Q8"), "a server checks its own state by it"
    assert not has_to_be_given(Key("header", "authorization"), "")
    assert not has_to_be_given(Key("json", "device_token"), "null")
    assert not has_to_be_given(Key("header", "forceclientauth"), "true"), "a switch that is called after credentials"
