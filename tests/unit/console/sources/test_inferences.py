from pathlib import Path

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.sources.inferences import find_report, list_inferences, tell_inference
from tests.unit.console.inferred import infer


def test_inferences_are_listed_and_found(project: Path, settings: Settings) -> None:
    assert list_inferences(settings) == []
    infer(project / "trees")
    (project / "trees" / "other.inference.json").write_text("{}")
    told = {one["name"]: one for one in list_inferences(settings)}
    assert told["shop"]["proven"] is True
    assert "infer the tree anew" in told["other"]["fault"]
    assert find_report(settings, "shop").name == "shop.inference.json"
    for name in ("none", "..:shop", "../shop"):
        with pytest.raises(Refusal):
            find_report(settings, name)


def test_each_thing_has_the_replays_that_decided_on_it(project: Path) -> None:
    told = tell_inference(infer(project / "trees"))
    parameters = {(step["step"], each["key"]): each["trials"] for step in told["path"] for each in step["parameters"]}
    sent = {key: trials for (_, key), trials in parameters.items() if key.startswith("form ")}
    assert (sent.pop("form user"), sent.pop("form secret")) == ([], []), "nobody logs in without what was typed for it"
    needed = list(sent.values())
    assert needed
    assert all(trials and not trials[-1]["right"] and trials[-1]["reason"] for trials in needed)
    assert all(trials[-1]["difference"]["came"] for trials in needed)
    left_out = [each for step in told["path"] for each in step["left_out"]]
    assert any(each["trials"] and each["trials"][-1]["right"] for each in left_out)
    assert told["dropped_steps"]
    assert all(step["request"] and step["trials"][-1]["right"] for step in told["dropped_steps"])
    assert {row["round"] for row in told["rounds"]} >= {1}
    assert told["hosts"]


def test_an_edited_tree_is_told(project: Path) -> None:
    path = infer(project / "trees")
    assert tell_inference(path)["edited"] is False
    (project / "trees" / "shop.bt").write_text("# mine\n")
    assert tell_inference(path)["edited"] is True
    (project / "trees" / "shop.bt").unlink()
    assert tell_inference(path)["edited"] is None
