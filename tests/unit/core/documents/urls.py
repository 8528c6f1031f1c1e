"""URLs of all kinds, many of them common ones."""

from __future__ import annotations

from hypothesis import strategies as st

_PART = st.one_of(st.text("abzAZ019_-.", max_size=6), st.text("abzAZ019_-.~%/+ é", max_size=6))
_HOST = st.one_of(
    st.sampled_from(["127.0.0.1", "shop.example", "xn--bcher-kva.example", "a--b.test", "1.2", "0x7f.1", "[::1]"]),
    st.text("az09-.", min_size=1, max_size=8),
)
_PORT = st.sampled_from(["", ":80", ":443", ":080", ":8000", ":59999", ":65536", ":99999", ":"])
_QUERY = st.lists(st.tuples(_PART, st.sampled_from(["", "="]), _PART), max_size=4)


@st.composite
def urls(draw: st.DrawFn) -> str:
    scheme, mark = draw(st.sampled_from(["http", "https", "HTTP", "ftp"])), draw(st.sampled_from(["", "?"]))
    path = "/".join(draw(st.lists(_PART, max_size=3)))
    query = "&".join(map("".join, draw(_QUERY)))
    return f"{scheme}://{draw(_HOST)}{draw(_PORT)}/{path}{mark}{query}"
