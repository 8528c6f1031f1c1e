from typing import Any

from scrapy_bt.core.inference.explanation.earlier import earlier_of

STEP = {"step": 2, "request": "POST /login", "left_out": ["header accept"]}
ORIGINS = [{"name": "css `a` of step 2", "chosen": True}, {"name": "“x”", "chosen": False}]


def fact(kind: str, step: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "step": step, "status": "verified", "trials": [3], "text": "it holds", **more}


def test_what_a_report_decided_is_told_by_names() -> None:
    facts = [
        fact("StepNeed", 2, needed=True),
        fact("ParameterNeed", 2, key="header accept", needed=False),
        fact("ParameterNeed", 2, key="form t", needed=True, status="refuted"),
        fact("Loop", 2),
        fact("Contended", 2, status="unverified"),
    ]
    path = [{**STEP, "parameters": [{"key": "form t", "origins": ORIGINS}, {"key": "form user"}]}]
    earlier = earlier_of({"proven": True, "facts": facts, "path": path, "replays": []})
    assert earlier is not None
    assert earlier.steps == {1: "POST /login"}
    assert (earlier.dropped, earlier.origins) == ({"2 header accept"}, {"2 form t=css `a` of step 2"})
    assert (earlier.needed, earlier.superfluous) == ({"2": (3,)}, {"2 header accept": (3,)})
    assert earlier.claims == {"Loop it holds": ("verified", (3,))}
