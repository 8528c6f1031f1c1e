from scrapy_bt.console.access.guard import SAFE
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.routes import ADDRESSES, PAGES, make_routes, needed_role

QUESTIONS = ("/api/v1/try", "/api/v1/suggest")
"""What begins so is asked with a body, and change nothing."""


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
