"""Cookie sessions, kept as long as somebody uses them (language.md, "Cookies")."""

from __future__ import annotations

from collections.abc import Collection, Iterator


class SharedSessions:
    """A session is named by the task that began it; tasks and shared values that use another one's are its sharers.

    Below 0 are sessions of logins, which belong to no task: they last as long as they have sharers.

    Only sharers are counted: a million tasks that have each their own session cost nothing here.
    """

    def __init__(self) -> None:
        self._cookies: dict[int, bytes] = {}
        self._sharers: dict[int, int] = {}
        self._ownerless: set[int] = set()

    def get(self, session: int) -> bytes | None:
        return self._cookies.get(session)

    def set(self, session: int, cookies: bytes) -> None:
        self._cookies[session] = cookies

    def has_sharers(self, session: int) -> bool:
        return session in self._sharers

    def enter(self, session: int, user: int = 0) -> None:
        """One more uses *session*: a task, or a shared value (0)."""
        if session and session != user:
            self._sharers[session] = self._sharers.get(session, 0) + 1

    def leave(self, session: int, user: int = 0) -> bool:
        """One less; tells whether the cookies have been dropped."""
        if not session or session == user:
            return False
        sharers = self._sharers.get(session, 1) - 1
        if sharers > 0:
            self._sharers[session] = sharers
            return False
        self._sharers.pop(session, None)
        if session > 0 and session not in self._ownerless:
            return False
        self._ownerless.discard(session)
        return self._cookies.pop(session, None) is not None

    def end(self, owner: int) -> bool:
        """The task that began the session has ended; tells whether the cookies have been dropped."""
        if owner in self._sharers:
            self._ownerless.add(owner)
            return False
        return self._cookies.pop(owner, None) is not None

    def used(self) -> Collection[int]:
        """Sessions that have cookies or sharers."""
        return self._cookies.keys() | self._sharers.keys()

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        yield from self._cookies.items()
