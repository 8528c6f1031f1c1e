"""The lean client against servers that others wrote: Apache, nginx, Node.js and Python's own, with and without TLS."""

import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.utils.test import get_crawler

from scrapy_bt.engine.http.handler import LeanDownloadHandler
from scrapy_bt.testing.ports import pick_port
from tests.certificates import write_certificate
from tests.waiting import is_listening, wait_until

PAGE = b"<p>page</p>" * 1000
TEXT = b"text" * 1000
MODULES = Path("/usr/lib/apache2/modules")
APACHE = """
ServerName h.test
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/errors
DocumentRoot {folder}/site
KeepAlive On
KeepAliveTimeout 1
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule deflate_module {modules}/mod_deflate.so
LoadModule filter_module {modules}/mod_filter.so
LoadModule dir_module {modules}/mod_dir.so
LoadModule ssl_module {modules}/mod_ssl.so
SSLEngine {tls}
SSLCertificateFile {certificate}
<Location /packed.txt>
  SetOutputFilter DEFLATE
</Location>
"""
NGINX = """
{user}
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
    access_log off;
    keepalive_timeout 1s;
    default_type text/plain;
    gzip on;
    gzip_types text/plain;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} {tls};
        ssl_certificate {certificate};
        ssl_certificate_key {certificate};
        root {folder}/site;
    }}
}}
"""
NODE = """
const fs = require("fs"), http = require("http"), https = require("https"), zlib = require("zlib");
const [port, folder, certificate] = process.argv.slice(2);
const types = { ".html": "text/html", ".txt": "text/plain" };
function serve(request, response) {
    const file = folder + request.url, sent = { ETag: '"1"' };
    if (request.url === "/trailers") {
        response.writeEarlyHints?.({ link: "</a.css>; rel=preload" });
        response.writeHead(200, { Trailer: "X-Sum", "Content-Type": "text/plain" });
        for (let number = 0; number < 100; number++) response.write("part " + number + ";");
        response.addTrailers({ "X-Sum": "100" });
        return response.end();
    }
    if (request.method === "POST") {
        const parts = [];
        request.on("data", part => parts.push(part));
        request.on("end", () => response.end(Buffer.concat(parts)));
        return;
    }
    if (!["GET", "HEAD"].includes(request.method)) return response.writeHead(405).end();
    if (!fs.existsSync(file)) return response.writeHead(404).end("none");
    if (request.headers["if-none-match"] === sent.ETag) return response.writeHead(304, sent).end();
    const body = fs.readFileSync(file);
    sent["Content-Type"] = types[file.slice(file.lastIndexOf("."))];
    if ((request.headers["accept-encoding"] || "").includes("gzip")) {
        response.writeHead(200, { ...sent, "Content-Encoding": "gzip" });
        return zlib.createGzip().on("data", part => response.write(part)).on("end", () => response.end()).end(body);
    }
    response.writeHead(200, { ...sent, "Content-Length": body.length });
    response.end(request.method === "HEAD" ? undefined : body);
}
const pem = certificate && fs.readFileSync(certificate);
const server = certificate ? https.createServer({ key: pem, cert: pem }, serve) : http.createServer(serve);
server.keepAliveTimeout = 1000;
server.listen(Number(port), "127.0.0.1");
"""
PYTHON = """
import functools, http.server, ssl, sys
port, folder, *certificate = sys.argv[1:]
class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 1
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), functools.partial(Handler, directory=folder))
if certificate:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate[0])
    server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
"""


def command_of(name, port, folder, certificate, *, is_secure):
    """What starts a server; skips where it is not there."""
    names = {"apache": "apache2", "nginx": "nginx", "node": "node"}
    program = sys.executable if name == "python" else shutil.which(names[name]) or shutil.which(names[name], path=SBIN)
    if program is None or (name == "apache" and not MODULES.is_dir()):
        pytest.skip(f"{name} is not installed")
    if name in ("node", "python"):
        script = folder / "server"
        script.write_text(NODE if name == "node" else PYTHON)
        return [program, script, str(port), folder / "site", *([certificate] if is_secure else [])]
    known = {"folder": folder, "port": port, "certificate": certificate, "modules": MODULES}
    conf = folder / "conf"
    if name == "apache":
        conf.write_text(APACHE.format(tls="on" if is_secure else "off", **known))
        return [program, "-f", conf, "-DFOREGROUND"]
    user = "user root;" if os.geteuid() == 0 else ""
    conf.write_text(NGINX.format(tls="ssl" if is_secure else "", user=user, **known))
    return [program, "-c", conf, "-p", folder, "-e", folder / "errors"]


SBIN = "/usr/sbin:/usr/local/sbin"


@contextmanager
def served(name, folder, *, is_secure):
    port = pick_port()
    folder.chmod(0o755)
    (folder / "site").mkdir()
    (folder / "site" / "page.html").write_bytes(PAGE)
    (folder / "site" / "packed.txt").write_bytes(TEXT)
    command = command_of(name, port, folder, write_certificate(folder), is_secure=is_secure)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            wait_until(lambda: is_listening(port), process)
            yield f"{'https' if is_secure else 'http'}://127.0.0.1:{port}"
        finally:
            process.terminate()


@pytest.fixture(params=["apache", "nginx", "node", "python"])
def name(request):
    return request.param


@pytest.mark.parametrize("is_secure", [False, True], ids=["http", "https"])
def test_the_server_is_understood(name, is_secure, tmp_path):
    async def crawl(site):
        crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
        handler = LeanDownloadHandler.from_crawler(crawler)

        async def ask(path, **options):
            return await handler.download_request(Request(f"{site}{path}", **options))

        page = await ask("/page.html")
        packed = await ask("/packed.txt", headers={"Accept-Encoding": "gzip"})
        head = await ask("/page.html", method="HEAD")
        missing = await ask("/none")
        tag = {"If-None-Match": page.headers["ETag"]} if b"ETag" in page.headers else {}
        same = await ask("/page.html", headers=tag or {"If-Modified-Since": page.headers["Last-Modified"]})
        part = await ask("/page.html", headers={"Range": "bytes=0-9"})
        refused = await ask("/page.html", method="DELETE")
        many = await asyncio.gather(*(ask("/page.html") for _ in range(20)))
        while len(handler._pool):  # until the server has ended all connections
            await asyncio.sleep(0.01)
        again = await ask("/page.html")
        others = [await ask("/trailers"), await ask("/", method="POST", body=TEXT)] if name == "node" else []
        await handler.close()
        return page, packed, head, missing, same, part, refused, [*many, again], others

    with served(name, tmp_path, is_secure=is_secure) as site:
        page, packed, head, missing, same, part, refused, pages, others = asyncio.run(crawl(site))
    assert (page.status, page.protocol, page.certificate is not None) == (200, "HTTP/1.1", is_secure)
    assert {page.body, *(other.body for other in pages)} == {PAGE}
    if name == "python":
        assert packed.body == TEXT
    else:
        assert (packed.headers["Content-Encoding"], len(packed.body) < len(TEXT)) == (b"gzip", True)
    assert (head.status, head.body, head.headers["Content-Length"]) == (200, b"", b"11000")
    assert (missing.status, same.status, same.body) == (404, 304, b"")
    assert refused.status == (501 if name == "python" else 405)
    if name in ("apache", "nginx"):
        assert (part.status, part.body) == (206, PAGE[:10])
    if others:
        trailers, posted = others
        assert trailers.body == b"".join(b"part %d;" % number for number in range(100))
        assert (b"X-Sum" in trailers.headers, posted.body) == (False, TEXT)
