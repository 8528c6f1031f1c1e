"""The API, described for programs: an OpenAPI file, which tests compare with the routes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

_FILE = Path(__file__).with_name("openapi.json")


async def describe_api(request: Request) -> Response:  # noqa: ARG001 - as every endpoint
    """The file as it is."""
    return Response(_read(), media_type="application/json")


@cache
def _read() -> bytes:
    return _FILE.read_bytes()
