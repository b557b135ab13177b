"""Secrets that are written into govern.toml are found, and placeholders and ordinary values are not."""

import tomllib

import pytest

from govern.policy.literal_secrets import literal_secrets
from govern.policy.parsing import parse_settings
from govern.policy.problems import dotted
from govern.policy.settings import Settings

GITHUB = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


def found(text: str) -> list[str]:
    settings = parse_settings(tomllib.loads(text))
    assert isinstance(settings, Settings), settings
    return [f"{dotted(each.path)}: {each.message}" for each in literal_secrets(settings)]


@pytest.mark.parametrize(
    ("text", "key", "variable"),
    [
        (f'[servers.a]\ncommand = ["x"]\nenv.GITHUB_TOKEN = "{GITHUB}"', "servers.a.env.GITHUB_TOKEN", "GITHUB_TOKEN"),
        (f'[servers.a]\ncommand = ["x", "--key", "{GITHUB}"]', "servers.a.command[2]", "KEY"),
        (f'[servers.a]\ncommand = "x"\nargs = ["--pat={GITHUB}"]', "servers.a.args[0]", "TOKEN"),
        ('[servers.a]\ncommand = ["x"]\nenv.MODE = "sk-proj-0123456789abcdefghij"', "servers.a.env.MODE", "MODE"),
        ('[servers.a]\ncommand = ["x"]\nenv.A = "xoxb-012345678901-abcdef"', "servers.a.env.A", "A"),
        ('[servers.a]\ncommand = ["x"]\nenv.A = "AKIAIOSFODNN7EXAMPLE"', "servers.a.env.A", "A"),
        ('[servers.a]\nurl = "https://a.example"\nheaders.Authorization = "Bearer abc123def456"',
         "servers.a.headers.Authorization", "AUTHORIZATION"),
        ('[servers.a]\nurl = "https://a.example"\ntoken = "eyJhbGciOiJI.eyJzdWIiOiIxMjM.c2ln"',
         "servers.a.token", "TOKEN"),
        ('[servers.a]\nurl = "https://ana:swordfish@a.example"', "servers.a.url", "TOKEN"),
        ('[servers.a]\ncommand = ["x"]\nenv.API_KEY = "aB3dE5fG7hJ9kL1mN3pQ5rS7"', "servers.a.env.API_KEY", "API_KEY"),
        (f'[servers.a]\ncommand = ["x"]\nprofiles.p.env.T = "{GITHUB}"', "servers.a.profiles.p.env.T", "T"),
    ],
)  # fmt: skip
def test_a_secret_is_reported_with_its_key_and_without_its_value(text: str, key: str, variable: str) -> None:
    assert found(text) == [f"{key}: contains a secret; write ${{{variable}}} and export it"]


@pytest.mark.parametrize(
    "value",
    [
        "${GITHUB_TOKEN}",
        "Bearer ${TOKEN}",
        "${A:-info}",
        "test",
        "bearer of news",
        "/usr/lib/node",
        "https://a.example/x",
    ],
)
def test_a_placeholder_or_a_plain_value_is_no_secret(value: str) -> None:
    assert found(f'[servers.a]\ncommand = ["x", "{value}"]\nenv.API_KEY = "{value}"') == []
