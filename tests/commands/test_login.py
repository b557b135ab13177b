"""`govern login` and `govern logout`, with a hosted server and its authorization server, over HTTP."""

import asyncio
import json
import os
import re
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from govern.commands.login import LoginRequest, login
from govern.errors import ServerTimedOut, ServerUnreachable, UsageError
from govern.policy.target import Endpoint, Target
from govern.servers.capture import capture_servers
from govern.servers.http import open_endpoint
from govern.servers.login import log_in as flow
from govern.servers.logins import Login, LoginAuth, login_auth, login_file, remove_login, store_login, stored_login
from govern.servers.session import Session
from tests.cli.test_program import on_a_terminal
from tests.desk import Answer, Desk
from tests.endpoints.echoing import echoing
from tests.endpoints.hosted import Hosted, browse, hosting


@pytest.fixture(autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep logins in a folder of the test, outside of the project."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@contextmanager
def serving(desk: Desk, keys: str = "", **how: Any) -> Iterator[Hosted]:
    """Run a hosted server, configured as `docs`."""
    with hosting(**how) as hosted:
        desk.write("govern.toml", f'[servers.docs]\nurl = "{hosted.url}"\nretries = 0\n{keys}')
        yield hosted


def redirect(page: str, **given: str) -> str:
    """Return the redirect URI that the page of a login leads to, with these parameters."""
    asked = parse_qs(urlsplit(page).query)
    query = "&".join(f"{name}={value}" for name, value in given.items())
    return f"{asked['redirect_uri'][0]}?{query}"


def state_of(page: str) -> str:
    """Return the state of the login that opens this page."""
    return parse_qs(urlsplit(page).query)["state"][0]


class Running:
    """A running `govern login`, and the page that it asks to open."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stderr is not None
        self.err = process.stderr.readline()
        self.page = process.stderr.readline().strip()

    def end(self) -> Answer:
        out, err = self.process.communicate(timeout=30)
        return Answer(self.process.returncode, out, self.err + err)


@contextmanager
def logging_in(desk: Desk, *words: str) -> Iterator[Running]:
    with desk.started("login", "docs", "--no-browser", *words) as process:
        try:
            yield Running(process)
        finally:
            process.kill()


def log_in(desk: Desk, *words: str) -> Answer:
    """Log in with a browser that follows every redirect."""
    with logging_in(desk, *words) as running:
        status, text = browse(running.page)
        assert (status, "You can close this window" in text) == (200, True), running.end()
        answer = running.end()
    assert answer.code == 0, answer
    return answer


def log_in_here(client_id: str | None = None, visit: Callable[[str], Any] = browse) -> None:
    """Log in within this process, and visit the page: importing the SDK takes most of a short run."""
    request = LoginRequest(name="docs", browser=False, client_id=client_id)
    visited: list[Any] = []
    outcome = login(request, os.environ, lambda page, _: visited.append(visit(page)))
    assert (len(visited), outcome.path is not None) == (1, True)


def everything_written(desk: Desk) -> str:
    return "".join(path.read_text("utf-8", "replace") for path in desk.folder.rglob("*") if path.is_file())


def assert_no_token(hosted: Hosted, *texts: str) -> None:
    assert hosted.issued
    for token in hosted.issued:
        for text in texts:
            assert token not in text
            assert token[:8] not in text


def test_log_in_lock_and_log_out(desk: Desk, state: Path) -> None:
    with serving(desk) as hosted:
        before = desk.govern("lock")
        assert before.code == 3
        assert "run `govern login docs`" in " ".join(before.out.split())
        done = log_in(desk)
        assert f"logged in to docs at {hosted.issuer}" in done.out
        (kept,) = [path for path in state.rglob("*") if path.is_file()]
        assert sys.platform == "win32" or stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert sys.platform == "win32" or stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
        locked = desk.ok("lock")
        assert "1 tool" in locked.out
        assert desk.lock.server("docs") is not None
        hosted.tools.append({"name": "find"})
        diffed = [desk.govern("diff", "--live", "--verbose", *more) for more in ((), ("--json",), ("-f", "markdown"))]
        assert [answer.code for answer in diffed] == [0, 0, 0]
        desk.git("init", "-q")
        desk.ok("report", "capability.lock", "live", "--no-history")
        answers = (done, locked, *diffed, desk.ok("show", "docs"))
        assert_no_token(hosted, *(answer.out + answer.err for answer in answers), everything_written(desk))
        (asked,) = [asked for what, asked in hosted.asked if what == "authorize"]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/callback", asked["redirect_uri"])
        gone = desk.ok("logout", "docs")
        assert f"logged out of {hosted.url}" in gone.out
        assert [path for path in state.rglob("*") if path.is_file()] == []
        assert "there was no login" in desk.ok("logout", hosted.url).out
        assert desk.govern("lock", "--check").code == 3


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_the_users_browser_is_opened_on_a_terminal(desk: Desk) -> None:
    code = "import sys, urllib.request as u; print(u.urlopen(sys.argv[1]).status, file=open('seen', 'w'))"
    script = desk.write("browser.py", code)
    with serving(desk):
        answer = on_a_terminal(desk, "login", "docs", stream="stderr", BROWSER=f"{sys.executable} {script} %s")
    assert (answer.code, "your browser shows this page" in answer.err) == (0, True), answer
    assert (desk.folder / "seen").read_text() == "200\n"


def test_nothing_is_opened_without_a_terminal_or_in_ci(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROWSER", f"{sys.executable} -c pass %s")
    with serving(desk) as hosted:
        answer = desk.govern("login", "docs")
        assert (answer.code, "--no-browser" in answer.err) == (2, True)
        monkeypatch.setenv("CI", "true")
        for words in (("login", "docs"), ("login", "docs", "--no-browser")):
            answer = desk.govern(*words)
            assert (answer.code, "client credentials" in answer.err) == (2, True)
        assert hosted.heard == []


def test_a_denial_is_reported_and_keeps_nothing(desk: Desk, state: Path) -> None:
    with serving(desk, denied=True), logging_in(desk) as running:
        browse(running.page)
        answer = running.end()
    assert answer.code == 3
    assert "the login was denied: access_denied: no" in answer.err
    assert "\x1b" not in answer.err
    assert [*state.rglob("*.json")] == []


class Once(set[str]):
    """Tokens that are valid for one request each."""

    def __contains__(self, token: object) -> bool:
        found = super().__contains__(token)
        self.difference_update({token})
        return found


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        *[({"token_end": end}, "not allowed in a header") for end in ("\r\nX-Evil: 1", "\x1b[31m", " ", "é")],
        ({"access": Once()}, "asks for another login"),
    ],
)
def test_a_failed_login_shows_no_token_and_keeps_nothing(
    desk: Desk, state: Path, how: dict[str, Any], reason: str
) -> None:
    pages: list[str] = []

    def visit(page: str) -> None:
        pages.append(page)
        browse(page)

    with serving(desk, **how) as hosted:
        with pytest.raises(ServerUnreachable) as refused:
            log_in_here(visit=visit)
        assert_no_token(hosted, str(vars(refused.value)))
    assert reason in str(refused.value)
    assert len(pages) == 1
    assert [*state.rglob("*.json")] == []


def test_only_the_redirect_of_this_login_counts(desk: Desk) -> None:
    statuses: list[int] = []

    def try_others(page: str) -> None:
        right = redirect(page, code="x", state=state_of(page))
        others = (
            redirect(page, code="x", state="wrong"),
            redirect(page, code="x"),
            redirect(page, state=state_of(page)),
            f"{right}&code=y",
            right.replace("/callback", "/"),
            right.replace("/callback", "/callback/x"),
        )
        statuses.extend(browse(each)[0] for each in others)
        port = urlsplit(right).port
        for method, host in (("GET", f"evil.example:{port}"), ("POST", f"127.0.0.1:{port}")):
            connection = HTTPConnection("127.0.0.1", port or 0, timeout=5)
            connection.request(method, right.partition(f":{port}")[2], headers={"Host": host})
            statuses.append(connection.getresponse().status)
            connection.close()
        statuses.append(browse(page)[0])

    with serving(desk) as hosted:
        log_in_here(visit=try_others)
        assert statuses == [400, 400, 400, 400, 404, 404, 403, 405, 200]
        codes = [asked["code"] for what, asked in hosted.asked if what == "token"]
        assert "x" not in codes
        assert len(codes) == 1


def test_a_connection_without_a_request_changes_nothing(desk: Desk) -> None:
    with serving(desk), logging_in(desk) as running:
        port = urlsplit(redirect(running.page)).port
        # Browsers connect ahead of need.
        with socket.create_connection(("127.0.0.1", port or 0), timeout=5):
            browse(running.page)
            answer = running.end()
    assert (answer.code, "Traceback" in answer.err) == (0, False), answer


def test_a_code_of_another_login_is_refused_by_pkce(desk: Desk, state: Path) -> None:
    with serving(desk) as hosted:
        hosted.codes["st0len-c0de"] = {"code_challenge": "of another", "redirect_uri": "x", "client_id": "y"}

        def use_stolen_code(page: str) -> None:
            browse(redirect(page, code="st0len-c0de", state=state_of(page), iss=hosted.issuer))

        with pytest.raises(ServerUnreachable) as refused:
            log_in_here(visit=use_stolen_code)
    assert "cannot log in: Token exchange failed (400)" in refused.value.message
    assert "st0len" not in str(vars(refused.value))
    assert [*state.rglob("*.json")] == []


def test_a_login_ends_after_its_time() -> None:
    pytest.importorskip("mcp.client.auth")
    with hosting() as hosted:
        target = Target("docs", hosted.url, Endpoint(hosted.url), retries=0)
        pages: list[str] = []
        with pytest.raises(ServerTimedOut, match=r"no login within 1 s"):
            flow(target, pages.append, client_id=None, port=0, patience=1)
    port = urlsplit(parse_qs(urlsplit(pages[0]).query)["redirect_uri"][0]).port
    with pytest.raises(ConnectionRefusedError):
        HTTPConnection("127.0.0.1", port or 0, timeout=5).connect()


def age(hosted: Hosted) -> None:
    """Let the access token expire."""
    assert stored_login(hosted.url) is not None
    kept = json.loads(login_file(hosted.url).read_text())
    login_file(hosted.url).write_text(json.dumps(kept | {"expires_at": time.time() - 1}))
    hosted.access.clear()


def grants(hosted: Hosted) -> list[str]:
    return [asked["grant_type"] for what, asked in hosted.asked if what == "token"]


def test_an_expired_token_is_renewed_and_kept(desk: Desk) -> None:
    with serving(desk) as hosted:
        log_in_here()
        age(hosted)
        desk.ok("lock")
        assert grants(hosted) == ["authorization_code", "refresh_token"]
        desk.ok("lock", "--check")
        assert grants(hosted) == ["authorization_code", "refresh_token"], "the new token was stored"
        hosted.access.clear()
        desk.ok("lock", "--check")
        assert grants(hosted) == ["authorization_code", *["refresh_token"] * 2], "a rejected token is renewed too"
        assert_no_token(hosted, everything_written(desk))
        assert sys.platform == "win32" or stat.S_IMODE(login_file(hosted.url).stat().st_mode) == 0o600


def test_one_renewal_serves_all_servers_and_runs(desk: Desk) -> None:
    profiles = "".join(f"[servers.docs.profiles.p{at}]\nclient = {{ roots = {{ at = {at} }} }}\n" for at in range(4))
    with serving(desk, profiles) as hosted:
        log_in_here()
        for end in (lambda: age(hosted), hosted.access.clear):
            end()
            before = len(grants(hosted))
            runs = [desk.started("lock", "--lock", f"{at}.lock") for at in range(2)]
            assert [run.communicate(timeout=60)[1] for run in runs] == ["", ""]
            assert [run.returncode for run in runs] == [0, 0]
            assert grants(hosted)[before:] == ["refresh_token"]


def use(hosted: Hosted, auth: LoginAuth | None) -> None:
    """Connect with a login that was read before, as a long run does."""

    async def run() -> None:
        target = Target("docs", hosted.url, Endpoint(hosted.url), retries=0)
        async with open_endpoint(target, auth) as wire:
            await Session(wire, target).read()

    asyncio.run(run())


def test_a_long_run_renews_what_another_run_has_stored(desk: Desk) -> None:
    with serving(desk) as hosted:
        log_in_here()
        auth = login_auth(Target("docs", hosted.url, Endpoint(hosted.url)))
        for _ in range(2):
            age(hosted)
            desk.ok("lock")
        age(hosted)
        use(hosted, auth)
        assert grants(hosted) == ["authorization_code", *["refresh_token"] * 3]


@pytest.mark.parametrize("how", [{"token_end": "\r\n"}, {"token_type": "mac"}])
def test_a_renewal_returns_a_bearer_token(desk: Desk, how: dict[str, str]) -> None:
    with serving(desk) as hosted:
        log_in_here()
        kept = stored_login(hosted.url)
        auth = login_auth(Target("docs", hosted.url, Endpoint(hosted.url)))
        vars(hosted).update(how)
        hosted.access.clear()
        with pytest.raises(ServerUnreachable, match="returned no token"):
            use(hosted, auth)
        assert stored_login(hosted.url) == kept


@pytest.mark.parametrize("when", ["before a renewal", "during a renewal"])
def test_a_logout_is_final_for_a_run_that_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    with serving(desk) as hosted:
        log_in_here()
        auth = login_auth(Target("docs", hosted.url, Endpoint(hosted.url)))
        issue, before = hosted.token, when == "before a renewal"
        monkeypatch.setattr(hosted, "token", lambda asked: (remove_login(hosted.url), issue(asked))[1])
        hosted.access.clear()
        if before:
            remove_login(hosted.url)
        with pytest.raises(ServerUnreachable, match="the login was removed") if before else nullcontext():
            use(hosted, auth)
        assert grants(hosted) == ["authorization_code", *["refresh_token"] * (not before)]
        assert not login_file(hosted.url).exists()


@pytest.mark.parametrize("refreshes", [True, False])
def test_a_login_that_cannot_be_renewed_has_to_be_repeated(desk: Desk, refreshes: bool) -> None:
    with serving(desk, refreshes=refreshes, seconds=None) as hosted:
        log_in_here()
        desk.ok("lock")
        hosted.access.clear()
        hosted.renewals.clear()
        answer = desk.govern("lock", "--check")
        assert answer.code == 3
        assert "govern login docs" in " ".join(answer.out.split())
        assert_no_token(hosted, answer.out, answer.err)
        assert hosted.heard[-1][0] == "server", "no discovery without a person"


def test_the_token_goes_to_no_other_url(desk: Desk) -> None:
    with serving(desk) as hosted, hosting() as other:
        log_in_here()
        for url in (other.url, f"{hosted.url}/", hosted.url.replace("/mcp", "/other")):
            desk.write("govern.toml", f'[servers.docs]\nurl = "{url}"\nretries = 0\n')
            hosted.heard.clear()
            assert desk.govern("lock").code == 3
            assert {given for _, given in (*other.heard, *hosted.heard)} == {""}


@pytest.mark.parametrize(("foreign", "given"), [(False, "Bearer "), (True, "")])
def test_a_strangers_entry_of_this_url_does_not_get_the_login(desk: Desk, foreign: bool, given: str) -> None:
    with serving(desk) as hosted:
        log_in_here()
        hosted.heard.clear()
        capture_servers([Target("docs", hosted.url, Endpoint(hosted.url, foreign=foreign))], jobs=1)
        assert {sent[: len(given)] if given else sent for _, sent in hosted.heard} == {given}


def test_credentials_of_the_config_come_first(desk: Desk) -> None:
    with serving(desk) as hosted:
        log_in_here()
        hosted.heard.clear()
        for keys in ('token = "t0ken"\n', 'headers = { authorization = "Bearer t0ken" }\n'):
            desk.write("govern.toml", f'[servers.docs]\nurl = "{hosted.url}"\n{keys}')
            assert desk.govern("lock").code == 3
            answer = desk.govern("login", "docs", "--no-browser")
            assert (answer.code, "authenticates with token or headers already" in answer.err) == (2, True)
        assert {given for _, given in hosted.heard} == {"Bearer t0ken"}


def test_a_registered_client_and_a_metadata_document(desk: Desk) -> None:
    document = "https://client.example/govern.json"
    with serving(desk, registers=False, documents=True, known={"ours"}) as hosted:
        log_in_here("ours")
        log_in_here(document)
        assert [asked["client_id"] for what, asked in hosted.asked if what == "authorize"] == ["ours", document]
        desk.ok("lock")
    with serving(desk, registers=False):
        answer = desk.govern("login", "docs", "--no-browser")
        assert (answer.code, "cannot log in" in answer.err) == (3, True)


def test_a_server_that_requires_no_login(desk: Desk, state: Path) -> None:
    with echoing(oauth=False) as echo:
        desk.write("govern.toml", f'[servers.docs]\nurl = "{echo.url}"\n')
        assert desk.ok("login", "docs", "--no-browser").out == "docs requires no login\n"
    assert [*state.rglob("*.json")] == []


@pytest.mark.parametrize(
    "page", ["http://auth.example/authorize", "file:///etc/passwd", "javascript:alert(1)", "https://169.254.169.254/a"]
)
def test_a_page_that_is_not_safe_is_not_opened(desk: Desk, page: str) -> None:
    with serving(desk, authorization_endpoint=page):
        answer = desk.govern("login", "docs", "--no-browser")
    assert answer.code == 3
    assert "open this page" not in answer.err


@pytest.mark.parametrize(
    "kept", ["", "[]", "{}", "null", '{"server": 1}', "\ud800", json.dumps({"server": "{url}", "access_token": 7})]
)
def test_a_damaged_login_counts_as_none(desk: Desk, kept: str) -> None:
    with serving(desk) as hosted:
        log_in_here()
        login_file(hosted.url).write_bytes(kept.replace("{url}", hosted.url).encode("utf-8", "surrogatepass"))
        answer = desk.govern("lock")
        assert (answer.code, "govern login docs" in " ".join(answer.out.split())) == (3, True)


def test_a_login_of_another_url_is_not_used(desk: Desk) -> None:
    with serving(desk) as hosted:
        log_in_here()
        kept = stored_login(hosted.url)
        assert kept is not None
        assert store_login(kept) == login_file(hosted.url)
        other = hosted.url.replace("/mcp", "/other")
        os.rename(login_file(hosted.url), login_file(other))  # noqa: PTH104
        assert stored_login(other) is None


def test_json_and_a_registered_client(desk: Desk) -> None:
    with serving(desk, registers=False, known={"ours"}) as hosted:
        done = json.loads(log_in(desk, "--json", "--client-id", "ours").out)
        assert [asked["client_id"] for what, asked in hosted.asked if what == "authorize"] == ["ours"]
        file = str(login_file(hosted.url))
        common = {"format": "govern.login/1", "url": hosted.url}
        assert done == common | {"logged_in": True, "issuer": hosted.issuer, "file": file}
        for issuer in (hosted.issuer, None):
            gone = desk.ok("logout", "docs", "--json").document
            assert gone == common | {"logged_in": False, "issuer": issuer, "file": None}


def test_a_logout_by_url_finds_the_login_as_requests_do(desk: Desk) -> None:
    with serving(desk) as hosted:
        log_in_here()
        assert "logged out of" in desk.ok("logout", hosted.url.replace("http:", "HTTP:")).out
        assert not login_file(hosted.url).exists()


def test_secrets_of_the_url_are_not_shown(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCS_KEY", "s3cr3t-0f-th3-url")
    with serving(desk) as hosted:
        desk.write("govern.toml", f'[servers.docs]\nurl = "{hosted.url}?key=${{DOCS_KEY}}"\nretries = 0\n')
        for words in ((), ("--json",)):
            for answer in (log_in(desk, *words), desk.ok("logout", "docs", *words), desk.ok("logout", "docs", *words)):
                assert "s3cr3t" not in answer.out + answer.err


def test_a_login_that_cannot_be_stored_leaves_no_token(state: Path) -> None:
    login_file("http://docs/").mkdir(parents=True)
    with pytest.raises(UsageError, match="the login cannot be stored"):
        store_login(Login("http://docs/", "issuer", "resource", "endpoint", "client", "t0ken"))
    assert [path for path in state.rglob("*") if path.is_file()] == []


def test_a_damaged_login_can_be_removed(desk: Desk) -> None:
    with serving(desk) as hosted:
        log_in_here()
        login_file(hosted.url).write_text("{")
        assert "there was no login" in desk.ok("logout", "docs").out
        assert not login_file(hosted.url).exists()


def test_wrong_usage(desk: Desk) -> None:
    desk.catalogs(a=[{"name": "look"}])
    for words in (("login",), ("logout",), ("login", "a", "--no-browser"), ("logout", "a"), ("login", "b")):
        answer = desk.govern(*words)
        assert (answer.code, answer.out) == (2, ""), words
        assert answer.err


def test_the_reason_is_named_before_the_missing_terminal(desk: Desk) -> None:
    desk.catalogs(a=[{"name": "look"}])
    for name, reason in (("a", "a has no `url`"), ("b", "no server 'b' in")):
        answer = desk.govern("login", name)
        assert (answer.code, reason in answer.err, "--no-browser" in answer.err) == (2, True, False), answer
