from __future__ import annotations

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.language.checker import check
from scrapy_bt.testing import Playbook, emit, finished, page, the_end, visit
from tests.recordings import ask, record


def report(word: str, count: int) -> dict[str, object]:
    rows = "".join(f"<tr><td>2024-0{n}-01</td><td>{word} {n}</td></tr>" for n in range(1, count + 1))
    return {"data": {"html": f"<table><tr><th>Date</th><th>Payee</th></tr>{rows}</table>"}, "ok": True}


def single(word: str) -> dict[str, str]:
    return {"html": f"<div><h1>{word}</h1><p class=price>{len(word)} €</p></div>"}


@pytest.mark.parametrize("named", [False, True])
def test_rows_of_a_page_within_data(*, named: bool) -> None:
    recordings = [
        record(ask(f"/report?q={word}", report(word, n), kind="xhr")) for word, n in (("lamp", 3), ("desk", 4))
    ]
    inference = Inference(recordings, Goal(level="none"))
    assert not inference.next()
    text = print_grown(grow(inference.conclusion, named=named))
    assert check(text) == []
    (
        Playbook(text, q="sofa")
        << visit("report_json", url="https://shop.test/report?q=sofa")
        >> page(json=report("sofa", 2))
        << emit("report", {"date": "2024-01-01", "payee": "sofa 1"})
        << emit("report", {"date": "2024-02-01", "payee": "sofa 2"})
        << finished()
        << the_end()
    )


def test_a_text_that_inline_elements_cut_is_taken_whole_out_of_its_row() -> None:
    def journal(word: str) -> dict[str, str]:
        rows = "".join(f"<li class=entry><i class=day>{n}</i><p>{word} <b>{n}</b> x</p></li>" for n in range(1, 4))
        return {"journal": f"<ol>{rows}</ol>"}

    recordings = [record(ask(f"/journal?q={word}", journal(word), kind="xhr")) for word in ("lamp", "desk")]
    inference = Inference(recordings, Goal(level="none"))
    assert not inference.next()
    text = print_grown(grow(inference.conclusion))
    assert check(text) == []
    play = Playbook(text, q="sofa") << visit("journal_json") >> page(json=journal("sofa"))
    for number in "123":
        play << emit("entry", text=f"sofa {number} x")
    play << finished() << the_end()


def test_one_thing_on_a_page_within_data() -> None:
    recordings = [record(ask(f"/thing?q={word}", single(word), kind="xhr")) for word in ("lamp", "bench")]
    inference = Inference(recordings, Goal(level="none"))
    assert not inference.next()
    text = print_grown(grow(inference.conclusion))
    assert check(text) == []
    assert 'html = json "html"' in text
    assert 'price = css "p.price::text" from html' in text
