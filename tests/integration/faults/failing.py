"""A client of Redis for workers that have to die between two commands: `REDIS_PARAMS["redis_cls"]` names it."""

import os
import signal
from itertools import count

from redis.asyncio import Redis

_commands = count(1)
_at, _, _when = os.environ.get("FAIL_AT", "0:").partition(":")


class FailingRedis(Redis):
    """Kills its process at the command that `FAIL_AT` names: `7:before` it is sent, `7:after` its answer has come."""

    async def execute_command(self, *args, **options):
        is_last = next(_commands) == int(_at)
        if is_last and _when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            return await super().execute_command(*args, **options)
        finally:
            if is_last:
                os.kill(os.getpid(), signal.SIGKILL)
