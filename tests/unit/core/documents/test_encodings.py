import pytest

from scrapy_bt.core.documents.encodings import decode_html, is_charset


@pytest.mark.parametrize("name", ["utf-8", "cp1252", "gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "utf-16", "hz"])
def test_encodings_of_pages(name) -> None:
    assert is_charset(name)


NONE = ("zlib", "undefined", "idna", "punycode", "unicode-escape", "rot13", "hex", "no such", "\0")


@pytest.mark.parametrize("name", NONE)
def test_codecs_that_read_no_page(name) -> None:
    assert not is_charset(name)


@pytest.mark.parametrize("name", NONE)
def test_a_page_that_declares_one_is_read_by_its_bytes(name) -> None:
    assert decode_html(f"text/html; charset={name}", "é".encode(), lambda _: None) == "é"
    assert decode_html(None, f"<meta charset='{name}'>é".encode(), lambda _: None).endswith("é")
