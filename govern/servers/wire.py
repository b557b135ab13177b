"""What every way to a server has in common: JSON-RPC messages, one at a time, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from govern.servers.messages import MessageReader

Message = dict[str, Any]
# What a wire says of itself where only its stream of news has ended: answers still come, so it is no error.
LOST: Final = "govern/lost"


class Wire(Protocol):
    """One open connection. Transports are async context managers that yield one and leave nothing behind."""

    protocol: str | None
    """The negotiated version, told by the session; HTTP sends it along as a header."""

    reader: MessageReader
    """Reads what arrives, within the limits of the server."""

    async def send(self, message: Message) -> None:
        """Hand one message to the server; raises a ServerError that says why where that cannot be done."""

    async def receive(self) -> Message:
        """The server's next message; raises a ServerError when no more can come."""
