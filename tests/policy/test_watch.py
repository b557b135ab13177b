"""The `[watch]` table: durations, webhook and command."""

import sys
from pathlib import Path

import pytest

from govern.errors import PolicyInvalid, UsageError
from govern.policy.config import Config, config_from_text
from govern.policy.watch import command_hook, duration_flag, parse_duration, webhook


def config(text: str) -> Config:
    return config_from_text(text, Path("/x/govern.toml"), "govern.toml")


@pytest.mark.parametrize(
    ("text", "length"),
    [("90", 90), (7, 7), ("90s", 90), ("5m", 300), ("1.5h", 5400), ("1 d", 86400), (" 2m ", 120), ("0.1", 0.1)],
)
def test_durations(text: str | int, length: float) -> None:
    assert parse_duration(text) == length


@pytest.mark.parametrize("text", ["", "0", "-5", "5 minutes", "m", "1e9", "0.01", "inf", "9" * 400, "٣"])
def test_invalid_durations_are_refused(text: str) -> None:
    assert parse_duration(text) is None
    with pytest.raises(UsageError, match="--for"):
        duration_flag("--for", text)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ('interval = "soon"', "watch.interval: should be 0.1 seconds or more"),
        ('headers = { A = "b" }', "watch.headers: is only valid with webhook"),
        ("command = []", "watch.command: the program's name is empty"),
        ('command = "notify"', 'watch.command: should be a list: ["notify"]'),
        ('webhook = "${NO"', "watch.webhook: ${NO is not a valid placeholder"),
        ('webhook = "https://h"\nheaders = { "a b" = "c" }', 'watch.headers."a b": is not a valid header name'),
        ("webhok = 1", "watch.webhok: unknown key; did you mean webhook?"),
    ],
)
def test_invalid_keys_are_refused(keys: str, message: str) -> None:
    with pytest.raises(PolicyInvalid) as caught:
        config(f"[watch]\n{keys}\n")
    assert message in str(caught.value)


def test_placeholders_are_resolved_and_secrets_collected() -> None:
    asked = config(
        '[watch]\nwebhook = "https://h.example/${WHERE}?k=v4lu3-of-k"\nheaders = { Token = "t ${SECRET}" }\n'
    )
    found = webhook(asked, {"WHERE": "p4th-of-it", "SECRET": "s3cr3t-value"})
    assert found is not None
    assert found.url == "https://h.example/p4th-of-it?k=v4lu3-of-k"
    assert found.headers == {"Token": "t s3cr3t-value"}
    shown = found.secrets.redact(f"no route to {found.url} with {found.headers}")
    assert not [secret for secret in ("p4th", "s3cr3t", "v4lu3") if secret in shown]


def test_headers_are_only_sent_to_the_configured_webhook() -> None:
    asked = config('[watch]\nwebhook = "https://h.example"\nheaders = { Token = "${SECRET}" }\n')
    found = webhook(asked, {"SECRET": "s3cr3t-value"}, "https://other.example/${WHERE:-x}")
    assert found is not None
    assert (found.url, found.headers) == ("https://other.example/x", {})


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({}, "watch.webhook: ${URL} is not set"),
        ({"URL": ""}, "watch.webhook: ${URL} is empty"),
        ({"URL": "file:///etc/passwd"}, "watch.webhook: should be an http:// or https:// URL"),
        ({"URL": "https://h.example/\nx"}, "watch.webhook: should be an http:// or https:// URL"),
        ({"URL": "https://h.example", "T": "a\r\nb: c"}, "watch.headers.Token: contains a line break"),
    ],
)
def test_a_resolved_webhook_may_be_invalid(environ: dict[str, str], message: str) -> None:
    asked = config('[watch]\nwebhook = "${URL}"\nheaders = { Token = "${T:-x}" }\n')
    with pytest.raises(PolicyInvalid) as caught:
        webhook(asked, environ)
    assert message in str(caught.value)
    assert "root" not in str(caught.value)


def test_without_configuration_there_is_no_hook() -> None:
    assert webhook(config(""), {}) is None
    assert command_hook(config(""), {}) is None


def test_a_command_runs_without_a_shell() -> None:
    found = command_hook(config('[watch]\ncommand = ["notify", "--to", "${WHO}"]\n'), {"WHO": "a b; c"})
    assert found is not None
    assert (found.argv, found.cwd) == (("notify", "--to", "a b; c"), Path("/x"))
    typed = command_hook(config(""), {"WHO": "a b; c"}, "notify 'x y' ${WHO}")
    assert typed is not None
    assert typed.argv == ("notify", "x y", "a b; c")


@pytest.mark.parametrize(("platform", "program"), [("win32", r"C:\bin\notify.exe"), ("linux", "C:binnotify.exe")])
def test_a_backslash_is_a_part_of_a_path_on_windows(
    platform: str, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    typed = command_hook(config(""), {}, r"""C:\bin\notify.exe "a b" '#1'""")
    assert typed is not None
    assert typed.argv == (program, "a b", "#1")


@pytest.mark.parametrize(
    ("command", "message"),
    [("", "empty"), ("''", "empty"), ("'", "quotation"), ("${NO}", "not set"), ("a\0b", "NUL")],
)
def test_invalid_commands_are_refused(command: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        command_hook(config(""), {}, command)
