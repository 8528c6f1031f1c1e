from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from scrapy.http import Headers, HtmlResponse

from scrapy_bt.engine.texts import decode

_TYPES = st.sampled_from(
    [
        None, "text/html", "text/html; charset=utf-8", 'text/html; charset="UTF-8"', "text/html;charset=latin1",
        "text/html; charset=gb2312", "text/html; charset=utf-16", "text/html; charset=utf-32-le", "charset=utf-7",
        "text/html; charset=rot13", "text/html; charset=hex", "text/html; charset=nonsense", "text/html; charset=é",
        "text/html; charset=shift_jis", "text/html; charset=big5; charset=utf-8",
    ]
)  # fmt: skip
_BODIES = st.one_of(
    st.binary(max_size=20),
    st.builds(
        lambda mark, text, encoding: mark + text.encode(encoding, "replace"),
        st.sampled_from([b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff"]),
        st.sampled_from(["<p>Grüße", "<meta charset=gbk>价格", "<meta charset=latin-1>é", ""]),
        st.sampled_from(["utf-8", "gb18030", "latin-1", "utf-16"]),
    ),
)


@given(_TYPES, _BODIES, st.sampled_from([None, "utf-8", "cp1251"]))
def test_a_text_is_the_one_that_scrapy_reads_and_so_is_all_that_is_said_of_it(kind, body, told) -> None:
    headers = Headers() if kind is None else Headers({"Content-Type": kind})
    ours, theirs = (HtmlResponse("http://a.test/", headers=headers, body=body, encoding=told) for _ in range(2))
    assert _outcome(decode, ours) == _outcome(lambda response: response.text, theirs)
    assert _outcome(_told, ours) == _outcome(_told, theirs)
    assert _outcome(lambda response: _told(response.replace(body=b"\xc3\xa9")), ours) == _outcome(
        lambda response: _told(response.replace(body=b"\xc3\xa9")), theirs
    )


def _told(response: HtmlResponse) -> tuple[Any, ...]:
    return response.encoding, response.text, response.css("p::text").get()


def _outcome(function: Any, response: HtmlResponse) -> Any:
    try:
        return function(response)
    except Exception as error:  # noqa: BLE001  # whatever Scrapy raises
        return type(error), str(error)
