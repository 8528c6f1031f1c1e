"""How the rule server answers: who asks is known by a token alone, since there are no cookies and no pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..console.api.answers import answer
from ..console.refusals import Refusal, refuse
from ..core.rules.sharing.statements import StatementError
from ..errors import BTError, RuleError
from ..storage.sharing.accounts import LoginError, SeatError
from ..storage.sharing.ledger import ConflictError, RateError
from ..webservers import bearer_token
from .state import service_of

HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


def answering(
    question: Callable[[Request], Awaitable[Any]], *, needs_account: bool, is_open: bool
) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint that sends what *question* gives, to whom it is meant for."""

    @wraps(question)
    async def endpoint(request: Request) -> Response:
        service = service_of(request)
        service.requests += 1
        try:
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if request.method == "POST" and kind != "application/json":
                raise Refusal(415, "type", "what is sent to a rule server is application/json")
            if needs_account or (service.is_private and not is_open):
                request.state.account, request.state.device = await _identify(request)
            found = await question(request)
            response = found if isinstance(found, Response) else answer(request, found)
        except (BTError, ValueError, SQLAlchemyError) as error:
            response = _refusal(error)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return endpoint


async def _identify(request: Request) -> tuple[str, str]:
    token = bearer_token(request.headers.get("authorization", ""))
    if token is None:
        raise LoginError("this takes an account")
    return await run_in_threadpool(service_of(request).accounts.identify, token)


def _refusal(error: Exception) -> JSONResponse:
    if isinstance(error, Refusal):
        return error.response
    message = str(error)
    if isinstance(error, LoginError):
        response = refuse(429 if error.seconds else 401, "login", message, advice="scrapy bt rules login ACCOUNT")
        if error.seconds:
            response.headers["retry-after"] = str(int(error.seconds) + 1)
        return response
    if isinstance(error, SeatError):
        return refuse(409, "seats", message)
    if isinstance(error, ConflictError):
        told = {"code": "conflict", "message": message, "advice": "", "place": ""}
        return JSONResponse({**told, "version": error.version, "sha256": error.sha256}, 409)
    if isinstance(error, RateError):
        return refuse(429, "rate", message)
    if isinstance(error, RuleError):
        return refuse(422, "faults", message, place=str(error.faults[0].place))
    if isinstance(error, StatementError):
        return refuse(422, "statement", message)
    if isinstance(error, SQLAlchemyError):
        return refuse(503, "database", "the database does not answer", advice="try again later")
    return refuse(409 if isinstance(error, BTError) else 422, "refused", message)
