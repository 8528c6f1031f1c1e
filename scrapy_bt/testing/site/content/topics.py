"""Made-up articles and discussions about what happened at a few places, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from random import Random

from scrapy_bt.testing.site.content.words import draw, draw_some, open_source

LANGUAGES = ("en", "zh")

PLACES = {
    "en": ("harbour", "lighthouse", "old town", "market square", "river bridge", "botanic garden"),
    "zh": ("港口", "灯塔", "老城", "集市广场", "大桥", "植物园"),
}
EVENTS = {
    "en": ("festival", "storm", "exhibition", "repair", "race", "concert"),
    "zh": ("节日", "风暴", "展览", "维修", "赛跑", "音乐会"),
}
_TITLES = {
    "en": ("{event} at the {place}", "The {place} after the {event}", "What the {event} did to the {place}"),
    "zh": ("{place}的{event}", "{event}之后的{place}", "{place}：{event}的一天"),
}
_OPENINGS = {
    "en": (
        "The {event} at the {place} began {when} and was over before anybody had found a seat.",
        "Nobody at the {place} had expected the {event} to be talked about for so long.",
        "It was the first {event} that the {place} has seen in {count} years.",
    ),
    "zh": (
        "{place}的{event}{when}开始，人们还没找到座位就结束了。",
        "{place}的人没想到这场{event}会被谈论这么久。",
        "这是{place}{count}年来的第一次{event}。",
    ),
}
_WHEN = {
    "en": ("early on Monday", "on a grey Tuesday", "after lunch", "at sunset", "in the rain", "without a sign"),
    "zh": ("星期一一早", "在一个阴沉的星期二", "午饭以后", "日落时分", "在雨中", "毫无预兆地"),
}
_SENTENCES = {
    "en": (
        "About {count} people stood along the rail and counted the boats that came in.",
        "The ferry waited for {count} minutes, which it had never done before.",
        "A bakery gave away {count} loaves, and kept the recipe to itself.",
        "Lamps were carried down from the hill, {count} of them, and one went out.",
        "The council wants to look at the paving stones again in spring.",
        "Somebody had painted every third bench in a slightly different green.",
        "A school class measured the wind and wrote {count} in its book.",
        "The clock on the customs house was wrong, and everybody was in time.",
        "What is left over will be sold on Saturday between the two gates.",
        "Dogs had to be led, geese did as they liked.",
        "The orchestra played the same piece {count} times, each a little slower.",
        "Two of the old photographs turned out to show another town.",
    ),
    "zh": (
        "大约{count}个人站在栏杆边，数着进来的船。",
        "渡轮等了{count}分钟，这是从来没有过的。",
        "面包店送出了{count}个面包，配方却不肯说。",
        "{count}盏灯从山上搬下来，有一盏灭了。",
        "市里打算春天再看一看石板路。",
        "有人把每三张长椅中的一张漆成了略微不同的绿色。",
        "一个班的学生测了风，在本子上写下{count}。",
        "海关楼的钟不准，但是大家都准时到了。",
        "剩下的东西星期六在两座门之间出售。",
        "狗要牵着，鹅随便走。",
        "乐队把同一首曲子演奏了{count}遍，一遍比一遍慢。",
        "两张老照片上其实是另一座城市。",
    ),
}
_REPLIES = {
    "en": (
        "I was there and saw nothing of the kind.",
        "Does anybody know when the {place} opens again?",
        "The {event} was better last year.",
        "Thanks, I had been looking for this.",
        "My neighbour says that it was {count}, not more.",
        "Please stay on topic: the {place}.",
        "Photos are in the other thread.",
    ),
    "zh": (
        "我在现场，根本不是这样。",
        "有人知道{place}什么时候再开放吗？",
        "去年的{event}更好。",
        "谢谢，我一直在找这个。",
        "邻居说是{count}个，不会更多。",
        "请不要跑题：说的是{place}。",
        "照片在另一个帖子里。",
    ),
}
_HANDLES = ("gull", "lantern", "oar", "pebble", "reed", "tide", "anchor", "moss")
_ADDED = {"en": "(Reprinted with permission.)", "zh": "（转载。）"}

ARTICLES_OF_A_PAIR = 3
REPRINT_EVERY = 6
"""Of so many articles one is reprinted elsewhere: another title, one more sentence."""
TWIN_EVERY = 4
"""Of so many articles one has a second address."""


@dataclass(frozen=True)
class Article:
    """One article; *date* is written as in 2026-03-09."""

    number: int
    _: KW_ONLY
    language: str
    place: str
    event: str
    title: str
    date: str
    sentences: tuple[str, ...]
    reprint_of: int = 0
    """The number of the article of which this is nearly a copy."""

    @property
    def has_twin(self) -> bool:
        """It can be had at a second address."""
        return self.number % TWIN_EVERY == 0

    def fits(self, words: Sequence[str], without: Sequence[str] = ()) -> bool:
        """Whether title or text have all of the words, and none of the others."""
        text = " ".join((self.title, *self.sentences)).casefold()
        return all(word in text for word in words) and not any(word in text for word in without)


@dataclass(frozen=True)
class ThreadPost:
    """What somebody wrote in a thread."""

    number: int
    _: KW_ONLY
    handle: str
    time: str
    text: str


@dataclass(frozen=True)
class Thread:
    """A discussion; the first post began it."""

    number: int
    _: KW_ONLY
    language: str
    board: str
    title: str
    posts: tuple[ThreadPost, ...]

    def fits(self, words: Sequence[str], without: Sequence[str] = ()) -> bool:
        """Whether title or first post have all of the words, and none of the others."""
        text = f"{self.title} {self.posts[0].text}".casefold()
        return all(word in text for word in words) and not any(word in text for word in without)


def make_articles(seed: str) -> tuple[Article, ...]:
    """Return the articles of both languages, the latest first; each text is there once, but for reprints."""
    source = open_source(seed, purpose="articles")
    articles: list[Article] = []
    for language in LANGUAGES:
        for place in PLACES[language]:
            for event in EVENTS[language]:
                for title in _TITLES[language][:ARTICLES_OF_A_PAIR]:
                    article = _write(source, len(articles) + 1, language, place, event, title)
                    articles.append(article)
                    if article.number % REPRINT_EVERY == 0:
                        articles.append(_reprint(article))
    return tuple(sorted(articles, key=lambda article: (article.date, article.number), reverse=True))


def make_threads(seed: str) -> tuple[Thread, ...]:
    """Return the threads of both languages, the oldest first; a board is a place."""
    source = open_source(seed, purpose="threads")
    threads: list[Thread] = []
    for language in LANGUAGES:
        for place in PLACES[language]:
            for event in EVENTS[language]:
                title = _fill(source, draw(source, _TITLES[language]), language, place, event)
                texts = [
                    _fill(source, draw(source, _OPENINGS[language]), language, place, event),
                    *(
                        _fill(source, draw(source, _REPLIES[language]), language, place, event)
                        for _ in range(draw(source, range(3, 14)))
                    ),
                ]
                posts = tuple(
                    ThreadPost(
                        number, handle=draw(source, _HANDLES), time=f"{_date(source)} {number % 24:02}:15", text=text
                    )
                    for number, text in enumerate(texts, 1)
                )
                number = len(threads) + 1
                threads.append(Thread(number, language=language, board=place, title=title, posts=posts))
    return tuple(threads)


def _write(source: Random, number: int, language: str, place: str, event: str, title: str) -> Article:
    patterns = (
        draw(source, _OPENINGS[language]),
        *draw_some(source, _SENTENCES[language], draw(source, range(5, 9))),
    )
    return Article(
        number,
        language=language,
        place=place,
        event=event,
        title=_fill(source, title, language, place, event),
        date=_date(source),
        # The number, which no other article has, so that no two texts are the same.
        sentences=tuple(
            _fill(source, pattern, language, place, event, count=number * 10 + index)
            for index, pattern in enumerate(patterns)
        ),
    )


def _reprint(article: Article) -> Article:
    added = _ADDED[article.language]
    return replace(
        article,
        number=article.number + 1,
        title=f"{article.title} ·",
        sentences=(*article.sentences, added),
        reprint_of=article.number,
    )


def _fill(source: Random, pattern: str, language: str, place: str, event: str, *, count: int = 0) -> str:
    values = {"place": place, "event": event, "count": count or draw(source, range(3, 90))}
    filled = pattern.format(**values, when=draw(source, _WHEN[language]))
    return filled[:1].upper() + filled[1:]


def _date(source: Random) -> str:
    return f"2026-{draw(source, range(1, 7)):02}-{draw(source, range(1, 29)):02}"
