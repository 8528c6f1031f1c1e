"""`/login`: the page that takes the key out of the address."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from .page import page, render


@page
async def show(request: Request) -> Response:
    """Its script sends the key, which no server log and no other page ever sees."""
    return render(request, "login")
