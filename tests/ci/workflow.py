"""Run workflows as GitHub's runner would, as far as ours need: their steps in bash, on a clone of a bare remote.

`actions/checkout` is done with git as it does it, `actions/setup-python` is this Python, our own action is action.yml.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.endpoints.github_api import REPOSITORY, TOKEN, GitHub

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(sys.executable).parent
BASH = shutil.which("bash") or "bash"
NEEDED = [name for name in ("bash", "curl", "git", "jq") if shutil.which(name) is None]
_TOKENS = re.compile(r"\s*('[^']*'|[A-Za-z_][\w.-]*(?:\(\))?|&&|\|\||[=!]=|[!()])")
_WORDS = {"&&": "and", "||": "or", "!": "not"}
_IDENTITY = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
_WHO = {f"GIT_{who}_{what}": "eve@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


def yaml(path: Path) -> Any:
    """Return the content of a YAML file; YAML 1.2, in which `on` is a word."""
    return YAML(typ="safe").load(path)


ACTION = yaml(ROOT / "action.yml")


def git(folder: Path, *words: str) -> str:
    """Run git in a folder, independent of the machine's settings."""
    surroundings = os.environ | _IDENTITY | _WHO
    command = ["git", "-c", "maintenance.auto=false", *words]
    done = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    return done.stdout.strip()


def evaluated(text: str, known: Mapping[str, Any]) -> Any:
    """Return the value of an expression: names, strings, comparisons, and/or/not; an unknown name is empty."""
    words = []
    rest = text.strip()
    while rest:
        found = _TOKENS.match(rest)
        assert found, f"what is {rest!r} in {text!r}?"
        word = found[1]
        rest = rest[found.end() :]
        if word in _WORDS or word in ("(", ")", "==", "!=") or word.startswith("'"):
            words.append(_WORDS.get(word, word))
        else:
            words.append(repr(_looked_up(word, known)))
    return eval(" ".join(words), {"__builtins__": {}})


def _looked_up(name: str, known: Mapping[str, Any]) -> Any:
    if name in ("always()", "true", "false"):
        return name != "false"
    value: Any = known
    for part in name.split("."):
        value = value.get(part, "") if isinstance(value, Mapping) else ""
    return value


def filled(value: Any, known: Mapping[str, Any]) -> str:
    """Return a value of the workflow with its `${{ … }}` replaced."""
    text = {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(evaluated(found[1], known)), text)


@dataclass
class Step:
    """The result of one step."""

    name: str
    code: int
    log: str
    outputs: dict[str, str]


@dataclass
class Run:
    """The run of one job."""

    steps: list[Step] = field(default_factory=list)
    summary: str = ""

    @property
    def code(self) -> int:
        """Return the exit code of the first step that failed."""
        return next((step.code for step in self.steps if step.code), 0)

    @property
    def log(self) -> str:
        return "\n".join(step.log for step in self.steps)

    def step(self, name: str) -> Step:
        return next(step for step in self.steps if step.name == name)


@dataclass
class Runner:
    """A GitHub machine with a repository behind it.

    `home` contains the remote and a checkout for each run, `programs` the `govern` of `version: installed`.
    """

    home: Path
    github: GitHub
    remote: Path
    programs: Path
    event_name: str = "push"
    event: dict[str, Any] = field(default_factory=dict)
    ref: str = "refs/heads/main"
    version: str = "installed"
    secrets: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    runs: int = 0

    def run(self, workflow: Path, job: str) -> Run:
        """Run a job of a workflow."""
        described = yaml(workflow)["jobs"][job]
        wanted = evaluated(described.get("if", "true"), {"github": self._github()})
        return self.steps(described["steps"] if wanted else [])

    def use(self, **inputs: str) -> Run:
        """Run the action alone, after a checkout."""
        checkout = {"uses": "actions/checkout@0", "with": {"fetch-depth": 0, "persist-credentials": False}}
        return self.steps([checkout, {"uses": "govern-mcp/action@v0", "with": inputs}])

    def steps(self, steps: list[dict[str, Any]]) -> Run:
        """Run steps in order; after a failed one, only those with a condition for that."""
        self.runs += 1
        self.place = self.home / f"run-{self.runs}"
        self.workspace = self.place / "work space"
        self.workspace.mkdir(parents=True)
        (self.place / "temp").mkdir()
        (self.place / "home").mkdir()
        (self.place / "event.json").write_text(json.dumps(self.event), "utf-8")
        done = Run()
        runner = {"temp": str(self.place / "temp")}
        known: dict[str, Any] = {"github": self._github(), "secrets": self.secrets, "steps": {}, "runner": runner}
        for step in steps:
            self._step(step, known, done)
        summary = self.place / "summary.md"
        done.summary = summary.read_text("utf-8") if summary.exists() else ""
        return done

    def _step(self, step: dict[str, Any], known: dict[str, Any], done: Run, action: Path | None = None) -> None:
        condition = step.get("if", "true")
        if (done.code and "always()" not in condition) or not evaluated(condition, known):
            return
        env = {name: filled(value, known) for name, value in step.get("env", {}).items()}
        uses = step.get("uses", "")
        inputs = {name: filled(value, known) for name, value in step.get("with", {}).items()}
        if uses.startswith("actions/checkout@"):
            self._checkout(inputs, known)
        elif uses.startswith("actions/upload-artifact@"):
            self._upload(self.workspace / inputs["path"], self.artifact(inputs["name"]))
        elif uses.startswith("actions/download-artifact@"):
            folder = self.workspace / inputs.get("path", ".")
            shutil.copytree(self.artifact(inputs["name"]), folder, symlinks=True, dirs_exist_ok=True)
        elif uses.startswith("govern-mcp/action@"):
            known["steps"][step.get("id")] = {"outputs": self._action(inputs, env, known, done)}
        elif not uses.startswith("actions/setup-python@"):
            self._bash(step, env, known, done, action)

    def artifact(self, name: str) -> Path:
        """Return the folder of the artifact with this name."""
        return self.home / f"artifact-{name}"

    @staticmethod
    def _upload(path: Path, artifact: Path) -> None:
        """Upload as actions/upload-artifact does: a file by its name, or the content of a folder."""
        shutil.rmtree(artifact, ignore_errors=True)
        if path.is_dir():
            shutil.copytree(path, artifact, symlinks=True)
        else:
            artifact.mkdir()
            shutil.copy(path, artifact)

    def _action(self, given: dict[str, str], env: dict[str, str], known: dict[str, Any], done: Run) -> dict[str, str]:
        """Run our own action and return its outputs."""
        unknown = given.keys() - ACTION["inputs"].keys()
        assert not unknown, f"action.yml has no input {unknown}"
        inputs = {name: filled(about.get("default", ""), known) for name, about in ACTION["inputs"].items()} | given
        inputs["version"] = given.get("version", self.version)
        inside = {**known, "inputs": inputs, "steps": {}}
        own = Run()  # whether a step of the action runs is a matter of the action's own steps before it
        for step in ACTION["runs"]["steps"]:
            self._step({**step, "env": {**env, **step.get("env", {})}}, inside, own, ROOT)
        done.steps += own.steps
        self.outputs = {name: filled(about["value"], inside) for name, about in ACTION["outputs"].items()}
        return self.outputs

    def _bash(
        self, step: dict[str, Any], env: dict[str, str], known: dict[str, Any], done: Run, action: Path | None
    ) -> None:
        script, output = self.place / "script.sh", self.place / "output"
        text = filled(step["run"], known)
        assert text == step["run"], "a script with something filled in is a script that somebody else writes"
        script.write_text(text, "utf-8")
        output.write_text("")
        surroundings = self._surroundings(known["github"]["sha"]) | env | {"GITHUB_OUTPUT": str(output)}
        if action:
            surroundings["GITHUB_ACTION_PATH"] = str(action)
        command = [BASH, "--noprofile", "--norc", "-eo", "pipefail", str(script)]
        ended = subprocess.run(
            command, cwd=self.workspace, env=surroundings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", timeout=240, check=False,
        )  # fmt: skip
        lines = output.read_text("utf-8").splitlines()
        outputs = {name: value for name, _, value in (line.partition("=") for line in lines)}
        done.steps.append(Step(step.get("name", ""), ended.returncode, ended.stdout, outputs))
        if "id" in step:
            known["steps"][step["id"]] = {"outputs": outputs}

    def _checkout(self, inputs: dict[str, str], known: dict[str, Any]) -> None:
        """Check out as actions/checkout does: the event's commit, with its history only on request."""
        git(self.workspace, "init", "-q")
        git(self.workspace, "remote", "add", "origin", self.remote.as_uri())
        sha, ref = known["github"]["sha"], known["github"]["ref"]
        own = "refs/remotes/" + ref.removeprefix("refs/").replace("heads/", "origin/", 1)
        depth = inputs.get("fetch-depth", "1")
        refs = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"]
        depth_of = [] if depth == "0" else ["--depth=1"]
        if depth == "0":
            git(self.workspace, "fetch", "-q", "--no-tags", "origin", *refs)
        git(self.workspace, "fetch", "-q", "--no-tags", *depth_of, "origin", f"+{sha}:{own}")
        git(self.workspace, "checkout", "-q", *(["--detach", sha] if "/pull/" in own else ["-B", "main", own]))

    def _github(self) -> dict[str, Any]:
        return {
            "token": TOKEN,
            "event_name": self.event_name,
            "event": self.event,
            "repository": REPOSITORY,
            "ref": self.ref,
            "sha": git(self.remote, "rev-parse", self.ref),
        }

    def _surroundings(self, sha: str) -> dict[str, str]:
        pull = self.event.get("pull_request", {})
        return {
            "PATH": os.pathsep.join([str(self.programs), str(SCRIPTS), os.environ["PATH"]]),
            "HOME": str(self.place / "home"),
            "LANG": "C.UTF-8",
            **_IDENTITY,
            "PIP_NO_COMPILE": "0",  # pip reads 0 as `--no-compile`; what is installed runs once
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": self.github.url,
            "GITHUB_BASE_REF": pull.get("base", {}).get("ref", ""),
            "GITHUB_EVENT_NAME": self.event_name,
            "GITHUB_EVENT_PATH": str(self.place / "event.json"),
            "GITHUB_GRAPHQL_URL": f"{self.github.url}/graphql",
            "GITHUB_HEAD_REF": pull.get("head", {}).get("ref", ""),
            "GITHUB_REF": self.ref,
            "GITHUB_REF_NAME": self.ref.removeprefix("refs/heads/").removeprefix("refs/tags/"),
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_RUN_ID": "77",
            "GITHUB_SERVER_URL": "https://github.invalid",
            "GITHUB_SHA": sha,
            "GITHUB_STEP_SUMMARY": str(self.place / "summary.md"),
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_OS": "Linux",
            "RUNNER_TEMP": str(self.place / "temp"),
        }
