"""How the API says that something cannot be done: code, message, advice, place."""

from __future__ import annotations

from starlette.responses import JSONResponse

from ..errors import BTError
from .words import told


class Refusal(BTError):  # noqa: N818  # what is answered, not whose error it is
    """An answer that is no success; *status* of HTTP, *code* for programs."""

    def __init__(self, status: int, code: str, message: str, *, advice: str = "", place: str = "") -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.advice, self.place = status, code, message, advice, place

    @property
    def response(self) -> JSONResponse:
        return refuse(self.status, self.code, self.message, advice=self.advice, place=self.place)


def refuse(status: int, code: str, message: str, *, advice: str = "", place: str = "") -> JSONResponse:
    """The answer, in the reader's language."""
    texts = {"code": code, "message": told(message), "advice": told(advice), "place": place}
    return JSONResponse({key: _whole(text) for key, text in texts.items()}, status)


def _whole(text: str) -> str:
    """A text without halves of characters."""
    return text.encode("utf-8", "replace").decode()
