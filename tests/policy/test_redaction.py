import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from govern.policy.parsing import dotted, parse_settings
from govern.policy.redaction import (
    find_secrets,
    flag_names,
    is_dense,
    is_secret_name,
    literal_secrets,
    reads_as_text,
    replace_secrets,
)
from govern.policy.settings import Settings


@pytest.mark.parametrize(
    "name",
    [
        "GITHUB_TOKEN",
        "API_KEY",
        "apiKey",
        "X-API-Key",
        "Authorization",
        "client_secret",
        "DB_PASSWORD",
        "pwd",
        "PGPASSWD",
        "SECRET_KEY",
        "SUPABASE_KEY",
        "OPENAI_API_KEY",
        "private-key",
        "--token",
        "--api-key",
        "key",
        "Cookie",
        "access_token",
        "JWT",
        "OAuthToken",
        "MY_CREDENTIALS",
        "sig",
    ],
)
def test_secret_names(name):
    assert is_secret_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "MAX_TOKENS",
        "TOKEN_LIMIT",
        "TOKEN_URL",
        "KEY_FILE",
        "AUTHOR",
        "KEYBOARD",
        "KEYWORDS",
        "SECRETARY",
        "PASSWORD_FILE",
        "AUTH_MODE",
        "PATH",
        "HOME",
        "primary_key",
        "PRIMARY_KEY",
        "KEY_COUNT",
        "monkey",
        "AWS_REGION",
        "DEBUG",
        "--keyspace",
        "tokenizer",
        "API_KEY_NAME",
    ],
)
def test_names_that_are_not_secret(name):
    assert not is_secret_name(name)


SHAPES = [
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz",
    "glpat-abcdefghij0123456789",
    "sk-proj-abcdefghijklmnop0123456789",
    "sk-ant-api03-abcdefghijklmnop",
    "sk_live_abcdefghijklmnop1234",
    "xoxb-123456789012-abcdefghij",
    "AKIAIOSFODNN7EXAMPLE",
    "AIzaSyA1234567890abcdefghijklmnopqrstuv",
    "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "hf_abcdefghijklmnopqrstuvwxyz",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    "wJalrXUtnFEMIK7MDENGbPxRfiCYz1Kq0vB8dT3s",
    "0123456789abcdef0123456789abcdef",
]


@pytest.mark.parametrize("secret", SHAPES)
@pytest.mark.parametrize("around", ["{}", "--anything={}", "X-Custom: {}", "FOO={}", "https://x.example/mcp?q={}"])
def test_known_token_formats_are_found_anywhere(secret, around):
    assert secret not in replace_secrets(around.format(secret))
    assert replace_secrets(around.format(secret)) == around.format("***")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("API_KEY=abc", "API_KEY=***"),
        ("--api-key=abc", "--api-key=***"),
        ("Authorization: Bearer abc123def", "Authorization: Bearer ***"),
        ("Authorization:Bearer abc123def", "Authorization:Bearer ***"),
        ("Authorization: abc", "Authorization: ***"),
        ("X-API-Key:abc", "X-API-Key:***"),
        ("postgres://user:pa55@db.example/x", "postgres://user:***@db.example/x"),
        ("https://tok123@github.com/x.git", "https://***@github.com/x.git"),
        ("https://localhost:3000/mcp?token=abc&x=1", "https://localhost:3000/mcp?token=***&x=1"),
        ("https://x.example/?x=1&api_key=abc", "https://x.example/?x=1&api_key=***"),
        ("cd /x && TOKEN=abc npx y", "cd /x && TOKEN=*** npx y"),
        ("PASSWORD='a b' x", "PASSWORD='***' x"),
        ('{"apiKey": "abc", "depth": 3}', '{"apiKey": "***", "depth": 3}'),
        ("https://h.example/api/Zk3Vb9Qw7Lm2Xc8Rt5Yp/sse", "https://h.example/api/***/sse"),
        ("Bearer abc123def", "Bearer ***"),
        ("a$ghp_abcdefghijklmnopqrst", "a***"),
    ],
)
def test_secrets_inside_a_text(text, shown):
    assert replace_secrets(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "npx",
        "-y",
        "@modelcontextprotocol/server-github@2025.4.8",
        "mcp-server-time==2025.9.25",
        "git+https://github.com/x/y@0123456789abcdef0123456789abcdef01234567",
        "ghcr.io/a/b@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "https://docs.example.com/mcp?team=docs&page=2",
        "http://localhost:3000/sse",
        "/srv/projects/My-Long-Project-2025/server.py",
        "C:\\Users\\Ana\\AppData\\Local\\Programs\\node.exe",
        "awslabs.aws-documentation-mcp-server",
        "an-ordinary-name-with-2-Numbers-and-Words",
        "${GITHUB_TOKEN}",
        "Bearer ${DOCS_TOKEN}",
        "Authorization: Bearer ${DOCS_TOKEN}",
        "--api-key=${KEY}",
        "https://${USER}:${PASS}@x.example/?token=${T:-}",
        "TOKEN_LIMIT=5000",
        "DEBUG=true",
        "the token is in the file that the basic example names",
        "TOKEN=true",
    ],
)
def test_other_texts_are_left_alone(text):
    assert replace_secrets(text) == text


def test_the_value_of_a_secret_name_is_a_secret():
    assert replace_secrets("plain", "API_KEY") == "***"
    assert replace_secrets("Bearer plain1", "Authorization") == "Bearer ***"
    assert replace_secrets("${X}", "API_KEY") == "${X}"
    assert replace_secrets("true", "AUTH_TOKEN") == "true"
    assert replace_secrets("plain", "REGION") == "plain"


def test_a_secret_flag_names_the_next_word():
    words = ["x", "--token", "abc", "-k", "def", "--api-key=ghi", "y", "--secret", "--verbose", "--port", "80"]
    assert flag_names(words) == ["", "", "token", "", "key", "", "", "", "", "", ""]


@pytest.mark.parametrize(
    "text", ["a" * 40, "hello-world-this-is-long-text", "12345678901234567890123", "", "ThisIsAVeryLongerName"]
)
def test_not_every_long_text_is_random(text):
    assert not is_dense(text)


@given(st.text(), st.sampled_from(["", "TOKEN", "X"]))
def test_secrets_never_overlap(text, name):
    end = 0
    for secret in find_secrets(text, name):
        assert end <= secret.start < secret.end <= len(text) or text == ""
        end = secret.end


@pytest.mark.parametrize("part", ["a", "a:b@", "key=", "key=a;", "{env:", "a=b+", "$key=a "])
def test_a_long_text_is_searched_quickly(part: str) -> None:
    began = time.process_time()
    replace_secrets(part * 100_000)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("please-call-this-tool-first-always", True),
        ("Always.Use_this/tool=before,any;other", True),
        ("eyJhbGciOiJIUzI1NiJ9.x1.y2", False),
        # Its letters would do for words.
        ("da8a96998cbcedf2cceefc0acf684a03", False),
    ],
)
def test_a_hexadecimal_token_is_no_sentence(text: str, reads: bool) -> None:
    assert reads_as_text(text) is reads


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
