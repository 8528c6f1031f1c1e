import base64
import json
import re
from urllib.parse import quote

import pytest

from scrapy_bt.testing.site.exchange import Ask
from scrapy_bt.testing.site.sections import odd_scripts
from scrapy_bt.testing.site.sections.odd import Odd


@pytest.fixture
def odd():
    return Odd("practice")


def post(odd, path, value, **rest):
    reply = odd.answer(Ask(path, method="POST", body=json.dumps(value).encode(), **rest))
    return reply.status, json.loads(reply.body)


def test_the_pass_of_the_gate_opens_the_list_of_guests(odd):
    to_ticket = odd.answer(Ask("/odd/gate")).headers["Location"]
    to_hall = odd.answer(Ask("/odd/ticket", query={"ticket": to_ticket.partition("=")[2]})).headers["Location"]
    key = re.search("pass=([^&]+)", to_hall).group(1)
    assert odd.answer(Ask("/odd/hall", query={"pass": key})).status == 200
    assert len(json.loads(odd.answer(Ask("/odd/guests", headers={"x-pass": key})).body)["rows"]) == 8
    assert odd.answer(Ask("/odd/guests", headers={"x-pass": "x"})).status == 403
    assert odd.answer(Ask("/odd/ticket", query={"ticket": "x"})).status == 403


def test_the_porch_tells_its_pass_behind_the_sign_of_a_fragment(odd):
    place, _, fragment = odd.answer(Ask("/odd/porch")).headers["Location"].partition("#")
    assert odd.answer(Ask(place)).status == 200
    key = re.search("pass=([^&]+)", fragment).group(1)
    assert odd.answer(Ask("/odd/guests", headers={"x-pass": key})).status == 200


def test_the_desk_wants_its_key_its_seal_and_its_stamp(odd):
    page = odd.answer(Ask("/odd/desk")).body.decode()
    key, stamp, seal = (re.search(text, page).group(1) for text in ('key="(.+?)"', 'stamp="(.+?)"', 'seal = "(.+?)"'))
    inner = json.dumps({"auth": {"key": key}, "words": "desk"})
    sent = {"payload": inner, "stamp": base64.b64encode(quote(stamp, safe="").encode()).decode()}
    status, answer = post(odd, "/odd/find", sent, cookies={"seal": seal})
    assert (status, bool(answer["rows"])) == (200, True)
    assert post(odd, "/odd/find", sent)[0] == 403
    assert post(odd, "/odd/find", {**sent, "stamp": "eA=="}, cookies={"seal": seal})[0] == 403
    assert post(odd, "/odd/find", {**sent, "stamp": "?"}, cookies={"seal": seal})[0] == 400
    assert post(odd, "/odd/find", {"payload": "{"})[0] == 400


def hand_in(odd, *parts):
    body = (
        "".join(f"--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{text}\r\n" for head, text in parts)
        + "--b--\r\n"
    )
    kind = "multipart/form-data; boundary=b"
    return odd.answer(Ask("/odd/counter", method="POST", body=body.encode(), headers={"content-type": kind}))


def test_the_counter_takes_a_file_and_several_colours(odd):
    token = re.search('name="token" value="(.+?)"', odd.answer(Ask("/odd/counter")).body.decode()).group(1)
    parts = [
        ('name="token"', token), ('name="place"', "e"), ('name="colours[]"', "red"), ('name="colours[]"', "blue"),
        ('name="note"; filename="n.txt"', "Hello"),
    ]  # fmt: skip
    page = hand_in(odd, *parts).body.decode()
    assert page.count("<b>red</b>") == page.count("<b>blue</b>") > 0
    assert "Hello" in page
    assert hand_in(odd, *parts[1:]).status == 403
    assert hand_in(odd, *parts[:-1]).status == 422


def test_the_graph_answers_who_has_begun(odd):
    wanted = {"operationName": "Events", "variables": {"place": "", "after": None}}
    assert post(odd, "/odd/graphql", wanted)[0] == 401
    _, begun = post(odd, "/odd/graphql", {"operationName": "Begin", "variables": {}})
    bearer = f"Bearer {begun['data']['begin']['token']}"
    seen = []
    while True:
        _, answer = post(odd, "/odd/graphql", wanted, authorization=bearer)
        seen += [row["id"] for row in answer["data"]["events"]["nodes"]]
        wanted["variables"]["after"] = answer["data"]["events"]["pageInfo"]["endCursor"]
        if wanted["variables"]["after"] is None:
            break
    assert seen == list(range(1, 96))
    assert post(odd, "/odd/graphql", {"operationName": "None", "variables": {}}, authorization=bearer)[0] == 400
    assert post(odd, "/odd/graphql", [])[0] == 400


def test_the_office_gives_rows_for_its_region_and_shift(odd):
    cookies = {"visit": re.search("visit=(.+?);", odd.answer(Ask("/odd/office")).headers["Set-Cookie"]).group(1)}
    assert "Set-Cookie" not in odd.answer(Ask("/odd/office", cookies=cookies)).headers
    assert odd.answer(Ask("/odd/region.json")).status == 403
    known = odd.answer(Ask("/odd/region.json", cookies=cookies))
    region = json.loads(known.body)["region"]["id"]
    tag = {"if-none-match": known.headers["ETag"]}
    assert odd.answer(Ask("/odd/region.json", headers=tag, cookies=cookies)).status == 304
    shift = json.loads(odd.answer(Ask("/odd/shift.json")).body)["shift"]
    asked = Ask("/odd/rows.json", query={"region": region, "shift": shift}, cookies=cookies)
    assert odd.answer(asked).status == 200
    odd.expire()
    assert odd.answer(asked).status == 403


@pytest.mark.parametrize("page", ["graph", "office", "desk", "counter"])
def test_every_page_is_there(odd, page):
    assert odd.answer(Ask(f"/odd/{page}")).status == 200


def test_what_is_not_there_is_404_and_a_wrong_method_405(odd):
    assert [odd.answer(Ask("/odd/x")).status, odd.answer(Ask("/odd/", method="POST")).status] == [404, 405]


@pytest.mark.parametrize("page", ["HALL", "DESK", "GRAPH", "OFFICE"])
def test_scripts_ask_only_for_what_is_there(page):
    known = {path for _, path in Odd("practice")._answers} | {"/odd/", "/odd/socket"}
    asked = re.findall(r"/odd/[\w.]*", getattr(odd_scripts, page))
    assert asked
    assert set(asked) <= known
