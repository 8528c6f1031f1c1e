"""How long ago something was."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.pages.ages import without_ages


@pytest.mark.parametrize(
    "text",
    [
        "3 hours ago",
        "(a few seconds ago)",
        "less than a minute ago",
        "2 days, 5 hours ago",
        "an hour and 5 minutes ago",
        "just now",
        "44s",
        " 3h ",
        "3小时前",
        "1天2小时前",
        "3个月前",
        "vor 5 Minuten",
        "il y a 2 jours",
        "5 минут назад",
        "3時間前",
        "2ヶ月前",
        "5分鐘前",
        "3일 전",
        "منذ 3 أيام",
        "vor einer Stunde",
        "il y a une heure",
        "för 3 dagar sedan",
        "3 gün önce",
        "3년 2개월 전",
        "przed 5 dniami",
        "před 2 lety",
        "לפני 5 דקות",
        "πριν από 3 ημέρες",
        "acum 5 minute",
        "hace 5 días",
        "3 päivää sitten",
        "3 ngày trước",
        "2 tahun yang lalu",
    ],
)
def test_an_age_says_nothing_in_several_languages(text: str) -> None:
    assert not list(without_ages([text]))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "3 hours",
            "120m",
            "3D",
            "5 m",
            "long ago",
            "vor allem",
            "请于2026年3月5日前报名",
            "3月5日前",
            "2020年前",
            "",
            "قبل",
        ),
        *("3월 5일 전", "قبل 15 يناير", "przed 5 maja", "לפני 5 במאי", "πριν 5 Μαΐου", "hace 5 tortillas"),
    ],
)
def test_other_texts_are_left_as_they_are(text: str) -> None:
    assert list(without_ages([text])) == [text]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Ada moved the ferry about 2 hours ago to Oslo", "Ada moved the ferry to Oslo"),
        ("One year ago in Spain", "in Spain"),
        ("阿达 5分钟前 写道", "阿达 写道"),
    ],
)
def test_what_a_text_says_beside_its_age_is_left(text: str, rest: str) -> None:
    assert list(without_ages([text])) == [rest]
