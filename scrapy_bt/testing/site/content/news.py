"""Made-up news in Chinese: what happened at places that do not exist."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from scrapy_bt.testing.site.content.words import draw, draw_some, open_source

NEWS_COUNT = 40

PLACES = (
    "湖边的小图书馆",
    "河上的木桥",
    "山脚下的茶馆",
    "旧城的钟楼",
    "车站旁的面馆",
    "海边的灯塔",
    "村里的学校",
    "雨后的果园",
)
EVENTS = (
    "重新开放",
    "迎来第一百位客人",
    "换了新的门牌",
    "本周免费参观",
    "请大家写下愿望",
    "修好了屋顶",
    "今年开花特别早",
    "晚上也亮着灯",
)
SENTENCES = (
    "附近的居民说，他们等这一天等了很久。",
    "天气很好，许多人带着孩子一起来。",
    "管理员准备了热茶 & 点心，每人一份。",
    "从早上九点到下午五点都可以进去看看。",
    "门口的招牌上写着一个大大的“𠮷”字。",
    "有人忘了带伞，表情有点囧，但是很快就笑了。",
    "明年春天还会再办一次。",
    "这里的一切都是为练习而编写的。",
)
"""Some hold characters beyond GB2312 and GBK."""


@dataclass(frozen=True)
class NewsItem:
    """One piece of news; *date* is written as in 2026-03-09."""

    number: int
    _: KW_ONLY
    title: str
    date: str
    sentences: tuple[str, ...]


def make_news(seed: str) -> tuple[NewsItem, ...]:
    """Return the news, the latest first, no title twice."""
    source = open_source(seed, purpose="news")
    titles = [f"{place}{event}" for place in PLACES for event in EVENTS]
    source.shuffle(titles)
    days = sorted({f"2026-{draw(source, range(1, 7)):02}-{draw(source, range(1, 29)):02}" for _ in range(60)})
    return tuple(
        NewsItem(
            NEWS_COUNT - index,
            title=title,
            date=days[-1 - index // 2],
            sentences=draw_some(source, SENTENCES, draw(source, range(2, 6))),
        )
        for index, title in enumerate(titles[:NEWS_COUNT])
    )
