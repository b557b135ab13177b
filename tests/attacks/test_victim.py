"""The victims before any attack: honest changes pass, and unapproved changes do not."""

import pytest

from tests.attacks.victim import Victim, assert_held, assert_passes


@pytest.mark.parametrize("verb", [["diff", "v1.0.0"], ["gate"], ["verify"]], ids=lambda verb: verb[0])
@pytest.mark.parametrize("kind", ["victim", "fortress"])
def test_a_released_lock_passes(kind: str, verb: list[str], request: pytest.FixtureRequest) -> None:
    victim: Victim = request.getfixturevalue(kind)
    assert_passes(victim.attempt(*verb))


def test_an_unapproved_change_is_refused(victim: Victim) -> None:
    victim.branch()
    victim.break_lock()
    victim.commit()
    assert_held(victim.attempt("gate"), "input-bound-tightened", code=1)
    assert_held(victim.attempt("diff", "main"), "input-bound-tightened", code=1)


def test_an_approved_change_passes(victim: Victim) -> None:
    victim.break_lock()
    victim.approve("ana", *victim.open_ids())
    assert_passes(victim.attempt("gate"))


def test_two_people_who_sign_let_a_change_pass(fortress: Victim) -> None:
    fortress.break_lock()
    ids = fortress.open_ids()
    for who in ("ana", "ben"):
        assert_held(fortress.attempt("gate"), "input-bound-tightened", code=1)
        fortress.approve(who, *ids)
        fortress.sign(who, "--approvals")
    assert_held(fortress.attempt("gate"), "signatures", code=1)
    fortress.sign("ana")
    assert_passes(fortress.attempt("gate"))
