"""Stores on a local file system, in memory, and on a real S3 server."""

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from govern.fleet.store import FleetStore


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run an S3 server in this process and return the URL of a bucket on it."""
    from moto.server import ThreadedMotoServer

    settings = {
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": str(tmp_path_factory.mktemp("aws") / "config"),
    }
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.get_host_and_port()[1]}")
        import s3fs

        s3fs.S3FileSystem().mkdir("fleets")
        yield "s3://fleets"
    server.stop()


@pytest.fixture(params=["file", "memory", "s3"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty store of each kind."""
    name = f"{uuid.uuid4().hex}/store"
    if request.param == "file":
        return os.fspath(tmp_path / name)
    return f"memory://{name}" if request.param == "memory" else f"{request.getfixturevalue('s3')}/{name}"


@pytest.fixture
def store(url: str) -> FleetStore:
    made = FleetStore(url)
    made.create()
    return made
