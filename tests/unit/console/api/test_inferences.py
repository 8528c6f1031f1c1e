import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scrapy_bt.console.api.inferences import ProofRequest, proof_words
from scrapy_bt.console.jobs.proofs import ProofRun
from scrapy_bt.console.refusals import Refusal
from scrapy_bt.operations.inferences import read_report
from tests.unit.console.conftest import Client
from tests.unit.console.inferred import infer

URL = "/api/v1/inferences/shop"


@pytest.fixture
def report(project: Path) -> Path:
    return infer(project / "trees")


def post(client: Client, path: str, **body: Any) -> Any:
    told = client.post(f"{URL}/{path}", json.dumps(body))
    assert told.status == 200, told.text
    return told.json


def test_inferences_are_told(client: Client, report: Path) -> None:
    assert [one["name"] for one in client.get("/api/v1/inferences").json["inferences"]] == ["shop"]
    assert client.get(URL).json["proven"] is True
    assert client.get("/api/v1/inferences/none").status == 404


def test_it_says_what_would_be_sent_before_anything_is(client: Client, report: Path) -> None:
    plan = post(client, "prove", keep=["1"], drop=["3 header x"], origin=["3 form t=css"], replays=9)
    assert plan["replays"] == 9
    assert plan["hosts"] == read_report(report)["hosts"]
    assert (plan["methods"], plan["most_requests"], plan["goes_on"]) == ({"GET": 3}, 27, True)
    assert (plan["changing"], plan["typed"]) == ([], "")
    assert "--keep=1 '--drop=3 header x' '--origin=3 form t=css' --after shop.bt -o shop.bt -f" in plan["command"]
    assert "--expect=soup" in plan["command"]
    everything = post(client, "prove", level="all")
    assert everything["changing"]
    assert everything["methods"] == {"GET": 2, "POST": 1}
    assert post(client, "prove", want=["soup"])["goes_on"] is False
    assert everything["typed"] == "shop"
    refused = client.post(f"{URL}/apply", json.dumps({"plan": everything["plan"], "typed": "no"}))
    assert refused.status == 422
    assert post(client, "prove", level="none")["hosts"] == []


def test_recordings_that_are_gone_are_told(report: Path) -> None:
    told = read_report(report)
    (report.parent / "2.har").unlink()
    with pytest.raises(Refusal, match=r"no recording .*2\.har"):
        proof_words(told, ProofRequest())
    with pytest.raises(Refusal, match="what it was inferred from"):
        proof_words({**told, "asked": None}, ProofRequest())


def test_what_was_inferred_anew_is_taken_with_its_report(client: Client, report: Path, project: Path) -> None:
    folder = project / "proof"
    infer(folder, goal="another")
    tree = folder / "shop.bt"
    tree.write_text(tree.read_text() + "# anew\n")
    over = SimpleNamespace(poll=lambda: 0)
    client.console.proofs._started["1"] = ProofRun("1", "shop", tree, over, 0.0)  # type: ignore[arg-type]
    assert client.get("/api/v1/jobs/1").json["ready"] is True
    plan = post(client, "take", proof="1")
    assert plan["command"].startswith("cp ")
    assert plan["command"].count(" && cp ") == 1
    assert "+# anew" in plan["diff"]
    assert "# anew" not in (project / "trees" / "shop.bt").read_text()
    post(client, "apply", plan=plan["plan"])
    assert (project / "trees" / "shop.bt").read_text().endswith("# anew\n")
    assert read_report(report)["goal"] == "another"
    assert client.post(f"{URL}/take", '{"proof": "2"}').status == 404
    (folder / "shop.inference.json").unlink()
    assert client.post(f"{URL}/take", '{"proof": "1"}').status == 409
    assert client.post("/api/v1/jobs/1/end").json["running"] is False
