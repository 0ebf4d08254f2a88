"""A program that receives webhooks: a real HTTP server on this machine, which keeps the messages."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate(folder: Path, name: str) -> Path:
    """A file with a key and a self-signed certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = folder / f"{name}.pem"
    file.write_bytes(key.private_bytes(*plain) + made.public_bytes(serialization.Encoding.PEM))
    return file


class Message(NamedTuple):
    """A received message: its address, headers and body."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        """The body, decoded."""
        found: dict[str, Any] = json.loads(self.body)
        return found


class Receiver:
    """`messages` are in order of arrival; `answer` is the status of the next answers, `hold` delays them."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.messages: list[Message] = []
        self.answer = 200
        self.headers: dict[str, str] = {}
        self.hold = threading.Event()
        self.hold.set()
        self.port = int(server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}/hook?for=club"

    def types(self) -> list[str]:
        """The types of the received acts."""
        return [each.told["type"] for each in self.messages]


@contextmanager
def receiving(secured: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver for the duration of a block; with TLS if a certificate is given."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    if secured:
        server.socket = secured.wrap_socket(server.socket, server_side=True)
    receiver = Receiver(server)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.messages.append(Message(self.path, dict(self.headers), body))
            receiver.hold.wait(30)
            self.send_response(receiver.answer)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    server.RequestHandlerClass = Handler
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.hold.set()
        server.shutdown()
        server.server_close()
        thread.join()
