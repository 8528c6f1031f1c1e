import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrapy_bt.capture.har_writer import write_har
from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.state import Console
from scrapy_bt.core.samples.traffic import Answer, Exchange, Sent
from tests.unit.console.conftest import Client

HTML = (("Content-Type", "text/html"),)
EXCHANGES = (
    Exchange(0, Sent("GET", "https://s.test/?token=secret"), Answer(200, "https://s.test/", HTML, b"<p>one")),
    Exchange(1, Sent("GET", "https://s.test/x.png"), Answer(200, "https://s.test/x.png", (), b"\x89PNG")),
)


@pytest.fixture
def har(tmp_path: Path, console: Console) -> Iterator[str]:
    path = tmp_path / "made.har"
    write_har(path, EXCHANGES)
    yield path.read_text()
    console.trials.close()


@pytest.mark.process
def test_a_har_is_uploaded_read_and_a_page_of_it_is_kept(client: Client, project: Path, har: str) -> None:
    told = client.post("/api/v1/samples?name=one.har", har)
    assert (told.status, told.json["name"], told.json["total"]) == (200, "one.har", 2)
    assert client.post("/api/v1/samples?name=one.har", har).status == 409
    assert [each["name"] for each in client.get("/api/v1/samples", role=Role.EDITOR).json["samples"]] == ["one.har"]
    found = client.get("/api/v1/samples/one.har", role=Role.EDITOR).json
    assert [(each["method"], each["is_page"]) for each in found["exchanges"]] == [("GET", True), ("GET", False)]
    assert "secret" not in json.dumps(found)
    kept = client.post("/api/v1/samples/one.har/pages", '{"number": 0}').json
    assert kept["url"].startswith("https://s.test/")
    assert client.get(f"/api/v1/pages/{kept['hash']}").json["text"] == "<p>one"
    assert client.post("/api/v1/samples/one.har/pages", '{"number": 7}').status == 422
    shown = client.get("/samples", role=Role.EDITOR).text + client.get("/samples/one.har", role=Role.EDITOR).text
    assert "data-upload" in shown
    assert "scrapy bt keep samples/one.har --request NUMBER" in shown
    assert 'data-keep="0"' in shown
    assert sorted(path.name for path in (project / "samples").iterdir()) == ["one.har"]


def test_of_two_who_upload_one_name_at_once_the_first_has_it(
    client: Client, console: Console, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object, **__: object) -> dict[str, object]:
        (project / "samples" / "one.har").write_text("theirs")
        return {"total": 1, "problems": []}

    monkeypatch.setattr(console.trials, "ask", read)
    assert client.post("/api/v1/samples?name=one.har", "ours").json["code"] == "exists"
    assert [path.read_text() for path in (project / "samples").iterdir()] == ["theirs"]


@pytest.mark.parametrize("name", ["../x.har", ".har", "x.txt", "a/b.har", "", "x.har/.."])
def test_a_name_stays_in_its_folder(client: Client, project: Path, name: str) -> None:
    assert client.post(f"/api/v1/samples?name={name}", "{}").status == 422
    assert not (project / "x.har").exists()


@pytest.mark.process
@pytest.mark.parametrize("body", ["", "{", "[]", '{"log": {"entries": []}}', "<html>"])
def test_what_is_no_har_is_not_kept(client: Client, console: Console, project: Path, body: str) -> None:
    try:
        refused = client.post("/api/v1/samples?name=two.har", body)
        assert refused.status in (409, 422)
        assert "two.har" in refused.json["message"]
        assert ".upload-" not in refused.text
        assert str(project) not in refused.text
        assert list((project / "samples").iterdir()) == []
    finally:
        console.trials.close()


def test_who_only_reads_sees_no_recording(client: Client) -> None:
    assert client.get("/samples").status == 403
    assert client.get("/api/v1/samples").status == 403
    assert client.get("/samples/none.har", role=Role.EDITOR).status == 404
