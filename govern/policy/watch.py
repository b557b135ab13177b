"""The `[watch]` table: durations, validation, and the webhook and command that `govern watch` notifies."""

from __future__ import annotations

import math
import re
import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from govern.errors import UsageError
from govern.policy.parsing import ConfigProblem, config_error
from govern.policy.placeholders import malformed
from govern.policy.redaction import flag_names
from govern.policy.target import Secrets
from govern.policy.targets import PlaceholderFiller
from govern.policy.validation import bad_header_name, bad_header_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from govern.policy.config import Config
    from govern.policy.parsing import KeyPath
    from govern.policy.settings import Watch


_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|d|)", re.ASCII)
_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
# A shorter interval would check a server that is still starting.
_SHORTEST = 0.1
_DURATION_ERROR = f"should be {_SHORTEST} seconds or more, such as 90, 90s, 5m or 1h"


def parse_duration(text: str | int) -> float | None:
    """Return the seconds of a duration such as `90`, `90s`, `5m` or `1h`, or None if it is invalid."""
    found = _DURATION.fullmatch(str(text).strip())
    length = float(found[1]) * _UNITS[found[2]] if found else 0.0
    return length if length >= _SHORTEST and math.isfinite(length) else None


def watch_problems(watch: Watch) -> Iterator[ConfigProblem]:
    """Yield the problems in `[watch]` that types cannot express."""
    if parse_duration(watch.interval) is None:
        yield ConfigProblem(("watch", "interval"), _DURATION_ERROR)
    if watch.headers and watch.webhook is None:
        yield ConfigProblem(("watch", "headers"), "is only valid with webhook")
    if watch.command is not None and not (watch.command and watch.command[0]):
        yield ConfigProblem(("watch", "command"), "the program's name is empty")
    texts: dict[KeyPath, str] = {("webhook",): watch.webhook or ""}
    texts |= {("headers", name): value for name, value in watch.headers.items()}
    texts |= {("command", at): word for at, word in enumerate(watch.command or [])}
    for path, text in texts.items():
        if bad := malformed(text):
            yield ConfigProblem(
                ("watch", *path), f"{bad} is not a valid placeholder: write ${{NAME}}, or $${{ for a literal ${{"
            )
    for name in watch.headers:
        if reason := bad_header_name(name):
            yield ConfigProblem(("watch", "headers", name), reason)


@dataclass(frozen=True, slots=True)
class Webhook:
    """The URL that each event is posted to."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: Secrets = field(default_factory=Secrets)


@dataclass(frozen=True, slots=True)
class CommandHook:
    """The command that is run for each event."""

    argv: tuple[str, ...]
    cwd: Path
    secrets: Secrets = field(default_factory=Secrets)


def duration_flag(flag: str, text: str) -> float:
    """Return the seconds of a flag's duration, or raise UsageError if it is invalid."""
    length = parse_duration(text)
    if length is None:
        raise UsageError(f"{flag} {text}: {_DURATION_ERROR}")
    return length


def webhook(config: Config, environ: Mapping[str, str], url: str | None = None) -> Webhook | None:
    """Return the webhook at `url`, or else that of the config; the config's headers are only sent to its own URL."""
    watch = config.settings.watch
    template = watch.webhook if url is None else url
    if template is None:
        return None
    filler = PlaceholderFiller(environ, _in_watch)
    address = filler.text(template, "webhook")
    headers = {
        name: filler.text(value, "headers", name, name=name) for name, value in watch.headers.items() if url is None
    }
    for name, value in headers.items():
        if reason := bad_header_value(value):
            filler.add_problem(("headers", name), reason)
    if not filler.all_problems and not _is_address(address):
        filler.add_problem(("webhook",), "should be an http:// or https:// URL with a host")
    _raise_problems(filler, config, "--webhook" if url is not None else "")
    # Many services put a secret into the path.
    filler.secrets.add_hidden(address, urlsplit(address).path, urlsplit(address).query)
    return Webhook(address, headers, filler.secrets.collected())


def command_hook(config: Config, environ: Mapping[str, str], command: str | None = None) -> CommandHook | None:
    """Return the command of the command line, or else of the config; it runs without a shell."""
    words = config.settings.watch.command if command is None else _split_command(command)
    if not words:
        return None
    filler = PlaceholderFiller(environ, _in_watch)
    named = zip(words, flag_names(words), strict=True)
    argv = tuple(filler.text(word, "command", at, name=name) for at, (word, name) in enumerate(named))
    _raise_problems(filler, config, "--command" if command is not None else "")
    return CommandHook(argv, Path.cwd() if command is not None else config.root, filler.secrets.collected())


def _in_watch(_: KeyPath) -> KeyPath:
    return ("watch",)


def _raise_problems(filler: PlaceholderFiller, config: Config, flag: str) -> None:
    """Raise the collected problems, as errors of the flag if one was given."""
    problems = filler.all_problems
    if problems and flag:
        raise UsageError(f"{flag}: {'; '.join(problem.message for problem in problems)}")
    if problems:
        raise config_error(problems, config.where, config.text, prefix=config.prefix)


def _split_command(command: str) -> list[str]:
    splitter = shlex.shlex(command, posix=True)
    splitter.whitespace_split, splitter.commenters = True, ""
    if sys.platform == "win32":
        splitter.escape = ""  # a backslash is a part of a path
    try:
        words = [*splitter]
    except ValueError as error:
        raise UsageError(
            f"--command: {error}", hint="the command is split into words as by a shell, but runs without one"
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
