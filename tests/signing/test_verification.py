from govern.policy.settings import SignatureKeys
from govern.signing.verification import MissingSignature, SignatureProblem, missing_lock_signatures


def test_a_missing_signature_has_the_reason_why_the_same_persons_does_not_count() -> None:
    problems = [
        SignatureProblem("stale", "signs another lock", 1, "lock", by="Ana@example.com"),
        SignatureProblem("stale", "signs an earlier approval", 2, "approval", by="ben@example.com"),
    ]
    keys = SignatureKeys(lock=1, signers=["ana@example.com", "ben@example.com"])
    assert missing_lock_signatures(keys, [], problems) == (
        MissingSignature("the lock needs a signature", "signs another lock"),
        MissingSignature("the lock needs a signature by ana@example.com", "signs another lock"),
        MissingSignature("the lock needs a signature by ben@example.com", ""),
    )
