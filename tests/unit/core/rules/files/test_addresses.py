import pytest

from scrapy_bt.core.rules.files.addresses import is_encoding
from scrapy_bt.core.rules.files.reader import check_rule


def told(entry="https://a.test/", head=""):
    text = f"rule: r\n{head}layers:\n- layer: a\n  entries:\n  - '{entry}'\n  tags: [{{tag: t}}]\n"
    faults = check_rule(text, file="f")
    return [(fault.code, fault.place.line, fault.place.column, fault.message, fault.advice) for fault in faults]


@pytest.mark.parametrize(
    "entry",
    [
        "https://a.test/list_<1,120,1,true>.html",
        "http://a.test:8080/<1,10,1,false>/<1,1000000,1,true>",
        "https://例子.test/新闻?页=<1,2,1,false>",
        "HTTPS://[::1]/",
    ],
)
def test_an_entry_that_can_be_visited_is_right(entry):
    assert told(entry) == []


@pytest.mark.parametrize(
    ("entry", "code", "column", "message"),
    [
        ("https://a.test/<9,1,1,true>", "bad-entry", 21, "<9,1,1,true> is empty: 9 is greater than 1"),
        ("https://a.test/<1,9,0,true>", "bad-entry", 21, "<1,9,0,true> never gets on"),
        ("https://a.test/<1,2,1,true>/<1,2>", "bad-entry", 34, "<1,2> is no block"),
        ("https://a.test/<1,2,1,true", "bad-entry", 5, "`<` and `>` may only enclose blocks"),
        ("https://a.test/<1,1000000,1,true>/<1,1000,1,true>", "too-many-entries", 5, "these are 1,000,000,000 URLs; "),
        ("file:///etc/passwd", "bad-url", 5, "a rule visits http and https, not `file:`"),
        ("javascript:alert(1)", "bad-url", 5, "a rule visits http and https, not `javascript:`"),
        ("https:///x", "bad-url", 5, "the URL has no host"),
        ("https://[x", "bad-url", 5, "this is no URL: "),
        ("https://a:99999999/", "bad-url", 5, "this is no URL: "),
        ("https://a.test/a b", "bad-url", 5, "a URL has no spaces, and is not empty"),
        ("", "bad-url", 5, "a URL has no spaces, and is not empty"),
        ("/list", "relative-url", 5, "this URL is relative, and there is nothing that it is relative to"),
    ],
)
def test_an_entry_that_cannot_be_visited_is_told(entry, code, column, message):
    ((found, line, where, said, advice),) = told(entry)
    assert (found, line, where) == (code, 5, column)
    assert said.startswith(message)
    assert advice


def test_a_relative_entry_is_relative_to_the_site():
    assert told("/list_<1,2,1,true>", "site: {url: https://a.test/}\n") == []


@pytest.mark.parametrize(
    ("head", "code", "advice"),
    [
        ("site: {url: /a}", "relative-url", "write it with https://"),
        ("site: {url: 'ftp://a.test/'}", "bad-url", "for example"),
        ("encoding: gb18031", "unknown-encoding", "did you mean `gb18030"),
        ("encoding: base64", "unknown-encoding", "for example utf-8"),
        ("encoding: klingon", "unknown-encoding", "for example utf-8"),
        ("created: 31.1.2026", "bad-date", "2026-01-31"),
        ("created: '2026-02-30'", "bad-date", "2026-01-31"),
        ("hosts: [https://a.test]", "bad-host", "www.example.org"),
        ("hosts: ['a*.test']", "bad-host", "*.example.org"),
        ("hosts: ['']", "bad-host", "www.example.org"),
    ],
)
def test_what_is_wrong_in_the_head_is_told(head, code, advice):
    ((found, line, _, _, advised),) = told(head=f"{head}\n")
    assert (found, line) == (code, 2)
    assert advice in advised


@pytest.mark.parametrize("host", ["a.test", "'*.a.test'", "a.test:8080", "127.0.0.1", "'[::1]:80'", "例子.test"])
def test_a_host_is_right(host):
    assert told(head=f"hosts: [{host}]\n") == []


@pytest.mark.parametrize(
    "name", ["utf-8", "GB18030", "gb2312", "Big5", "Shift_JIS", "windows-1252", "latin1", "euc-kr"]
)
def test_encodings_of_pages_are_known(name):
    assert is_encoding(name)


@pytest.mark.parametrize("name", ["base64", "rot13", "undefined", "idna", "x" * 5000, "\0", "zip"])
def test_what_is_no_encoding_of_a_page_is_not(name):
    assert not is_encoding(name)
