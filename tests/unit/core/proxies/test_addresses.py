import pytest

from scrapy_bt.core.proxies.addresses import Proxy, hidden, is_proxy, read_proxies, read_text
from scrapy_bt.errors import BTError

TEXT = """
# ours
http://u:p%40ss@one.test:8080
two.test:3128   # the other
https://three.test:443/
two.test:3128

[::1]:80
"""


def test_proxies_stand_one_a_line():
    found = read_text(TEXT, place="proxies.txt")
    assert [proxy.url for proxy in found] == [
        "http://u:p%40ss@one.test:8080",
        "http://two.test:3128",
        "https://three.test:443",
        "http://[::1]:80",
    ]


def test_or_in_a_list_of_json():
    assert read_text('["a:1", "b:2"]', place="list") == read_proxies(["a:1", "b:2"], place="list")
    assert read_text("", place="list") == ()


def test_labels_tell_users_apart_and_not_what_they_are():
    labels = [Proxy(f"http://{login}h:1").label for login in ("", "u:secret@", "v:secret@")]
    assert labels[0] == "http://h:1"
    assert len(set(labels)) == 3
    assert not any("secret" in label or "u:" in label for label in labels)
    assert "secret" not in repr(Proxy("http://u:secret@h:1"))
    assert Proxy("http://[::1]:80").label == "http://[::1]:80"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ftp://h:1", r"list:1: 'ftp://h:1' is no proxy: it has to begin with one of"),
        ("http://h", "its port is missing; write http://user:password@host:port"),
        ("http://:80", "no host"),
        ("http://h:80/path", "something follows the port"),
        ("http://h:eighty", "host or port cannot be read"),
        ("http://u:secret@h", r"'http://…@h' is no proxy"),
        ("u:secret@h:99999", r"'…@h:99999' is no proxy"),
        ("http://h:8080:u:secret", r"'http://h:…' is no proxy"),
        ("h:8080@u:secret", r"'…@u:…' is no proxy"),
        ("one two:3", "no host"),
        ("[1]", "has texts"),
        ("[", "no JSON"),
        ("[" * 100_000, "no JSON: it nests deeper"),
    ],
)
def test_what_is_none_is_named_with_its_line_and_without_its_password(line, message):
    with pytest.raises(BTError, match=message) as caught:
        read_text(line, place="list")
    assert "secret" not in str(caught.value)


def test_all_lines_that_are_none_are_told_at_once():
    with pytest.raises(BTError) as caught:
        read_text("http://u:secret@h\na:1\n\n:80\n", place="list")
    first, second = str(caught.value).splitlines()
    assert first.startswith("list:1: 'http://…@h' is no proxy: its port is missing")
    assert second.startswith("list:4: ':80' is no proxy: it has no host")


def test_of_very_many_the_first_are_told():
    with pytest.raises(BTError) as caught:
        read_proxies(["nonsense"] * 1000, place="list")
    lines = str(caught.value).splitlines()
    assert (len(lines), lines[-1]) == (21, "list: 980 more lines are no proxies")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("h:8080", "h:8080"),
        ("https://[::1]:80/list", "https://[::1]:80/list"),
        ("lists/eu:new.txt", "lists/eu:new.txt"),
        ("u:secret@h:1,http://u:secret@h:2", "…@h:2"),
        ("http://u:secret@h:1,v:secret@h:2", "http://…@h:2"),
        ("u:secret@h://h", "…@h://h"),
        ("[::1]:80:u:secret", "[::1]:…"),
        ("http://u:secret", "http://u:…"),
    ],
)
def test_what_may_be_a_password_is_not_shown(text, shown):
    assert hidden(text) == shown


def test_a_text_is_a_proxy_or_none():
    assert is_proxy("u:p@h:1")
    assert not is_proxy("h")
    assert not is_proxy("")
