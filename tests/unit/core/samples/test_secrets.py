"""What is secret, and other values in its place."""

import base64
import hashlib
import json
import re
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.secrets import (
    is_secret,
    is_secret_name,
    looks_random,
    pseudonym,
    redact,
    replacer,
    secrets_of,
)
from scrapy_bt.core.samples.traffic import Answer, Element, Event, Exchange, Recording, Sent

KEY = b"key"
TOKEN = "aB3dE6gH9jK2mN5pQ8sT"
SHOP = "https://shop.example"


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "user[password]",
        "csrf_token",
        "csrfmiddlewaretoken",
        "accessToken",
        "PHPSESSID",
        "_session_id",
        "pw",
        "__VIEWSTATE",
        "api-key",
        "client.secret",
        "otp",
        "authenticity_token",
        "apiKey",
        "passwd",
        "new_password",
    ],
)
def test_names_of_secrets(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    ["q", "page", "author", "user", "keyword", "pass_count", "compass", "sort_key_order", "monkey", "items[0].id"],
)
def test_names_of_what_is_none(name: str) -> None:
    assert not is_secret_name(name)


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
        (Key("header", "user-agent"), "Mozilla/5.0 (X11; Linux x86_64) 1234567890abcdef", False),
        (Key("query", "q"), "chair", False),
        (Key("query", "sig_"), TOKEN + TOKEN, True),
        (Key("path", "2"), TOKEN + TOKEN, False),
        (Key("form", "password"), "x", True),
    ],
)
def test_which_parameters_are_secret(key: Key, value: str, secret: bool) -> None:
    assert is_secret(key, value) is secret


@given(st.text(min_size=1, max_size=40))
def test_a_pseudonym_has_the_same_length_and_alphabet(secret: str) -> None:
    other = pseudonym(secret, KEY)
    assert len(other) == len(secret)
    assert other == pseudonym(secret, KEY)
    assert re.sub(r"[A-Za-z0-9]", "x", other) == re.sub(
        r"x", "x", "".join("x" if letter.isalpha() or letter in "0123456789" else letter for letter in secret)
    )


def test_pseudonyms_of_hexadecimal_digits_are_such() -> None:
    assert re.fullmatch("[0-9a-f]{32}", pseudonym("0123456789abcdef" * 2, KEY))
    assert re.fullmatch("[0-9A-F-]{10}", pseudonym("A0-B1C2-D3", KEY))
    assert re.fullmatch("[0-9]{6}", pseudonym("123456", KEY))
    assert pseudonym(TOKEN, KEY) != pseudonym(TOKEN, b"other")


def test_a_secret_is_replaced_in_all_its_codings() -> None:
    secret = 'p&ss/w"rd 12'
    other = pseudonym(secret, KEY)
    clean = replacer({secret: other})
    assert clean(f"<{secret}>") == f"<{other}>"
    assert clean(json.dumps({"a": secret})) == json.dumps({"a": other})
    assert clean(base64.b64encode(secret.encode()).decode()) == base64.b64encode(other.encode()).decode()
    assert clean(hashlib.md5(secret.encode()).hexdigest()) == hashlib.md5(other.encode()).hexdigest()
    assert secret not in clean("a=p%26ss%2Fw%22rd+12&b=p%26ss%2fw%22rd%2012")
    assert "ss" not in clean("a=p%26ss%2Fw%22rd+12&b=p%26ss%2fw%22rd%2012&amp;c=p&amp;ss/w&quot;rd 12")


def test_a_short_secret_is_replaced_only_as_a_word() -> None:
    clean = replacer({"orange": "qwerty", "abc": "xyz"})
    assert clean("orange oranges blorange abc") == "qwerty oranges blorange abc"
    assert clean("a%3Dorange&b\\norange") == "a%3Dqwerty&b\\nqwerty"


def exchange(sent: Sent, answer: Answer) -> Exchange:
    return Exchange(0, sent, answer)


def recording() -> Recording:
    page = f'<input type="hidden" name="csrf" value="{TOKEN}"><input name=q value=chair><p>hunter2 {TOKEN}</p>'
    form = Sent(
        "POST",
        f"{SHOP}/login?next=%2Fa&sig={TOKEN}{TOKEN}",
        (("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", "sid=s1; theme=dark")),
        f"user=eva&password=hunter2&csrf={TOKEN}".encode(),
    )
    api = Sent("GET", f"{SHOP}/api", (("Authorization", "Bearer tokentokentoken1"), ("X-Plain", "chair")))
    return Recording(
        "r",
        (
            exchange(Sent("GET", f"{SHOP}/"), Answer(200, f"{SHOP}/", (("Content-Type", "text/html"),), page.encode())),
            Exchange(
                1,
                form,
                Answer(
                    200,
                    f"{SHOP}/a",
                    (("Set-Cookie", "sid=s1; Path=/"), ("Content-Type", "application/json")),
                    b'{"access_token": "tokentokentoken1", "name": "Eva"}',
                ),
                hops=(exchange(form, Answer(302, form.url, (("Location", f"/a?token={TOKEN}"),), b"")),),
            ),
            exchange(api, Answer(200, f"{SHOP}/api", (("Content-Type", "image/png"),), b"\xff" + TOKEN.encode())),
        ),
        (
            Event(1.0, "input", element=Element("input", attributes={"type": "password"}), value="hunter2"),
            Event(2.0, "paste", clipboard=TOKEN, url=f"{SHOP}/?t={TOKEN}"),
            Event(3.0, "input", element=Element("input", attributes={"type": "text"}), value="eva"),
        ),
    )


def test_secrets_of_a_recording() -> None:
    assert secrets_of(recording()) == {"hunter2", TOKEN, TOKEN + TOKEN, "s1", "dark", "tokentokentoken1"}


def test_a_redacted_recording_holds_no_secret_and_the_same_equalities() -> None:
    clean, _ = redact(recording(), KEY)
    told = repr(asdict(clean)).replace(repr(clean.exchanges[2].answer.body if clean.exchanges[2].answer else ""), "")
    for secret in ("hunter2", TOKEN, "sid=s1", "tokentokentoken1"):
        assert secret not in told
    page, login, api = clean.exchanges
    assert page.answer is not None
    assert login.answer is not None
    found = re.search(rb'name="csrf" value="(\w+)"', page.answer.body or b"")
    assert found is not None
    assert (login.sent.body or b"").endswith(b"csrf=" + found.group(1))
    assert b"user=eva&" in (login.sent.body or b"")
    assert b"value=chair" in (page.answer.body or b"")
    cookie = re.search(r"sid=(\w+);", login.sent.header("cookie") or "")
    assert cookie is not None
    assert login.answer.header("set-cookie") == f"sid={cookie.group(1)}; Path=/"
    assert json.loads(login.answer.body or b"")["name"] == "Eva"
    assert json.loads(login.answer.body or b"")["access_token"] in (api.sent.header("authorization") or "")
    assert login.hops[0].answer is not None
    assert found.group(1).decode() in (login.hops[0].answer.header("location") or "")
    password = clean.events[0].value
    assert password is not None
    assert f"password={password}&" in (login.sent.body or b"").decode()
    assert clean.events[1].clipboard == found.group(1).decode()
    assert clean.events[2].value == "eva"


def test_a_recording_without_secrets_stays_as_it_is() -> None:
    plain = Recording(
        "r",
        (
            exchange(
                Sent("GET", f"{SHOP}/?q=chair"),
                Answer(200, SHOP, (), "ü".encode("gbk")),
            ),
        ),
    )
    assert redact(plain, KEY)[0] == plain
