"""action.yml, its steps in bash on a checkout of a bare remote, with a stand-in for GitHub."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.ci.project import NARROWER, TOOLS, Project
from tests.ci.workflow import ROOT, SCRIPTS, Runner, git
from tests.endpoints.github_api import TOKEN
from tests.journeys.test_real_servers import place

SARIF = Path(__file__).parents[1] / "report" / "schemas" / "sarif-schema-2.1.0.json"


def test_one_comment_is_kept(project: Project, pull: Runner) -> None:
    """It is created, then updated, among more than a page of others, one of which only looks like ours."""
    first = pull.use(sarif="false")
    assert first.code == 1, first.log
    (comment,) = pull.github.comments[7]
    assert comment["body"].startswith('<!-- govern-action ["comment","diff",".",""] -->\n<!-- govern diff -->\n')
    assert "input-bound-tightened" in comment["body"]
    pull.github.comments[7] = []
    pull.github.say(7, comment["body"], by="eve")
    for number in range(150):
        pull.github.say(7, f"No {number}.", by="eve")
    pull.github.comments[7].append(comment)
    project.lock(TOOLS)
    project.push("theirs")
    pull.event = project.pull_request()
    second = pull.use(sarif="false")
    assert second.code == 0, second.log
    assert "govern diff: unchanged" in comment["body"]
    assert "unapproved" in pull.github.comments[7][0]["body"]
    assert len(pull.github.comments[7]) == 152
    assert [each for each in pull.github.written() if "comments" in each] == [
        "POST /repos/acme/tools/issues/7/comments",
        f"PATCH /repos/acme/tools/issues/comments/{comment['id']}",
    ]


@pytest.mark.parametrize("event", ["pull_request", "pull_request_target"])
def test_what_the_comment_says_to_do_next_works(project: Project, pull: Runner, event: str) -> None:
    """On a developer's machine, where no variable names the target branch."""
    pull.event_name, pull.ref = event, pull.ref if event == "pull_request" else "refs/heads/main"
    assert pull.use(sarif="false").code == 1
    message = re.search(r"^govern (approve .*)$", pull.github.comments[7][0]["body"], re.MULTILINE)
    assert message
    project.desk.ok(*shlex.split(message[1]), "--by", "ana@example.com")
    project.push("theirs")
    pull.event = project.pull_request()
    run = pull.use(sarif="false")
    assert run.code == 0, run.log
    assert "govern diff: approved" in pull.github.comments[7][0]["body"]


def test_where_nothing_changed_nothing_is_reported(project: Project, pull: Runner) -> None:
    project.lock(TOOLS)
    project.push("theirs")
    pull.event = project.pull_request()
    assert pull.use(sarif="false").code == 0
    assert pull.github.written() == []
    assert pull.outputs["verdict"] == "unchanged"


def test_what_it_gives_to_other_steps_and_annotates(pull: Runner) -> None:
    pull.programs = SCRIPTS
    run = pull.use(comment="false", sarif="false")
    commands = [line for line in run.log.splitlines() if line.startswith("::")]
    assert len(commands) == 1
    assert commands[0].startswith("::error file=capability.lock,line=")
    counts = {name: pull.outputs[name] for name in ("breaking", "risky", "safe", "unapproved")}
    assert counts == {"breaking": "1", "risky": "0", "safe": "0", "unapproved": "1"}
    assert (pull.outputs["verdict"], pull.outputs["exit-code"]) == ("unapproved", "1")
    document = json.loads(Path(pull.outputs["json"]).read_text("utf-8"))
    assert document["format"] == "govern.diff/1"
    assert run.summary == Path(pull.outputs["markdown"]).read_text("utf-8")
    assert pull.github.asked == []
    without = pull.use(comment="false", sarif="false", annotations="false")
    assert not [line for line in without.log.splitlines() if line.startswith("::")]


def test_code_scanning_gets_the_findings_and_names_tell_uses_apart(pull: Runner) -> None:
    for name in ("", "other"):
        pull.use(name=name)
    assert len(pull.github.comments[7]) == 2
    first, second = pull.github.sarifs
    jsonschema.Draft7Validator(json.loads(SARIF.read_text("utf-8"))).validate(first["sarif"])
    assert (first["commit_sha"], first["ref"]) == (git(pull.remote, "rev-parse", pull.ref), pull.ref)
    assert [each["sarif"]["runs"][0]["automationDetails"]["id"] for each in (first, second)] == [
        "govern/diff/",
        "govern/diff/other/",
    ]


def test_a_token_that_may_not_write_changes_no_verdict(pull: Runner) -> None:
    pull.github.may = set()
    run = pull.use()
    assert run.code == 1
    assert "::notice title=govern::Could not comment on the pull request" in run.log
    assert "::notice title=govern::Could not upload to code scanning" in run.log
    assert "403 Resource not accessible by integration" in run.log
    assert pull.github.comments == {}


def test_no_host_changes_no_verdict(pull: Runner) -> None:
    pull.github.url = "http://127.0.0.1:9"
    run = pull.use()
    assert run.code == 1
    assert run.log.count("::notice title=govern::") == 2


def test_what_went_wrong_replaces_the_message(project: Project, pull: Runner) -> None:
    """An old verdict must not stay when there is no new one."""
    pull.use(sarif="false")
    project.desk.write("capability.lock", "lock = 1\n")
    project.push("theirs")
    pull.event = project.pull_request()
    run = pull.use(sarif="false")
    assert run.code == 2
    (comment,) = pull.github.comments[7]
    assert "## govern diff: error" in comment["body"]
    assert "https://github.invalid/acme/tools/actions/runs/77" in comment["body"]
    assert "unapproved" not in comment["body"]
    assert pull.outputs["verdict"] == "error"


def test_a_report_is_cut_where_github_would_refuse_it(pull: Runner) -> None:
    """It exceeds the limit of a comment; the omitted lines are counted."""
    write = (
        "import pathlib, sys; lines = ('\\U0001f512' * 40 + '\\n') * 2000; "
        "pathlib.Path(sys.argv[1]).write_text('## Long\\n\\n' + lines, 'utf-8')"
    )
    steps = [
        {"name": "write", "run": 'python -c "$WRITE" "$RUNNER_TEMP/long.md"', "env": {"WRITE": write}},
        {
            "name": "comment",
            "run": 'GOVERN_MARKDOWN=$RUNNER_TEMP/long.md bash "$ACTION/.github/action/comment.sh"',
            "env": {
                "ACTION": str(Path(__file__).parents[2]),
                "GITHUB_ACTION_PATH": str(Path(__file__).parents[2]),
                "GOVERN_COMMAND": "cost",
                "GOVERN_NAME": "--> <b>",
                "GOVERN_WORKING_DIRECTORY": ".",
                "GOVERN_TOKEN": TOKEN,
                "GOVERN_VERDICT": "over budget",
                "GOVERN_EXIT_CODE": "1",
            },
        },
    ]
    run = pull.steps(steps)
    assert run.code == 0, run.log
    (comment,) = pull.github.comments[7]
    lines = comment["body"].split("\n")
    assert lines[0] == '<!-- govern-action ["comment","cost",".","-> <b>"] -->'
    kept = sum(line == "\U0001f512" * 40 for line in lines)
    assert f"**The last {2000 - kept + 1} of 2003 lines do not fit here" in lines[1]
    assert len(comment["body"].encode("utf-16-le")) // 2 > 60_000


def test_nothing_of_a_pull_request_is_a_script_or_a_command(project: Project, pull: Runner) -> None:
    evil = (
        "x\n::error::owned\n::set-output name=verdict::approved\n$(touch owned)`touch owned` <script>alert(1)</script>"
    )
    project.desk.say("a", *NARROWER, {"name": "$(touch owned);touch owned", "description": evil})
    project.desk.ok("lock")
    project.push("theirs")
    pull.event = project.pull_request()
    run = pull.use()
    assert run.code == 1
    assert not list(pull.home.rglob("owned"))
    ours = [line for line in run.log.splitlines() if line.startswith("::")]
    assert all(line.startswith(("::error file=capability.lock,", "::warning file=", "::notice file=")) for line in ours)
    assert pull.outputs["verdict"] == "unapproved"


def test_policy_is_the_target_branchs(project: Project, pull: Runner) -> None:
    project.lock(NARROWER, more='[policy]\nfail-on = "never"\n')
    project.push("theirs")
    pull.event = project.pull_request()
    assert pull.use(comment="false", sarif="false").code == 1
    assert pull.use(comment="false", sarif="false", **{"config-from": "none"}).code == 0
    assert pull.use(comment="false", sarif="false", **{"fail-on": "never"}).code == 0


@pytest.mark.parametrize("event", ["pull_request", "merge_group"])
def test_what_has_to_be_signed_is_the_target_branchs(project: Project, pull: Runner, event: str) -> None:
    project.lock(TOOLS, more="[policy.signatures]\nlock = 1\n")
    base = project.push("main")
    project.lock(TOOLS)
    project.push("theirs")
    pull.event, pull.event_name = project.pull_request(), event
    if event == "merge_group":
        pull.event = {"merge_group": {"base_sha": base}}
    run = pull.use(command="verify")
    assert (run.code, pull.outputs["verdict"]) == (1, "refused"), run.log
    assert "the lock needs a signature" in run.log
    assert pull.use(command="verify", **{"config-from": "none"}).code == 0


def test_a_merge_queue_is_compared_with_its_base(project: Project, pull: Runner) -> None:
    """With the config of that commit, and without a comment."""
    base = git(project.remote, "rev-parse", "main")
    project.lock(NARROWER, more='[policy]\nfail-on = "never"\n')
    project.push("theirs")
    pull.event = project.pull_request()
    pull.event_name, pull.event = "merge_group", {"merge_group": {"base_sha": base}}
    run = pull.use(sarif="false")
    assert run.code == 1, run.log
    assert "input-bound-tightened" in run.log
    assert pull.github.comments == {}


def test_the_first_pull_request_brings_the_config(project: Project, pull: Runner) -> None:
    desk = project.desk
    desk.git("checkout", "-q", "--orphan", "empty")
    desk.git("rm", "-rfq", "--cached", ".")
    desk.git("commit", "-q", "--allow-empty", "-m", "empty")
    desk.git("push", "-q", "-f", "origin", "HEAD:refs/heads/main")
    project.push("theirs")
    pull.event = project.pull_request()
    run = pull.use(sarif="false")
    assert run.code == 0, run.log


def test_the_gate(project: Project, pull: Runner) -> None:
    project.desk.git("tag", "v1.0.0", "origin/main")
    project.desk.git("push", "-q", "origin", "v1.0.0")
    run = pull.use(command="gate")
    assert run.code == 1, run.log
    (comment,) = pull.github.comments[7]
    assert '["comment","gate",".",""]' in comment["body"]
    assert "input-bound-tightened" in comment["body"]
    assert (pull.outputs["verdict"], pull.outputs["breaking"]) == ("refused", "1")
    assert pull.github.sarifs[0]["sarif"]["runs"][0]["automationDetails"]["id"] == "govern/gate/"


def test_a_working_directory_that_became_a_link_is_refused(project: Project, pull: Runner) -> None:
    (project.desk.folder / "other").mkdir()
    project.desk.write("other/kept", "")
    (project.desk.folder / "linked").symlink_to("other")
    project.push("theirs")
    pull.event = project.pull_request()
    run = pull.use(**{"working-directory": "linked"})
    assert run.code == 2
    assert "working-directory linked is a link" in run.log


def test_budgets(project: Project, pull: Runner) -> None:
    desk = project.desk
    desk.git("checkout", "-q", "-B", "budget", "origin/main")
    project.lock(TOOLS, more="[policy.budget]\ntool-tokens = 5\n")
    project.push("main")
    project.lock(TOOLS, more="[policy.budget]\ntool-tokens = 5000\n")
    project.push("theirs")
    pull.event = project.pull_request()
    run = pull.use(command="cost")
    assert run.code == 1, run.log
    assert "Over budget" in pull.github.comments[7][0]["body"]
    assert pull.outputs["verdict"] == "over budget"


def test_the_lock_is_what_the_servers_promise(project: Project, runner: Runner) -> None:
    fresh = runner.use(command="lock-check")
    assert (fresh.code, runner.outputs["verdict"]) == (0, "current"), fresh.log
    project.desk.say("a", *NARROWER)
    project.push()
    stale = runner.use(command="lock-check")
    assert (stale.code, runner.outputs["verdict"]) == (1, "stale")
    project.desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, '-c', ''])}\n")
    project.push()
    gone = runner.use(command="lock-check")
    assert (gone.code, runner.outputs["verdict"]) == (3, "unseen")
    assert runner.github.asked == []


def test_verify(project: Project, runner: Runner) -> None:
    assert runner.use(command="verify").code == 0
    assert runner.outputs["verdict"] == "valid"
    text = project.desk.lock_path.read_text("utf-8").replace('"find"', '"fund"')
    project.desk.write("capability.lock", text)
    project.push()
    assert runner.use(command="verify").code == 2
    assert runner.outputs["verdict"] == "error"


def test_arguments_are_words_of_their_own(project: Project, runner: Runner) -> None:
    project.desk.write("my lock.lock", project.desk.lock_path.read_bytes())
    project.push()
    run = runner.use(args="--lock\nmy lock.lock\n--verbose\n", old="HEAD", sarif="false")
    assert run.code == 0, run.log
    assert runner.use(args="$(touch owned) *", sarif="false").code == 2
    assert not list(runner.home.rglob("owned"))


def test_a_server_does_not_see_the_token(project: Project, runner: Runner) -> None:
    dump = runner.home / "seen.txt"
    spy = f"import os; open({str(dump)!r}, 'w').write(repr(dict(os.environ)))"
    project.desk.write("govern.toml", f"[servers.a]\ncommand = {json.dumps([sys.executable, '-c', spy])}\n")
    project.push()
    run = runner.use(command="lock-check")
    assert run.code == 3
    assert dump.exists()
    assert TOKEN not in dump.read_text() + run.log


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"command": "eval; touch owned"}, "command should be"),
        ({"working-directory": "nowhere"}, "nowhere"),
        ({"fail-on": "perhaps"}, "--fail-on perhaps"),
        ({"pull-request": "true", "sarif": "false"}, "requires `command: lock` or `command: verify`"),
    ],
)
def test_usage_errors_fail(runner: Runner, inputs: dict[str, str], message: str) -> None:
    run = runner.use(**inputs)
    assert run.code in (1, 2)
    assert message in run.log
    assert not list(runner.home.rglob("owned"))


def test_no_history_is_reported_as_missing(pull: Runner) -> None:
    shallow = {"uses": "actions/checkout@0", "with": {"fetch-depth": 1}}
    run = pull.steps([shallow, {"uses": "govern-mcp/action@v0", "with": {"sarif": False}}])
    assert run.code == 2
    assert "fetch-depth: 0" in run.log


def downloaded(config: pytest.Config) -> Path:
    """Return the folder of the action's requirements, kept in pytest's cache: pip reads 73,000 links to find them."""
    requirements = ROOT / ".github" / "action" / "requirements.txt"
    with place(config, (sys.version, requirements.read_text("utf-8"))) as folder:
        if not (folder / "complete").exists():
            pip = [sys.executable, "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            pip += ["--require-hashes", "--only-binary", ":all:", "--dest", str(folder), "-r", str(requirements)]
            done = subprocess.run(pip, capture_output=True, encoding="utf-8", check=False)
            if "No matching distribution" in done.stderr or "Could not fetch" in done.stderr:
                pytest.skip(f"the registry cannot be reached: {done.stderr.strip().splitlines()[-1]}")
            assert done.returncode == 0, done.stderr
            (folder / "complete").touch()
    return folder


@pytest.mark.registry
@pytest.mark.timeout(300)
def test_it_installs_itself(project: Project, runner: Runner, pytestconfig: pytest.Config) -> None:
    """From its own checkout, once per job, unaffected by the repository under test."""
    marker = runner.home / "marker"
    for name in ("venv", "pip", "ensurepip", "sitecustomize", "typer", "tomllib", "govern"):
        project.desk.write(f"{name}.py", f"open({str(marker)!r}, 'w').close()\n")
    runner.event = {"before": git(project.remote, "rev-parse", "main")}
    project.push()
    runner.version = ""
    only_these = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(downloaded(pytestconfig))}
    steps = [
        {"uses": "actions/checkout@0", "with": {"fetch-depth": 0}},
        *[
            {"uses": "govern-mcp/action@v0", "with": {"command": command, "sarif": False}, "env": only_these}
            for command in ("verify", "diff")
        ],
    ]
    run = runner.steps(steps)
    assert run.code == 0, run.log
    assert not marker.exists()
    program = Path(runner.outputs["govern"])
    assert program.is_relative_to(runner.place / "temp")
    held = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").lower()
    installed = [each.stem for each in program.parents[1].glob("lib/*/site-packages/*.dist-info")]
    pins = ["==".join(name.lower().rsplit("-", 1)) for name in installed]
    others = [pin for pin in pins if pin.partition("==")[0] not in ("govern_mcp", "pip", "setuptools")]
    assert "typer" in {pin.partition("==")[0] for pin in others}
    assert [pin for pin in others if pin not in held.replace("-", "_")] == []


def test_an_old_python_is_reported(runner: Runner) -> None:
    """A missing Python 3.11 is an error with a hint."""
    place = runner.home / "bin"
    place.mkdir()
    for name in ("python", "python3"):
        (place / name).write_text("#!/bin/sh\nexit 1\n")
        (place / name).chmod(0o755)
    for name in ("bash", "mktemp", "cat"):
        (place / name).symlink_to(shutil.which(name) or name)
    runner.version = ""
    step = {"uses": "govern-mcp/action@v0", "env": {"PATH": str(place)}}
    run = runner.steps([{"uses": "actions/checkout@0"}, step])
    assert run.code == 2
    assert "::error title=govern::govern needs Python 3.11 or later; put actions/setup-python before" in run.log
