"""News in Chinese, in an old encoding and in the markup of old sites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from scrapy_bt.testing.site.content.news import NewsItem, make_news
from scrapy_bt.testing.site.exchange import Ask, Reply
from scrapy_bt.testing.site.sections.section import Section

PER_PAGE = 8


class News(Section):
    """Lists over pages and the reports behind them; what they declare is not quite what they are."""

    names = ("news",)
    summary = (
        'News in Chinese: <a href="/news/">lists over pages</a> and the reports behind them, written in GB18030 and '
        "declared as GB2312 in the page alone, with elements that are never closed."
    )

    def __init__(self, seed: str) -> None:
        self.fixed = {
            path: Reply(html.encode("gb18030"), content_type="text/html") for path, html in _write_all(make_news(seed))
        }

    def answer(self, ask: Ask) -> Reply:
        return self.refuse(ask)


def _write_all(reports: Sequence[NewsItem]) -> Iterator[tuple[str, str]]:
    pages = [reports[start : start + PER_PAGE] for start in range(0, len(reports), PER_PAGE)]
    for number, members in enumerate(pages, 1):
        html = _page(f"新闻列表（第{number}页）", _list(members) + _pager(number, len(pages)))
        yield f"/news/list_{number}.html", html
        if number == 1:
            yield "/news/", html
    for report in reports:
        yield _path(report), _page(report.title, _report(report))


def _path(report: NewsItem) -> str:
    return f"/news/{report.date[:4]}/{report.number}.html"


def _list(reports: Sequence[NewsItem]) -> str:
    rows = "".join(
        f"<li><span class=date>[{report.date}]</span> "
        f'<a class="title" href="{_path(report)}" target=_blank>{escape(report.title)}</a>\n'
        for report in reports
    )
    return f"<h1>新闻列表</h1>\n<ul class=list>\n{rows}</ul>\n"


def _pager(number: int, last: int) -> str:
    before = f'<a href="list_{number - 1}.html">上一页</a> ' if number > 1 else "上一页 "
    behind = f'<a href="list_{number + 1}.html">下一页</a>' if number < last else "下一页"
    return f"<p class=pager>{before}{number}/{last} {behind}\n"


def _report(report: NewsItem) -> str:
    text = "\n".join(f"<p>{escape(sentence)}" for sentence in report.sentences)
    return (
        f"<h1>{escape(report.title)}</h1>\n<p class=info>日期：{report.date} 来源：练习网\n"
        f'<div class="content">\n{text}\n</div>\n<p class=back><a href="/news/">返回列表</a>\n'
    )


def _page(title: str, main: str) -> str:
    return (
        '<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=gb2312">\n'
        f'<title>{escape(title)} - 练习网</title>\n</head>\n<body bgcolor="#ffffff">\n'
        '<table width="100%"><tr><td><a href="/">首页</a> | <a href="/news/">新闻</a></td></tr></table>\n'
        f"{main}<hr>\n<font size=2>练习网，一切内容都是编写的</font>\n</body>\n</html>\n"
    )
