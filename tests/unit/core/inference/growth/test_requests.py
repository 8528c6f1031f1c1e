from scrapy_bt.core.inference.answers.values import Argument, Constant, Extraction, Taken
from scrapy_bt.core.inference.conclusion import Conclusion, Evidence
from scrapy_bt.core.inference.growth.gathering import Gathering
from scrapy_bt.core.inference.growth.requests import Asked, Requests
from scrapy_bt.core.inference.growth.scopes import Scopes
from scrapy_bt.core.inference.growth.vocabulary import Vocabulary
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.core.tree.notation import one_line

FORM = (("Content-Type", "application/x-www-form-urlencoded"),)


def written(sent, bound=None, left_out=(), evidence=None, *, asked=None, follows=True):
    planned = PlannedStep(1, sent, bound or {}, frozenset(left_out), follows)
    start = PlannedStep(0, Sent("GET", "https://a.test/"))
    told = {(1, key): Evidence(text) for key, text in (evidence or {}).items()}
    conclusion = Conclusion(Plan((start, planned), 1), evidence=told)
    scopes = Scopes(conclusion)
    vocabulary = Vocabulary(conclusion, scopes.steps)
    requests = Requests(vocabulary, Gathering(vocabulary, scopes, {}))
    visit = requests.visit(Asked(planned, **(asked or {})), "page")
    return one_line(visit), [comment.text for comment in vocabulary.comments]


def get(url, *args, **options):
    return written(Sent("GET", url), *args, **options)[0]


def test_an_address_begins_with_its_site_and_keeps_how_it_is_spelt():
    assert get("https://a.test/%E4%BA%BA/b%20c/?x=1%2F2&y") == 'page :: visit "{site}/%E4%BA%BA/b%20c/?x=1/2&y="'
    assert get("https://a.test") == 'page :: visit "{site}"'


def test_pieces_of_the_path_and_fields_of_the_query_have_values_or_are_left_out():
    bound = {Key("path", "1"): Argument("id"), Key("query", "q"): Argument("word"), Key("query", "s"): Constant("a b")}
    left_out = [Key("path", "2"), Key("query", "utm")]
    url = "https://a.test/item/42/old/?q=x&utm=1&s=y"
    assert get(url, bound, left_out) == 'page :: visit "{site}/item/{id}/?q={word}&s=a%20b"'


def test_a_long_query_has_lines_of_its_own_and_one_that_may_be_absent_too():
    assert (
        get("https://a.test/?a=1&b=2&c=3&d=4")
        == 'page :: visit "{site}/" { query = { a = "1" b = "2" c = "3" d = "4" } }'
    )
    key = Key("query", "cursor")
    asked = {"absent_at_first": frozenset({key})}
    assert get("https://a.test/", {key: Argument("cursor")}, asked=asked) == (
        'page :: visit "{site}/" { query = { cursor = cursor } }'
    )


def test_a_form_has_its_fields_in_their_order_and_those_of_one_name_as_a_list():
    sent = Sent("POST", "https://a.test/", FORM, b"user[name]=me&tag=a&tag=b&go=1")
    text, _ = written(sent, {Key("form", "user[name]"): Argument("user")}, [Key("form", "go")])
    assert text == 'page :: visit POST "{site}/" { form = { "user[name]" = user tag = ["a", "b"] } }'


def test_headers_are_those_that_matter():
    headers = (
        ("User-Agent", "Browser"), ("Accept", "*/*"), ("sec-fetch-mode", "cors"), ("Cookie", "a=1"), ("Host", "a.test"),
        ("X-Requested-With", "XMLHttpRequest"), ("Referer", "https://a.test/"), ("X-Old", "1"),
    )  # fmt: skip
    sent = Sent("GET", "https://a.test/", headers)
    referer = Key("header", "referer")
    text, said = written(sent, left_out=[Key("header", "x-old")], evidence={referer: "without it: 403"})
    assert text == (
        'page :: visit "{site}/" { headers = { X_Requested_With = "XMLHttpRequest" Referer = "https://a.test/" } }'
    )
    assert said == ["without it: 403"]


def test_cookies_are_the_jars_matter_unless_they_come_from_elsewhere():
    sent = Sent("GET", "https://a.test/", (("Cookie", "session=1; seen=2; other=3"),))
    bound = {
        Key("cookie", "session"): Taken(0, Extraction("cookie", "session")),
        Key("cookie", "seen"): Constant("2"),
    }
    assert written(sent, bound)[0] == 'page :: visit "{site}/" { cookies = { seen = "2" } }'


def test_redirects_that_are_not_followed_and_other_methods_and_bodies():
    assert get("https://a.test/", follows=False) == 'page :: visit "{site}/" { redirect = false }'
    sent = Sent("PUT", "https://a.test/", (("Content-Type", "text/xml"),), b"<a/>")
    assert written(sent)[0] == 'page :: visit PUT "{site}/" { body = "<a/>" headers = { Content_Type = "text/xml" } }'


def test_a_secret_whose_origin_is_unknown_is_an_argument():
    sent = Sent("POST", "https://a.test/", (*FORM, ("Authorization", "Bearer 5e")), b"token=abc&__VIEWSTATE=1")
    text, _ = written(sent, {Key("header", "authorization"): Constant("Bearer 5e")})
    sent_with_it = "headers = { Authorization = authorization }"
    assert text == 'page :: visit POST "{site}/" { form = { token = token __VIEWSTATE = "1" } ' + sent_with_it + " }"
