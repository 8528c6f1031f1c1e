"""What is known of inferred trees, in the files beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.documents.json import read_json
from ..core.inference.explanation.explain import is_report
from ..core.inference.explanation.stored import ENDING
from ..errors import SampleError
from ..nearfiles import meant_instead
from ..sentences import say


def read_report(path: Path) -> dict[str, Any]:
    """What is known of an inferred tree, by its path or that of the file beside it; raises `SampleError`."""
    beside = path if path.name.endswith(ENDING) else path.with_name(path.stem + ENDING)
    try:
        data = read_json(beside.read_text("utf-8"), largest=None)
    except FileNotFoundError:
        written = say("it is written beside its tree by: scrapy bt infer SAMPLE … -o NAME.bt")
        advice = written if path.exists() else meant_instead(path, written)
        raise SampleError(say("{}: there is no such file; {}", beside, advice)) from None
    except (OSError, ValueError) as error:
        raise SampleError(say("{}: it cannot be read ({}); infer the tree anew", beside, error)) from None
    if not is_report(data):
        raise SampleError(say("{}: it is not what this version writes; infer the tree anew", beside))
    found: dict[str, Any] = data
    return found
