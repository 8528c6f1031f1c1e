from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.inference.answers.rows.mainsubject import are_main, are_on_some
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def listed(*pairs: tuple[str, str]) -> Answer:
    return answer("/", "".join(f"<div class=row><b>{label}</b><i>{value}</i></div>" for label, value in pairs))


LAMPS = listed(("lamp", "oak 3"), ("lantern", "tin 5"))
CHAIRS = listed(("chair", "ash 9"), ("stool", "fir 8"), ("bench", "elm 7"))


def is_list(*pages: Answer, is_single: bool) -> bool:
    rows = next(iter(rows_among(pages)))
    return are_main(rows, pages, is_single=is_single)


def test_a_list_of_other_things_on_each_page_is_its_subject() -> None:
    assert is_list(LAMPS, CHAIRS, is_single=False)
    assert is_list(LAMPS, CHAIRS, is_single=True)  # as the posts of a thread


def test_labels_that_each_page_has_are_parts_of_one_thing() -> None:
    facts = listed(("Wood", "oak"), ("Price", "three")), listed(("Wood", "ash"), ("Price", "nine"))
    assert not is_list(*facts, is_single=True)


def boxes(*held: tuple[str, str]) -> Answer:
    told = (f"<div class=box><strong>{label}</strong>{inner}</div>" for label, inner in held)
    return answer("/", f"<h1>Of all</h1><div>{''.join(told)}</div>")


def test_labels_of_boxes_of_which_some_pages_lack_some_are_parts_of_one_thing() -> None:
    def page(wood: str, maker: str, *more: tuple[str, str]) -> Answer:
        tags = "".join(f"<a class=tag href=/{tag}>{tag}</a>" for tag in (wood, maker))
        return boxes(("Wood", f"<p>{wood}</p>"), ("Maker", f"<ul><li>{maker}</ul>"), ("Tags", tags), *more)

    most, fewer = page("oak", "Ada", ("See also", "<ul><li>stool</ul>")), page("ash", "Bert")
    assert not is_list(most, fewer, is_single=True)
    assert not is_list(fewer, most, is_single=True)


def test_things_of_which_some_pages_have_fewer_are_a_list() -> None:
    fewer = listed(("Chair", "three"), ("Lamp", "nine"), ("Stool", "two"))
    most = listed(("Bench", "six"), ("Chair", "four"), ("Lamp", "nine"), ("Stool", "one"))
    assert is_list(most, fewer, is_single=True)


def test_rows_that_say_the_same_on_all_details_are_about_something_else_wherever_their_links_lead() -> None:
    def chart(name: str, sold: str) -> Answer:
        days = (f"<li class=day><b>{n} May</b> <a href='/{name}?day={n}'>0</a></li>" for n in range(1, 13))
        return answer(
            "/", f"<h1>{name}</h1><ul>{''.join(days)}<li class=day><b>{sold}</b> <a href='/{name}'>9</a></ul>"
        )

    assert not is_list(chart("oak", "8 June"), chart("elm", "9 June"), is_single=True)


def test_what_some_details_lack() -> None:
    rows = next(iter(rows_among([LAMPS])))
    assert are_on_some(rows, [LAMPS, CHAIRS, answer("/", "<p>one alone</p>")])
    assert not are_on_some(rows, [LAMPS, CHAIRS])


def parted(*parts: tuple[str, str]) -> Answer:
    told = (f"<div class={name}><b>{text} and more</b><i>{text}</i></div>" for name, text in parts)
    return answer("/", f"<div class=about>{''.join(told)}</div>")


def test_parts_that_are_called_by_what_they_are_make_one_thing_though_some_lack_some() -> None:
    pages = parted(("said", "oak"), ("maker", "Ada"), ("related", "elm")), parted(("said", "ash"), ("maker", "Bert"))
    assert not is_list(*pages, is_single=True)
    numbered = parted(("part1", "oak"), ("part2", "Ada"), ("part3", "elm")), parted(("part1", "ash"), ("part2", "Bert"))
    assert is_list(*numbered, is_single=True)


def asked(*parts: tuple[str, str]) -> Answer:
    return answer("/", "".join(f"<div class=row><b>{label}</b>{text}</div>" for label, text in parts))


def test_what_each_is_called_is_nothing_that_parts_of_a_page_have_in_common() -> None:
    pages = [
        asked(("Where is it?", f"<p>Gate {n} in the old town</p>"), ("When is it?", f"<time>{n} May, {n} pm</time>"))
        for n in (7, 9)
    ]
    assert not is_list(*pages, is_single=False)
