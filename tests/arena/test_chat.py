"""The chat client against a scripted server: good and hostile answers, busy servers, and keys that stay hidden."""

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from headway.arena import chat
from headway.arena.chat import ChatFailed, ChatServer, Completion, Message
from tests.arena.scripted_server import MODEL, Request, Response, completion, failure, served

FIRST_PAUSE = chat.FIRST_PAUSE
"""The first pause as it is where no test has changed it."""
KEY = "a-key-that-nobody-may-see"
QUESTION = [Message("system", "Play."), Message("user", "Your move?")]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "FIRST_PAUSE", 0.0)


def client(base_url: str, **settings: Any) -> ChatServer:
    return ChatServer(base_url, MODEL, **{"key": KEY, "seconds": 30.0, **settings})


def test_a_completion_is_asked_for_and_read() -> None:
    with served(lambda request: completion('{"move": "1"}')) as server:
        found = client(server.base_url, temperature=0.5, max_tokens=7).complete(QUESTION)
    assert found == Completion('{"move": "1"}', "stop", 11, 5)
    (asked,) = server.requests
    assert asked.path == "/v1/chat/completions"
    assert asked.authorization == f"Bearer {KEY}"
    assert asked.content == {
        "model": MODEL,
        "messages": [{"role": "system", "content": "Play."}, {"role": "user", "content": "Your move?"}],
        "max_tokens": 7,
        "temperature": 0.5,
    }


@pytest.fixture
def openai() -> Any:
    """OpenAI's own client, which takes half a second to import: each process that runs tests reads this file."""
    return import_module("openai")


def test_openais_own_client_reads_the_same_from_the_scripted_server(openai: Any) -> None:
    with served(lambda request: completion('{"move": "1"}')) as server:
        peer = openai.OpenAI(base_url=server.base_url, api_key=KEY)
        found = peer.chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": "Your move?"}], max_tokens=7
        )
        ours = client(server.base_url, max_tokens=7).complete([Message("user", "Your move?")])
    assert found.choices[0].message.content == ours.text
    assert found.usage is not None
    assert (found.usage.prompt_tokens, found.usage.completion_tokens) == (ours.prompt_tokens, ours.completion_tokens)
    theirs, own = server.requests
    assert own.content == theirs.content
    assert own.authorization == theirs.authorization


CONVERSATION = [*QUESTION, Message("assistant", "I take two."), Message("user", "Answer once more.")]
TEXTS = {
    "a move": completion('{"move": "1"}'),
    "two objects": completion('{"move": "1"} or rather {"move": "2"}'),
    "prose": completion("I take two steps."),
    "empty": completion(""),
    "truncated": completion("I think that", "length"),
    "1 MB": completion("x" * 1_000_000),
    "filtered": completion("", "content_filter"),
    "not ASCII": completion("„Zwei“ → 2"),
}


@pytest.mark.parametrize("case", TEXTS)
def test_openais_own_client_is_told_the_same_in_a_longer_conversation(case: str, openai: Any) -> None:
    with served(lambda request: TEXTS[case]) as server:
        with openai.OpenAI(base_url=server.base_url, api_key=KEY, max_retries=0) as peer:
            told = peer.chat.completions.create(
                model=MODEL,
                messages=[message._asdict() for message in CONVERSATION],
                max_tokens=7,
            ).choices[0]
        ours = client(server.base_url, max_tokens=7).complete(CONVERSATION)
    assert (ours.text, ours.finish) == (told.message.content, told.finish_reason)
    assert server.requests[0].content == server.requests[1].content


def test_openais_own_client_meets_the_same_failures(openai: Any) -> None:
    def ask(base_url: str, **options: Any) -> str | None:
        with openai.OpenAI(base_url=base_url, api_key=KEY, **options) as peer:
            asked = peer.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "Your move?"}])
            text: str | None = asked.choices[0].message.content
            return text

    def busy_twice(request: Request) -> Response:
        return failure(429, "busy", ("Retry-After-Ms", "1")) if request.number % 3 < 2 else completion("yes")

    with served(busy_twice) as server:
        assert ask(server.base_url, max_retries=2) == client(server.base_url).complete(QUESTION).text == "yes"
        assert len(server.requests) == 6
        with pytest.raises(openai.RateLimitError, match="busy"):
            ask(server.base_url, max_retries=1)
    hangs = Response(completion("late").body, seconds_a_byte=3600.0)
    with served(lambda request: hangs) as server:
        with pytest.raises(openai.APITimeoutError):
            ask(server.base_url, max_retries=0, timeout=0.3)
        with pytest.raises(ChatFailed, match=r"gave no answer within 0\.3 seconds"):
            client(server.base_url, seconds=0.3, tries=1).complete(QUESTION)
    with served(lambda request: failure(401, "no key")) as server:
        with pytest.raises(openai.AuthenticationError, match="no key"):
            ask(server.base_url)
        with pytest.raises(ChatFailed, match='refuses the key: "no key"'):
            client(server.base_url).complete(QUESTION)


def test_openais_own_client_cannot_read_what_is_not_utf_8_and_ours_replaces_it(openai: Any) -> None:
    with served(lambda request: Response(completion("A?B").body.replace(b"?", b"\xff"))) as server:
        with (
            openai.OpenAI(base_url=server.base_url, api_key=KEY, max_retries=0) as peer,
            pytest.raises(UnicodeDecodeError),
        ):
            peer.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": "Your move?"}])
        assert client(server.base_url).complete(QUESTION).text == "A\ufffdB"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(status: int) -> None:
    def busy_twice(request: Request) -> Response:
        return failure(status, "busy", ("Retry-After", "0")) if request.number < 2 else completion("yes")

    with served(busy_twice) as server:
        assert client(server.base_url).complete(QUESTION).text == "yes"
    assert len(server.requests) == 3


def test_a_server_that_stays_busy_has_failed_after_some_tries() -> None:
    with (
        served(lambda request: failure(429, "busy")) as server,
        pytest.raises(
            ChatFailed, match=r'^The server at http://127\.0\.0\.1:\d+/v1 answered with status 429: "busy"\.$'
        ),
    ):
        client(server.base_url, tries=3).complete(QUESTION)
    assert len(server.requests) == 3


class Recorded(threading.Event):
    """An event that waits for nothing, and notes how long it should have waited."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = list[float | None]()

    def wait(self, timeout: float | None = None) -> bool:
        self.seconds.append(timeout)
        return self.is_set()


@pytest.mark.parametrize(
    ("asked_for", "pauses"),
    [
        ([], [1, 2, 4, 8, 16]),
        (["0", "300", "7.5", "600", "1"], [0, 300, 7.5, 600, 1]),
        (["601", "99999", "123456789"], [600, 600, 600, 8, 16]),  # ten minutes at most
        (["soon", "-1", "1e3", "Fri, 31 Dec 1999 23:59:59 GMT"], [1, 2, 4, 8, 16]),
    ],
)
def test_a_busy_server_is_asked_again_later_and_later_or_when_it_asks_to(
    monkeypatch: pytest.MonkeyPatch, asked_for: list[str], pauses: list[float]
) -> None:
    monkeypatch.setattr(chat, "FIRST_PAUSE", FIRST_PAUSE)

    def busy(request: Request) -> Response:
        told = asked_for[request.number : request.number + 1]
        return failure(429 if request.number % 2 else 503, "busy", *(("Retry-After", each) for each in told))

    with served(busy) as server:
        asking, waiting = client(server.base_url), Recorded()
        asking._connections.stop = waiting
        with pytest.raises(ChatFailed, match="busy"):
            asking.complete(QUESTION)
    assert (waiting.seconds, len(server.requests)) == (pauses, 6)


def test_waiting_ends_when_the_work_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "FIRST_PAUSE", 3600.0)
    with served(lambda request: failure(429)) as server:
        asking, failures = client(server.base_url), list[str]()

        def ask() -> None:
            try:
                asking.complete(QUESTION)
            except ChatFailed as failed:
                failures.append(str(failed))

        thread = threading.Thread(target=ask)
        thread.start()
        asking.stop.set()
        thread.join()  # for an hour, if it waited
    assert len(failures) == 1


HOSTILE = {
    "empty": (Response(b""), "is not a chat completion"),
    "not JSON": (Response(b"<html>"), "is not a chat completion"),
    "a list": (Response(b"[]"), "is not a chat completion"),
    "no choices": (Response(b'{"choices": []}'), "is not a chat completion"),
    "deeply nested": (Response(b"[" * 100_000), "is not a chat completion"),
    "a redirection": (Response(b"", 302, (("Location", "http://127.0.0.1:9/"),)), "status 302"),
    "refused": (failure(400, "no\nsuch\tthing"), r'status 400: "no\?such\?thing"\.'),
    "too long": (Response(b'{"a": "' + b"x" * (chat.MOST_BYTES + 10)), "more than 4,000,000 bytes"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_response_is_a_failure_in_one_line(case: str) -> None:
    response, expected = HOSTILE[case]
    with served(lambda request: response) as server, pytest.raises(ChatFailed, match=expected) as failed:
        client(server.base_url).complete(QUESTION)
    assert "\n" not in str(failed.value)
    assert len(server.requests) == 1


def _always(response: Response, request: Request) -> Response:
    return response


def test_strange_texts_are_answers_all_the_same() -> None:
    answers = [
        (completion(None), ""),
        (completion(""), ""),
        (completion("x" * 1_000_000), "x" * 1_000_000),
        (Response(completion("A?B").body.replace(b"?", b"\xff")), "A\ufffdB"),
        (completion("I stop", "length"), "I stop"),
    ]
    for response, text in answers:
        with served(partial(_always, response)) as server:
            assert client(server.base_url).complete(QUESTION).text == text
    with served(lambda request: completion(None, refusal="I will not.")) as server:
        assert client(server.base_url).complete(QUESTION)[:2] == ("I will not.", "refusal")


def test_a_server_that_hangs_or_drips_has_failed_when_the_time_is_over() -> None:
    slow = Response(completion("late").body, seconds_a_byte=0.2)
    with (
        served(lambda request: slow) as server,
        pytest.raises(ChatFailed, match=r"gave no answer within 0\.5 seconds"),
    ):
        client(server.base_url, seconds=0.5, tries=1).complete(QUESTION)


@contextmanager
def speaking(told: bytes, again: bytes = b"", *, reads: bool = True) -> Iterator[str]:
    """The address of a server that reads what is asked, answers with these bytes, and sends others again and again."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while reads and self.rfile.readline().strip():  # all of it: what is not read resets the connection
                pass
            self.wfile.write(told)
            with suppress(OSError):  # until the client has gone
                while again:
                    self.wfile.write(again)
                    time.sleep(0.02)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("told", "again"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"x"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;", b"x"),
        (b"HTTP/1.1 200 OK\r\n\r\n{", b" "),
    ],
    ids=["headers", "continue", "the size of a chunk", "a body without a length"],
)
def test_a_server_that_goes_on_sending_is_late_all_the_same(told: bytes, again: bytes) -> None:
    with speaking(told, again) as address:
        asking = client(address, seconds=0.5, tries=1)
        with pytest.raises(ChatFailed, match=r"gave no answer within 0\.5 seconds"):
            asking.complete(QUESTION)


def test_a_server_that_never_ends_to_agree_on_a_cipher_is_late() -> None:
    """It announces a record of 16 kB, and drips."""
    begun = b"\x16\x03\x03\x40\x00\x02"
    with speaking(begun, b"\x00", reads=False) as address, pytest.raises(ChatFailed, match=r"no answer within 0\.5 s"):
        client(address.replace("http:", "https:"), seconds=0.5, tries=1).complete(QUESTION)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "answered something that is not HTTP."),
        (b"\x00\x01\x02\xff\r\n", "answered something that is not HTTP."),
        (b"HTTP/1.1 200 OK\r\n" + b"x: y\r\n" * 1000, "answered something that is not HTTP."),
        (b"", "closed the connection without an answer."),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            "closed the connection before the end of its answer.",
        ),
    ],
    ids=["another protocol", "bytes", "a flood of headers", "nothing", "a part"],
)
def test_a_server_of_another_kind_is_told_from_one_that_is_not_there(told: bytes, expected: str) -> None:
    with speaking(told) as address, pytest.raises(ChatFailed) as failed:
        client(address).check()
    assert str(failed.value) == f"The server at {address} {expected}"


def test_what_is_wrong_is_said_before_any_work() -> None:
    with served(lambda request: completion("")) as server:
        client(server.base_url).check()
        with pytest.raises(ChatFailed, match='has no model "other"; it has "scripted"'):
            ChatServer(server.base_url, "other", key=KEY).check()
    with (
        served(lambda request: failure(404, "nothing here"), has_models=False) as other,
        pytest.raises(ChatFailed, match='answered with status 404: "nothing here"'),
    ):
        client(other.base_url).check()
    with served(lambda request: completion("yes"), has_models=False) as other:
        client(other.base_url).check()
    with (
        served(lambda request: failure(503, "loading"), has_models=False) as other,
        pytest.raises(ChatFailed, match="status 503"),
    ):
        client(other.base_url).check()
    with served(lambda request: failure(429, "busy")) as other:
        client(other.base_url).check()  # it has listed its models, so it is there
    with (
        served(lambda request: failure(401, "no such key")) as other,
        pytest.raises(ChatFailed, match='refuses the key: "no such key"'),
    ):
        client(other.base_url).check()  # it lists its models to anybody
    with pytest.raises(ChatFailed, match=r"^The server at http://127\.0\.0\.1:\d+/v1 cannot be reached: "):
        client(server.base_url).check()  # it has ended
    for address in (
        "127.0.0.1:8080",
        "ftp://127.0.0.1",
        "http://",
        "http://127.0.0.1:port",
        "http://a..b",
        "http://a b/v1",
        "http://a/\n",
    ):
        with pytest.raises(ChatFailed, match="The address of a server is like"):
            client(address)


def test_the_key_comes_from_the_environment_and_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with served(lambda request: failure(401, f"Incorrect key: {KEY}")) as server:
        asking = ChatServer(server.base_url, MODEL)
        with pytest.raises(ChatFailed, match="Incorrect key") as failed:
            asking.complete(QUESTION)
    assert KEY not in str(failed.value)
    assert KEY not in repr(asking)
    with served(lambda request: completion(f"your key is {KEY}")) as server:
        asking = ChatServer(server.base_url, MODEL)
        assert asking.without_key(asking.complete(QUESTION).text) == "your key is [key]"
    with pytest.raises(ChatFailed, match="a key is read from OPENAI_API_KEY") as failed:
        ChatServer(f"http://{KEY}@127.0.0.1:9/v1", MODEL)
    assert KEY not in str(failed.value)
    with (
        served(lambda request: completion(""), models=[f"key-{KEY}"]) as server,
        pytest.raises(ChatFailed, match=r'it has "key-\[key\]"\.$'),
    ):
        ChatServer(server.base_url, MODEL).check()
    for address in ("http://127.0.0.1:9/v1?token=", "nowhere?token=", "http://127.0.0.1:9/v1#", "ftp://x:", "ftp://"):
        at = "@127.0.0.1" if address.startswith("ftp") else ""
        with pytest.raises(ChatFailed, match="a key is read from OPENAI_API_KEY") as failed:
            ChatServer(f"{address}{KEY}{at}", MODEL)
        assert KEY not in str(failed.value)
    monkeypatch.setenv("OPENAI_API_KEY", f" {KEY}\n")
    assert ChatServer("http://127.0.0.1:9/v1", MODEL).key == KEY
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n{KEY}")
    with pytest.raises(ChatFailed, match="has a character that no key has") as failed:
        ChatServer("http://127.0.0.1:9/v1", MODEL)
    assert KEY not in str(failed.value)
    for short in ("s", "seven77"):
        monkeypatch.setenv("OPENAI_API_KEY", short)
        with pytest.raises(
            ChatFailed, match=r"^The key in OPENAI_API_KEY has fewer than 8 characters[^\n]+$"
        ) as failed:
            ChatServer("http://127.0.0.1:9/v1", MODEL)
        assert "seven77" not in str(failed.value)
    monkeypatch.setenv("OPENAI_API_KEY", "eight888")
    assert ChatServer("http://127.0.0.1:9/v1", MODEL).without_key("It is eight888.") == "It is [key]."
    monkeypatch.delenv("OPENAI_API_KEY")
    with served(lambda request: completion("")) as server:
        ChatServer(server.base_url, MODEL).complete(QUESTION)
    assert server.requests[0].authorization is None


def test_a_number_of_tokens_is_believed_up_to_a_limit() -> None:
    told = completion("").body.replace(b": 11,", b": " + b"9" * 4300 + b",").replace(b": 5,", b": -5,")
    with served(lambda request: Response(told)) as server:
        assert client(server.base_url).complete(QUESTION)[2:] == (chat.MOST_TOKENS, 0)
