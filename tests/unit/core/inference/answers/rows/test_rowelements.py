from __future__ import annotations

import pytest
from parsel import Selector

from scrapy_bt.core.inference.answers.rows.rowelements import may_be_rows


def parent(html: str, css: str = "body > *"):
    return Selector(text=f"<body>{html}</body>", type="html").css(css)[0].root


@pytest.mark.parametrize(
    ("html", "tag", "may_be"),
    [
        ("<div><a href=1><b>x</b><i>1</i></a><a href=2><b>y</b><i>2</i></a></div>", "a", True),
        ("<div><a href=1>Home</a><a href=2>News</a></div>", "a", False),
        ("<pre><a href=1>x</a> 1\n<a href=2>y</a> 2\n</pre>", "a", True),
        ("<div><a href=1>x</a> 1<br><a href=2>y</a> 2<br><a href=3>z</a> 3<br></div>", "a", True),
        ("<div><!-- 1 --><a href=1>x</a> 1<br><!-- 2 --><a href=2>y</a> 2<br><a href=3>z</a> 3<br></div>", "a", True),
        ("<div>See <a href=1>x</a><br>or <a href=2>y</a><br>or <a href=3>z</a><br></div>", "a", False),
        ("<div><a-card data-t=x data-p=1></a-card></div>", "a-card", True),
        ("<div><a-card></a-card></div>", "a-card", False),
        ("<table><tbody><tr><td>x</td></tr><tr><td>1</td></tr></tbody></table>", "tbody", True),
        ("<table><tbody><tr><td>x</td></tr></tbody></table>", "tbody", False),
        (
            "<div><table><tr><td>T:<td>1<tr><th>P<td>2</table><table><tr><td>T:<td>3<tr><th>P<td>4</table></div>",
            "table",
            True,
        ),
        (
            "<div><table><tr><td>T<td>1<tr><td>P<td>2</table><table><tr><td>T:<td>3<tr><th>P<td>4</table></div>",
            "table",
            False,
        ),
        ("<main><h3>x</h3><p>1</p></main>", "h3", True),
        ("<main><h3>x</h3><ul><li>1</li></ul></main>", "h3", False),
        ("<main><h3>x</h3><h3>y</h3></main>", "h3", False),
        ("<main><p>x</p><p>y</p></main>", "p", False),
    ],
)
def test_elements_are_rows_by_their_parts(html: str, tag: str, may_be: bool) -> None:
    assert may_be_rows(parent(html), tag) == may_be


def test_parts_of_a_page_are_no_rows_of_its_body() -> None:
    assert not may_be_rows(parent("<div>x</div>", "body"), "div")
    assert may_be_rows(parent("<article>x</article>", "body"), "article")
