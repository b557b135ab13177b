"""The texts of `test_output` as names, reasons and contracts of the servers of a fleet, in every verb and format."""

import json
import re
from collections.abc import Iterator

from govern.fleet.observation import Observation
from govern.report.formats import Format
from tests.attacks import test_output as texts
from tests.attacks.test_output import CONTROL, TEXTS, catalog, plain_of, well_formed, without_code
from tests.desk import Desk
from tests.fleet.fleets import at, fleet

# A name with half of a character is refused before it is stored.
ATTEMPTS = [each for each in texts.ATTEMPTS if each.name != "surrogate"]
SCANS = ("2026-11-18", "2026-11-19")
# What CI systems execute if it is printed; no CI system reads a file.
THIRD = [each for each in ATTEMPTS if each.name == "third number sign"]
COMMANDS = [*(each for each in ATTEMPTS if "command" in each.name), *THIRD]


def outputs(desk: Desk) -> Iterator[tuple[str, str, str]]:
    """Yield the output of every verb in each format, of one store with a server for each attempt."""
    (desk.folder / ".git").mkdir()
    first, second = ({a.text: json.loads(catalog(a.text, version)) for a in ATTEMPTS} for version in (1, 2))
    store = fleet(desk.folder / "store", on_2026_11_18=first, on_2026_11_19=second)
    for scan in SCANS:
        for each in ATTEMPTS:
            name = f"unseen {each.name}"
            store.write_observation(
                Observation(
                    server=name, scan=scan, seen_at=at(scan), state="unseen", reason="crashed", detail=each.text
                )
            )
    # All formats of one run, since each run judges every server.
    reports = [word for form in Format for word in ("--report", f"{form}=diff.{form}")]
    yield "stdout", "text", desk.govern("fleet", "diff", "--store", "store", "--verbose", *reports).out
    for form in Format:
        yield "diff", form, (desk.folder / f"diff.{form}").read_text("utf-8")
    for verb, words in {
        "diff": (),
        "approve": ("--all-risky", "--reason", "x", "--dry-run", "--yes"),
        "sql": ("FROM observations",),
        "export": ("--output", "out"),
        "report": (),
        "merge": ("store",),
    }.items():
        answer = desk.govern("fleet", verb, *words, "--store", "joined" if verb == "merge" else "store")
        yield verb, "text", answer.out + answer.err
    yield "report", "html", (desk.folder / "govern-fleet-report.html").read_text("utf-8")
    yield "feed", "junit", (desk.folder / "out" / "changes.atom").read_text("utf-8")
    acting = [each.text for each in ATTEMPTS if "text" in each.where and "\0" not in each.text]
    for name in [f"unseen {ATTEMPTS[0].name}", *acting]:
        yield "show", "text", desk.ok("fleet", "show", "--store", "store", "--verbose", "--", name).out
    yield "show", "json", desk.ok("fleet", "show", "--store", "store", "--json", "--", name).out


def test_no_text_of_a_fleet_has_an_effect(desk: Desk) -> None:
    shown = 0
    for verb, form, text in outputs(desk):
        well_formed(form, text)
        shown += "changed" in text or "unseen" in text
        active = without_code(text) if form == "markdown" else plain_of(text)
        in_file = {"diff": COMMANDS, "feed": THIRD}.get(verb, [])
        for attempt in ATTEMPTS:
            if form in attempt.where and attempt not in in_file:
                assert not re.search(attempt.acts, active), (verb, form, attempt.name)
        if form in TEXTS:
            assert not re.search(CONTROL, active), (verb, form)
    assert shown > len(ATTEMPTS) // 2


def test_no_format_prints_a_command_of_a_ci(desk: Desk) -> None:
    first, second = ({a.text: json.loads(catalog(a.text, version)) for a in COMMANDS} for version in (1, 2))
    fleet(desk.folder / "store", on_2026_11_18=first, on_2026_11_19=second)
    for form in Format:
        text = desk.govern("fleet", "diff", "--store", "store", "--verbose", "--format", form).out
        assert "changed" in text
        active = without_code(text) if form == "markdown" else plain_of(text)
        for attempt in COMMANDS:
            assert form not in attempt.where or not re.search(attempt.acts, active), (form, attempt.name)
