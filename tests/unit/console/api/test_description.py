"""The OpenAPI file says what the routes do."""

import re

from scrapy_bt.console.api.description import describe_api
from scrapy_bt.console.routes import QUESTIONS
from tests.unit.console.conftest import Client


def test_every_route_is_described_and_nothing_else(client: Client) -> None:
    told = client.get("/api/v1/openapi.json").json
    described = {
        (method.upper(), path): operation["x-role"]
        for path, operations in told["paths"].items()
        for method, operation in operations.items()
    }
    routes = {(each.method, re.sub(r":int\}", "}", each.path)): each.role.word for each in QUESTIONS}
    assert described == routes


def test_every_operation_has_a_sentence_its_parameters_and_the_refusal(client: Client) -> None:
    told = client.get("/api/v1/openapi.json").json
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"].endswith(".")
            named = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"}
            assert named == set(re.findall(r"\{(\w+)\}", path))
            assert "200" in operation["responses"]
            assert ("requestBody" in operation) == (method == "post" and not path.endswith(("/logout", "/end")))
    assert describe_api.__name__ == "describe_api"
