"""A site for rules: pages made by a function of the path, in a thread of the test."""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Site:
    """*pages*: gives the body of a path, none where there is none, or a status with a place to go to."""

    def __init__(self, pages):
        self.visits = Counter()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self):
                site.visits[self.path] += 1
                found = pages(self.path)
                headers = {"Content-Type": "text/html"}
                status = 200 if found is not None else 404
                if isinstance(found, tuple):
                    status, headers["Location"], found = *found, b""
                body = (found or b"") if isinstance(found, (bytes, type(None))) else found.encode()
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def run(self):
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving(pages):
    """The site, as long as the block runs."""
    site = Site(pages)
    site.run()
    try:
        yield site
    finally:
        site.close()
