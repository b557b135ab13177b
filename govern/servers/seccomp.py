"""The system calls that a process in bubblewrap may not use, as a program of Linux's seccomp filter.

Namespaces do not separate key rings, and with a shared network not the abstract Unix sockets of the machine. io_uring
could open sockets past the filter, and the others are a large part of the kernel that no server needs.
"""

from __future__ import annotations

import errno
import os
import platform
import struct
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_AF_UNIX, _AF_VSOCK = 1, 40
# Of each architecture: its number in seccomp, the call `socket`, and the calls that are refused.
_ARCHITECTURES: Mapping[str, tuple[int, int, dict[str, int]]] = {
    "x86_64": (
        0xC000003E,
        41,
        {
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "perf_event_open": 298,
            "bpf": 321,
            "userfaultfd": 323,
            "io_uring_setup": 425,
        },
    ),
    "aarch64": (
        0xC00000B7,
        198,
        {
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "perf_event_open": 241,
            "bpf": 280,
            "userfaultfd": 282,
            "io_uring_setup": 425,
        },
    ),
}
# x86-64 has a second table of calls above this number.
_X32 = 0x40000000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
Step = tuple[int, int, int, int]


@cache
def filter_path(*, unix: bool) -> str | None:
    """Return a path that the filter can be read from while govern runs; None for an unknown architecture.

    With `unix` a process may open Unix sockets.
    """
    program = filter_program(platform.machine(), unix=unix)
    if program is None:
        return None
    file = os.memfd_create("seccomp")
    os.write(file, program)
    return f"/proc/{os.getpid()}/fd/{file}"


def filter_program(machine: str, *, unix: bool) -> bytes | None:
    """Return the filter for an architecture, or None if it is not known."""
    if machine not in _ARCHITECTURES:
        return None
    architecture, socket, refused = _ARCHITECTURES[machine]
    steps: list[Step] = [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_EQUAL, 1, 0, architecture),
        _fail(errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32),
        _fail(errno.ENOSYS),
    ]
    for number in refused.values():
        steps += [(_EQUAL, 0, 1, number), _fail(errno.EPERM)]
    families = (_AF_VSOCK,) if unix else (_AF_UNIX, _AF_VSOCK)
    checks: list[Step] = [(_LOAD, 0, 0, _FIRST_ARGUMENT_AT)]
    for family in families:
        checks += [(_EQUAL, 0, 1, family), _fail(errno.EAFNOSUPPORT)]
    steps += [(_EQUAL, 0, len(checks), socket), *checks, (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _fail(number: int) -> Step:
    return _RETURN, 0, 0, _ERROR | number
