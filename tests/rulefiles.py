"""Rules and rule files for tests: made by chance, and changed by chance."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from scrapy_bt.core.rules.offsets import NONE, Offset
from scrapy_bt.core.rules.rule import COLUMN_TYPES, Column, Layer, Rule, RuleGroup, Tag, TagRef
from scrapy_bt.core.rules.treatments import Insert, Replace
from scrapy_bt.settings.healingmodes import HEALING_MODES

NEWS = r"""rule: News
author: A. Writer
created: '2026-01-31'
licence: CC0-1.0
description: Headlines and texts
site:
  name: The News
  url: https://news.test/
encoding: gb18030
hosts:
  - news.test

layers:
  - layer: list
    entries:
      - https://news.test/list_<1,3,1,false>.html
    next: more
    tags:
      - tag: more
        start: 'class="next" href="'
        end: '"'
        link: true
      - tag: headline
        start: '<h2><a href="'
        end: '"'
        exclude: 'advertisement'
        link: article

  - layer: article
    content: text
    tags:
      - tag: title
        start: '<h1>'
        end: '</h1>'
        treatments:
          - replace: '\s+'
            with: ' '
          - insert: '# '
            at: 0
      - tag: text
        start: '<article>'
        start_offset: '1,0'
        end: '</article>'
        merge: true
      - tag: paragraph
        parent: text
        rematch: '<p>(.*?)</p>'

groups:
  - group: articles
    columns:
      - name: title
        tag: article.title
        length: 200
      - name: url
        tag: list.headline
        type: file
"""
"""A rule file without faults, in canonical layout."""

modes = st.sampled_from(["", *HEALING_MODES])
names = st.from_regex(re.compile(r"[A-Za-zäß标题_][A-Za-z0-9äß标题_-]{0,6}"), fullmatch=True)
texts = st.text(max_size=8) | st.sampled_from(
    [
        "yes",
        "12",
        "null",
        "~",
        "- a",
        "a: b",
        "a #b",
        "it's",
        '"',
        "\\",
        "#",
        "a\nb",
        "a\n\nb\n",
        " a",
        "a ",
        "2026-01-31",
        "",
    ]
)
patterns = st.sampled_from(["", "<b>", "it's", r"\d{4}", 'a href="', "x|y", "<p>(.*?)</p>", "标题", "# a: 'b' \"c\""])
offsets = st.builds(Offset, st.integers(0, 3), st.integers(0, 99)) | st.just(NONE)
treatments = st.builds(Replace, patterns.filter(bool), st.sampled_from(["", "x", "\\\\", " # "])) | st.builds(
    Insert, texts, st.just(0)
)


@st.composite
def rules(draw: st.DrawFn) -> Rule:
    """Rules that a file can describe, without faults."""
    layers: list[Layer] = []
    links: list[TagRef] = []
    for name in draw(st.lists(names, min_size=1, max_size=3, unique=True)):
        parent = draw(st.sampled_from([None, *links]))
        entries = ("https://a.test/<1,3,1,true>",) if parent is None else ()
        tags: list[Tag] = []
        for tag in draw(st.lists(names, min_size=1, max_size=3, unique=True)):
            link = draw(st.booleans())
            tags.append(
                Tag(
                    tag,
                    start=draw(patterns),
                    start_offset=draw(offsets),
                    end=draw(patterns),
                    end_offset=draw(offsets),
                    rematch=draw(patterns),
                    include=draw(patterns),
                    exclude=draw(patterns),
                    treatments=tuple(draw(st.lists(treatments, max_size=2))),
                    merge=draw(st.booleans()),
                    link=link,
                    parent=draw(st.sampled_from(["", *(above.name for above in tags)])),
                    heal=draw(modes),
                )
            )
            links += [TagRef(name, tag)] * link
        own = [tag.name for tag in tags if not tag.parent]
        to_next = [tag.name for tag in tags if not tag.parent and tag.link]
        layers.append(
            Layer(
                name,
                entries=entries,
                tags=tuple(tags),
                parent=parent,
                next_page=draw(st.sampled_from(["", *to_next])),
                content=draw(st.sampled_from(["", *own])),
                depth=draw(st.integers(0, 2)),
                heal=draw(modes),
            )
        )
    one = TagRef(layers[0].name, layers[0].tags[0].name)
    column = st.builds(Column, names, tag=st.just(one), type=st.sampled_from(COLUMN_TYPES), length=st.integers(0, 100))
    columns = st.lists(column, min_size=1, max_size=3, unique_by=lambda column: column.name.casefold())
    groups = st.builds(lambda name, columns: RuleGroup(name, columns=tuple(columns)), names, columns)
    return Rule(
        draw(texts.filter(str.strip)),
        author=draw(texts),
        created=draw(st.sampled_from(["", "2026-01-31"])),
        licence=draw(texts),
        description=draw(texts),
        site_name=draw(texts),
        site_url=draw(st.sampled_from(["", "https://a.test/"])),
        encoding=draw(st.sampled_from(["", "gb18030", "Shift_JIS"])),
        heal=draw(modes),
        hosts=tuple(draw(st.lists(st.sampled_from(["a.test", "b.test:8080", "例子.test"]), max_size=2))),
        layers=tuple(layers),
        groups=tuple(draw(st.lists(groups, max_size=2, unique_by=lambda group: group.name.casefold()))),
    )


_PIECES = st.sampled_from(
    [
        *(
            "&a ",
            "*a",
            "!!python/object:os.system ",
            "!x ",
            "- ",
            ": ",
            "? ",
            "{",
            "}",
            "[",
            "]",
            "|",
            ">",
            "|-\n",
            "'",
        ),
        *(
            '"',
            "#",
            " # c",
            "\n",
            "\n\n",
            "\t",
            "  ",
            "%YAML 1.2\n",
            "---\n",
            "...\n",
            "<<: ",
            "~",
            "true",
            "-1",
            "1e9",
        ),
        *(
            "\0",
            "\x85",
            "\u2028",
            "\ufeff",
            "\ud800",
            "(",
            "[a",
            "\\",
            "\\g<x>",
            "*",
            "<1,9,0,true>",
            "<1,999999999,1,true>",
        ),
        *("tag: x\n", "layer: list\n", "link: list\n", "parent: title\n", "merge: maybe\n", "at: 99\n", "depth: 3\n"),
    ]
)


@st.composite
def mutations(draw: st.DrawFn, text: str = NEWS) -> str:
    """A text with some parts taken out, doubled, or put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        text = text[:start] + draw(st.one_of(_PIECES, st.just(""), st.just(text[start:end] * 2))) + text[end:]
    return text
