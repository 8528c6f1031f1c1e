import pickle
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import FormRequest, Request, Spider
from scrapy.http import JsonRequest, XmlRpcRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import Settings
from scrapy.utils.request import fingerprint

from scrapy_bt.crawl.redis.codec import KEY_LENGTH, VERSION, RequestCodec, fingerprint_key, read_fields
from scrapy_bt.crawl.redis.values import encode, make_writable
from scrapy_bt.crawl.visits.requests import FLIGHT
from scrapy_bt.errors import BTError, TaskError

PAGE = "http://127.0.0.1:18080/detail/12345"


class SlowRequest(Request):
    attributes = (*Request.attributes, "delay")

    def __init__(self, *args, delay=1.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.delay = delay


class NeedyRequest(Request):
    def __init__(self, url, needed, **kwargs):
        super().__init__(url, **kwargs)


class Shop(Spider):
    name = "shop"

    def parse(self, response):
        raise AssertionError

    def parse_detail(self, response):
        raise AssertionError

    def failed(self, failure):
        raise AssertionError

    def _private(self, response):
        raise AssertionError


def shop_with(**settings):
    spider = Shop()
    spider.settings = Settings(settings)
    return spider


SHOP = shop_with(BT_REQUEST_CLASSES=[f"{__name__}.SlowRequest"])
CODEC = RequestCodec(SHOP)


def described(request):
    return type(request), {name: getattr(request, name) for name in request.attributes}


def round_trip(request):
    found = CODEC.decode(CODEC.encode(request))
    assert described(found) == described(request)
    return found


texts = st.text(st.characters(codec="utf-8"), max_size=10)
data = st.recursive(
    st.none() | st.booleans() | st.integers() | texts | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
tokens = st.text(string.ascii_letters, min_size=1, max_size=8)
cookies = st.dictionaries(tokens, texts | st.integers() | st.booleans(), max_size=2)
requests = st.builds(
    Request,
    st.builds("{}{}/{}".format, st.sampled_from(["http://", "https://www.", "ftp://"]), tokens, texts),
    callback=st.sampled_from([None, NO_CALLBACK, SHOP.parse, SHOP.parse_detail]),
    errback=st.sampled_from([None, NO_CALLBACK, SHOP.failed]),
    method=st.sampled_from(["GET", "POST", "purge"]),
    headers=st.dictionaries(tokens, texts | st.lists(texts, max_size=2), max_size=3),
    body=st.none() | st.binary(max_size=20) | texts,
    cookies=cookies | st.lists(st.fixed_dictionaries({"name": tokens, "value": texts}), max_size=2),
    meta=st.dictionaries(texts, data, max_size=3) | st.fixed_dictionaries({"depth": data}),
    priority=st.integers(),
    dont_filter=st.booleans(),
    flags=st.lists(texts, max_size=2),
    cb_kwargs=st.dictionaries(texts, data, max_size=2),
)


@given(requests)
def test_a_request_comes_back(request):
    round_trip(request)


@given(st.binary() | st.binary().map(bytes([VERSION]).__add__))
def test_any_bytes_are_a_request_or_refused(payload):
    try:
        assert isinstance(CODEC.decode(payload), Request)
    except TaskError:
        return


@given(requests, st.data())
def test_a_damaged_request_is_a_request_or_refused(request, choice):
    payload = bytearray(CODEC.encode(request))
    for _ in range(choice.draw(st.integers(1, 3))):
        payload[choice.draw(st.integers(0, len(payload) - 1))] = choice.draw(st.integers(0, 255))
    try:
        found = CODEC.decode(bytes(payload))
    except TaskError:
        return
    assert found.callback in (None, NO_CALLBACK, SHOP.parse, SHOP.parse_detail, SHOP.failed)
    assert type(found) in (Request, FormRequest, JsonRequest, XmlRpcRequest, SlowRequest)


@given(st.dictionaries(st.sampled_from([bit for bit in range(16) if bit != 6]), data, max_size=6))
def test_any_fields_are_a_request_or_refused(values):
    bits = sum(1 << bit for bit in values)
    stored = [bits, PAGE, *(make_writable(values[bit]) for bit in sorted(values))]
    try:
        CODEC.decode(bytes([VERSION]) + encode(stored))
    except TaskError:
        return


@pytest.mark.parametrize(
    "request_",
    [
        FormRequest("https://shop.test/", formdata={"a": "ä", "b": ["1", "2"]}, callback=SHOP.parse),
        FormRequest("https://shop.test/?q=1", method="GET", formdata={"a": "b"}),
        FormRequest("https://shop.test/"),
        JsonRequest("https://shop.test/", data={"a": [1, None]}, headers={"Accept": "text/html", "X": "y"}),
        JsonRequest("https://shop.test/", dumps_kwargs={"indent": 2, "sort_keys": False}),
        XmlRpcRequest("https://shop.test/", methodname="f", params=(1, "a"), dont_filter=False),
        SlowRequest("https://shop.test/", delay=2.5, meta={"depth": 1}),
        SlowRequest("https://shop.test/"),
        Request("https://shop.test/ä?q=ö", encoding="cp1252", body="ü"),
        Request("data:,Hello"),
        Request("https://shop.test/%41 {}", meta={"verbatim_url": True}),
        Request("https://shop.test/", meta={"depth": -1, "pages": (1, 2), "seen": {3}, "when": [None, 1.5, b"\xff"]}),
        Request("https://shop.test/", meta={"depth": True}),
        Request("https://shop.test/", headers={"Referer": "https://shop.test/list", "X-Last": "1"}),
        Request("https://shop.test/", headers=[("Referer", "https://shop.test/a"), ("Referer", "b")]),
        Request("https://shop.test/", headers={"Referer": "https://shop.test/ä"}),
        Request("https://shop.test/", headers={"User-Agent": None, "Referer": "http://other.test/"}),
        Request("https://shop.test/a", headers={"Referer": "https://shop.test/a"}),
        Request("https://shop.test/", cookies=[{"name": "a", "value": b"b", "domain": "shop.test", "secure": True}]),
    ],
)
def test_requests_of_all_kinds_come_back(request_):
    round_trip(request_)


def test_headers_that_a_class_would_add_stay_away():
    request = JsonRequest("https://shop.test/", data={})
    del request.headers["Accept"]
    assert "Accept" not in round_trip(request).headers


def test_what_is_a_tuple_stays_a_tuple():
    found = round_trip(Request(PAGE, meta={"range": (1, 2), "list": [1, 2]}, cb_kwargs={"pair": ("a", [("b",)])}))
    assert repr(found.meta) == "{'range': (1, 2), 'list': [1, 2]}"
    assert repr(found.cb_kwargs) == "{'pair': ('a', [('b',)])}"


def test_a_request_of_a_crawl_is_short():
    referer = {"Referer": "http://127.0.0.1:18080/list/12"}
    request = Request(PAGE, callback=SHOP.parse_detail, meta={"depth": 2}, headers=referer)
    assert len(CODEC.encode(Request(PAGE))) == len(PAGE) - 2
    # The URL, the name of the callback, "list/12", and 9 bytes for the rest.
    assert len(CODEC.encode(request)) <= len(PAGE) - 7 + len("parse_detail") + len("list/12") + 10
    address = "https://www.example.com/shop/garden/lamps/big-green-lamp-12345.html"
    referer = {"Referer": "https://www.example.com/shop/garden/lamps/?page=7"}
    request = Request(address, callback=SHOP.parse_detail, meta={"depth": 2}, headers=referer)
    assert len(CODEC.encode(request)) <= 90


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (Request(PAGE, callback=lambda _: 1), "its callback is a function .*<lambda>.*give a method of the spider"),
        (Request(PAGE, callback=Shop().parse), r"its callback is a method \(Shop.parse\)"),
        (Request(PAGE, callback=SHOP._private), r"its callback is a method \(Shop._private\).*not begin with '_'"),
        (Request(PAGE, errback=SHOP.start), r"its errback is a method \(Spider.start\)"),
        (Request(PAGE, meta={"item": {"name": object()}}), r"meta\['item'\]\['name'\] is an object; .*dict\(item\)"),
        (Request(PAGE, cb_kwargs={"f": print}), r"cb_kwargs\['f'\] is a builtin_function_or_method \(print\)"),
        (Request(PAGE, cookies={"a": ["b"]}), r"its cookies have 'a' = \['b'\]"),
        (Request(PAGE, flags=[1]), "its flags is 1"),
        (Request(PAGE, method=""), "its method is ''"),
        (Request(PAGE, meta={"text": "\ud800"}), "half a character"),
        (Request(PAGE, meta={FLIGHT: 1}), "as only requests of trees have"),
        (NeedyRequest(PAGE, 1), "list its class, '.*NeedyRequest', in BT_REQUEST_CLASSES"),
    ],
)
def test_what_cannot_be_stored_is_named_with_its_field(request_, message):
    with pytest.raises(BTError, match=f"<(GET|) {PAGE}> cannot be stored: .*{message}".replace("(GET|)", ".*")):
        CODEC.encode(request_)


def payload(bits, *values, url=PAGE):
    return bytes([VERSION]) + encode([bits, url, *values])


CALLBACK, REFERER, DEPTH, PRIORITY, META, CB_KWARGS = 1, 2, 4, 8, 16, 32
HEADERS, METHOD, BODY, COOKIES, ERRBACK, FLAGS, ENCODING, CLASS, EXTRA = (1 << bit for bit in range(7, 16))


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        (b"", "something else"),
        (pickle.dumps({"url": PAGE}), "pickled data, which .* is never loaded"),
        (pickle.dumps({"url": PAGE}, protocol=0), "pickled data"),
        (b'{"url": "x"}', "JSON"),
        (b"\x02\x90", "a request in format 2"),
        (bytes([VERSION]), "damaged data of a request: .*truncated"),
        (payload(0) + b"\x00", "damaged data of a request"),
        (bytes([VERSION]) + encode({}), "no list of fields"),
        (bytes([VERSION]) + encode([0]), "no list of fields"),
        (bytes([VERSION]) + encode([True, PAGE]), "no list of fields"),
        (payload(1 << 16), "a newer version may have written it"),
        (payload(-1), "a newer version may have written it"),
        (payload(CALLBACK), "it has 0 fields where it says 1"),
        (payload(0, "more"), "it has 1 fields where it says 0"),
        (payload(0, url=b"bytes"), "its url is b'bytes'"),
        (payload(0, url="no address"), "it makes no Request: Missing scheme"),
        (payload(CALLBACK, "_private"), "its callback '_private' is no method for pages of this spider"),
        (payload(CALLBACK, "start"), "its callback 'start'"),
        (payload(CALLBACK, "__class__"), "its callback '__class__'"),
        (payload(CALLBACK, "parse.__func__"), "its callback"),
        (payload(CALLBACK, ["parse"]), "its callback is"),
        (payload(ERRBACK, "closed"), "its errback 'closed'"),
        (payload(CLASS, "subprocess.Popen"), "its class 'subprocess.Popen' is not listed in BT_REQUEST_CLASSES"),
        (payload(CLASS, 4), "its class 4"),
        (payload(CLASS, []), "its class is"),
        (payload(EXTRA, {"delay": 1}), "its class has no field 'delay'"),
        (payload(CLASS | EXTRA, 2, {"dumps_kwargs": 1}), "it makes no JsonRequest"),
        (payload(REFERER, [999, ""]), "its referer is"),
        (payload(REFERER, [-1, ""]), "its referer is"),
        (payload(REFERER, "list"), "its referer is 'list'"),
        (payload(REFERER, [0, "ä"]), "damaged data"),
        (payload(DEPTH, "2"), "its depth is '2'"),
        (payload(PRIORITY, "2"), "its priority is '2'"),
        (payload(META, []), "its meta is"),
        (payload(META, {FLIGHT: 1}), FLIGHT),
        (payload(CB_KWARGS, {1: 2}), "its cb_kwargs names is 1"),
        (payload(HEADERS, {"a": b"b"}), "its headers have 'a'"),
        (payload(METHOD, "A B"), "its method is 'A B'"),
        (payload(BODY, "text"), "its body is 'text'"),
        (payload(COOKIES, "text"), "its cookies is 'text'"),
        (payload(FLAGS, {}), "its flags is {}"),
        (payload(ENCODING, "zip"), "its encoding is 'zip'"),
        (payload(META, {"x": 1})[:-1] + b"\xc1", "damaged data"),
    ],
)
def test_what_no_spider_has_stored_is_refused_with_the_reason(stored, message):
    with pytest.raises(TaskError, match=message):
        CODEC.decode(stored)


def test_nothing_of_what_is_refused_is_executed(tmp_path):
    class Trap:
        def __reduce__(self):
            return (tmp_path.joinpath("sprung").touch, ())

    with pytest.raises(TaskError):
        CODEC.decode(pickle.dumps(Trap()))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("shop.Nothing", "'shop.Nothing' cannot be loaded"),
        ("subprocess.Popen", "'subprocess.Popen' is no path of a class of requests"),
        (f"{__name__}.NeedyRequest", "makes no request of a URL alone: .*needed"),
    ],
)
def test_classes_that_are_none_are_named(path, message):
    with pytest.raises(BTError, match=f"BT_REQUEST_CLASSES: .*{message}".replace("BT_REQUEST_CLASSES: .*'", "BT_.*'")):
        RequestCodec(shop_with(BT_REQUEST_CLASSES=[path]))


def test_a_class_that_is_not_listed_here_is_refused():
    stored = CODEC.encode(SlowRequest(PAGE))
    with pytest.raises(TaskError, match="SlowRequest' is not listed in BT_REQUEST_CLASSES"):
        RequestCodec(Shop()).decode(stored)


def test_the_key_of_a_fingerprint_has_14_bytes():
    one, other = fingerprint(Request(PAGE)), fingerprint(Request(PAGE + "6"))
    assert len(fingerprint_key(one)) == KEY_LENGTH == 14
    assert fingerprint_key(one) != fingerprint_key(other)
    assert fingerprint_key(one) == fingerprint_key(bytes(one))
    assert fingerprint_key(b"short") == b"short"
    # A fingerprinter of somebody's own may give the URL.
    assert fingerprint_key(PAGE.encode()) != fingerprint_key(PAGE.encode() + b"6")


@pytest.mark.parametrize("data", [b"\x01\xa0", b"\x01\x90", b"\x01\x91\x00", b"\x01\x80", b"\x01\xc0", b"\x01"])
def test_what_is_no_list_of_fields_is_told_as_damaged(data):
    with pytest.raises(TaskError, match="damaged"):
        read_fields(data)


@given(requests, st.data())
def test_cut_and_mutated_requests_are_told_as_damaged_or_shown(request, choice):
    stored = CODEC.encode(request)
    cut = bytearray(stored[: choice.draw(st.integers(0, len(stored)))])
    for _ in range(choice.draw(st.integers(0, 3)) if cut else 0):
        cut[choice.draw(st.integers(0, len(cut) - 1))] = choice.draw(st.integers(0, 255))
    try:
        shown = read_fields(bytes(cut))
    except TaskError:
        return
    assert isinstance(shown["url"], str)
