"""The `[watch]` table: its validation, and the webhook and command that `govern watch` notifies."""

from __future__ import annotations

import math
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from govern.errors import UsageError
from govern.policy.placeholders import malformed
from govern.policy.problems import ConfigProblem, config_error
from govern.policy.redaction import flag_names
from govern.policy.target import Secrets
from govern.policy.targets import PlaceholderFiller
from govern.policy.validation import bad_header_name, bad_header_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.policy.config import Config
    from govern.policy.problems import KeyPath
    from govern.policy.settings import Watch


WANTED = "should be seconds, or a number with s, m, h or d behind it, such as 5m"
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|d|)", re.ASCII)
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
# Two looks closer together are one look at a server that is still starting.
_SHORTEST = 0.1


def parse_duration(text: str | int) -> float | None:
    """How long `90`, `90s`, `5m` or `1h` is; None where it says no such thing."""
    found = _DURATION.fullmatch(str(text).strip())
    length = float(found[1]) * _UNITS[found[2]] if found else 0.0
    return length if length >= _SHORTEST and math.isfinite(length) else None


def watch_problems(watch: Watch) -> Iterator[ConfigProblem]:
    """What types cannot say of `[watch]`."""
    if parse_duration(watch.interval) is None:
        yield ConfigProblem(("watch", "interval"), WANTED)
    if watch.headers and watch.webhook is None:
        yield ConfigProblem(("watch", "headers"), "goes with webhook; there is none")
    if watch.command is not None and not (watch.command and watch.command[0]):
        yield ConfigProblem(("watch", "command"), "the program's name is empty")
    texts: dict[KeyPath, str] = {("webhook",): watch.webhook or ""}
    texts |= {("headers", name): value for name, value in watch.headers.items()}
    texts |= {("command", at): word for at, word in enumerate(watch.command or [])}
    for place, text in texts.items():
        if bad := malformed(text):
            yield ConfigProblem(
                ("watch", *place), f"{bad} is no placeholder: write ${{NAME}}, or $${{ for a literal ${{"
            )
    for name in watch.headers:
        if reason := bad_header_name(name):
            yield ConfigProblem(("watch", "headers", name), reason)


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


def duration_flag(flag: str, text: str) -> float:
    """How long what a flag says is; where it says no such thing, that is an error."""
    length = parse_duration(text)
    if length is None:
        raise UsageError(f"{flag} {text}: {WANTED}")
    return length


def webhook(config: Config, environ: Mapping[str, str], url: str | None = None) -> Webhook | None:
    """The webhook that `url`, from the command line, or else the config names; the config's headers go to its own."""
    watch = config.settings.watch
    said = watch.webhook if url is None else url
    if said is None:
        return None
    filling = PlaceholderFiller(environ, _in_watch)
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
    filling = PlaceholderFiller(environ, _in_watch)
    named = zip(words, flag_names(words), strict=True)
    argv = tuple(filling.text(word, "command", at, name=name) for at, (word, name) in enumerate(named))
    _refuse(filling, config, "--command" if command is not None else "")
    return CommandHook(argv, Path.cwd() if command is not None else config.root, filling.noted.secrets())


def _in_watch(_: KeyPath) -> KeyPath:
    return ("watch",)


def _refuse(filling: PlaceholderFiller, config: Config, flag: str) -> None:
    """Raise what is wrong, as the fault of the flag where one was given."""
    problems = filling.problems
    if problems and flag:
        raise UsageError(f"{flag}: {'; '.join(problem.message for problem in problems)}")
    if problems:
        raise config_error(problems, config.where, config.text, prefix=config.prefix)


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
