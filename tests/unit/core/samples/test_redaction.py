"""Other values in the place of secrets."""

import base64
import hashlib
import json
import re
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.samples.redaction import pseudonym, redact, redact_page, replacer
from scrapy_bt.core.samples.secrets import secrets_of
from scrapy_bt.core.samples.traffic import Answer, Element, Event, Exchange, Recording, Sent

KEY = b"key"
TOKEN = "aB3dE6gH9jK2mN5pQ8sT"
SHOP = "https://shop.example"


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


def test_a_single_page_is_cleaned_with_its_address():
    markup = f"<input type=hidden name=csrf value={TOKEN}><p>{TOKEN}</p><b>Ann</b>"
    url, cleaned, clean = redact_page(f"{SHOP}/?token={TOKEN}&q=shoe", markup, KEY)
    assert clean(TOKEN) == pseudonym(TOKEN, KEY)
    assert TOKEN not in url + cleaned
    assert url.endswith("&q=shoe")
    assert cleaned.count(pseudonym(TOKEN, KEY)) == 2
    assert cleaned.endswith("<b>Ann</b>")
    assert redact_page(SHOP, "<p>Ann</p>", KEY)[:2] == (SHOP, "<p>Ann</p>")


def test_a_web_token_is_replaced_wherever_it_stands():
    claims = "eyJzdWIiOiIxIn0", "ewoic3ViIjoi"
    in_path, in_script = (f"eyJhbGciOiJIUzI1NiJ9.{claimed}.c2lnbmF0dXJl-_" for claimed in claims)
    markup = f"<script>let key = '{in_script}'</script><a href='/mail/{in_path}/next'>eyJ.eyJ is none</a>"
    url, cleaned, _ = redact_page(f"{SHOP}/mail/{in_path}/inbox", markup, KEY)
    assert url == f"{SHOP}/mail/{pseudonym(in_path, KEY)}/inbox"
    assert cleaned == markup.replace(in_path, pseudonym(in_path, KEY)).replace(in_script, pseudonym(in_script, KEY))


@pytest.mark.parametrize("before", ["%22", "\\u0022", "\\n", "&quot;", ">", "token", "令牌", "my-key_", "a.b."])
def test_a_web_token_is_replaced_behind_a_word_or_a_sign_that_is_escaped(before):
    token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl-_"
    _, cleaned, _ = redact_page(SHOP, f"<script>{before}{token}", KEY)
    assert cleaned == f"<script>{before}{pseudonym(token, KEY)}"


def test_of_secrets_that_begin_alike_the_longest_that_stands_there_is_replaced():
    secrets = {f"abcdef{'0123456789' * 2}{n}": f"<{n}>" for n in (1, 12, 123, 1234)}
    text = " ".join([*secrets, "abcdef0123456789"])
    assert replacer(secrets)(text) == "<1> <12> <123> <1234> abcdef0123456789"


def test_vast_secrets_are_replaced_also_where_all_their_letters_are_the_same():
    vast = {"a" * 300_000: "b" * 300_000, "a" * 2_500: "c" * 2_500, "abcdef": "<short>"}
    text = f"{'a' * 299_999}|{'a' * 300_000}|abcdef"
    cleaned = replacer(vast)(text)
    assert cleaned == f"{'c' * 297_500}{'a' * 2_499}|{'b' * 300_000}|<short>"
