"""Values as categories."""

import pytest

from scrapy_bt.core.healing.perception.views import Scale, form_of, script_of


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("", "blank"),
        ("12.50 €", "0.0 €"),
        ("EUR 30", "a 0"),
        ("Product 9", "a 0"),
        ("Product 1000", "a 0"),
        ("Chapter 2 of the book", "phrase"),
        ("08ef30698182", "x"),
        ("XK-4f2a9", "a-x"),
        ("2026-01-02", "0-0-0"),
        ("https://a.test/x", "address"),
        ("/x/y", "address"),
        ('{"a": 1}', "data"),
        ("<p>", "markup"),
        ("·", "signs"),
        ("★★★☆☆", "signs"),
        ("Storm", "word"),
        ("Ann Lee", "words"),
        ("A storm over the bay took two boats", "phrase"),
        ("word " * 30, "sentences"),
        ("so " * 100, "text"),
    ],
)
def test_form(value, form):
    assert form_of(value) == form


@pytest.mark.parametrize(
    ("value", "script"), [("abc", "ascii"), ("café", "latin"), ("Привет", "cyrillic"), ("新闻", "cjk")]
)
def test_script(value, script):
    assert script_of(value) == script


def test_a_scale_follows_a_trend_and_tells_a_jump():
    scale = Scale()
    assert {scale.category(size) for size in range(100, 400)} == {"0"}
    assert int(scale.category(4_000)) > 0
    assert int(scale.category(3)) < 0
    assert scale.category(10**9) == "3"
