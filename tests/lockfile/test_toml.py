"""TOML: line ends, and keys with very many parts, which take readers minutes and gigabytes."""

import time

import pytest

from govern.errors import PolicyInvalid
from govern.lockfile.toml import NotTomlError, read_toml
from govern.policy.approvals import parse_approvals
from tests.desk import Desk

DEEP = {
    "dotted": "a" + ".a" * 200_000 + " = 1\n",
    "quoted": '"a"' + ' . "a b"' * 60_000 + " = 1\n",
    "heading": "[a" + ".a" * 200_000 + "]\n",
    "in an entry": "[[approval]]\nserver" + ".a" * 100_000 + " = 1\n",
}
PLAIN = {
    "as deep as any": "a" + ".a" * 63 + " = 1\n",
    "dots": f"x = '''\n{'.' * 400_000}\n'''\n",
    "one word": f"x = '''\n{'a' * 400_000}\n'''\n",
    "escapes": f"x = '{chr(34)}' # {chr(34)}" + '\\"' * 200_000,
    "quotes": f"x = '''\n{chr(34) * 400_000}\n'''\n",
    "many short keys": "".join(f"a.b{at}.c = 1\n" for at in range(20_000)),
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_a_deep_key_is_refused_at_once(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(NotTomlError, match=r"line [12]: a key has more than 64 parts"):
        read_toml(text)
    with pytest.raises(PolicyInvalid, match="a key has more than 64 parts"):
        parse_approvals(text, "approvals")
    assert time.process_time() - begun < 1


def test_texts_do_not_depend_on_the_line_ends_of_the_file() -> None:
    text = "x = '''\none\ntwo'''\n"
    assert read_toml(text.replace("\n", "\r\n")) == read_toml(text) == {"x": "one\ntwo"}


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_long_texts_without_deep_keys_are_read_fast(text: str) -> None:
    begun = time.process_time()
    assert read_toml(text)
    assert time.process_time() - begun < 2


def test_many_unknown_tables_are_summarised() -> None:
    begun = time.process_time()
    with pytest.raises(PolicyInvalid, match="and 19,980 more unknown tables") as output:
        parse_approvals("".join(f"k{at}.x = 1\n" for at in range(20_000)), "approvals")
    assert len(output.value.message) < 3_000
    assert time.process_time() - begun < 2


def test_a_diff_beside_such_a_file_is_exit_2_at_once(desk: Desk) -> None:
    desk.git("init", "-q")
    desk.catalogs(a=[{"name": "look"}])
    desk.ok("lock")
    desk.commit()
    for name in ("capability.approvals.toml", "govern.toml"):
        desk.write(name, DEEP["dotted"])
        begun = time.process_time()
        answer = desk.govern("diff")
        assert answer.code == 2
        assert "a key has more than 64 parts" in answer.err
        assert time.process_time() - begun < 2
        (desk.folder / name).unlink()
