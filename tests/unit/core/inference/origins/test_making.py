from __future__ import annotations

import hashlib

import pytest

from scrapy_bt.core.inference.answers.codings import encode
from scrapy_bt.core.inference.answers.values import Argument, Coded, Constant, Joined, Random
from scrapy_bt.core.inference.origins.guessing import random_like, read_time
from scrapy_bt.core.inference.origins.ingredients import Ingredient
from scrapy_bt.core.inference.origins.making import unhashed
from scrapy_bt.sentences import say
from tests.recordings import ask
from tests.searching import best, found


@pytest.mark.parametrize(
    ("text", "unit", "seconds"),
    [
        ("1700000000", "s", 1_700_000_000),
        ("1700000000500", "ms", 1_700_000_000.5),
        ("1700000000500", "s", None),
        ("2023-11-14T22:13:20Z", "%Y-%m-%dT%H:%M:%SZ", 1_700_000_000),
        ("lamp", "%Y-%m-%dT%H:%M:%SZ", None),
    ],
)
def test_times_are_read(text: str, unit: str, seconds: float | None) -> None:
    assert read_time(text, unit) == seconds


@pytest.mark.parametrize(
    ("texts", "value"),
    [
        (("d41c90f2a7b35e68", "0f9e1d2c3b4a5968"), Random("hex", 16)),
        (("4917305826", "5026184937"), Random("digits", 10)),
        (("qzxkvjwpbg", "wkfzqhxvtd"), Random("letters", 10)),
        (("gardenlamp", "kitchentop"), None),
        (("abc", "def"), None),
        (("d41c90f2a7b35e68", "d41c90f2a7b35e68"), None),
        (("d41c90f2a7b35e68", "0f9e1d2c"), None),
    ],
)
def test_random_texts_by_their_kind(texts: tuple[str, str], value: Random | None) -> None:
    found = random_like(dict(enumerate(texts)))
    assert (found and found.value) == value


def test_hashes_are_taken_apart() -> None:
    user = Ingredient(Argument("user"), {0: "jim", 1: "tom"}, say("the user"))
    word = Ingredient(Argument("word"), {0: "x", 1: "y"}, say("the word"))
    wanted = {0: hashlib.sha1(b"x|jim").hexdigest(), 1: hashlib.sha1(b"y|tom").hexdigest()}
    assert unhashed(wanted, "sha1", [user, word]) == (
        Joined((Argument("word"), Constant("|"), Argument("user"))),
        say("the word and the user"),
    )
    assert unhashed({0: encode("jim", "md5"), 1: encode("x", "md5")}, "md5", [user, word]) is None
    twice = {number: encode(encode(text, "md5"), "md5") for number, text in user.texts.items()}
    assert unhashed(twice, "md5", [user.coded("md5")]) == (Coded(Argument("user"), "md5"), say("the md5 of the user"))


def test_a_word_that_a_credential_has_in_common_with_an_answer_does_not_explain_it() -> None:
    token = "Bearer LAM2KEY_Ab3dE6gH9kLm2nOp5qRs"
    recording = [
        ask("/settings", {"name": "LAM2KEY", "path": "LAM2KEY_list"}),
        ask("/things", [], sends={"Authorization": token}),
    ]
    assert best(found(recording), 1, "header authorization") is None
