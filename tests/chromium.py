"""A real Chromium, controlled through a pipe: no driver, no port, no download."""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
    "--disable-extensions", "--no-default-browser-check", "--hide-scrollbars", "--force-color-profile=srgb",
)  # fmt: skip
# Chromium reads its descriptor 3 and writes its descriptor 4; the pipes' ends are moved there in the child alone.
_STARTING = """
import os, sys
from fcntl import F_DUPFD, fcntl
ends = [fcntl(int(end), F_DUPFD, 10) for end in sys.argv[1:3]]
for end, place in zip(ends, (3, 4)):
    os.dup2(end, place)
    os.close(end)
os.execv(sys.argv[3], sys.argv[3:])
"""
_PATIENCE = 30.0
_TYPED = {"Enter": ("\r", 13), "Tab": ("\t", 9), "Escape": ("", 27)}


def found() -> str | None:
    """Return the path of Chromium from GOVERN_CHROMIUM or PATH."""
    if sys.platform == "win32":
        return None  # The pipe is two inherited file descriptors, which Windows does not support.
    return os.environ.get("GOVERN_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


class Chromium:
    """One browser process; every tab is a session of its own."""

    def __init__(self, program: str, profile: Path) -> None:
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        starting = [sys.executable, "-I", "-S", "-c", _STARTING, str(theirs_in), str(theirs_out)]
        self._process = subprocess.Popen(
            [*starting, program, *_FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(theirs_in, theirs_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._held = b""
        self._last = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._tabs: dict[str, Tab] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in (self._out, self._in):
            os.close(descriptor)
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def tab(self, **emulated: Any) -> "Tab":
        """Open a new tab, and record its events from the start."""
        target = self.call("", "Target.createTarget", url="about:blank")["targetId"]
        session = self.call("", "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = self._tabs[session] = Tab(self, session, target)
        for domain in ("Page", "Runtime", "Network", "Log", "Audits"):
            tab.call(f"{domain}.enable")
        return tab.as_if(**emulated)

    def call(self, session: str, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the answer to a command; events until then are kept with their tab."""
        self._last += 1
        number = self._last
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        self.until(lambda: number in self._answers)
        texts_of_events = self._answers.pop(number)
        if "error" in texts_of_events:
            raise RuntimeError(f"{method}: {texts_of_events['error']}")
        answer: dict[str, Any] = texts_of_events["result"]
        return answer

    def until(self, held: Callable[[], bool]) -> None:
        """Read messages until the condition holds."""
        deadline = time.monotonic() + _PATIENCE
        while not held():
            texts_of_events = self._read(deadline)
            if "id" in texts_of_events:
                self._answers[texts_of_events["id"]] = texts_of_events
            elif texts_of_events.get("sessionId") in self._tabs:
                self._tabs[texts_of_events["sessionId"]].events.append(
                    (texts_of_events["method"], texts_of_events["params"])
                )

    def _read(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._held:
            if not select.select([self._in], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"Chromium did not answer within {_PATIENCE:.0f} s")
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise RuntimeError(f"Chromium ended with {self._process.wait()}")
            self._held += piece
        message, _, self._held = self._held.partition(b"\0")
        texts_of_events: dict[str, Any] = json.loads(message)
        return texts_of_events


@dataclass
class Tab:
    """A page, and its events."""

    browser: Chromium
    session: str
    target: str
    events: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.browser.call("", "Target.closeTarget", targetId=self.target)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.browser.call(self.session, method, **parameters)

    def as_if(self, *, dark: bool = False, width: int = 1280, height: int = 900, scripts: bool = True) -> Self:
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=features)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        return self

    def open(self, page: Path) -> Self:
        """Load a page and wait until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=page.as_uri())
        self.browser.until(lambda: bool(self.texts_of_events("Page.loadEventFired")))
        return self

    def run(self, script: str) -> Any:
        """Return the value of an expression; a promise is awaited."""
        how = {"awaitPromise": True, "returnByValue": True, "allowUnsafeEvalBlockedByCSP": False}
        texts_of_events = self.call("Runtime.evaluate", expression=script, **how)
        if "exceptionDetails" in texts_of_events:
            raise RuntimeError(texts_of_events["exceptionDetails"]["exception"]["description"])
        return texts_of_events["result"].get("value")

    def press(self, *keys: str) -> Self:
        for key in keys:
            text, code = _TYPED.get(key, (key, 0))
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)
        return self

    def click(self, selector: str) -> Self:
        """Click in the middle of the element that the selector finds, as a mouse would."""
        x, y = self.run(
            f"""(found => {{
                found.scrollIntoView({{block: "center"}});
                const box = found.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})(document.querySelector({json.dumps(selector)}))"""
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        return self

    def shot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def pdf(self) -> bytes:
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def texts_of_events(self, *methods: str) -> list[dict[str, Any]]:
        """Return the texts of events of these kinds."""
        return [expected for method, expected in self.events if method in methods]
