import json

from scrapy_bt.testing.site.exchange import Ask, send_to, show, tell


def test_the_parts_of_a_path_are_its_segments():
    assert Ask("/quotes/page/2/").parts == ("quotes", "page", "2")
    assert Ask("/").parts == ()


def test_json_keeps_letters_as_they_are():
    reply = tell({"title": "café"}, status=404)
    assert reply.status == 404
    assert "café".encode() in reply.body
    assert json.loads(reply.body) == {"title": "café"}


def test_a_redirect_keeps_other_headers():
    assert send_to("/x", headers={"Set-Cookie": "a=b"}).headers == {"Location": "/x", "Set-Cookie": "a=b"}


def test_a_page_is_utf_8():
    reply = show("<p>é</p>")
    assert reply.body.decode() == "<p>é</p>"
    assert reply.content_type == "text/html; charset=utf-8"
