import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.operations.entities import open_knowledge
from tests.unit.console.conftest import Client

EVIL = "<img src=x onerror=alert(1)>"


def test_without_a_knowledge_base_the_page_says_how_to_make_one(client: Client) -> None:
    text = client.get("/entities").text
    assert "scrapy bt entities import FILE" in text
    assert "Nothing is preferred" in text


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR])
def test_a_search_leads_to_what_is_around_and_strangers_names_do_nothing(client: Client, role: Role) -> None:
    with open_knowledge(client.console.settings, make=True) as store:
        others = [Entity(f"n{number}", f"{EVIL} {number}", EVIL) for number in range(4)]
        store.add(
            [Entity("q/1&x", "Ada", EVIL, EVIL, (f"Countess {EVIL}",), tuple(("knows", one.id) for one in others))]
        )
        store.add(others)
        store.note({f"https://a.test/{EVIL}": {"q/1&x": 3}})
    (client.console.project / "preferences.toml").write_text('[prefer.entities]\nAda = 2\n[prefer.words]\n"<b>" = -1\n')
    text = client.get("/entities?q=countess", role=role).text
    assert 'href="/entities?id=q%2F1%26x"' in text
    assert text.count("data-prefer=") == (3 if role is Role.EDITOR else 0)
    around = client.get("/entities?id=q%2F1%26x&id=n2", role=role).text
    assert '<a href="/entities?id=q%2F1%26x&amp;id=n2&amp;id=n0" tabindex="-1">' in around
    assert 'href="/entities?id=n2">Fold' in around
    assert "style=" not in around
    assert "<img" not in text + around
    assert "<b>" not in text


def test_very_many_neighbours_stand_in_the_table_alone(client: Client) -> None:
    with open_knowledge(client.console.settings, make=True) as store:
        store.add([Entity(f"n{number}", f"Name {number}") for number in range(600)])
        store.add([Entity("q", "Hub", links=tuple(("knows", f"n{number}") for number in range(600)))])
    text = client.get("/entities?id=q").text
    assert "101 more neighbours are left out" in text
    assert "<svg" not in text


def test_an_entity_that_is_gone_is_told(client: Client) -> None:
    with open_knowledge(client.console.settings, make=True):
        pass
    assert client.get("/entities?id=gone").status == 404


def test_faults_of_the_file_are_told_on_the_page(client: Client) -> None:
    (client.console.project / "preferences.toml").write_text("[prefer.words]\nada = 9\n")
    answer = client.get("/entities")
    assert answer.status == 200
    assert "preferences.toml:2:7" in answer.text
