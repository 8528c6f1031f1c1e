"""How long ago something was."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.pages.ages import tells_age


@pytest.mark.parametrize(
    "text",
    ["3 hours ago", "by Ann, a day ago", "just now", "3小时前", "vor 5 Minuten", "il y a 2 jours", "5 минут назад"],
)
def test_a_text_may_say_it_in_several_languages(text: str) -> None:
    assert tells_age(text)


@pytest.mark.parametrize("text", ["3 hours", "long ago", "vor allem", f"{'It was told ' * 20} 3 days ago"])
def test_others_do_not(text: str) -> None:
    assert not tells_age(text)
