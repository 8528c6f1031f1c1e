from tests.unit.console.conftest import Client


def test_pages_answers_and_files_are_served(client: Client) -> None:
    assert "text/html" in client.get("/").headers["content-type"]
    assert client.get("/api/v1/crawls").headers["content-type"] == "application/json"
    assert client.get("/static/console.css", role=None).status == 200
    assert "text/javascript" in client.get("/static/console.js", role=None).headers["content-type"]


def test_what_is_not_there_is_told_in_the_form_of_who_asks(client: Client) -> None:
    assert "<h1>This cannot be shown</h1>" in client.get("/nowhere").text
    assert client.get("/api/v1/nowhere").json["message"] == "Not Found"
