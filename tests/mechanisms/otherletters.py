"""Labels that are written in other letters than Latin ones, or as other languages write them."""

from __future__ import annotations

from typing import Any

from .details import browse as open_some
from .details import site_of as details_of
from .layouts import browse, each
from .layouts import site_of as list_of
from .mechanism import Mechanism, html, of_kind

_TWO: Any = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_DETAILS = {
    "facts in Chinese": "<main><h1>{t}</h1><p>价格：{p}</p><p>种类：{k}</p></main>",
    "facts in Chinese, labels of their own": "<h1>{t}</h1><ul><li><b>价格：</b>{p}</li><li><b>种类：</b>{k}</li></ul>",
    "facts in Chinese, within a line": "<h1>{t}</h1><div class=f><b>价格：</b> {p}<br><b>种类：</b> {k}</div>",
    "facts in Japanese": "<main><h1>{t}</h1><table><tr><th>価格</th><td>{p}</td></tr><tr><th>種類</th><td>{k}</td></tr>"
    "</table></main>",
    "facts in Arabic": "<main dir=rtl><h1>{t}</h1><p>السعر: {p}</p><p>نوع الشيء: {k}</p></main>",
    "facts in Hebrew": "<main dir=rtl><h1>{t}</h1><dl><dt>מחיר</dt><dd>{p}</dd><dt>סוג</dt><dd>{k}</dd></dl></main>",
    "facts in Hindi": "<main><h1>{t}</h1><p>मूल्य: {p}</p><p>प्रकार: {k}</p></main>",
    "facts in Russian": "<main><h1>{t}</h1><div><span>Цена:</span> <span>{p}</span></div>"
    "<div><span>Вид:</span> <span>{k}</span></div></main>",
    "facts in French": "<main><h1>{t}</h1><p>Prix&nbsp;: {p}</p><p>Genre&nbsp;: {k}</p></main>",
}
_LISTS = {
    "rows in Chinese": each("<li><h3>{t}</h3><b>价格：</b>{p}<br><b>编号：</b>{n}</li>", "<ul class=l>{}</ul>"),
    "rows in Chinese, lines": each("<div class=r><b>{t}</b><br>价格：{p}<br>编号：{n}</div>"),
    "rows in Arabic": each("<li><h3>{t}</h3><b>السعر:</b> {p}<br><b>الرقم:</b> {n}</li>", "<ul class=l>{}</ul>"),
    "rows in French": each("<div class=r><b>{t}</b><br>Prix&nbsp;: {p}<br>Nombre : {n}</div>"),
    "a table in Japanese": each(
        "<tr><td>{t}</td><td>{p}</td></tr>", "<table><tr><th>名前</th><th>価格</th></tr>{}</table>"
    ),
}
OTHERLETTERS = (
    *(Mechanism(name, details_of(layout), open_some, _TWO, _THIRD, of_kind) for name, layout in _DETAILS.items()),
    *(
        Mechanism(name, list_of(lambda found, show=show: html(show(found))), browse, _TWO, _THIRD, of_kind)
        for name, show in _LISTS.items()
    ),
)
