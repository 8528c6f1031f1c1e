import pytest

from scrapy_bt.core.rules.encoding import decode_page
from tests.waiting import takes_at_most

SIMPLE = "新闻列表:四川省第十二届人民企业社会责任奖,今天在北京举行。中国文化内涵包含三方面。"
TRADITIONAL = "新聞列表:今天在臺北舉行,許多人參加了這個活動。中國文化的內涵包含三個方面。"
JAPANESE = "ニュースの一覧です。今日は東京で開かれた会議について、お知らせします。"
FRENCH = "<p>Été à la plage, où l'on dîne très tôt — ça va ?</p>"
RUSSIAN = "Новости: сегодня в Москве прошла встреча, посвящённая культуре."


def html(text: str, charset: str = "") -> str:
    meta = f'<meta charset="{charset}">' if charset else ""
    return f"<html><head>{meta}<title>{text}</title></head><body>{text}</body></html>"


@pytest.mark.parametrize(
    ("text", "written", "said", "encoding"),
    [
        (SIMPLE, "gb18030", "gb2312", "gb18030"),
        (SIMPLE, "gbk", "GBK", "gb18030"),
        (TRADITIONAL, "big5", "big5", "big5hkscs"),
        (JAPANESE, "cp932", "Shift_JIS", "cp932"),
        (JAPANESE, "euc_jp", "euc-jp", "euc_jp"),
        (JAPANESE, "iso2022_jp", "iso-2022-jp", "iso2022_jp"),
        (SIMPLE, "utf-8", "utf-8", "utf-8"),
        (FRENCH, "cp1252", "iso-8859-1", "cp1252"),
        (RUSSIAN, "cp1251", "windows-1251", "cp1251"),
        (RUSSIAN, "koi8-r", "koi8-r", "koi8-r"),
    ],
)
def test_what_is_said_holds(text: str, written: str, said: str, encoding: str) -> None:
    for page, options, source in (
        (html(text), {"content_type": f"text/html; charset={said}"}, "header"),
        (html(text, said), {}, "page"),
        (html(text), {"encoding": said}, "rule"),
    ):
        found = decode_page(page.encode(written), **options)
        assert (found.text, found.encoding, found.source, found.replaced) == (page, encoding, source, 0)


@pytest.mark.parametrize(
    ("text", "written", "encoding"),
    [
        (SIMPLE, "gbk", "gb18030"),
        (TRADITIONAL, "big5", "big5hkscs"),
        (JAPANESE, "cp932", "cp932"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (SIMPLE, "utf-8", "utf-8"),
        (FRENCH, "cp1252", "cp1252"),
    ],
)
@pytest.mark.parametrize("said", ["", "iso-8859-1", "utf-8"])
def test_the_bytes_speak_where_nothing_true_is_said(text: str, written: str, encoding: str, said: str) -> None:
    found = decode_page(html(text, said).encode(written))
    if (written, said) == ("cp1252", "utf-8"):
        assert found.replaced  # nothing else is known of it
        return
    assert (found.text, found.encoding) == (html(text, said), encoding)


@pytest.mark.parametrize(
    ("text", "written", "header", "meta"),
    [
        (SIMPLE, "gbk", "iso-8859-1", "gb2312"),  # the server's default
        (SIMPLE, "utf-8", "gbk", "gb2312"),  # a site that changed its encoding
        (SIMPLE, "gbk", "utf-8", "gb2312"),
        (TRADITIONAL, "big5", "gb2312", ""),
        (JAPANESE, "cp932", "utf-8", "euc-jp"),
    ],
)
def test_wrong_declarations(text: str, written: str, header: str, meta: str) -> None:
    page = html(text, meta)
    assert decode_page(page.encode(written), content_type=f"text/html; charset={header}").text == page


def test_characters_that_only_gb18030_has() -> None:
    page = html(f"{SIMPLE}㐀𠀀€")
    assert decode_page(page.encode("gb18030"), content_type="text/html; charset=gb2312").text == page


def test_a_mark_goes_before_everything() -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        found = decode_page("你好".encode(encoding), content_type="text/html; charset=gbk", encoding="big5")
        assert (found.text, found.source) == ("你好", "bom")


def test_a_few_broken_bytes_are_replaced() -> None:
    body = html(SIMPLE).encode("gb18030").replace("北".encode("gb18030"), b"\xff", 1)
    found = decode_page(body, encoding="gb2312")
    assert (found.encoding, found.source) == ("gb18030", "rule")
    assert 0 < found.replaced < 4
    assert "社会责任奖" in found.text


def test_an_encoding_that_is_none_is_passed_over() -> None:
    assert decode_page("你好吗你好吗".encode(), encoding="nonsense").text == "你好吗你好吗"
    assert decode_page(b"plain", encoding="nonsense").text == "plain"
    assert decode_page(b"").text == ""
    assert decode_page(b"abc").encoding == "utf-8"
    assert decode_page(b"\xff\xfe\xfd\x00\x81").text


def test_a_large_page_is_judged_by_a_part_of_it() -> None:
    page = SIMPLE * 20_000
    with takes_at_most(2):
        assert decode_page(page.encode("gbk"), content_type="text/html; charset=iso-8859-1").text == page


def test_one_letter_is_no_proof_of_utf8() -> None:
    assert decode_page("<p>é".encode(), encoding="windows-1251").encoding == "cp1251"
