"""Signatures of tools."""

from typing import Any

import pytest

from govern.discovery.modes import parameters


@pytest.mark.parametrize(
    ("reference", "signature"),
    [
        ("#/$defs/Day", "when?: string"),
        ("#/$defs/Moments/anyOf/1", "when?: integer"),
        ("#/%24defs/Day", "when?: string"),
        ("#/$defs/Missing", "when?: any"),
        ("https://example.com/day.json#/$defs/Day", "when?: any"),
    ],
)
def test_a_signature_shows_what_a_local_reference_leads_to(reference: str, signature: str):
    day: dict[str, Any] = {"type": "string"}
    definitions = {"Day": day, "Moments": {"anyOf": [day, {"type": "integer"}]}}
    schema = {"type": "object", "properties": {"when": {"$ref": reference}}, "$defs": definitions}
    assert parameters(schema) == signature
