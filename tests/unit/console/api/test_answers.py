import asyncio
import json

import pytest

from scrapy_bt.console.api.answers import answering
from scrapy_bt.console.refusals import Refusal
from scrapy_bt.errors import BTError
from tests.unit.console.conftest import Client, MadeCrawl


def test_an_answer_that_is_known_is_not_sent_again(client: Client) -> None:
    first = client.get("/api/v1/runs")
    again = client.get("/api/v1/runs", **{"if-none-match": first.headers["etag"]})
    assert (first.status, again.status, again.body) == (200, 304, b"")
    assert client.get("/api/v1/runs", **{"if-none-match": '"other"'}).status == 200


@pytest.mark.parametrize("body", ["", "[]", '{"action": 3}', "{"])
def test_a_body_that_is_none_is_told(client: Client, body: str) -> None:
    answer = client.post("/api/v1/crawls/shop/orders/plan", body)
    assert (answer.status, answer.json["code"]) == (422, "body")


def test_half_a_character_is_told(client: Client, crawl: MadeCrawl) -> None:
    crawl.bury("half \ud800")
    assert client.get("/api/v1/crawls/shop/letters").json["letters"][0]["reason"] == "half \ud800"
    assert "half ?" in client.get("/crawls/shop/letters").text


def test_a_refusal_with_half_a_character_is_told() -> None:
    refused = Refusal(409, "refused", "half \ud800", advice="\udfff", place="\ud800:1").response
    assert json.loads(bytes(refused.body)) == {"code": "refused", "message": "half ?", "advice": "?", "place": "?:1"}


def test_a_body_that_is_too_large_is_not_read(client: Client) -> None:
    assert client.post("/api/v1/crawls/shop/orders/plan", " " * ((1 << 20) + 1)).status == 413


@pytest.mark.parametrize("query", ["count=0", "count=201", "count=x", "count=-1"])
def test_numbers_have_bounds(client: Client, query: str) -> None:
    assert client.get(f"/api/v1/crawls/shop/tasks?{query}").json["code"] == "query"


def run_endpoint(error: Exception) -> int:
    async def question(request: object) -> None:
        raise error

    return asyncio.run(answering(question)(None)).status_code  # type: ignore[arg-type]


def test_errors_are_refusals() -> None:
    found = [run_endpoint(error) for error in (Refusal(404, "x", "m"), BTError("m"), ValueError("m"))]
    assert found == [404, 409, 422]
