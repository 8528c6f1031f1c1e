"""The crawls of a project that run in processes of this machine, by name."""

from __future__ import annotations

import os
from contextlib import suppress

from ...crawl.watching.folders import SOCKETS, file_name, list_sockets, pid_of, watch_folder
from ...errors import BTError
from ...sentences import say
from .socket_crawl import SocketCrawl


def find_running(name: str) -> SocketCrawl | None:
    """The crawl `NAME`, or `NAME@PID`, of the current project; raises `BTError` where several are meant."""
    folder = watch_folder(SOCKETS)
    spider, _, pid = name.partition("@")
    if folder is None:
        return None
    found: list[SocketCrawl] = []
    for path in list_sockets(folder):
        of_spider = path.stem.rpartition("-")[0] == file_name(spider)
        if of_spider and pid in ("", str(pid_of(path))) and is_alive(pid_of(path)):
            with suppress(BTError):  # one that has not begun, or is just over
                found.append(SocketCrawl(path))
    if len(found) > 1:
        for crawl in found:
            crawl.close()
        raise BTError(say("several crawls of '{}' run: say which, {}", spider, ", ".join(crawl.id for crawl in found)))
    return found[0] if found else None


def is_alive(pid: int) -> bool:
    """Whether there is such a process."""
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
