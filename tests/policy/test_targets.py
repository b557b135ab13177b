from base64 import b64encode, urlsafe_b64encode

import pytest

from govern.errors import PolicyInvalid, UsageError
from govern.policy.config import load_config
from govern.policy.target import Catalog, ClientCredentials, Command, Endpoint, Incomplete, InProcess
from govern.policy.targets import target_names, targets


def config(folder, text):
    (folder / "govern.toml").write_text(text, "utf-8")
    return load_config(None, folder)


def one(folder, text, environ=None, name=None):
    return targets(config(folder, text), [name] if name else None, environ or {})[0]


def command(target):
    assert isinstance(target.how, Command)
    return target.how


def endpoint(target):
    assert isinstance(target.how, Endpoint)
    return target.how


def test_each_kind_of_server_becomes_a_target(tmp_path):
    found = targets(
        config(
            tmp_path,
            '[servers.a]\ncommand = ["x", "y"]\nenv = { A = "1" }\ncwd = "sub"\n'
            '[servers.b]\nurl = "https://x.example/mcp"\ntransport = "http"\nheaders = { A = "1" }\n'
            '[servers.c]\npython = "m:o"\n[servers.d]\ncatalog = "c/d.json"\n',
        ),
        None,
        {},
    )
    assert [target.how for target in found] == [
        Command(("x", "y"), tmp_path / "sub", {"A": "1"}),
        Endpoint("https://x.example/mcp", "http", {"A": "1"}),
        InProcess("m:o", tmp_path),
        Catalog(tmp_path / "c" / "d.json"),
    ]
    assert [target.source for target in found] == ["x y", "https://x.example/mcp", "python:m:o", "c/d.json"]


def test_other_keys_are_passed_to_the_target(tmp_path):
    target = one(
        tmp_path,
        '[servers.a]\ncommand = ["x"]\nprotocol = "2025-06-18"\nclient = { roots = {} }\ntimeout = 5\nretries = 7\n'
        "limits = { bytes = 1, pages = 2, items = 3, depth = 4 }\n"
        'normalize = { set-order = true, build = "b[0-9]+" }\n',
    )
    assert (target.protocol, target.client, target.timeout, target.retries) == ("2025-06-18", {"roots": {}}, 5.0, 7)
    assert (target.limits.bytes, target.limits.pages, target.limits.items, target.limits.depth) == (1, 2, 3, 4)
    assert target.set_order
    assert [(fold.name, fold.pattern) for fold in target.folds] == [("build", "b[0-9]+")]


EVERYWHERE = """
[servers.a]
command = ["${A}", "--x=${B:-b}"]
env = { E = "${E}" }
cwd = "${F}"
[servers.b]
url = "https://${H}/mcp"
headers = { X = "<${I}>" }
token = "${J}"
[servers.c]
url = "https://x.example/mcp"
oauth = { client-id = "${K}", client-secret = "${L}", scope = "${M}", issuer = "${N}" }
"""


def test_placeholders_are_resolved_in_every_key(tmp_path):
    environ = {name: f"value-{name}" for name in "AEFHIJKLMN"}
    first, second, third = targets(config(tmp_path, EVERYWHERE), None, environ)
    assert first.how == Command(("value-A", "--x=b"), tmp_path / "value-F", {"E": "value-E"})
    assert second.how == Endpoint("https://value-H/mcp", "auto", {"X": "<value-I>", "Authorization": "Bearer value-J"})
    assert endpoint(third).oauth == ClientCredentials("value-K", "value-L", "value-M", "value-N")
    assert [target.source for target in (first, second)] == ["${A} --x=${B:-b}", "https://${H}/mcp"]
    assert first.secrets.redact("value-A value-E value-F value-H") == "${A} ${E} ${F} value-H"
    assert third.secrets.redact("x value-L y") == "x ${L} y"


def test_each_server_reports_its_own_unset_variables(tmp_path):
    found = targets(config(tmp_path, EVERYWHERE), None, {"E": ""})
    lines = {
        "a": ["servers.a.command[0]: ${A} is not set", "servers.a.env.E: ${E} is empty", "line 5: servers.a.cwd: ${F}"],
        "b": ["line 7: servers.b.url: ${H}", "line 8: servers.b.headers.X: ${I}", "line 9: servers.b.token: ${J}"],
        "c": [f"servers.c.oauth.{key}" for key in ("client-id: ${K}", "client-secret: ${L}", "scope: ${M}")],
    }
    hints = {target.name: target.how.hint for target in found if isinstance(target.how, Incomplete)}
    assert hints["a"] == "export A, E, F; or give a default: `${A:-default}`"
    for target in found:
        assert isinstance(target.how, Incomplete)
        assert target.how.where == str(tmp_path / "govern.toml")
        for line in lines[target.name]:
            assert line in target.how.reason


def test_an_unset_variable_costs_only_its_server(tmp_path):
    first, second = targets(
        config(tmp_path, '[servers.a]\ncommand = ["${A}"]\n[servers.b]\ncommand = ["b"]\n'), None, {}
    )
    assert isinstance(first.how, Incomplete)
    assert command(second).argv == ("b",)


def test_only_selected_servers_are_resolved(tmp_path):
    read = []

    class Watched(dict[str, str]):
        def get(self, name, default=None):
            read.append(name)
            return super().get(name, default)

        def __getitem__(self, name):
            read.append(name)
            return super().__getitem__(name)

    environ = Watched(A="value-A", E="value-E", F="value-F", J="value-J", HUSH="value")
    targets(config(tmp_path, EVERYWHERE), ["a"], environ)
    assert set(read) == {"A", "B", "E", "F"}


def test_unknown_names(tmp_path):
    known = config(tmp_path, '[servers.github]\ncommand = ["x"]\n[servers.docs]\ncommand = ["x"]\n')
    with pytest.raises(UsageError, match=r"govern\.toml; did you mean github") as error:
        targets(known, ["docs", "githb"], {})
    assert error.value.exit_code == 2
    with pytest.raises(UsageError, match=r"no server .zzz. in .*govern.toml \(there are: .github., .docs.\)"):
        targets(known, ["zzz"], {})


def test_names_select_servers_in_order_and_once(tmp_path):
    known = config(tmp_path, '[servers.a]\ncommand = ["x"]\n[servers.b]\ncommand = ["x"]\n')
    assert [target.name for target in targets(known, ["b", "a", "b"], {})] == ["b", "a"]
    assert [target.name for target in targets(known, (), {})] == ["a", "b"]


def test_a_config_without_servers_is_an_error(tmp_path):
    with pytest.raises(PolicyInvalid, match="no server is configured"):
        targets(config(tmp_path, "jobs = 1"), None, {})


PROFILES = """
[servers.a]
command = ["x", "--y"]
env = { A = "1", B = "${B}" }
[servers.a.profiles.more]
args = ["--z"]
env = { A = "2", C = "${C}" }
timeout = 5
[servers.a.profiles.other]
command = ["w"]
[servers.b]
url = "https://x.example/mcp"
headers = { authorization = "Bearer base-token", X = "1" }
[servers.b.profiles.reader]
token = "${READER}"
headers = { x = "2" }
[servers.b.profiles.elsewhere]
url = "https://y.example/mcp"
"""


def test_profiles_are_servers_of_their_own(tmp_path):
    known = config(tmp_path, PROFILES)
    assert target_names(known) == ["a", "a@more", "a@other", "b", "b@reader", "b@elsewhere"]
    found = {target.name: target for target in targets(known, None, {"B": "bee", "C": "sea", "READER": "reader"})}
    assert found["a"].how == Command(("x", "--y"), tmp_path, {"A": "1", "B": "bee"})
    assert found["a@more"].how == Command(("x", "--y", "--z"), tmp_path, {"A": "2", "B": "bee", "C": "sea"})
    assert (found["a"].timeout, found["a@more"].timeout) == (60.0, 5.0)
    assert found["a@more"].source == "x --y --z"
    assert command(found["a@other"]).argv == ("w",)
    assert endpoint(found["b@reader"]).headers == {"x": "2", "Authorization": "Bearer reader"}
    assert endpoint(found["b@elsewhere"]).url == "https://y.example/mcp"
    assert endpoint(found["b@elsewhere"]).headers == {"authorization": "Bearer base-token", "X": "1"}


def test_a_problem_of_a_profile_names_its_key(tmp_path):
    own, profile = (target.how for target in targets(config(tmp_path, PROFILES), ["a", "a@more"], {}))
    assert isinstance(own, Incomplete)
    assert isinstance(profile, Incomplete)
    assert own.reason == "line 4: servers.a.env.B: ${B} is not set in the environment"
    assert "2 problems" in profile.reason
    assert "line 4: servers.a.env.B" in profile.reason
    assert "line 7: servers.a.profiles.more.env.C" in profile.reason


def test_secrets_are_collected_in_every_form(tmp_path):
    target = one(
        tmp_path,
        """[servers.a]
url = "https://me:inline-pw@x.example/mcp?token=in-the-url"
headers = { X-Api-Key = "inline-key", X-Plain = "plain-value", X-Key = "${KEY}" }
""",
        {"KEY": 'a b"c/d&e'},
    )
    written = 'a b"c/d&e | a b\\"c/d&e | a b\\"c\\/d&e | a b\\"c/d\\u0026e'
    written += ' | a%20b%22c%2Fd%26e | a+b%22c%2fd%26e | a b&quot;c/d&amp;e | a b"c/d&amp;e'
    assert target.secrets.redact(written) == " | ".join(["${KEY}"] * 8)
    shown = target.secrets.redact("inline-key | plain-value | inline-pw | in-the-url | bWU6aW5saW5lLXB3")
    assert shown == "*** | plain-value | *** | *** | ***"
    assert target.how == Endpoint(
        "https://x.example/mcp?token=in-the-url",
        "auto",
        {
            "X-Api-Key": "inline-key",
            "X-Plain": "plain-value",
            "X-Key": 'a b"c/d&e',
            "Authorization": "Basic bWU6aW5saW5lLXB3",
        },
    )


def test_a_secret_host_is_redacted_in_lower_case(tmp_path):
    target = one(tmp_path, '[servers.a]\nurl = "https://${TENANT}.example/mcp"\n', {"TENANT": "Acme-Secret"})
    assert target.secrets.redact("no host named acme-secret.example") == "no host named ${TENANT}.example"


def test_short_values_are_not_redacted(tmp_path):
    target = one(tmp_path, '[servers.a]\ncommand = ["x", "${A}", "${B}"]\n', {"A": "12345", "B": "123456"})
    assert target.secrets.redact("12345 MTIzNDU= 123456 7") == "12345 MTIzNDU= ${B} 7"


@pytest.mark.parametrize("before", ["", "u:", "user:", "me@example.com:"])
def test_secrets_are_found_in_base64(tmp_path, before):
    target = one(tmp_path, '[servers.a]\ncommand = ["x", "${A}"]\n', {"A": "hunter2-of-the-ci"})
    for encode in (b64encode, urlsafe_b64encode):
        written = encode(f"{before}hunter2-of-the-ci; and more".encode()).decode()
        shown = target.secrets.redact(written)
        assert "${A}" in shown
        assert len(shown) <= len(written) - 16
    assert target.secrets.redact(b64encode(b"hunter3-of-the-ci").decode()) == b64encode(b"hunter3-of-the-ci").decode()


def test_a_header_with_a_short_secret_is_redacted_whole(tmp_path):
    target = one(tmp_path, '[servers.a]\nurl = "https://x.example"\nheaders = { X-Door = "pin ${A}" }\n', {"A": "1234"})
    assert target.secrets.redact("you sent: pin 1234") == "you sent: ***"


def test_each_line_of_a_long_secret_is_a_secret(tmp_path):
    key = "-----BEGIN KEY-----\nMIIBVgIBADANBgkq\nhkiG\n"
    target = one(tmp_path, '[servers.a]\ncommand = ["x"]\nenv = { K = "${K}" }\n', {"K": key})
    assert target.secrets.redact("error near MIIBVgIBADANBgkq") == "error near ${K}"


def test_literal_secrets_of_a_command_are_redacted(tmp_path):
    target = one(
        tmp_path,
        '[servers.a]\ncommand = ["x", "--token", "flag-secret"]\n'
        'env = { API_KEY = "env-secret", MODE = "fast-mode" }\n',
    )
    assert target.secrets.redact("flag-secret env-secret fast-mode") == "*** *** fast-mode"
    assert target.source == "x --token ***"


@pytest.mark.parametrize(
    ("keys", "environ", "message"),
    [
        ('url = "ftp://x"', {}, "servers.a.url: should be an http:// or https:// URL"),
        ('url = "https://"', {}, "servers.a.url: should be an http:// or https:// URL"),
        ('url = "https://x:99999/"', {}, "servers.a.url: should be an http:// or https:// URL"),
        ('url = "https://x y/"', {}, "servers.a.url: should be an http:// or https:// URL"),
        ('url = "http://x"\ntoken = "${T}"', {"T": "abc\n"}, "servers.a.token: contains a line break"),
        (
            'url = "http://x"\nheaders = { A = "${T}" }',
            {"T": "a\r\nB: c"},
            "servers.a.headers.A: contains a line break",
        ),
        (
            'url = "http://x"\nheaders = { A = "${T}" }',
            {"T": "caf\u00e9"},
            "servers.a.headers.A: contains a line break",
        ),
        ('url = "http://x"\nheaders = { "A B" = "c" }', {}, "is not a valid header name"),
        ('command = ["${T}"]', {"T": "a\0b"}, "servers.a.command[0]: contains a NUL character"),
    ],
)
def test_a_resolved_value_may_be_invalid(tmp_path, keys, environ, message):
    with pytest.raises(PolicyInvalid) as error:
        one(tmp_path, f"[servers.a]\n{keys}\n", environ)
    assert message in str(error.value)
    assert not any(value in str(error.value) for value in environ.values())


def test_a_program_beside_the_config_becomes_an_absolute_path(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "server").write_text("")
    assert command(one(tmp_path, '[servers.a]\ncommand = ["bin/server"]')).argv == (str(tmp_path / "bin" / "server"),)
    assert command(one(tmp_path, '[servers.a]\ncommand = ["bin/other"]')).argv == ("bin/other",)
    assert command(one(tmp_path, '[servers.a]\ncommand = ["bin"]')).argv == ("bin",)


def test_in_pyproject_too(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.govern.servers.a]\ncommand = ["x", "${A}"]\n', "utf-8")
    how = targets(load_config(None, tmp_path), None, {})[0].how
    assert isinstance(how, Incomplete)
    assert how.where == str(tmp_path / "pyproject.toml")
    assert how.reason.startswith("line 2: servers.a.command[1]: ${A} is not set")


ENV_FILE = """\
# Variables of the server
PLAIN=one
export QUOTED="two words" # a comment
SINGLE='#3'
HASH=abc#def
EMPTY=
not a variable
TOKEN=file-token-1
"""


def test_variables_of_an_env_file_are_secret_and_env_replaces_them(tmp_path):
    (tmp_path / ".env").write_text(ENV_FILE, "utf-8")
    target = one(
        tmp_path, '[servers.a]\ncommand = "x"\nargs = ["y"]\nenv-file = "${AT}"\nenv.PLAIN = "1"', {"AT": ".env"}
    )
    assert command(target).argv == ("x", "y")
    assert command(target).env == {
        "PLAIN": "1", "QUOTED": "two words", "SINGLE": "#3", "HASH": "abc#def", "EMPTY": "", "TOKEN": "file-token-1",
    }  # fmt: skip
    assert target.secrets.redact("it is file-token-1") == "it is ${TOKEN}"


def test_a_missing_env_file_costs_only_its_server(tmp_path):
    how = one(tmp_path, '[servers.a]\ncommand = "x"\nenv-file = "none.env"').how
    assert isinstance(how, Incomplete)
    assert how.reason == "line 3: servers.a.env-file: none.env cannot be read: No such file or directory"
    assert how.hint == "create the file, or remove `env-file`"


def test_args_belong_to_the_command_and_a_profile_adds_more(tmp_path):
    text = '[servers.a]\ncommand = "C:/Program Files/x.exe"\nargs = ["-y", "pkg@1.0.0"]\n'
    text += 'profiles.more.args = ["--all"]\nprofiles.other = { command = ["w"] }\n'
    found = {target.name: target for target in targets(config(tmp_path, text), None, {})}
    assert command(found["a"]).argv == ("C:/Program Files/x.exe", "-y", "pkg@1.0.0")
    assert found["a"].source == "x.exe -y pkg@1.0.0"
    assert command(found["a@more"]).argv[1:] == ("-y", "pkg@1.0.0", "--all")
    assert command(found["a@other"]).argv == ("w",)


def test_an_inherited_variable_is_redacted_if_it_is_listed_or_secret(tmp_path):
    environ = {"HOME": "/home/ana-of-home", "LIB_MODE": "very-fast", "NPM_TOKEN": "npm-secret-1", "MODE": "production"}
    text = '[servers.a]\ncommand = ["x"]\ninherit-env = {}'
    message = " ".join(environ.values())
    assert one(tmp_path, text.format('["LIB_*"]'), environ).secrets.redact(message) == message.replace(
        "very-fast", "${LIB_MODE}"
    )
    shown = message.replace("npm-secret-1", "${NPM_TOKEN}")
    assert one(tmp_path, text.format('"all"'), environ).secrets.redact(message) == shown
    assert one(tmp_path, text.format('"none"'), environ).secrets.redact(message) == message


def test_the_server_s_own_inherit_env_replaces_the_top_level_one(tmp_path):
    text = 'inherit-env = ["A"]\n[servers.a]\ncommand = ["x"]\n[servers.b]\ncommand = ["x"]\ninherit-env = ["B"]\n'
    first, second = targets(config(tmp_path, text), None, {})
    assert (command(first).inherit, command(second).inherit) == (("A",), ("B",))
