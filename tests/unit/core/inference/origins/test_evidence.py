from __future__ import annotations

import pytest

from scrapy_bt.core.inference.origins.evidence import STRONG, agree, bits_of, bits_of_all


@pytest.mark.parametrize(
    "value",
    [
        "",
        "1",
        "12",
        "2024",
        "true",
        "False",
        "null",
        "en",
        "de-DE",
        "lamp",
        "search",
        "Berlin",
        "page2",
        "aaaaaaaaaaaaaaaa",
        "garden chair",
        "application/json",
        "XMLHttpRequest",
        "sku-00042",
        "121212121212",
    ],
)
def test_short_common_and_repeating_values_and_words_are_weak(value: str) -> None:
    assert bits_of(value) < STRONG


@pytest.mark.parametrize(
    "value",
    [
        "3f0b6a52-1c1e-4a53-9d6e-0e5b7d1f2a34",
        "d41d8cd98f00b204",
        "q8Zr2Lw0Xk5Vn3Bt",
        "4917305826449",
        "dDwtMTA4MzE0MjEw",
    ],
)
def test_keys_are_strong(value: str) -> None:
    assert bits_of(value) >= STRONG


def test_longer_keys_say_more_and_equal_ones_count_once() -> None:
    assert bits_of("q8Zr2Lw0Xk5Vn3Bt" * 1) < bits_of("q8Zr2Lw0Xk5Vn3BtM4")
    assert bits_of_all(["d41d8cd9", "d41d8cd9"]) == bits_of("d41d8cd9")
    assert bits_of_all(["d41d8cd9", "8f00b204"]) == bits_of("d41d8cd9") + bits_of("8f00b204")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("csrf_token", "csrfToken", True),
        ("X-CSRF-Token", "csrf-token", True),
        ("variables.token", "token", True),
        ("payload$.user.id", "id", True),
        ("id", "video", False),
        ("", "token", False),
        ("user", "token", False),
    ],
)
def test_names_that_mean_the_same(one: str, other: str, *, same: bool) -> None:
    assert agree(one, other) == same
