"""A forum in two languages: boards, threads over pages, posts, and a search."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import quote

from scrapy_bt.testing.site.content.topics import LANGUAGES, PLACES, Thread, ThreadPost, make_threads
from scrapy_bt.testing.site.exchange import Ask, Reply, show
from scrapy_bt.testing.site.markup import frame, pager
from scrapy_bt.testing.site.sections.finding import Wish, cut, read_wish, write_form, write_pager
from scrapy_bt.testing.site.sections.section import Section, not_found, page_number, wrong_method

THREADS_A_PAGE, POSTS_A_PAGE = 4, 5
_SEARCH = "/forum/search"
_WORDS = {
    "en": {"forum": "Forum", "page": "Page {} of {}", "found": "{} threads found", "back": "All boards"},
    "zh": {"forum": "论坛", "page": "第 {} 页，共 {} 页", "found": "找到 {} 个帖子", "back": "所有版块"},
}


class Forum(Section):
    """Boards in English and in Chinese; a thread begins on one page and goes on on others."""

    names = ("forum",)
    summary = (
        'A forum in <a href="/forum/en/">English</a> and in <a href="/forum/zh/">Chinese</a>: boards, their threads '
        f"over pages ({THREADS_A_PAGE} a page), posts over pages ({POSTS_A_PAGE} a page, <em>Next</em> leads on), and "
        f'a search, <a href="{_SEARCH}?q={quote("灯塔")}">{_SEARCH}?q=…&amp;page=…&amp;lang=…</a>.'
    )

    def __init__(self, seed: str) -> None:
        self._threads = make_threads(seed)
        self._by_number = {thread.number: thread for thread in self._threads}
        self.fixed = {"/forum/": show(_write_entrance())}
        self.fixed |= {f"/forum/{language}/": show(_write_boards(language)) for language in LANGUAGES}

    def answer(self, ask: Ask) -> Reply:
        if ask.method != "GET":
            return wrong_method("GET")
        match ask.parts:
            case ("forum", "search"):
                wish = read_wish(ask)
                return not_found(ask) if wish is None else show(self._write_results(wish))
            case ("forum", language, "board", number) if language in LANGUAGES:
                return self._answer_board(ask, language, number)
            case ("forum", "thread", number):
                return self._answer_thread(ask, number)
            case _:
                return self.refuse(ask)

    def _answer_board(self, ask: Ask, language: str, text: str) -> Reply:
        number = page_number(text, pages=len(PLACES[language]))
        if number is None:
            return not_found(ask)
        board = PLACES[language][number - 1]
        threads = [thread for thread in self._threads if thread.board == board]
        pages = -(-len(threads) // THREADS_A_PAGE)
        page = page_number(ask.query.get("page", "1"), pages=pages)
        if page is None:
            return not_found(ask)
        shown = cut(threads, page, size=THREADS_A_PAGE)
        return show(_write_page(board, _write_list(shown), ask.path, page, pages, language))

    def _answer_thread(self, ask: Ask, text: str) -> Reply:
        number = page_number(text, pages=len(self._threads))
        if number is None:
            return not_found(ask)
        thread = self._by_number[number]
        pages = -(-len(thread.posts) // POSTS_A_PAGE)
        page = page_number(ask.query.get("page", "1"), pages=pages)
        if page is None:
            return not_found(ask)
        posts = "\n".join(map(_write_post, cut(thread.posts, page, size=POSTS_A_PAGE)))
        return show(_write_page(thread.title, posts, ask.path, page, pages, thread.language))

    def _write_results(self, wish: Wish) -> str:
        found = [
            thread
            for thread in self._threads
            if wish.language in ("", thread.language) and thread.fits(wish.words, wish.without)
        ]
        words = _WORDS[wish.language or "en"]
        return frame(
            words["forum"],
            f"""<h1>{words["forum"]}</h1>
{write_form(_SEARCH, wish)}
<p class="crumbs">{words["found"].format(f'<span class="count">{len(found)}</span>')}</p>
{_write_list(cut(found, wish.page, size=THREADS_A_PAGE))}
{write_pager(_SEARCH, wish, count=len(found), size=THREADS_A_PAGE)}""",
            language=wish.language or "en",
        )


def _write_entrance() -> str:
    links = "".join(f'<li><a href="/forum/{name}/">{_WORDS[name]["forum"]}</a></li>' for name in LANGUAGES)
    return frame("Forum", f"<h1>Forum · 论坛</h1>\n<ul>{links}</ul>\n{write_form(_SEARCH, None)}")


def _write_boards(language: str) -> str:
    title = _WORDS[language]["forum"]
    boards = "".join(
        f'<li><a class="board" href="/forum/{language}/board/{number}/">{escape(place)}</a></li>\n'
        for number, place in enumerate(PLACES[language], 1)
    )
    return frame(title, f"<h1>{title}</h1>\n<ul>\n{boards}</ul>\n{write_form(_SEARCH, None)}", language=language)


def _write_list(threads: Sequence[Thread]) -> str:
    rows = "".join(
        f'<li class="thread"><a href="/forum/thread/{thread.number}/">{escape(thread.title)}</a> '
        f'<span class="note">{len(thread.posts)}</span></li>\n'
        for thread in threads
    )
    return f'<ul class="threads">\n{rows}</ul>'


def _write_post(post: ThreadPost) -> str:
    return (
        f'<div class="post" id="p{post.number}"><b class="handle">{post.handle}</b> <time>{post.time}</time>\n'
        f'<p class="text">{escape(post.text)}</p></div>'
    )


def _write_page(title: str, main: str, path: str, page: int, pages: int, language: str) -> str:
    links = pager(
        previous=f"{path}?page={page - 1}" if page > 1 else None,
        following=f"{path}?page={page + 1}" if page < pages else None,
    )
    words = _WORDS[language]
    return frame(
        title,
        f"""<h1>{escape(title)}</h1>
<p class="crumbs"><a href="/forum/{language}/">{words["back"]}</a> · {words["page"].format(page, pages)}</p>
{main}
{links}""",
        language=language,
    )
