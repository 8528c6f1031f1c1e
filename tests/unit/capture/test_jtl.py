"""JMeter's result files."""

from pathlib import Path

import pytest

from scrapy_bt.capture.jtl import moment_of_length, read_jtl
from scrapy_bt.errors import SampleError

HEAD = '<?xml version="1.0" encoding="UTF-8"?><testResults version="1.2">'
SEARCH = """<httpSample t="120" ts="1767323045678" s="true" lb="search" rc="200" rm="OK" dt="text">
<responseHeader class="java.lang.String">HTTP/1.1 200 OK
Content-Type: text/html; charset=UTF-8
Set-Cookie: s=1
</responseHeader><requestHeader class="java.lang.String">Content-Type: application/x-www-form-urlencoded
X-A: 1:2
</requestHeader><responseData class="java.lang.String">&lt;p&gt;ü</responseData>
<cookies class="java.lang.String">a=1</cookies><method class="java.lang.String">POST</method>
<queryString class="java.lang.String">q=chair</queryString><java.net.URL>https://shop.example/search</java.net.URL>
</httpSample>"""


def inner(path: str, code: str, extra: str = "") -> str:
    return (
        f'<httpSample t="5" ts="17673230456{code[:2]}" rc="{code}" dt="text">{extra}<method>GET</method>'
        f"<java.net.URL>https://shop.example{path}</java.net.URL></httpSample>"
    )


def jtl(folder: Path, text: str) -> Path:
    file = folder / "run.jtl"
    file.write_text(text, "utf-8")
    return file


def test_a_sample(tmp_path: Path) -> None:
    recording = read_jtl(jtl(tmp_path, f"{HEAD}{SEARCH}</testResults>"))
    (exchange,) = recording.exchanges
    assert (recording.name, recording.problems) == ("run", ())
    assert (exchange.started, exchange.seconds) == (1767323045.678, 0.12)
    assert exchange.sent.method == "POST"
    assert exchange.sent.body == b"q=chair"
    assert exchange.sent.headers[1:] == (("X-A", "1:2"), ("Cookie", "a=1"))
    assert exchange.answer is not None
    assert (exchange.answer.status, exchange.answer.body) == (200, "<p>ü".encode())
    assert exchange.answer.header("set-cookie") == "s=1"


def test_redirects_stand_within_the_sample_that_they_led_to(tmp_path: Path) -> None:
    hop = inner("/a", "302", "<redirectLocation>/b</redirectLocation>")
    last = inner("/b", "990", "<responseData>ok</responseData>").replace('rc="990"', 'rc="200"')
    whole = (
        f'<sample lb="flow" t="9"><httpSample t="10" ts="1767323045600" rc="200">{hop}{last}'
        "<java.net.URL>https://shop.example/b</java.net.URL></httpSample></sample>"
    )
    file = jtl(tmp_path, f"{HEAD}{whole}</testResults>")
    (exchange,) = read_jtl(file).exchanges
    assert exchange.sent.url == "https://shop.example/a"
    assert exchange.answer is not None
    assert exchange.answer.body == b"ok"
    assert len(read_jtl(file, folds=False).exchanges) == 2


def test_what_was_not_saved_is_named(tmp_path: Path) -> None:
    failed = SEARCH.replace('rc="200"', 'rc="Non HTTP response code: java.net.ConnectException"')
    no_url = inner("", "200").replace("https://shop.example", "")
    text = HEAD + inner("/a", "200").replace("ts=", "no=") + failed + no_url + "</testResults>"
    problems = [str(problem) for problem in read_jtl(jtl(tmp_path, text)).problems]
    assert [problem.partition(";")[0] for problem in problems] == [
        "run.jtl: sample 1: its time cannot be read",
        "run.jtl: sample 1: the body of its answer was not saved",
        "run.jtl: sample 2: it has no answer: the request failed",
        "run.jtl: sample 3: it has no URL",
    ]
    assert "response_data=true" in problems[1]


def test_a_file_that_is_cut_off_is_read_until_there(tmp_path: Path) -> None:
    recording = read_jtl(jtl(tmp_path, f"{HEAD}{SEARCH}{SEARCH[:100]}"))
    assert len(recording.exchanges) == 1
    assert "cut off or broken" in str(recording.problems[0])


@pytest.mark.parametrize("text", ["timeStamp,elapsed\n1,2", "<a", "", f"{HEAD}</testResults>"])
def test_what_is_no_result_file_is_said(tmp_path: Path, text: str) -> None:
    with pytest.raises(SampleError, match=r"response_data=true"):
        read_jtl(jtl(tmp_path, text))
    with pytest.raises(SampleError, match="No such file"):
        read_jtl(tmp_path / "missing.jtl")


def test_an_entity_of_another_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    text = f'<!DOCTYPE t [<!ENTITY e SYSTEM "secret">]><testResults>{SEARCH.replace("chair", "&e;")}</testResults>'
    assert b"secret" not in (read_jtl(jtl(tmp_path, text)).exchanges[0].sent.body or b"")


def test_lengths() -> None:
    assert [moment_of_length(text) for text in ("120", None, "x")] == [0.12, 0.0, 0.0]


@pytest.mark.parametrize("odd", ["²", "9" * 5_000, "٣", "-1", "1e9"])
def test_odd_numbers_are_none(tmp_path: Path, odd: str) -> None:
    text = SEARCH.replace('t="120"', f't="{odd}"').replace('ts="1767323045678"', f'ts="{odd}"')
    recording = read_jtl(jtl(tmp_path, text))
    assert recording.exchanges[0].seconds == 0
    assert read_jtl(jtl(tmp_path, SEARCH.replace('rc="200"', f'rc="{odd}"'))).exchanges[0].answer is None


def test_samples_that_nest_without_end_are_told(tmp_path: Path) -> None:
    deep = SEARCH + "<sample>" * 1_500 + SEARCH + "</sample>" * 1_500
    recording = read_jtl(jtl(tmp_path, f"{HEAD}{deep}</testResults>"))
    assert len(recording.exchanges) == 1
    assert "nest deeper than 50 levels" in str(recording.problems)


def test_a_charset_that_is_none_and_a_method_that_no_visit_has(tmp_path: Path) -> None:
    text = SEARCH.replace("charset=UTF-8", "charset=zlib")
    answer = read_jtl(jtl(tmp_path, text)).exchanges[0].answer
    assert answer is not None
    assert answer.body == "<p>ü".encode()
    other = SEARCH.replace(">POST<", ">M-SEARCH<")
    recording = read_jtl(jtl(tmp_path, f"{HEAD}{SEARCH}{other}</testResults>"))
    assert len(recording.exchanges) == 1
    assert "its method is none of" in str(recording.problems)
