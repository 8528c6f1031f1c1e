from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote

import pytest

from scrapy_bt.core.inference.answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Extraction,
    Joined,
    Now,
    Random,
    Taken,
    Value,
    Within,
)
from scrapy_bt.core.inference.findings import Origin, Typed
from scrapy_bt.core.samples.traffic import Event, Exchange, Sent
from tests.recordings import ask, event, web_token
from tests.searching import START, TOKENS, best, css, found, origins, twice

# Places


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            '<form action="/go"><input type="hidden" name="token" value="{}"></form>',
            css(0, "input[name=token]::attr(value)"),
        ),
        ('<meta name="csrf-token" content="{}">', css(0, "meta[name=csrf-token]::attr(content)")),
        ('<div id="app" data-token="{}"></div>', css(0, "#app::attr(data-token)")),
        ('<p class="ticket">{}</p>', css(0, "p.ticket::text")),
        ("<script>var token = '{}';</script>", Taken(0, Extraction("re", r"token\s*=\s*'([^']+)'"))),
        ('<script>window.x = {{"token": "{}"}};</script>', Taken(0, Extraction("re", r'"token"\s*:\s*"([^"]+)"'))),
        ("<!-- token: {} -->", Taken(0, Extraction("re", r"token\s*:\s*(\S+)"))),
        (
            '<script type="application/json" id="state">{{"user": {{"token": "{}"}}}}</script>',
            Within(css(0, "#state::text"), Extraction("json", "user.token")),
        ),
        (
            '<a class="go" href="/go?a=1&amp;token={}&amp;b=2">go</a>',
            Within(css(0, "a.go::attr(href)"), Extraction("re", r"[?&;#]token=([^&#]+)")),
        ),
        (
            """<button class="send" onclick="send('{}', 1)">Send</button>""",
            Within(css(0, "button.send::attr(onclick)"), Extraction("re", r"send\(\s*'([^']+)'")),
        ),
        (
            "<table><tr><th>Token</th><td>{}</td></tr></table>",
            Taken(0, Extraction("xpath", '//th[normalize-space()="Token"]/following-sibling::td[1]/text()')),
        ),
    ],
)
def test_places_of_a_page(page: str, expected: Value) -> None:
    known = twice(lambda token: [ask("/", page.format(token)), ask("/go", form={"token": token})])
    assert best(known, 1, "form token") == expected


def test_a_field_is_told_from_its_namesake_by_its_form() -> None:
    form = '<form action="/{}"><input name="token" value="{}"></form>'
    page = form.format("a", "zz{0}") + form.format("b", "{0}")
    known = twice(lambda token: [ask("/", page.format(token)), ask("/b", form={"token": token})])
    assert best(known, 1, "form token") == css(0, 'form[action="/b"] input[name=token]::attr(value)')


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (lambda token: {"auth": {"token": token}}, Taken(0, Extraction("json", "auth.token"))),
        (lambda token: {"x-token": token}, Taken(0, Extraction("json", '"x-token"'))),
        (lambda token: [{"k": token}], Taken(0, Extraction("json", "[0].k"))),
        (
            lambda token: {"payload": json.dumps({"t": token})},
            Within(Taken(0, Extraction("json", "payload")), Extraction("json", "t")),
        ),
        (
            lambda token: {"html": f'<input name="t" value="{token}">'},
            Within(Taken(0, Extraction("json", "html")), Extraction("css", "input[name=t]::attr(value)")),
        ),
        (
            lambda token: {"next": f"https://shop.test/go?t={token}"},
            Within(Taken(0, Extraction("json", "next")), Extraction("re", r"[?&;#]t=([^&#]+)")),
        ),
    ],
)
def test_places_of_json(data: Callable[[str], object], expected: Value) -> None:
    known = twice(lambda token: [ask("/api", data(token)), ask("/go", data={"t": token})])
    assert best(known, 1, "json t") == expected


def test_what_a_token_claims_is_read_from_it() -> None:
    def recording(user: str) -> list[Exchange]:
        return [ask("/api", {"token": web_token({"sub": user, "exp": 1})}), ask(f"/users/{user}/orders", {"rows": []})]

    known = found(recording("48213577"), recording("93071846"))
    payload = Within(Taken(0, Extraction("json", "token")), Extraction("re", r"\.([^.]+)\."))
    expected = Within(Decoded(payload, "base64url"), Extraction("json", "sub"))
    assert best(known, 1, "path 1") == expected


def test_an_entry_of_a_list_is_found_by_what_is_beside_it() -> None:
    def recording(token: str, *names: str) -> list[Exchange]:
        rows = [{"name": name, "key": token if name == "mine" else name[::-1] + token[::-1]} for name in names]
        return [ask("/api", {"rows": rows}), ask("/go", sends={"X-Key": token})]

    known = found(recording(TOKENS[0], "mine", "other"), recording(TOKENS[1], "first", "mine"))
    assert best(known, 1, "header x-key") == Taken(0, Extraction("json", "rows[?name=='mine'].key | [0]"))


def test_headers_cookies_and_addresses() -> None:
    known = twice(lambda token: [ask("/", gives={"X-Token": token}), ask("/go", sends={"X-Token": token})])
    assert best(known, 1, "header x-token") == Taken(0, Extraction("header", "X-Token"))
    known = twice(
        lambda token: [ask("/", sets={"XSRF": token}), ask("/go", sends={"X-XSRF": token}, cookies={"XSRF": token})]
    )
    assert best(known, 1, "header x-xsrf") == Taken(0, Extraction("cookie", "XSRF"))
    assert best(known, 1, "cookie XSRF") is None
    hop = ask("/start", status=302)
    known = twice(
        lambda token: [
            ask("/start", "<p>hi</p>", hops=[hop], lands=f"https://shop.test/in?ticket={token}"),
            ask("/go", form={"ticket": token}),
        ]
    )
    assert best(known, 1, "form ticket") == Taken(0, Extraction("url", r"[?&;#]ticket=([^&#]+)"))


def test_a_cookie_that_a_redirect_sets() -> None:
    known = twice(
        lambda token: [
            ask(
                "/in", "<p>hi</p>", hops=[ask("/in", status=302, sets={"XSRF": token})], lands="https://shop.test/home"
            ),
            ask("/go", sends={"X-XSRF": token}, cookies={"XSRF": token}),
        ]
    )
    assert best(known, 1, "header x-xsrf") == Taken(0, Extraction("cookie", "XSRF"))


def test_a_cookie_that_a_script_sets() -> None:
    known = twice(
        lambda token: [
            ask("/", f"<script>document.cookie = 'key={token}'</script>"),
            ask("/go", cookies={"key": token}),
        ]
    )
    assert best(known, 1, "cookie key") == Taken(0, Extraction("re", r"key\s*=\s*([^']+)'"))


def test_a_script_of_its_own() -> None:
    known = twice(
        lambda token: [
            ask("/app.js", f'const key="{token}";'.encode(), gives={"Content-Type": "text/javascript"}),
            ask("/go", sends={"X-Key": token}),
        ]
    )
    assert best(known, 1, "header x-key") == Taken(0, Extraction("re", r'key\s*=\s*"([^"]+)"'))


# Codings and joins


def token_page(text: str) -> Exchange:
    return ask("/", f'<meta name="token" content="{text}">')


META = css(0, "meta[name=token]::attr(content)")


@pytest.mark.parametrize(
    ("shown", "sent", "expected"),
    [
        (lambda t: f"a/{t}+b", lambda t: quote(f"a/{t}+b", safe=""), Coded(META, "url")),
        (lambda t: quote(f"a/{t}+b", safe=""), lambda t: f"a/{t}+b", Decoded(META, "url")),
        (lambda t: t, lambda t: b64encode(t.encode()).decode(), Coded(META, "base64")),
        (lambda t: b64encode(f"k:{t}".encode()).decode(), lambda t: f"k:{t}", Decoded(META, "base64")),
        (lambda t: t, lambda t: t.encode().hex(), Coded(META, "hex")),
        (
            lambda t: quote(quote(f"{t}/+", safe=""), safe=""),
            lambda t: f"{t}/+",
            Decoded(Decoded(META, "url"), "url"),
        ),
        (
            lambda t: f"{t}/",
            lambda t: quote(b64encode(f"{t}/".encode()).decode(), safe=""),
            Coded(Coded(META, "base64"), "url"),
        ),
        (lambda t: t, lambda t: f"Bearer {t}", Joined((Constant("Bearer "), META))),
        (lambda t: t, lambda t: f"v1|{t}|web", Joined((Constant("v1|"), META, Constant("|web")))),
        (
            lambda t: t,
            lambda t: b64encode(f"api:{t}".encode()).decode(),
            Coded(Joined((Constant("api:"), META)), "base64"),
        ),
    ],
)
def test_codings_and_joins(shown: Callable[[str], str], sent: Callable[[str], str], expected: Value) -> None:
    known = twice(lambda token: [token_page(shown(token)), ask("/go", data={"value": sent(token)})])
    assert best(known, 1, "json value") == expected


def test_basic_authorization_is_made_of_what_was_typed() -> None:
    def recording(user: str, password: str) -> tuple[list[Exchange], list[Event]]:
        sent = "Basic " + b64encode(f"{user}:{password}".encode()).decode()
        typed = [
            event(0.2, "change", value=user, name="user"),
            event(0.4, "change", value=password, name="pass", type="password"),
        ]
        return [ask("/"), ask("/api", {"ok": 1}, sends={"Authorization": sent})], typed

    # What may stand between pieces may stand in a password, too.
    one, other = recording("jim", "s3cr3t: & One"), recording("tom", "s3cr3t: & Two")
    known = found(one[0], other[0], events=[one[1], other[1]])
    inner = Joined((Argument("user"), Constant(":"), Argument("pass", is_secret=True)))
    assert best(known, 1, "header authorization") == Joined((Constant("Basic "), Coded(inner, "base64")))
    typed = {each.argument: each for each in known.findings(Typed)}
    assert typed["pass"].values == ("s3cr3t: & One", "s3cr3t: & Two")
    assert typed["pass"].is_secret
    assert not typed["pass"].is_direct


def test_basic_authorization_that_is_the_same_each_time_is_made_of_what_was_typed() -> None:
    sent = {"Authorization": "Basic " + b64encode(b"jim:quiet & please").decode()}
    typed = [
        event(0.2, "change", value="jim", name="user"),
        event(0.4, "change", value="quiet & please", name="pass", type="password"),
    ]
    pages = [ask("/"), ask("/api", {"ok": 1}, sends=sent)]
    known = found(pages, pages, events=[typed, typed])
    inner = Joined((Argument("user"), Constant(":"), Argument("pass", is_secret=True)))
    assert best(known, 1, "header authorization") == Joined((Constant("Basic "), Coded(inner, "base64")))


@pytest.mark.parametrize("name", ["md5", "sha1", "sha256"])
def test_a_hash_of_what_was_typed_and_what_the_page_gave(name: str) -> None:
    def recording(salt: str, password: str) -> list[Exchange]:
        digest = hashlib.new(name, f"{password}:{salt}".encode()).hexdigest()
        return [token_page(salt), ask("/login", form={"digest": digest})]

    typed = [[event(0.3, "change", value=value, name="pw", type="password")] for value in ("hunter2", "letmein")]
    known = found(recording(TOKENS[0], "hunter2"), recording(TOKENS[1], "letmein"), events=typed)
    expected = Coded(Joined((Argument("pw", is_secret=True), Constant(":"), META)), name)
    assert best(known, 1, "form digest") == expected


def test_a_signature_over_the_time_that_is_sent_beside_it() -> None:
    def recording(token: str, at: int) -> list[Exchange]:
        signature = hashlib.md5(f"{token}{at}".encode()).hexdigest()
        return [token_page(token), ask(f"/go?ts={at}&sign={signature}", at=10.0 + at - at)]

    known = found(recording(TOKENS[0], (START + 9) * 1000 + 17), recording(TOKENS[1], (START + 9) * 1000 + 521))
    assert best(known, 1, "query ts") == Now("ms")
    assert best(known, 1, "query sign") == Coded(Joined((META, Now("ms"))), "md5")


# What clients make


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((str(START + 1), str(START)), Now("s")),
        ((str(START * 1000 + 1017), str(START * 1000 + 901)), Now("ms")),
        (("2023-11-14T22:13:21Z", "2023-11-14T22:13:20Z"), Now("%Y-%m-%dT%H:%M:%SZ")),
        (("3f0b6a52-1c1e-4a53-9d6e-0e5b7d1f2a34", "9a1c2b3d-4e5f-4061-8273-94a5b6c7d8e9"), Random("uuid", 36)),
        (("0.4471892301", "0.0193847561"), Joined((Constant("0."), Random("digits", 10)))),
        (("d41c90f2a7b35e68", "0f9e1d2c3b4a5968"), Random("hex", 16)),
        (("jq_1700000001000", "jq_1700000000400"), Joined((Constant("jq_"), Now("ms")))),
    ],
)
def test_times_and_random_texts(values: tuple[str, str], expected: Value) -> None:
    known = found(*([ask("/"), ask(f"/go?x={value}")] for value in values))
    assert best(known, 1, "query x") == expected


def test_a_random_text_that_is_sent_again_has_to_stay_the_same() -> None:
    ids = ("d41c90f2a7b35e68", "0f9e1d2c3b4a5968")
    known = found(*([ask("/"), ask(f"/a?device={own}"), ask(f"/b?device={own}")] for own in ids))
    assert best(known, 1, "query device") == best(known, 2, "query device") == Argument("device")


# Order, echoes, constants


def test_who_gives_a_value_first_is_its_origin() -> None:
    def recording(token: str) -> list[Exchange]:
        later = f'<meta name="token" content="{token}">'
        return [ask("/a", later), ask("/b", later), ask("/go", sends={"X-Token": token})]

    known = twice(recording)
    assert [each.value for each in origins(known, 2, "header x-token")][:1] == [META]
    assert {1} <= {step for each in origins(known, 2, "header x-token") for step in _steps(each.value)}


def _steps(value: Value) -> set[int]:
    return {value.step} if isinstance(value, Taken) else set()


def test_an_echo_is_no_origin() -> None:
    words = ("weatherproof-lantern-77", "indestructible-teapot-41")
    known = found(
        *(
            [ask("/"), ask(f"/search?q={word}", f'<input name="q" value="{word}">'), ask(f"/more?q={word}")]
            for word in words
        )
    )
    assert best(known, 1, "query q") == best(known, 2, "query q") == Argument("q")


def test_a_later_answer_is_no_origin() -> None:
    known = twice(lambda token: [ask("/"), ask("/go", sends={"X-Key": token}), token_page(token)])
    assert not any(isinstance(each.value, Taken) for each in origins(known, 1, "header x-key"))


def test_what_never_changes_is_a_constant_first_and_a_place_second() -> None:
    key = "AIzaSyB1d2E3f4G5h6"
    script = f'const config={{apiId:"{key}"}}'.encode()
    recording = [ask("/app.js", script, gives={"Content-Type": "text/javascript"}), ask(f"/go?id={key}")]
    known = found(recording, recording)
    assert [type(each.value) for each in origins(known, 1, "query id")][:2] == [Constant, Taken]


def test_a_hidden_field_is_a_place_even_if_it_never_changes() -> None:
    state = "dDwtMTA4MzE0MjEwNTs7PkSkg5Ll"
    page = f'<form action="/go" method="post"><input type="hidden" name="__VIEWSTATE" value="{state}"></form>'
    recording = [ask("/", page), ask("/go", form={"__VIEWSTATE": state})]
    assert best(found(recording, recording), 1, "form __VIEWSTATE") == css(0, "input[name=__VIEWSTATE]::attr(value)")


def test_a_weak_value_that_varies_is_found_in_the_form_that_is_sent() -> None:
    page = '<p>3 of 4, 7 of 9</p><form action="/go" method="post"><input type="hidden" name="round" value="{}"></form>'
    known = found(*([ask("/", page.format(number)), ask("/go", form={"round": number})] for number in ("3", "7")))
    assert best(known, 1, "form round") == css(0, "input[name=round]::attr(value)")


def test_one_recording_is_enough_for_a_strong_value() -> None:
    known = found([token_page(TOKENS[0]), ask("/go", sends={"X-Token": TOKENS[0]})])
    assert best(known, 1, "header x-token") == META


def test_the_way_has_to_be_right_in_all_recordings() -> None:
    pages = ('<p class="a">{}</p><p class="b">x</p>', '<p class="b">{}</p><p class="a">x</p>')
    known = found(
        *(
            [ask("/", page.format(token)), ask("/go", form={"t": token})]
            for page, token in zip(pages, TOKENS, strict=True)
        )
    )
    values = [each.value for each in origins(known, 1, "form t")]
    assert css(0, "p.a::text") not in values
    assert css(0, "p.b::text") not in values


def test_graphql_takes_values_of_an_answer_to_the_same_address() -> None:
    def recording(token: str) -> list[Exchange]:
        first = ask("/graphql", {"data": {"cart": {"id": token}}}, data={"query": "mutation New { cart { id } }"})
        body = {"query": "query Show($id: ID) { show(id: $id) { total } }", "variables": {"id": token}}
        return [first, ask("/graphql", {"data": {}}, data=body)]

    known = twice(recording)
    assert best(known, 1, "json variables.id") == Taken(0, Extraction("json", "data.cart.id"))
    assert best(known, 1, "json query") is None


def test_arrays_in_forms_and_parts_of_a_multipart_body() -> None:
    known = twice(
        lambda token: [token_page(token), ask("/go", form={"keys[]": token, "size": "3"}, method="POST")],
    )
    assert best(known, 1, "form keys[]") == META

    def upload(token: str) -> Exchange:
        body = f'--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n{token}\r\n--b--\r\n'.encode()
        headers = (("Content-Type", "multipart/form-data; boundary=b"),)
        own = ask("/up", "ok", method="POST")
        return replace(own, sent=Sent("POST", own.sent.url, headers, body))

    known = twice(lambda token: [token_page(token), upload(token)])
    assert best(known, 1, "multipart token") == META


def test_a_second_tab_and_another_order_do_not_matter() -> None:
    def recording(token: str, *, swapped: bool) -> list[Exchange]:
        other = ask("/other", "<p>other tab</p>")
        pages = [other, token_page(token)] if swapped else [token_page(token), other]
        return [*pages, ask("/go", sends={"X-Token": token})]

    known = found(recording(TOKENS[0], swapped=False), recording(TOKENS[1], swapped=True))
    assert best(known, 2, "header x-token") == META


def test_pseudo_headers_and_headers_of_the_browser_have_no_origin() -> None:
    sends = {":authority": "shop.test", "Referer": "https://shop.test/?a=q8Zr2Lw0Xk5Vn3Bt", "User-Agent": "Mozilla/5.0"}
    known = found([token_page(TOKENS[0]), ask("/go", sends=sends)])
    assert not [each for each in known.findings(Origin) if each.key.where == "header"]


def test_json_in_a_field_of_a_form() -> None:
    known = twice(lambda token: [token_page(token), ask("/go", form={"payload": json.dumps({"user": {"key": token}})})])
    assert best(known, 1, "form payload$.user.key") == META


def test_a_password_is_an_argument_even_if_it_is_the_same_each_time() -> None:
    recording = [ask("/"), ask("/login", form={"user": "jim", "password": "practice", "go": "1"})]
    known = found(recording, recording)
    assert best(known, 1, "form password") == Argument("password", is_secret=True)
    assert best(known, 1, "form user") == Argument("user")
    assert best(known, 1, "form go") is None


def test_a_credential_is_what_an_answer_gave_even_where_its_publisher_has_hidden_it() -> None:
    def api(token: str) -> list[Exchange]:
        return [
            ask("/oauth2/token", {"access_token": token, "token_type": "bearer"}, form={"": "[REDACTED]"}),
            ask("/things", [], sends={"Authorization": f"Bearer {token}"}),
        ]

    expected = Joined((Constant("Bearer "), Taken(0, Extraction("json", "access_token"))))
    assert best(found(api("[REDACTED]")), 1, "header authorization") == expected


def test_what_was_chosen_among_others_is_an_argument_and_not_made_at_random() -> None:
    ids = {"chairs": "a81f3c77d2", "lamps": "b0c94e6612", "desks": "ffe0123ac4"}
    menu = "".join(f'<a href="/c?id={own}&v=1"><img></a>' for own in ids.values())
    known = found(*([ask("/", menu), ask(f"/c?id={own}&v=1")] for own in list(ids.values())[:2]))
    assert best(known, 1, "query id") == Argument("id")
    assert "it varies: the person chose it in the answer of step 1" in {str(fact.why) for fact in known.all}
    made = found(*([ask("/", "no menu"), ask(f"/c?id={own}&v=1")] for own in list(ids.values())[:2]))
    assert isinstance(best(made, 1, "query id"), Random)


def test_one_argument_for_one_value_and_another_name_for_another() -> None:
    known = found(
        *(
            [ask(f"/a?q={word}"), ask("/b", data={"filter": {"q": word}}), ask(f"/c?q={word[::-1]}")]
            for word in ("lamp", "chair")
        )
    )
    assert best(known, 0, "query q") == best(known, 1, "json filter.q") == Argument("q")
    assert best(known, 2, "query q") == Argument("q2")


def test_no_reason_tells_a_value() -> None:
    known = twice(lambda token: [token_page(token), ask("/go", sends={"X-Token": token})])
    assert not any(token in str(fact.why) for fact in known.all for token in TOKENS)


def test_a_short_number_in_the_address_that_a_form_is_sent_to_comes_from_that_form() -> None:
    page = ask("/", '<form method="post" action="go/login?id=1804154722"><input name="user"></form>')

    def sent(path: str) -> Exchange:
        return ask(f"{path}?id=1804154722", "welcome", method="POST", form={"user": "ann"})

    value = best(found([page, sent("/go/login")]), 1, "query id")
    assert isinstance(value, Within)
    assert isinstance(value.value, Taken)
    assert "::attr(action)" in value.value.extraction.text
    assert origins(found([page, sent("/go/else")]), 1, "query id") == []


# Forms, where nobody has recorded what was typed


def test_what_was_written_into_a_form_is_given_and_what_it_hides_is_taken_from_it() -> None:
    form = "<form method=post action=/cart><input type=hidden name=product value=17><input name=many value=1></form>"
    known = found(
        [ask("/lamps/17", form), ask("/cart", "<p>Lamp</p>", form={"product": "17", "many": "3", "go": "Buy"})]
    )
    assert best(known, 1, "form product") == css(0, "input[name=product]::attr(value)")
    assert best(known, 1, "form many") == Argument("many")
    assert best(known, 1, "form go") is None


def test_a_word_that_was_searched_for_is_no_link_of_the_page_with_the_form() -> None:
    home = "<form action=/find><input name=word></form><a href=/1>windmill of brass</a><a href=/2>lantern of glass</a>"
    known = found(
        *(
            [ask("/", home), ask(f"/find?word={word.replace(' ', '+')}", f"<p>{word}</p>")]
            for word in ("windmill of brass", "lantern of glass")
        )
    )
    assert [each.value for each in origins(known, 1, "query word")] == [Argument("word")]


def test_the_host_of_an_address_that_is_sent_is_no_piece_of_a_page() -> None:
    page = '<script>var known = {"homeUrl":"https:\\/\\/mobile.integration.portal.example\\/app\\/ios"};</script>'
    known = found(
        [ask("/", page), ask("/in?service=https%3A%2F%2Fmobile.integration.portal.example%2Fapp%2Fandroid", "in")]
    )
    assert origins(known, 1, "query service") == []
