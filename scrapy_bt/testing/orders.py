"""Orders to a process of its own: lines of JSON at its input, each answered by a line."""

from __future__ import annotations

import asyncio
import json
import sys


async def take_orders(servant: object) -> None:
    """Carry out orders until the input ends, as it does with the process that gives them.

    The `command` of a line is the method `do_<command>` of the *servant*, which takes the line's other values and
    returns the answer.
    """
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        order = json.loads(line)
        answer = await getattr(servant, f"do_{order.pop('command')}")(**order)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
