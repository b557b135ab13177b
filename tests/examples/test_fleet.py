"""examples/fleet: each file is valid for the system that reads it, and its commands scan a fleet."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import jsonschema
import pytest
import yaml as pyyaml
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

from govern import __version__
from govern.fleet.inventory import read_inventory
from govern.fleet.store import FleetStore
from tests.ci.workflow import ROOT, yaml

FLEET = ROOT / "examples" / "fleet"
MANIFESTS = sorted((FLEET / "kubernetes").glob("*.yaml"))
WORKFLOW = FLEET / "github" / "scan.yml"
SLURM = FLEET / "slurm" / "scan.sh"
KUBERNETES = "kubernetes-validate==1.37.0"
SCRIPTS = Path(sys.executable).parent
SERVERS = 5

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the examples are for POSIX shells")


def documents() -> list[tuple[str, Any]]:
    return [(path.name, each) for path in MANIFESTS for each in pyyaml.safe_load_all(path.read_text("utf-8"))]


def pod_of(document: Any) -> Any:
    spec = document["spec"]
    return (spec["jobTemplate"]["spec"] if document["kind"] == "CronJob" else spec)["template"]["spec"]


JOBS = [(name, each) for name, each in documents() if each["kind"] in ("Job", "CronJob")]


@pytest.mark.registry
def test_the_manifests_are_valid(pytestconfig: pytest.Config) -> None:
    """By the schemas of Kubernetes without unknown fields, which a wheel carries; it is read and not installed."""
    folder = Path(pytestconfig.cache.mkdir("kubernetes-schemas"))
    if not list(folder.glob("*.whl")):
        pip = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--timeout",
            "10",
            "--dest",
            str(folder),
        ]
        if subprocess.run([*pip, KUBERNETES], capture_output=True, check=False).returncode:
            pytest.skip("the registry cannot be reached")
    with ZipFile(next(folder.glob("*.whl"))) as wheel:
        for version in ("v1.33.0", "v1.37.0"):
            base = f"kubernetes_validate/kubernetes-json-schema/{version}-local-strict/"

            def retrieve(uri: str, base: str = base) -> Resource[Any]:
                content = json.loads(wheel.read(base + uri.rpartition("/")[2]))
                return DRAFT7.create_resource(content)

            registry: Registry[Any] = Registry(retrieve=retrieve)  # type: ignore[call-arg]
            for name, document in documents():
                group, _, number = document["apiVersion"].partition("/")
                kind = f"{document['kind']}-{group.split('.')[0]}-{number}".lower()
                schema = json.loads(wheel.read(f"{base}{kind}.json"))
                validator = jsonschema.Draft7Validator({"$id": f"{kind}.json", **schema}, registry=registry)
                assert [error.message for error in validator.iter_errors(document)] == [], (name, version)
                broken = {**document, "spec": {**document["spec"], "complitions": 1}}
                assert not validator.is_valid(broken)


def test_each_pod_has_no_rights_and_limits() -> None:
    assert len(JOBS) == 2
    for name, document in JOBS:
        pod = pod_of(document)
        assert pod["automountServiceAccountToken"] is False, name
        assert pod["securityContext"]["runAsNonRoot"] is True
        for container in [*pod.get("initContainers", []), *pod["containers"]]:
            walls = container["securityContext"]
            assert walls["capabilities"] == {"drop": ["ALL"]}
            assert walls["readOnlyRootFilesystem"] is True
            assert walls["allowPrivilegeEscalation"] is False
            assert container["resources"]["limits"]["memory"]
            mounted = {mount["name"] for mount in container["volumeMounts"]}
            assert mounted == {volume["name"] for volume in pod["volumes"]}


def test_versions_are_the_one_that_this_is() -> None:
    for path in (path for path in FLEET.rglob("*") if path.is_file()):
        text = path.read_text("utf-8")
        assert set(re.findall(r"govern-mcp\[fleet\]==([\d.]+\d)|fleet-scan:([\d.]+\d)", text)) <= {
            (__version__, ""),
            ("", __version__),
        }, path


def test_the_inventory_is_read() -> None:
    servers = read_inventory(str(FLEET / "inventory.jsonl"))
    assert [server.name for server in servers] == ["docs", "memory", "tickets", "time"]
    assert not any(server.trusted for server in servers)


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    """Write an inventory of saved lists, and return its folder."""
    rows = []
    for number in range(SERVERS):
        tools = [{"name": "look", "description": f"Look {number}.", "inputSchema": {"type": "object"}}]
        (tmp_path / f"{number}.json").write_text(json.dumps({"tools": tools}), "utf-8")
        rows.append(json.dumps({"name": f"s{number}", "catalog": f"{number}.json", "trusted": True}))
    (tmp_path / "inventory.jsonl").write_text("\n".join(rows), "utf-8")
    return tmp_path


def run(command: list[str], folder: Path, **variables: str) -> str:
    environment = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=environment | variables, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def assert_whole(store: FleetStore) -> None:
    (scan,) = store.scans()
    assert scan.finished
    assert [each.server for each in store.observations(scan.name)] == [f"s{number}" for number in range(SERVERS)]


def in_folder(words: list[str], fleet: Path) -> list[str]:
    """Return a container's command with the paths of this machine."""
    places = {"/inventory/inventory.jsonl": str(fleet / "inventory.jsonl"), "s3://fleet/store": str(fleet / "store")}
    for place, here in places.items():
        words = [word.replace(place, here) for word in words]
    return words


def test_the_pods_of_a_job_scan_a_fleet_together(fleet: Path) -> None:
    (document,) = (each for name, each in JOBS if name == "scan.yaml")
    (container,) = pod_of(document)["containers"]
    pods = document["spec"]["completions"]
    assert f"/{pods}" in container["args"][0]
    # Two pods of two, as starting eight takes as long as this whole file.
    command = in_folder([*container["command"], container["args"][0].replace(f"/{pods}", "/2")], fleet)
    for index in range(2):
        run(command, fleet, JOB_COMPLETION_INDEX=str(index), SCAN="fleet-scan-x7x")
    assert_whole(FleetStore(str(fleet / "store")))


def test_the_nightly_job_scans_and_compares(fleet: Path) -> None:
    (document,) = (each for name, each in JOBS if name == "nightly.yaml")
    pod = pod_of(document)
    for night in ("fleet-nightly-1", "fleet-nightly-2"):
        for container in (*pod["initContainers"], *pod["containers"]):
            if container["name"] == "diff" and night.endswith("1"):
                continue
            words = [word.replace("$(SCAN)", night) for word in container["args"]]
            run(["govern", *in_folder(words, fleet)], fleet)
    assert len(FleetStore(str(fleet / "store")).scans()) == 2


def test_the_tasks_of_a_slurm_array_scan_a_fleet_together(fleet: Path) -> None:
    shellcheck = shutil.which("shellcheck", path=str(SCRIPTS))
    assert shellcheck
    run([shellcheck, str(SLURM)], fleet)
    text = SLURM.read_text(encoding="utf-8")
    assert "#SBATCH --array=1-16\n" in text
    two_parts = text.replace("PARTS=16", "PARTS=2")
    assert two_parts != text
    given = {"SCAN": "2026-11-19", "INVENTORY": str(fleet / "inventory.jsonl"), "STORE": str(fleet / "store")}
    for task in ("1", "2"):
        run(["bash", "-c", two_parts], fleet, SLURM_ARRAY_TASK_ID=task, **given)
    assert_whole(FleetStore(str(fleet / "store")))


def script(job: str, step: str) -> str:
    (found,) = [each["run"] for each in yaml(WORKFLOW)["jobs"][job]["steps"] if each.get("name") == step]
    # What the runner installs is installed here.
    return "\n".join(line for line in found.splitlines() if not re.search(r"pip install|sudo ", line))


def test_the_jobs_of_the_workflow_scan_a_fleet_and_join_their_parts(fleet: Path) -> None:
    jobs = yaml(WORKFLOW)["jobs"]
    shards = jobs["scan"]["strategy"]["matrix"]["shard"]
    scan = script("scan", "Scan a part of the inventory")
    assert f'"$SHARD/{len(shards)}"' in scan
    bash = ["bash", "-euo", "pipefail", "-c"]
    # bubblewrap is not on every machine, and saved lists start no process.
    two = scan.replace(f"/{len(shards)}", "/2").replace("--sandbox bwrap", "--sandbox none")
    for shard in ("1", "2"):
        run([*bash, two.replace("--store store", f"--store shards/shard-{shard}")], fleet, SCAN="s", SHARD=shard)
    run([*bash, script("join", "Join the parts")], fleet, RUNNER_TEMP=str(fleet))
    assert_whole(FleetStore(str(fleet / "store")))


def test_the_workflow_is_valid_and_pinned() -> None:
    package = Path(str(distribution("check-jsonschema").locate_file("check_jsonschema")))
    vendored = package / "builtin_schemas" / "vendor" / "github-workflows.json"
    rules = json.loads(vendored.read_text("utf-8"))
    jsonschema.validators.validator_for(rules)(rules).validate(yaml(WORKFLOW))
    text = WORKFLOW.read_text("utf-8")
    for use in re.findall(r"uses: (.*)", text):
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v[\d.]+", use)
    assert yaml(WORKFLOW)["permissions"] == {"contents": "read"}
    assert not re.findall(r"run: .*\$\{\{", text)


def test_the_workflow_scans_and_judges_by_what_the_default_branch_has() -> None:
    """A pull request could set `trusted` in an inventory, or approve what it changes."""
    assert set(yaml(WORKFLOW)["on"]) == {"schedule", "workflow_dispatch"}
    jobs = yaml(WORKFLOW)["jobs"].values()
    checkouts = [step["with"] for job in jobs for step in job["steps"] if "checkout" in step.get("uses", "")]
    default = "${{ github.event.repository.default_branch }}"
    assert [(each["ref"], each.get("path")) for each in checkouts] == [
        (default, None),
        ("fleet", None),
        (default, "reviewed"),
    ]
    (report,) = (step for step in yaml(WORKFLOW)["jobs"]["join"]["steps"] if step.get("name") == "Report what changed")
    assert report["working-directory"] == "reviewed"


def test_saved_captures_become_a_store(tmp_path: Path) -> None:
    for server, versions in {"a": ("1.9", "1.10"), "b": ("2.0",)}.items():
        for version in versions:
            path = tmp_path / "captures" / server / f"{version}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(
                json.dumps({"tools": [{"name": f"t{version}", "inputSchema": {"type": "object"}}]}), "utf-8"
            )
    run([sys.executable, str(FLEET / "histories.py"), "captures", "store"], tmp_path)
    store = FleetStore(str(tmp_path / "store"))
    assert [(each.server, each.scan) for scan in store.scans() for each in store.observations(scan.name)] == [
        ("a", "step-01"), ("a", "step-02"), ("b", "step-02")
    ]  # fmt: skip
    newest = store.observations("step-02")[0]
    assert newest.lock is not None
    assert [tool.key for tool in store.read_lock(newest.lock).servers[0].tools] == ["t1.10"]
