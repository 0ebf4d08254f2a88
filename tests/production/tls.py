"""A reverse proxy with TLS, as small as can be, and the certificate that its clients trust.

It does what the settings expect of a proxy: it ends TLS, passes requests on to its sites in turn, appends the client's
address to X-Forwarded-For, says in X-Forwarded-Proto that it was HTTPS, and names the request. A connection carries
one request, so that nothing but its head has to be read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from threading import Thread
from typing import Literal
from uuid import uuid4

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

SSL_REQUEST = bytes.fromhex("00000008 04d2162f")
"""What a client of PostgreSQL sends that wants TLS."""


def certificate(folder: Path) -> Path:
    """A file with a certificate for this machine, which signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    names = [x509.IPAddress(ipaddress.ip_address("127.0.0.1")), x509.DNSName("localhost")]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    encoded = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "certificate.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + encoded)
    return path


def context(pem: Path) -> ssl.SSLContext:
    """The server's side of TLS."""
    found = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    found.load_cert_chain(pem)
    return found


class Proxy:
    """A server with TLS before others, by port or socket, which it asks in turn. Of `http` it reads the heads of
    requests, with a client of `postgres` it agrees on TLS first, and other `bytes` are passed on as they come.
    """

    def __init__(
        self, pem: Path, to: Sequence[int | Path], speaks: Literal["http", "postgres", "bytes"] = "http"
    ) -> None:
        self._to, self._speaks, self._context = cycle(to), speaks, context(pem)
        self.served = 0
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        at_once = None if speaks == "postgres" else self._context
        started = asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=at_once)
        self._server = asyncio.run_coroutine_threadsafe(started, self._loop).result(20)
        self.port: int = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Close the door and whatever is still open, and end the thread."""
        asyncio.run_coroutine_threadsafe(self._closed(), self._loop).result(20)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
        self._loop.close()

    async def _closed(self) -> None:
        self._server.close()
        open_still = asyncio.all_tasks() - {asyncio.current_task()}
        for task in open_still:
            task.cancel()
        await asyncio.gather(*open_still, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._speaks == "postgres":
                while await reader.readexactly(len(SSL_REQUEST)) != SSL_REQUEST:
                    writer.write(b"N")  # to another kind of secrecy, which some clients ask for first
                writer.write(b"S")
                await writer.start_tls(self._context)
            self.served += 1
            head = await self._head(reader, writer) if self._speaks == "http" else b""
            to = next(self._to)
            from_site, to_site = await (
                asyncio.open_connection("127.0.0.1", to) if isinstance(to, int) else asyncio.open_unix_connection(to)
            )
            to_site.write(head)
            await asyncio.gather(_passed(reader, to_site), _passed(from_site, writer))
        except (OSError, asyncio.IncompleteReadError):
            writer.close()

    async def _head(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).rstrip(b"\r\n").split(b"\r\n")
        ours = (b"connection:", b"x-forwarded-proto:", b"x-request-id:")
        kept = [line for line in lines if not line.lower().startswith(ours)]
        client = writer.get_extra_info("peername")[0]
        added = ["Connection: close", f"X-Forwarded-For: {client}", "X-Forwarded-Proto: https",
                 f"X-Request-ID: proxy-{uuid4()}"]  # fmt: skip
        return b"\r\n".join([first, *kept, *(line.encode() for line in added), b"", b""])


async def _passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
