"""A client for servers that speak OpenAI-compatible chat completions, over plain HTTP."""

import json
import os
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException, IncompleteRead, RemoteDisconnected
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from headway.arena.http_request import Connections, Request, Response, TooLong
from headway.errors import HeadwayError, quoted

KEY_VARIABLE = "OPENAI_API_KEY"
A_KEY = f"a key is read from {KEY_VARIABLE}"
BASE_URL_VARIABLE, BASE_URL = "OPENAI_BASE_URL", "http://127.0.0.1:8080/v1"
"""The environment variable for the address of a server, and the address without it."""
SECONDS = 120.0
"""The time for one answer, if no other is given."""
MOST_BYTES = 4_000_000
"""A longer response is not read to its end."""
MOST_TOKENS = 10**9
"""A greater number of tokens for an answer, as a server tells it, counts as this."""
SHORTEST_KEY = 8
"""A shorter key is refused: it would be found in many texts, and could not be left out of them."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 600.0
"""The seconds before a busy server is asked again: twice as many each time, or as many as it asks for up to a limit."""
PROBE_TOKENS = 16
"""The length of the answer that a server is asked for before any work."""


class Message(NamedTuple):
    """One message of a conversation: the `role` is "system", "user" or "assistant"."""

    role: str
    content: str


class Completion(NamedTuple):
    """The answer of a model: its text, in which it may have repeated the key, why it ended, and its tokens."""

    text: str
    finish: str
    prompt_tokens: int
    completion_tokens: int


class ChatFailed(HeadwayError):
    """A server that gave no answer: it is not there, refuses, or answers something else than a completion."""

    name = "chat-failed"


class _Busy(ChatFailed):
    """A failure that may pass: the server is busy or has a fault. `pause` is what it asks for, in seconds."""

    def __init__(self, message: str, pause: float | None = None) -> None:
        super().__init__(message)
        self.pause = pause


@dataclass(frozen=True)
class ChatServer:
    """A model behind a server. The key is read from the environment and is never shown, written or logged."""

    base_url: str
    model: str
    seconds: float = SECONDS
    max_tokens: int = 1024
    temperature: float | None = None
    tries: int = 6
    key: str = field(default_factory=lambda: os.environ.get(KEY_VARIABLE, "").strip(), repr=False)
    _connections: Connections = field(default_factory=Connections, repr=False, compare=False)

    def __post_init__(self) -> None:
        if "?" in self.base_url or "#" in self.base_url:
            raise ChatFailed(f"The address of a server ends before a question mark or #; {A_KEY}.")
        if "@" in self.base_url.partition("//")[2].partition("/")[0]:
            raise ChatFailed(f"A key has no place in the address of a server; {A_KEY}.")
        if not _is_address(self.base_url):
            raise ChatFailed(f"The address of a server is like http://127.0.0.1:8080/v1, not {quoted(self.base_url)}.")
        if re.fullmatch(r"[\x21-\x7e]*", self.key) is None:
            raise ChatFailed(f"The key in {KEY_VARIABLE} has a character that no key has, such as a space.")
        if 0 < len(self.key) < SHORTEST_KEY:
            raise ChatFailed(
                f"The key in {KEY_VARIABLE} has fewer than {SHORTEST_KEY} characters, too few to be left out of what "
                "is written; leave it empty if the server needs none."
            )

    def check(self) -> None:
        """Refuse, before any work, a server that is not there, a wrong key, and a model that the server does not have.

        A server need not list its models, and may list them without a key: so it is asked for a short answer, too.
        """
        status, body, _ = self._request("GET", "/models", None)
        self._check_key(status, body)
        listed = _json(body) if status == 200 else {}
        models = [entry.get("id") for entry in _list(listed, "data") if isinstance(entry, dict)]
        if models and self.model not in models:
            some = ", ".join(quoted(self.without_key(str(model))) for model in models[:5])
            raise ChatFailed(f"{self._where} has no model {quoted(self.model)}; it has {some}.")
        try:
            self._complete([Message("user", "Answer with the word yes.")], min(self.max_tokens, PROBE_TOKENS))
        except _Busy:
            if status != 200:
                raise  # one that has listed its models is there, and will be asked again

    def interrupt(self) -> None:
        """End all requests and all waiting. What is under way has no answer."""
        self._connections.interrupt()

    @property
    def stop(self) -> threading.Event:
        """Set by `interrupt`: nothing is asked any more."""
        return self._connections.stop

    def resume(self) -> None:
        """Ask again after an interruption."""
        self.stop.clear()

    def complete(self, messages: Sequence[Message]) -> Completion:
        """The model's answer to a conversation. While the server is busy it is asked again, later and later."""
        pause = FIRST_PAUSE
        for _ in range(self.tries - 1):
            try:
                return self._complete(messages)
            except _Busy as busy:
                if self.stop.wait(min(LONGEST_PAUSE, pause if busy.pause is None else busy.pause)):
                    raise
            pause *= 2
        return self._complete(messages)

    def _complete(self, messages: Sequence[Message], max_tokens: int | None = None) -> Completion:
        question: dict[str, Any] = {
            "model": self.model,
            "messages": [message._asdict() for message in messages],
            "max_tokens": max_tokens or self.max_tokens,
        }
        if self.temperature is not None:
            question["temperature"] = self.temperature
        status, body, headers = self._request("POST", "/chat/completions", question)
        self._check_key(status, body)
        if status == 429 or status >= 500:
            raise _Busy(f"{self._where} answered with status {status}{self._reason(body)}", _pause(headers))
        if status != 200:
            raise ChatFailed(f"{self._where} answered with status {status}{self._reason(body)}")
        answer = _json(body)
        choices = _list(answer, "choices")
        if not choices or not isinstance(choices[0], dict) or not isinstance(choices[0].get("message"), dict):
            raise ChatFailed(f"{self._where} answered something that is not a chat completion.")
        message, usage = choices[0]["message"], answer.get("usage")
        refusal = message.get("refusal")
        text = refusal if isinstance(refusal, str) and refusal else message.get("content")
        finish = "refusal" if isinstance(refusal, str) and refusal else choices[0].get("finish_reason")
        counts = usage if isinstance(usage, dict) else {}
        return Completion(
            text if isinstance(text, str) else "",
            finish if isinstance(finish, str) else "",
            _count(counts.get("prompt_tokens")),
            _count(counts.get("completion_tokens")),
        )

    def _request(self, method: str, path: str, content: object) -> Response:
        """One response, all of it within the time limit."""
        address = urlsplit(self.base_url)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        body = None if content is None else json.dumps(content).encode()
        request = Request(address, method, address.path.rstrip("/") + path, headers, body)
        try:
            return self._connections.exchange(request, self.seconds, MOST_BYTES)
        except TooLong:
            raise ChatFailed(f"{self._where} answered more than {MOST_BYTES:,} bytes.") from None
        except TimeoutError:
            raise _Busy(f"{self._where} gave no answer within {self.seconds:g} seconds.") from None
        except RemoteDisconnected:
            raise _Busy(f"{self._where} closed the connection without an answer.") from None
        except OSError as error:
            raise _Busy(f"{self._where} cannot be reached: {error.strerror or type(error).__name__}.") from None
        except IncompleteRead:
            raise _Busy(f"{self._where} closed the connection before the end of its answer.") from None
        except HTTPException:
            raise _Busy(f"{self._where} answered something that is not HTTP.") from None

    def _check_key(self, status: int, body: bytes) -> None:
        if status in (401, 403):
            raise ChatFailed(f"{self._where} refuses the key{self._reason(body)}")

    @property
    def _where(self) -> str:
        return f"The server at {self.without_key(self.base_url)}"

    def _reason(self, body: bytes) -> str:
        """What an error says, if it is readable, as the end of a sentence; a key that it repeats is left out."""
        error = _json(body).get("error")
        told = error.get("message") if isinstance(error, dict) else error
        return f": {quoted(self.without_key(told))}." if isinstance(told, str) and told else "."

    def without_key(self, text: str) -> str:
        """A text as it may be shown or written: the server or the model may have repeated the key."""
        return text.replace(self.key, "[key]") if self.key else text


def _is_address(text: str) -> bool:
    """Is it the address of a server?"""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").encode("idna"), parts.port
    except ValueError:
        return False
    is_printable = re.fullmatch(r"[\x21-\x7e]+", text) is not None
    return is_printable and parts.scheme in ("http", "https") and host != b"" and port != 0


def _json(body: bytes) -> dict[str, Any]:
    """The JSON object of a body; an empty one if there is none. Bytes that are not UTF-8 are replaced."""
    try:
        found = json.loads(body.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _list(found: dict[str, Any], name: str) -> list[Any]:
    entries = found.get(name)
    return entries if isinstance(entries, list) else []


def _count(value: object) -> int:
    return min(value, MOST_TOKENS) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _pause(headers: Any) -> float | None:
    """The seconds that a busy server asks to wait; None if it does not say."""
    told = headers.get("Retry-After", "")
    return float(told) if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", told) else None
