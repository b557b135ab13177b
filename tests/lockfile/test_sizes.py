"""The sizes of servers in two locks."""

from govern.lockfile.sizes import ContractSize, ServerSize, server_sizes
from tests.lockfile.building import lock_of, locked

FIND = {"name": "find", "description": "Finds a book by its title."}
LOOK = {"name": "look", "description": "Looks."}


def test_each_named_server_has_both_sizes() -> None:
    old = lock_of(locked("a", FIND), locked("gone", LOOK), locked("other", LOOK))
    new = lock_of(locked("a", FIND, LOOK), locked("new", LOOK), locked("other", LOOK))
    find, look = (locked("a", tool).definition_tokens for tool in (FIND, LOOK))
    assert server_sizes(old, new, {"a", "gone", "new"}) == (
        ServerSize("a", ContractSize(1, find), ContractSize(2, find + look)),
        ServerSize("gone", ContractSize(1, look), None),
        ServerSize("new", None, ContractSize(1, look)),
    )
