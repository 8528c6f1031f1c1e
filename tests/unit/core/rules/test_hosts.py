import pytest

from scrapy_bt.core.rules.hosts import allowed_hosts, host_of, is_internal_address, is_internal_name, why_denied
from scrapy_bt.core.rules.rule import Layer, Rule


def test_hosts_are_those_of_site_and_entries_unless_the_rule_names_some():
    layers = (Layer("a", entries=("https://B.test/<1,2,1,true>", "/c", "http://[::1]:8/")),)
    rule = Rule("r", site_url="https://www.a.test/x", layers=layers)
    assert allowed_hosts(rule) == ("www.a.test", "b.test", "[::1]")
    assert allowed_hosts(Rule("r", site_url="https://a.test", hosts=("C.test",))) == ("c.test",)


@pytest.mark.parametrize(
    "url",
    ["https://a.test/x", "http://A.TEST.:8080/", "https://x.b.test/", "http://c.test:8080/", "http://[::1]/x"],
)
def test_a_host_of_the_rule_is_allowed(url):
    hosts = ("a.test", "*.b.test", "c.test:8080", "[::1]")
    assert not why_denied(url, hosts, allows_internal=True)


@pytest.mark.parametrize("url", ["https://shop.täst/x", "https://shop.xn--tst-qla/x", "https://SHOP.TÄST./x"])
@pytest.mark.parametrize("named", ["shop.täst", "shop.xn--tst-qla", "*.täst", "*.xn--tst-qla", "Shop.Täst:443"])
def test_a_host_may_be_written_in_unicode_or_in_punycode(url, named):
    hosts = allowed_hosts(Rule("r", hosts=(named,)))
    assert not why_denied(url, hosts)
    assert why_denied("https://shop.test/x", hosts)
    assert why_denied("https://shop.täst.evil.test/x", hosts)


def test_a_site_in_unicode_allows_its_address_in_punycode():
    rule = Rule("r", site_url="https://bücher.test/")
    assert allowed_hosts(rule) == (host_of("https://bücher.test/"),) == ("xn--bcher-kva.test",)
    assert host_of(f"https://{'ü' * 99}.test/") == f"{'ü' * 99}.test"
    assert is_internal_name(host_of("http://127。0。0。1/"))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("https://b.test/", "none of the rule's hosts"),
        ("https://xa.test/", "none of the rule's hosts"),
        ("https://a.test.evil.test/", "none of the rule's hosts"),
        ("https://a.test@evil.test/", "none of the rule's hosts"),
        ("http://c.test/", "none of the rule's hosts"),
        ("file:///etc/passwd", "not by `file:`"),
        ("ftp://a.test/", "not by `ftp:`"),
        ("data:text/html,x", "not by `data:`"),
        ("https://[::1", "no URL"),
        ("https://a.test:99999/", "no URL"),
        ("https:///x", "none of the rule's hosts"),
    ],
)
def test_anything_else_is_denied_with_the_reason(url, words):
    denial = why_denied(url, ("a.test", "*.b.test", "c.test:8080"))
    assert denial is not None
    assert words in denial.reason
    assert not denial.is_internal


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.3.4", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1",
        "fec0::1", "feff::1", "::127.0.0.1", "::a00:1", "::ffff:0:127.0.0.1", "64:ff9b:1::1", "64:ff9b:1::808:808",
        "2002:c0a8:1::1", "2001:0:a00:1::80ff:fffe", "2001:0:808:808::80ff:fffe", "2001:db8::1", "3fff::1", "5f00::1",
        "localhost", "db", "printer.local", "x.internal", "a.localhost", "LOCALHOST.", "2130706433", "0x7f.1", "127.1",
        "1.2.3.0x7f", "",
    ],
)  # fmt: skip
def test_what_is_within_a_network_is_internal(host):
    assert is_internal_name(host)
    written = f"[{host}]" if ":" in host else host
    assert why_denied(f"http://{written}/", (written,))


@pytest.mark.parametrize(
    "host",
    [
        "example.org", "93.184.216.34", "2606:2800:220:1::1", "bücher.example", "a.test", "::ffff:8.8.8.8",
        "64:ff9b::808:808", "2002:808:808::1", "2001:4860:4860::8888",
    ],
)  # fmt: skip
def test_what_is_of_the_internet_is_not(host):
    assert not is_internal_name(host)


def test_a_text_that_is_no_address_counts_as_internal():
    assert is_internal_address("nonsense")


def test_a_url_without_a_host_has_none():
    assert [host_of(url) for url in ("mailto:a@b", "http://[::1", "https://A.test:1/")] == ["", "", "a.test"]
