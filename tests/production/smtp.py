"""A mail server as small as can be, which speaks enough of SMTP for a client to log in and to deliver."""

from __future__ import annotations

import base64
import socketserver
import ssl
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Thread
from typing import Any

from tests.production.tls import context


@dataclass
class Received:
    """A mail that arrived: who was logged in, whether the line was secret, and to whom it goes."""

    login: str
    secret: bool
    to: list[str]
    mail: EmailMessage


@dataclass
class MailServer:
    """`refuses` is the answer to recipients, if they are refused."""

    pem: Path
    refuses: str = ""
    received: list[Received] = field(default_factory=list)

    def __enter__(self) -> MailServer:
        server = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                _Conversation(self, server).hold()

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])


class _Conversation:
    def __init__(self, handler: Any, server: MailServer) -> None:
        self.socket, self.file, self.server = handler.request, handler.rfile, server
        self.login, self.to, self.secret = "", list[str](), False

    def say(self, *lines: str) -> None:
        self.socket.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def hold(self) -> None:
        self.say("220 ready")
        while line := self.file.readline().decode().strip():
            word = line.split()[0].upper()
            if word == "QUIT":
                self.say("221 bye")
                return
            getattr(self, f"on_{word.lower()}", lambda _: self.say("502 what?"))(line)

    def on_ehlo(self, _: str) -> None:
        self.say("250-here", "250-AUTH PLAIN LOGIN" if self.secret else "250-STARTTLS", "250 8BITMIME")

    def on_starttls(self, _: str) -> None:
        self.say("220 go on")
        self.socket = context(self.server.pem).wrap_socket(self.socket, server_side=True)
        self.file, self.secret = self.socket.makefile("rb"), isinstance(self.socket, ssl.SSLSocket)

    def on_auth(self, line: str) -> None:
        _, name, password = base64.b64decode(line.split()[2]).decode().split("\0")
        self.login = f"{name}:{password}"
        self.say("235 welcome")

    def on_mail(self, _: str) -> None:
        self.to = []
        self.say("250 yes")

    def on_rcpt(self, line: str) -> None:
        if self.server.refuses:
            return self.say(self.server.refuses)
        self.to.append(line.split("<")[1].rstrip(">"))
        return self.say("250 yes")

    def on_rset(self, _: str) -> None:
        self.say("250 yes")

    def on_data(self, _: str) -> None:
        self.say("354 go on")
        lines = []
        while (line := self.file.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.server.received.append(Received(self.login, self.secret, self.to, mail))
        self.say("250 taken")
