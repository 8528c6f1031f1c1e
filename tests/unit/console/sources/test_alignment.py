from typing import Any

from scrapy_bt.console.sources.alignment import ROWS, align_recordings


def request(url: str) -> dict[str, Any]:
    return {"request": f"GET {url}", "url": url, "status": 200, "type": "text/html", "size": 1}


def step(number: int, *exchanges: int | None) -> dict[str, Any]:
    return {"id": 100 + number, "step": number, "exchanges": list(exchanges), "why": "the same address"}


def noise(id_: int, recording: int, exchange: int, reason: str) -> dict[str, Any]:
    return {"id": id_, "recording": recording, "exchange": exchange, "reason": reason}


REPORT = {
    "requests": [[request(f"/a{number}") for number in range(6)], [request(f"/b{number}") for number in range(3)]],
    "facts": [
        noise(0, 0, 0, "a picture"),
        noise(1, 0, 2, "a font"),
        noise(2, 0, 3, "a font"),
        noise(3, 1, 2, "a beacon"),
        step(0, 1, 0),
        step(1, 4, None),
        step(2, 5, 1),
    ],
    "path": [{"step": 0}],
    "steps": [{"step": 0}, {"step": 1}],
}


def test_steps_stand_beside_each_other_and_noise_is_folded_behind_what_it_followed() -> None:
    told = align_recordings(REPORT)
    begin, first, second, third = told["rows"]
    assert begin["step"] is None
    assert begin["cells"][0]["fold"]["reasons"] == [("a picture", 1)]
    assert [cell["request"]["url"] for cell in first["cells"]] == ["/a1", "/b0"]
    assert (first["state"], first["cells"][0]["fold"]["reasons"]) == ("kept", [("a font", 2)])
    assert [one["number"] for one in first["cells"][0]["fold"]["requests"]] == [2, 3]
    assert second["cells"][1] == {"request": None, "fold": None}
    assert second["state"] == "left out"
    assert (third["state"], third["cells"][1]["fold"]["count"]) == ("repeat", 1)
    assert (told["more"], told["steps"]) == (None, 3)


def test_many_steps_are_told_a_page_at_a_time() -> None:
    count = ROWS + 5
    report = {**REPORT, "facts": [step(number, 0, 0) for number in range(count)]}
    told = align_recordings(report)
    assert (len(told["rows"]), told["more"]) == (ROWS, ROWS)
    assert len(align_recordings(report, first=told["more"])["rows"]) == 5


def test_a_report_that_keeps_no_requests_has_no_rows() -> None:
    facts = [{"id": 1, "step": 0, "why": ""}]
    assert align_recordings({"facts": facts, "path": []}) == {"rows": [], "more": None, "steps": 0}
