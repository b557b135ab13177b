"""Who is told what `govern watch` finds: placeholders filled in, and their secrets noted."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from govern.errors import UsageError
from govern.policy.filling import Filling
from govern.policy.headers import bad_header_value
from govern.policy.problems import refusal
from govern.policy.secrecy import names_before
from govern.policy.target import Secrets
from govern.policy.watch_keys import WANTED, seconds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from govern.policy.config import Config
    from govern.policy.problems import Place


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where each event is posted to."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: Secrets = field(default_factory=Secrets)


@dataclass(frozen=True, slots=True)
class CommandHook:
    """What is run for each event."""

    argv: tuple[str, ...]
    cwd: Path
    secrets: Secrets = field(default_factory=Secrets)


def asked_seconds(flag: str, text: str) -> float:
    """How long what a flag says is; where it says no such thing, that is an error."""
    length = seconds(text)
    if length is None:
        raise UsageError(f"{flag} {text}: {WANTED}")
    return length


def webhook(config: Config, environ: Mapping[str, str], url: str | None = None) -> Webhook | None:
    """The webhook that `url`, from the command line, or else the config names; the config's headers go to its own."""
    watch = config.settings.watch
    said = watch.webhook if url is None else url
    if said is None:
        return None
    filling = Filling(environ, _in_watch)
    address = filling.text(said, "webhook")
    headers = {
        name: filling.text(value, "headers", name, name=name) for name, value in watch.headers.items() if url is None
    }
    for name, value in headers.items():
        if reason := bad_header_value(value):
            filling.problem(("headers", name), reason)
    if not filling.problems and not _is_address(address):
        filling.problem(("webhook",), "should be http:// or https:// and a host")
    _refuse(filling, config, "--webhook" if url is not None else "")
    # Many services put the secret into the path, whoever wrote it there.
    filling.noted.hidden(address, urlsplit(address).path, urlsplit(address).query)
    return Webhook(address, headers, filling.noted.secrets())


def command_hook(config: Config, environ: Mapping[str, str], command: str | None = None) -> CommandHook | None:
    """The command that the command line, or else the config names, in words: no shell ever reads them."""
    words = config.settings.watch.command if command is None else _words(command)
    if not words:
        return None
    filling = Filling(environ, _in_watch)
    named = zip(words, names_before(words), strict=True)
    argv = tuple(filling.text(word, "command", at, name=name) for at, (word, name) in enumerate(named))
    _refuse(filling, config, "--command" if command is not None else "")
    return CommandHook(argv, Path.cwd() if command is not None else config.root, filling.noted.secrets())


def _in_watch(_: Place) -> Place:
    return ("watch",)


def _refuse(filling: Filling, config: Config, flag: str) -> None:
    """Raise what is wrong, as the fault of the flag where one was given."""
    problems = filling.problems
    if problems and flag:
        raise UsageError(f"{flag}: {'; '.join(problem.message for problem in problems)}")
    if problems:
        raise refusal(problems, config.where, config.text, prefix=config.prefix)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(
            f"--command: {error}", hint="It is split into words as a shell would, and run without one."
        ) from None
    if not words or not words[0]:
        raise UsageError("--command is empty")
    return words


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and url.isprintable()
    except ValueError:
        return False
