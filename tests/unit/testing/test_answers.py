import pytest
from scrapy.http import HtmlResponse, JsonResponse, Response, TextResponse

from scrapy_bt.testing.answers import VisitAnswer, dns, error, page, passed, refused, resumed, status, timeout
from scrapy_bt.testing.stage import Conditions, Stage
from tests.trees import program


def stage(text: str = "main :: and { :page }") -> Stage:
    found = Stage(program(text), Conditions(), stored=False)
    found.begin({})
    return found


def response(answer: VisitAnswer) -> Response:
    (flight,) = stage().flights
    found = answer.respond(flight.request)
    assert found is not None
    assert found.request is flight.request
    return found


def test_a_page_is_html() -> None:
    found = response(page("<h1>ü</h1>"))
    assert isinstance(found, HtmlResponse)
    assert (found.url, found.status, found.css("h1::text").get()) == ("https://site.test/page", 200, "ü")


def test_a_page_may_be_elsewhere_and_otherwise() -> None:
    found = response(
        page("gone", status=410, url="https://else.test/", headers={"Content-Type": "text/plain", "X": "y"})
    )
    assert type(found) is TextResponse
    assert (found.url, found.status, found.headers["X"]) == ("https://else.test/", 410, b"y")
    assert type(response(page(b"\x89PNG\r\n\x1a\n", headers={"Content-Type": "image/png"}))) is Response


def test_a_page_may_be_json() -> None:
    found = response(page(json={"a": ["ü"]}))
    assert isinstance(found, JsonResponse)
    assert found.json() == {"a": ["ü"]}


def test_a_status_is_an_empty_page() -> None:
    found = response(status(429, retry_after=5))
    assert (found.status, found.body, found.headers["Retry-After"]) == (429, b"", b"5")


@pytest.mark.parametrize("answer", [timeout(), dns(), refused(), error("boom")], ids=lambda answer: answer.outcome)
def test_other_outcomes_have_no_page(answer: VisitAnswer) -> None:
    assert answer.respond(stage().flights[0].request) is None


@pytest.mark.parametrize(
    ("happening", "text"),
    [
        (page("abc"), "status 200, 3 bytes"),
        (status(404, to="page"), "status 404 to page"),
        (timeout(), "timeout"),
        (resumed(), "resumed"),
        (passed(90), "90 seconds"),
    ],
)
def test_what_happens_is_told_in_a_word(happening: object, text: str) -> None:
    assert str(happening) == text


TWO = "main :: and { goroutine { :page } goroutine { :other } goroutine { :page } }"


def open_visits(found: Stage) -> list[int]:
    return [flight.sent.number for flight in found.flights]


def test_an_answer_finds_its_visit() -> None:
    found = stage(TWO)
    status(200, to="other").happen(found, 1)
    assert open_visits(found) == [1, 3]
    status(200).happen(found, 3)
    assert open_visits(found) == [1]
    status(200, to="https://site.test/page").happen(found, 2)
    assert open_visits(found) == []


def test_what_cannot_happen_says_why() -> None:
    with pytest.raises(LookupError, match="no visit waits for this answer"):
        status(200, to="nobody").happen(stage(), None)
    with pytest.raises(LookupError, match="no task is paused"):
        resumed().happen(stage(), None)


def test_time_passes() -> None:
    found = stage()
    passed(2.5).happen(found, None)
    assert found.now == 2.5
