"""Calls that each have a number by which their answer is known, as those of JSON-RPC: it tells nothing else."""

from __future__ import annotations

import json
from functools import lru_cache

from ....documents.json import read_json
from ....samples.parameters import Key
from ....samples.traffic import Sent

NUMBER = Key("json", "id")
"""Where such a call has its number."""


@lru_cache(8192)
def numbered_call(sent: Sent) -> str:
    """What is called, whatever its number; empty: it is no call with a number."""
    try:
        told = read_json(sent.body or b"null")
    except ValueError:
        return ""
    if not isinstance(told, dict) or not isinstance(told.get("method"), str) or not isinstance(told.get("id"), int):
        return ""
    if told.keys().isdisjoint(("params", "jsonrpc")):
        return ""  # the number may be that of what is asked for
    return json.dumps([sent.url, {name: value for name, value in told.items() if name != NUMBER.name}])
