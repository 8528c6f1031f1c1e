"""What names tell."""

from __future__ import annotations

import pytest

from scrapy_bt.core.samples.secretnames import is_password_name, is_secret_name, is_token_name, words_of


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
        "cvv",
        "jwt",
        "sid",
        "one_time_code",
        "oneTimeCode",
        "card_number",
        "cardnumber",
        "private_key",
        "code_verifier",
        "userpass",
        "db_pass",
    ],
)
def test_names_of_secrets(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "q",
        "page",
        "author",
        "user",
        "keyword",
        "pass_count",
        "compass",
        "sort_key_order",
        "monkey",
        "filter.tags[0].key",
        "tags[1][key]",
        "items[0].id",
        "authAction",
        "estate",
        "statement",
        "is_private",
    ],
)
def test_names_of_what_is_none(name: str) -> None:
    assert not is_secret_name(name)


def test_passwords_are_what_a_person_knows() -> None:
    assert all(map(is_password_name, ("newPassword", "pin", "CVV", "otp", "pwd2")))
    assert not any(
        map(is_password_name, ("pipeline_failures", "compass", "x-pass", "csrf_token", "pinned", "bypass", ""))
    )


def test_tokens_are_what_a_site_gives_out() -> None:
    assert all(map(is_token_name, ("csrf", "__RequestVerificationToken", "state", "sort_key", "nonce", "x_auth")))
    assert not any(map(is_token_name, ("author", "authAction", "estate", "statement", "monkey", "keyword", "")))


def test_a_name_is_read_by_its_words() -> None:
    assert words_of("user[apiKey]") == ("api", "key")
    assert words_of("HTTPAuth-id") == ("http", "auth", "id")
    assert words_of("...") == ()
