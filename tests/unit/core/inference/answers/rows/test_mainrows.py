from __future__ import annotations

from scrapy_bt.core.inference.answers.rows.mainrows import rows_among
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

MENU = "".join(
    f'<li class="entry"><a href="/{word}">{word} and more of that kind</a></li>' for word in ("News", "Shop")
)


def page(*names: str, beside: str = "") -> Answer:
    cards = "".join(
        f'<div class="card"><h3>{name}</h3><p class="price">{len(name)} €</p><i class="stock">in stock</i></div>'
        for name in names
    )
    half = len(names) // 2 + 1
    parts = cards.split('<div class="card">')
    grid = "".join(
        f'<div class="line">{"".join(f"<div class=card>{card}" for card in part)}</div>'
        for part in (parts[1 : half + 1], parts[half + 1 :])
    )
    return answer("/", f"<ul>{MENU}</ul><div>{grid}</div><ul>{beside}</ul>")


def test_what_differs_between_pages_wins_against_menus_and_containers() -> None:
    best = rows_among([page("Lamp", "Table", "Chair"), page("Spoon", "Fork", "Knife", "Plate")])[0]
    assert (best.each.text, best.count) == ("div.card", 4)
    assert [name for name, _ in best.fields][:2] == ["title", "price"]


def test_a_page_without_rows_says_nothing_against_those_of_the_others() -> None:
    best = rows_among([page("Lamp", "Table"), page("Spoon", "Fork"), answer("/", "<p>Nothing found</p>")])[0]
    assert best.each.text == "div.card"


def test_entries_of_an_object_are_rows_by_their_keys() -> None:
    def found(*numbers: int) -> Answer:
        return answer("/", {"all": {f"a{number}": {"id": number, "name": f"N{number}"} for number in numbers}, "n": 3})

    (best, *_) = rows_among([found(1, 2, 3), found(4, 5)])
    assert (best.each.text, best.count) == ("items(all)", 3)
    assert [extraction.text for _, extraction in best.fields] == ["[0]", "[1].id", "[1].name"]


def test_keys_that_change_from_page_to_page_hold_entries() -> None:
    def found(*names: str) -> Answer:
        packages = {name: {"version": f"{len(name)}.0", "tags": {name: 1}} for name in names}
        return answer("/", {"packages": packages, "took": len(names)})

    (best, *_) = rows_among([found("lodash", "react"), found("koa", "chalk", "left-pad")])
    assert best.each.text == "items(packages)"
    assert dict(best.fields)["version"] == Extraction("json", "[1].version")


def test_data_lists_even_one() -> None:
    (best, *_) = rows_among([answer("/", {"meta": {"took": 1}, "things": [{"id": "a", "name": "b"}]})])
    assert (best.each.text, best.count) == ("things", 1)


def test_nothing_repeats() -> None:
    assert rows_among([answer("/", "<p>one</p>"), answer("/", "")]) == ()
    assert rows_among([]) == ()


def test_a_row_of_a_table_that_leads_to_further_pages_is_none_of_its_rows() -> None:
    def grid(*names: str, pager: str = "") -> Answer:
        rows = "".join(f"<tr><td>{name}</td><td>{len(name)}</td><td>kept by {name[0]}</td></tr>" for name in names)
        last = f'<tr><td colspan="3"><table><tr><td>{pager}</td><td><a href="#">3</a></td></tr></table></td></tr>'
        heads = "<tr><th>Name</th><th>Size</th><th>Keeper</th></tr>"
        return answer("/", f'<table id="found">{heads}{rows}{last if pager else ""}</table>')

    pages = [grid("Lamp", "Table", "Chair", pager="1"), grid("Spoon", "Fork", "Knife", pager="2")]
    for own in (pages, [*pages, grid("Plate", "Cup")]):
        best = rows_among(own)[0]
        assert (best.each.text, best.count) == ("#found > tr:has(> td:nth-child(2))", 3)
        assert [name for name, _ in best.fields] == ["name", "size", "keeper"]


def test_a_container_that_holds_the_rows_of_most_pages_is_none_though_one_page_has_fewer() -> None:
    def page_of(kind: str, *names: str) -> Answer:
        rows = "".join(f"<tr><td><a>{name}</a></td><td>{len(name)} €</td></tr>" for name in names)
        boxes = (f"<b>All of the {kind}</b>", f"<a>Home</a><a>{kind}</a>", f"<p>{kind}</p><table>{rows}</table>")
        return answer("/", "".join(f'<div class="box">{box}</div>' for box in boxes))

    pages = [page_of("lamps", *(f"Lamp {n}" for n in range(5))), page_of("ropes", *(f"Rope {n}" for n in range(6)))]
    assert rows_among([*pages, page_of("ropes", "Rope 7")])[0].each.text == "div.box > table > tr:has(td)"


def test_rows_in_the_only_entry_that_has_some_are_what_is_wanted() -> None:
    def queues(*jobs: str, own: int = 0) -> Answer:
        rows = [{"id": f"job-{each}", "title": f"Climb the {each}", "size": len(each)} for each in jobs]
        entries = [{"name": name, "jobs": rows if place == own else []} for place, name in enumerate("ab")]
        return answer("/", {"queues": entries})

    best = rows_among([queues("mill", "bridge", "quarry"), queues("tower", own=1), queues()])[0]
    assert (best.each.text, best.count) == ("queues[].jobs[]", 3)
    assert [name for name, _ in best.fields] == ["id", "title", "size"]


def test_entries_that_each_have_a_list_are_rows_themselves() -> None:
    def orders(*counts: int) -> Answer:
        rows = [
            {
                "number": f"A{count}",
                "buyer": f"Somebody whose name has {count} letters",
                "parts": [{"part": f"P{each}", "price": each} for each in range(count)],
            }
            for count in counts
        ]
        return answer("/", {"orders": rows})

    assert rows_among([orders(3, 4), orders(5)])[0].each.text == "orders", "each has one, though a page has one entry"
    assert rows_among([orders(3)])[0].each.text == "orders", "what is said of it is more than its list"


def tickets(tag: str, *prices: int) -> Answer:
    kinds = zip(("Adult", "Child", "Senior"), prices, strict=True)
    rows = (f"<{tag} class=kind><h4>{name}</h4><b class=cost>{price} €</b></{tag}>" for name, price in kinds)
    return answer("/", f"<h1>The walk that starts at {prices[0]}</h1><p>By gate {prices[1]}</p>{''.join(rows)}")


def test_the_names_of_articles_count_though_all_pages_have_them() -> None:
    articles, parts = (
        next(each for each in rows_among([tickets(tag, 9, 7, 8), tickets(tag, 8, 6, 5)]) if "kind" in each.each.text)
        for tag in ("article", "div")
    )
    assert articles.weight > 2 * parts.weight
