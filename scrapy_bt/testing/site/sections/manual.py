"""A manual: a table of contents and its chapters, with code samples marked up as documentation sites do it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from scrapy_bt.testing.site.content.chapters import Chapter, make_chapters
from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.section import Section


class Manual(Section):
    """Contents that link to chapters; each chapter links to those beside it, and code is full of tags."""

    names = ("manual",)
    summary = (
        'A documentation site: <a href="/manual/">the contents</a> of a manual and its chapters, with a number in '
        "each title, a sign for links behind it, and code samples in many small elements."
    )

    def __init__(self, seed: str) -> None:
        self.fixed = {path: show(html) for path, html in _write_all(make_chapters(seed))}

    def answer(self, ask: Ask) -> Reply:
        return self.refuse(ask)


def _write_all(chapters: Sequence[Chapter]) -> Iterator[tuple[str, str]]:
    entries = "\n".join(
        f'<li class="toctree-l1"><a class="reference internal" href="{chapter.slug}.html">{_title(chapter)}</a></li>'
        for chapter in chapters
    )
    contents = f'<h1>The Lamp Manual</h1>\n<p>How to talk to a lamp.</p>\n<ul class="toctree">\n{entries}\n</ul>'
    yield "/manual/", frame("The Lamp Manual", contents)
    for index, chapter in enumerate(chapters):
        beside = "".join(
            f'<a class="{relation}" href="{chapters[place].slug}.html">{_title(chapters[place])}</a>\n'
            for relation, place in (("previous", index - 1), ("next", index + 1))
            if 0 <= place < len(chapters)
        )
        main = f'{_chapter(chapter)}\n<p class="related">{beside}<a href="/manual/">Contents</a></p>'
        yield f"/manual/{chapter.slug}.html", frame(f"{chapter.number}. {chapter.title}", main)


def _title(chapter: Chapter) -> str:
    return f"{chapter.number}. {escape(chapter.title)}"


def _chapter(chapter: Chapter) -> str:
    first, *others = chapter.paragraphs
    parts = [f"<p>{escape(first)}</p>"]
    for sample, paragraph in zip(chapter.samples, others, strict=True):
        parts += [_sample(sample), f"<p>{escape(paragraph)}</p>"]
    return (
        f'<section id="{chapter.slug}">\n<h1><span class="section-number">{chapter.number}. </span>'
        f'{escape(chapter.title)}<a class="headerlink" href="#{chapter.slug}" title="Link to this heading">¶</a></h1>\n'
        f'<div class="text">\n{chr(10).join(parts)}\n</div>\n</section>'
    )


def _sample(lines: Sequence[str]) -> str:
    """Code as highlighters write it."""
    marked = "\n".join(
        re.sub(
            r"lamp\.(\w+)\((\d+)\)  (# step \d+)",
            r'<span class="n">lamp</span><span class="o">.</span><span class="n">\1</span><span class="p">(</span>'
            r'<span class="mi">\2</span><span class="p">)</span>  <span class="c1">\3</span>',
            line,
        )
        for line in lines
    )
    return f'<div class="highlight-lamp"><div class="highlight"><pre><span></span>{marked}\n</pre></div></div>'
