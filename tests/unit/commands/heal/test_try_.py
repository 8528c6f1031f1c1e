"""A selector of one's own, at a terminal."""

import json


def keep(store, number, state, markup):
    url = f"https://shop.test/{number}"
    store.add_page("shop", "Shop.parse", state=state, url=url, status=200, markup=markup, seen=())


def test_what_it_gives_is_printed_page_by_page(heal, filing, capsys):
    keep(filing.store, 1, "good", "<h1>One</h1>")
    for number in (2, 3, 4):
        keep(filing.store, number, "failing", f"<h2>Now {number}</h2>")
    one = filing.file()
    assert heal("try", "h2::text", one.id) == 0
    told = capsys.readouterr().out
    assert "by h2::text: found on 3 of 3, as usual on 3" in told
    assert "https://shop.test/1" in told
    assert heal("try", "h3::text", one.id, "--json") == 1
    tried = json.loads(capsys.readouterr().out)
    assert (tried["selector"], tried["trial"]["found"], len(tried["pages"])) == ("h3::text", 0, 4)
    assert heal("try", "h3::text", one.id) == 1
    assert "now, against it" in capsys.readouterr().out
    assert heal("try", "h3[", one.id) == 1
