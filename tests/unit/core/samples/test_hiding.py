import pytest

from scrapy_bt.core.samples.hiding import HIDDEN, hide, hide_in_url, hide_values, is_hidden_name, secret_values
from scrapy_bt.sentences import say
from tests.waiting import takes_at_most


@pytest.mark.parametrize(
    "name",
    [
        "password",
        "PASSWD",
        "user_token",
        "Authorization",
        "api_key",
        "apikey",
        "csrf",
        "pin",
        b"Cookie",
        "secret2",
        "cvv",
        "jwt",
        "sid",
        "one_time_code",
    ],
)
def test_what_one_keeps_to_oneself(name):
    assert is_hidden_name(name)


@pytest.mark.parametrize(
    "name", ["page", "pipeline_failures", "author", "keyword", "spin", "number", "", 7, None, "monkey"]
)
def test_what_anybody_may_see(name):
    assert not is_hidden_name(name)


def test_a_sentence_without_a_secret_stays_one():
    sentence = say("there is no {}", "page")
    assert hide({"reason": sentence})["reason"] is sentence


def test_secrets_are_hidden_at_any_depth():
    data = {"user": "ann", "login": [{"password": "p", "empty": {"token": ""}}], "cookies": {"a": "b"}}
    assert hide(data) == {"user": "ann", "login": [{"password": HIDDEN, "empty": {"token": ""}}], "cookies": HIDDEN}


def test_secrets_in_addresses_are_hidden():
    assert (
        hide_in_url("https://ann:pw@a.test/x?q=1&token=abc#y") == f"https://ann:{HIDDEN}@a.test/x?q=1&token={HIDDEN}#y"
    )
    assert hide("see https://a.test/?password=x (it fails)") == f"see https://a.test/?password={HIDDEN} (it fails)"
    assert hide_in_url("https://a.test/?q=a%20b") == "https://a.test/?q=a%20b"
    assert hide("no address: 1://2") == "no address: 1://2"
    assert hide("at .9ftp://ann:pw@a.test/") == f"at .9ftp://ann:{HIDDEN}@a.test/"


@pytest.mark.parametrize("text", ["long", "a1+", "1.", "://", "a://"])
def test_a_text_without_an_end_takes_a_time_that_grows_with_it(text):
    with takes_at_most(2):
        assert hide(text * 250_000) == text * 250_000


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://ann:sesame@[::1/a?token=sesame", "http://…@[::1/a?…"),
        ("redis://:sesame@[::1/0", "redis://…@[::1/0"),
        ("http://[::1/a", "http://[::1/a"),
    ],
)
def test_what_is_no_url_shows_no_secret(url, told):
    assert hide(f"no answer of {url} yet") == f"no answer of {told} yet"


def test_the_body_of_a_form_is_hidden_as_a_whole():
    assert hide({"body": b"user=ann&password=x"}) == {"body": HIDDEN}
    assert hide({"body": b"page=2"}) == {"body": b"page=2"}


def test_secrets_are_hidden_in_the_texts_they_were_written_into():
    known = secret_values({"frames": [{"password": "a b/c", "user": "ann", "pin": 4711, "token": None}]})
    assert known == {"a b/c", "4711"}
    assert hide_values("https://a.test/a%20b%2Fc?p=a+b%2Fc&n=4711&u=ann", known) == (
        f"https://a.test/{HIDDEN}?p={HIDDEN}&n={HIDDEN}&u=ann"
    )
    assert hide_values("nothing to hide", ()) == "nothing to hide"
