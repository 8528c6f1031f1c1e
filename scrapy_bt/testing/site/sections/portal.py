"""A search portal: a form, results over pages, and the articles behind them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from scrapy_bt.testing.site.content.topics import Article, make_articles
from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.finding import Wish, cut, read_wish, write_form, write_pager
from scrapy_bt.testing.site.sections.section import Section, not_found, wrong_method

PER_PAGE = 10
_PATH = "/portal/search"


class Portal(Section):
    """Articles in two languages; some have two addresses, some are nearly copies of others."""

    names = ("portal",)
    summary = (
        'A search portal: <a href="/portal/search?q=harbour&amp;lang=en">/portal/search?q=…&amp;page=…&amp;lang=…</a> '
        f"gives {PER_PAGE} results a page (<code>-word</code>: without it, <code>sort=oldest</code>: the other way "
        "round; "
        "<code>lang</code>: <code>en</code>, <code>zh</code> or nothing). The same article is found at two addresses, "
        "and some are reprinted with another title and one more sentence: who stores them has to tell what is the same."
    )

    def __init__(self, seed: str) -> None:
        self._articles = make_articles(seed)
        self.fixed = {
            "/portal/": show(frame("Portal", f"<h1>Portal</h1>\n{write_form(_PATH, None)}")),
            **{path: show(_write_article(article)) for article in self._articles for path in paths_of(article)},
        }

    def answer(self, ask: Ask) -> Reply:
        if ask.path != _PATH:
            return self.refuse(ask)
        if ask.method != "GET":
            return wrong_method("GET")
        wish = read_wish(ask)
        return not_found(ask) if wish is None else show(self._write_results(wish))

    def find(self, wish: Wish) -> list[str]:
        """The addresses of what fits, in order; an article with two of them is there twice."""
        found = [
            article
            for article in self._articles
            if wish.language in ("", article.language) and article.fits(wish.words, wish.without)
        ]
        if wish.order == "oldest":
            found.reverse()
        return [path for article in found for path in paths_of(article)]

    def _write_results(self, wish: Wish) -> str:
        found = self.find(wish)
        titles = {path: article for article in self._articles for path in paths_of(article)}
        shown = cut(found, wish.page, size=PER_PAGE)
        return frame(
            "Results",
            f"""<h1>Results</h1>
{write_form(_PATH, wish)}
<p class="crumbs"><span class="count">{len(found)}</span> results, page {wish.page}</p>
<ol class="results">
{_write_list([(path, titles[path]) for path in shown])}</ol>
{write_pager(_PATH, wish, count=len(found), size=PER_PAGE)}""",
        )


def paths_of(article: Article) -> tuple[str, ...]:
    """Where an article is: at one address, or at two."""
    path = f"/portal/article/{article.number}.html"
    return (path, f"/portal/print/{article.number}.html") if article.has_twin else (path,)


def _write_list(found: Sequence[tuple[str, Article]]) -> str:
    return "".join(
        f'<li class="result"><a href="{path}">{escape(article.title)}</a> <span class="date">{article.date}</span>\n'
        f'<p class="note">{escape(article.sentences[0])}</p></li>\n'
        for path, article in found
    )


def _write_article(article: Article) -> str:
    text = "\n".join(f"<p>{escape(sentence)}</p>" for sentence in article.sentences)
    return frame(
        article.title,
        f"""<article lang="{article.language}">
<h1>{escape(article.title)}</h1>
<p class="note"><time>{article.date}</time> · <span class="place">{escape(article.place)}</span></p>
<div class="text">
{text}
</div>
</article>
<p><a href="/portal/">Back to the search</a></p>""",
        language=article.language,
    )
