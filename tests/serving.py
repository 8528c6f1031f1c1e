"""Servers in a thread of the test: a handler makes their answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLContext
from threading import Thread


class Handler(BaseHTTPRequestHandler):
    """Keeps its connections, and says nothing in the log."""

    protocol_version = "HTTP/1.1"

    def answer(self, status: int, body: bytes | str, *headers: tuple[str, str], kind: str = "text/html") -> None:
        content = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in (*headers, ("Content-Type", kind), ("Content-Length", str(len(content)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away, or was let wait for too long."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler], *, tls: SSLContext | None = None) -> Iterator[str]:
    """The address of a server, without a slash at its end, as long as the block runs."""
    with _Server(("127.0.0.1", 0), handler) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http{'s' if tls else ''}://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
