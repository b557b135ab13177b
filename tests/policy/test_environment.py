"""The variables that servers inherit by default, and those that inherit-env adds."""

import sys
from pathlib import Path

import pytest

from govern.policy.environment import GROUPS, inherited_variables, withheld_variables
from govern.policy.target import Command

PASSED = {
    "PATH": "/bin",
    "HTTPS_PROXY": "http://proxy.example:8080",
    "no_proxy": "localhost",
    "SSL_CERT_FILE": "/etc/ssl/ca.pem",
    "NODE_EXTRA_CA_CERTS": "/etc/ssl/ca.pem",
    "REQUESTS_CA_BUNDLE": "/etc/ssl/ca.pem",
    "npm_config_registry": "https://npm.example/",
    "NPM_CONFIG_CACHE": "/cache",
    "UV_INDEX_URL": "https://pypi.example/simple",
    "PIP_CERT": "/etc/ssl/ca.pem",
    "XDG_CACHE_HOME": "/cache",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    # A temporary folder of macOS, whose name looks random.
    "TMPDIR": "/var/folders/4x/8k9j2h3g7f6d5s4a3q2w1e0r0000gn/T/",
}
SECRETS = {
    "UV_PUBLISH_TOKEN": "abc",
    "UV_INDEX_INTERNAL_PASSWORD": "abc",
    "npm_config__auth": "abc",
    "npm_config_//npm.example/:_authToken": "abc",
    "HTTP_PROXY": "http://ana:swordfish@proxy.example:8080",
    "PIP_INDEX_URL": "https://ana:swordfish@pypi.example/simple",
}
OTHERS = {"GITHUB_TOKEN": "ghp_0123456789abcdefghij", "EDITOR": "vi", "NODE_OPTIONS": "--require ./x.js"}
SHELL = {**PASSED, **SECRETS, **OTHERS}


def test_servers_get_what_launchers_and_tls_need_and_no_secrets() -> None:
    assert inherited_variables(SHELL, ()) == PASSED


def test_listed_variables_are_added_even_if_they_are_secret() -> None:
    assert inherited_variables(SHELL, ["EDITOR"]) == PASSED | {"EDITOR": "vi"}
    assert inherited_variables(SHELL, ["GITHUB_*"]) == PASSED | {"GITHUB_TOKEN": OTHERS["GITHUB_TOKEN"]}
    assert inherited_variables(SHELL, ["HTTP_PROXY"]) == PASSED | {"HTTP_PROXY": SECRETS["HTTP_PROXY"]}


def test_all_and_none() -> None:
    assert inherited_variables(SHELL, "all") == SHELL
    assert inherited_variables(SHELL, "none") == {"PATH": "/bin"}


def test_a_shell_function_is_never_passed() -> None:
    assert inherited_variables({"LANG": "() { :; }; touch x"}, "all") == {}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows needs them")
def test_variables_of_windows_are_left_out_elsewhere() -> None:
    assert inherited_variables({"APPDATA": "x", "COMSPEC": "y"}, ()) == {}


TLS = {"CORP_CA_BUNDLE": "/ca.pem", "NODE_EXTRA_CA_CERTS": "/ca.pem", "TLS_TOKEN": "1", "SCALE": "2", "MY_PROXY": "x"}


@pytest.mark.parametrize(
    ("output", "names"),
    [
        ("no database", []),
        ("Error: unable to get local issuer certificate", ["CORP_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"]),
        ("SSL: CERTIFICATE_VERIFY_FAILED, SCALE", ["CORP_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "SCALE"]),
        ("cannot connect to the proxy", ["MY_PROXY"]),
        ("set TLS_TOKEN", ["TLS_TOKEN"]),
    ],
)
def test_a_failed_server_names_what_its_output_asks_for(output: str, names: list[str]) -> None:
    command = Command(("npx", "server-slack"), Path(), {}, inherit="none")
    assert withheld_variables({**TLS, "SLACK_TOKEN": "3", "GITHUB_TOKEN": "4"}, command, output) == names


def test_only_the_variables_that_its_output_names_are_shown() -> None:
    shell = {"ZZ_URL": "1", "ZZ_URL_TOO": "2", "API_TOKEN": "3", "A": "4"}
    assert withheld_variables(shell, Command(("a",), Path()), "KeyError: 'ZZ_URL' of A") == ["ZZ_URL"]


def test_the_documented_variables_are_those_in_use(repository: Path) -> None:
    page = (repository / "docs/config.md").read_text("utf-8")
    for use, names in GROUPS.items():
        assert f"| {use} | {', '.join(f'`{name}`' for name in names)} |" in page
    if sys.platform == "win32":
        windows = dict.fromkeys(GROUPS["Windows itself"], "x")
        assert windows.keys() <= inherited_variables(windows, ()).keys()
