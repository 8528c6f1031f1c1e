import msgspec
import pytest

from scrapy_bt.core.inference.explanation.stored import StoredKnowledge, StoredStub

STUB = {"name": "sign", "template": "data/sign", "inputs": ["a"], "facts": {"x": [1]}, "evidence": "why"}


def test_what_else_is_stored_is_passed_over() -> None:
    found = msgspec.convert({"stubs": [STUB], "answers": [], "format": 1, "facts": "any"}, StoredKnowledge)
    assert found["stubs"] == [STUB]
    assert msgspec.convert({}, StoredKnowledge) == {}


@pytest.mark.parametrize("odd", [{}, {"name": 1}, {**STUB, "facts": []}, {**STUB, "inputs": "a"}])
def test_another_shape_is_refused(odd) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(odd, StoredStub)
