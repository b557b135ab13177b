"""The JSON document of `govern fleet export`."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic takes no other before Python 3.12

from govern.fleet.objects import public_url
from govern.fleet.publishing import FleetExport


class FleetExportDocument(TypedDict):
    """`govern fleet export --json`: the files that were written below `output`, and what they are about."""

    format: Literal["govern.fleet-export/1"]
    output: str
    changes: int
    tools: int
    servers: int
    files: list[str]


def fleet_export_document(exported: FleetExport) -> FleetExportDocument:
    """Return the files of an export as a document."""
    return {
        "format": "govern.fleet-export/1",
        "output": public_url(exported.output),
        "changes": exported.changes,
        "tools": exported.tools,
        "servers": exported.servers,
        "files": [*exported.files],
    }
