"""Knowledge sources and oracles from other packages."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest
from scrapy.exceptions import UsageError

from scrapy_bt.commands.shared.plugins import ORACLE_GROUP, SOURCE_GROUP, all_oracles, all_sources, choose_sources
from scrapy_bt.core.inference.sources import SOURCES
from scrapy_bt.core.samples.traffic import Answer
from tests.made_sites import Told


class Namesake(Told):
    name = SOURCES[0].name


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    module = ModuleType("shop_knowledge")
    vars(module).update(Told=Told, Namesake=Namesake, instance=Told(), number=3)
    monkeypatch.setitem(sys.modules, "shop_knowledge", module)
    values = {
        "class": "shop_knowledge:Told",
        "gone": "no_such_module:Source",
        "instance": "shop_knowledge:instance",
        "namesake": "shop_knowledge:Namesake",
        "number": "shop_knowledge:number",
    }
    return [EntryPoint(name, value, SOURCE_GROUP) for name, value in values.items()]


def test_those_that_can_be_used_come_after_the_own(found: list[EntryPoint]) -> None:
    sources, problems = all_sources(found)
    assert [source.name for source in sources] == [*(source.name for source in SOURCES), "told"]
    assert [problem.partition("(")[0].strip() for problem in problems] == [
        "the knowledge source 'gone'",
        "the knowledge source 'instance'",
        "the knowledge source 'namesake'",
        "the knowledge source 'number'",
    ]
    assert "cannot be loaded: ModuleNotFoundError" in problems[0]
    assert "there is a knowledge source of the name 'told' already" in problems[1]
    assert "has no name, watches, applies, derive" in problems[3]


def test_what_is_installed_is_looked_for() -> None:
    assert all_sources() == (SOURCES, ())


def test_sources_are_chosen_by_their_names_in_their_own_order() -> None:
    assert choose_sources(SOURCES, (), ()) == SOURCES
    assert [source.name for source in choose_sources(SOURCES, ("origins", "alignment"), ())] == ["alignment", "origins"]
    assert "loops" not in {source.name for source in choose_sources(SOURCES, (), ("loops",))}


@pytest.mark.parametrize(
    ("only", "without", "message"),
    [
        (("origin",), (), "there is no knowledge source 'origin'; there are: noise, "),
        (("noise",), ("noise",), "no knowledge source is left"),
    ],
)
def test_a_wrong_choice_is_told(only: tuple[str, ...], without: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        choose_sources(SOURCES, only, without)


class Refused:
    name = "refused"

    def unlike(self, recorded, answer):
        return "the shop refused" if b"refused" in answer.body else ""


class Broken:
    name = "broken"

    def unlike(self, recorded, answer):
        raise ValueError("no such key")


def test_oracles_of_others_say_why_an_answer_is_not_the_right_one(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("shop_oracles")
    vars(module).update(Refused=Refused, Broken=Broken, number=3)
    monkeypatch.setitem(sys.modules, "shop_oracles", module)
    points = [EntryPoint(name, f"shop_oracles:{name}", ORACLE_GROUP) for name in ("Refused", "Broken", "number")]
    oracles, problems = all_oracles(points)
    assert len(problems) == 1
    assert "it has no name, unlike" in problems[0]
    good, bad = (Answer(200, "https://a.test/", (), body) for body in (b"{}", b"refused"))
    told = {each.name: [each.unlike(good, good), each.unlike(good, bad)] for each in oracles}
    assert told["refused"] == ["", "the shop refused"]
    assert told["broken"][0] == "the oracle 'broken' has failed: ValueError: no such key"
