import json

from scrapy_bt.console.access.guard import SAFE
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.navigation import NAVIGATION
from scrapy_bt.console.refusals import Refusal, refuse
from scrapy_bt.console.routes import ADDRESSES, PAGES, make_routes, needed_role
from tests.unit.console.conftest import Client


def test_pages_answers_and_files_are_served(client: Client) -> None:
    assert "text/html" in client.get("/").headers["content-type"]
    assert client.get("/api/v1/crawls").headers["content-type"] == "application/json"
    assert client.get("/static/console.css", role=None).status == 200
    assert "text/javascript" in client.get("/static/console.js", role=None).headers["content-type"]


def test_what_is_not_there_is_told_in_the_form_of_who_asks(client: Client) -> None:
    assert "<h1>This cannot be shown</h1>" in client.get("/nowhere").text
    assert client.get("/api/v1/nowhere").json["message"] == "there is nothing at this address"


def test_the_navigation_leads_to_pages() -> None:
    assert {entry.path for entry in NAVIGATION} <= {page.path for page in PAGES}


QUESTIONS = ("/api/v1/try", "/api/v1/suggest", "/api/v1/healing/{id}/try")
"""What begins so is asked with a body, and changes nothing."""


def test_every_address_has_a_route_and_nothing_reads_that_changes() -> None:
    assert len(make_routes()) == len(ADDRESSES)
    assert {page.method for page in PAGES} == {"GET"}
    assert all(address.role >= Role.VIEWER for address in ADDRESSES if not address.path.endswith("/login"))
    asking = [address for address in ADDRESSES if address.method not in SAFE and "/log" not in address.path]
    changes = [address for address in asking if not address.path.startswith(QUESTIONS)]
    assert all(address.role >= Role.OPERATOR for address in changes)


def test_the_least_role_of_a_request() -> None:
    assert needed_role("GET", "/crawls/shop/tasks/3") is Role.VIEWER
    assert needed_role("HEAD", "/") is Role.VIEWER
    assert needed_role("POST", "/api/v1/crawls/shop/orders/apply") is Role.OPERATOR
    assert needed_role("GET", "/static/console.css") is Role.NOBODY
    assert needed_role("GET", "/login") is Role.NOBODY
    assert needed_role("DELETE", "/nowhere") is Role.VIEWER


def test_every_refusal_has_the_same_shape() -> None:
    refusal = Refusal(409, "plan", "it does not hold", advice="ask again", place="shop.bt:1:2")
    assert (refusal.response.status_code, str(refusal)) == (409, "it does not hold")
    assert json.loads(bytes(refusal.response.body)) == {
        "code": "plan", "message": "it does not hold", "advice": "ask again", "place": "shop.bt:1:2"
    }  # fmt: skip
    assert set(json.loads(bytes(refuse(404, "x", "y").body))) == {"code", "message", "advice", "place"}
