from __future__ import annotations

from scrapy_bt.core.inference.answers.locating.locations import places_in
from scrapy_bt.core.inference.answers.values import Value
from scrapy_bt.core.inference.plans.rendering import MissingValue, Situation, render
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer, web_token

VALUE = "q8Zr2Lw0Xk5V"


def wheres(own: Answer) -> list[str]:
    """Where the value is, of the places that give it; most of those that are offered have to."""
    right = [place.where for place in places_in(own, VALUE, 0) if gives(place.value, own)]
    return list(dict.fromkeys(right))


def gives(value: Value, own: Answer) -> bool:
    try:
        return render(value, Situation(answers={0: own})) == VALUE
    except MissingValue:
        return False


def test_what_a_place_is_called() -> None:
    assert wheres(answer("/", f'<input type="hidden" name="k" value="{VALUE}">'))[0] == "the hidden field k"
    assert wheres(answer("/", f'<meta name="k" content="{VALUE}">'))[0] == "the meta element k"
    assert wheres(answer("/", f'<i data-k="{VALUE}"></i>'))[0] == "the attribute data-k of <i>"
    assert wheres(answer("/", f'<p class="k"> {VALUE} </p>'))[0] == "the text of <p>"
    assert wheres(answer("/", f'<script>k = "{VALUE}"</script>'))[0] == "an inline script, k"
    assert wheres(answer("/", f"<p>x</p><!-- k={VALUE} -->"))[0] == "a comment of the page, k"
    assert wheres(answer("/", {"a": [{"k": VALUE}]}))[0] == "the JSON value a[0].k"
    assert wheres(answer("/", "", cookies={"k": VALUE}))[0] == "the cookie k"
    assert wheres(answer("/", "", headers={"X-K": VALUE}))[0] == "the header X-K"
    assert wheres(answer(f"https://shop.test/?k={VALUE}"))[0] == "the address of the page, k"


def test_what_a_token_claims() -> None:
    token = web_token({"user": {"id": VALUE}, "of": f"shop:{VALUE}x"})
    assert wheres(answer("/", {"token": token})) == ["the JSON value user.id in the claims of the JSON value token"]
    assert wheres(answer("/", f'<i data-k="{token}"></i>'))[0] == (
        "the JSON value user.id in the claims of the attribute data-k of <i>"
    )
    assert wheres(answer("/", "", headers={"X-Auth": f"Bearer {token}"}))[0].startswith(
        "the JSON value user.id in the claims of a part of"
    )
    plainly = wheres(answer("/", {"token": token, "id": VALUE}))
    assert plainly[0] == "the JSON value id"


def test_pieces_of_headers_and_cookies() -> None:
    assert wheres(answer("/", "", headers={"Location": f"/in?k={VALUE}&x=1"}))[0] == (
        "a part of the header Location, k"
    )
    assert wheres(answer("/", "", cookies={"k": f"v=1|id:{VALUE}|x"}))[0].startswith("a part of the cookie k")


def test_dull_headers_are_passed_over() -> None:
    assert wheres(answer("/", "", headers={"ETag": VALUE, "Date": VALUE})) == []


def test_xml() -> None:
    own = Answer(200, "/", (("Content-Type", "application/xml"),), f"<a><token>{VALUE}</token></a>".encode())
    assert set(wheres(own)) == {"the element token"}


def test_xml_with_namespaces_and_members_of_structures() -> None:
    text = f'<s:E xmlns:s="urn:e"><s:B><n:Ticket xmlns:n="urn:n">{VALUE}</n:Ticket></s:B></s:E>'
    assert set(wheres(Answer(200, "/", (("Content-Type", "text/xml"),), text.encode()))) == {"the element Ticket"}
    member = f"<member><name>token</name><value><string>{VALUE}</string></value></member>"
    text = f"<methodResponse><params><param><value><struct>{member}</struct></value></param></params></methodResponse>"
    assert set(wheres(Answer(200, "/", (("Content-Type", "text/xml"),), text.encode()))) == {"the element token"}


def test_json_that_is_one_text() -> None:
    assert wheres(Answer(200, "/", (("Content-Type", "application/json"),), f'"{VALUE}"\n'.encode())) == [
        "the JSON text"
    ]
    script = f'<script id="csrf" type="application/json">"{VALUE}"</script>'
    assert wheres(answer("/", script)) == ["the JSON of a script, the JSON text"]


def test_json_in_json_and_pages_in_json() -> None:
    assert wheres(answer("/", {"a": f'{{"k": "{VALUE}"}}'})) == ["the JSON value k within the JSON value a"]
    assert wheres(answer("/", {"a": f'<meta name="k" content="{VALUE}">'}))[0] == (
        "the meta element k within the JSON value a"
    )
