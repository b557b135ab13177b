"""A stdio server that kills the process that started it, as a fault in a parser might."""

import os
import signal
import sys

sys.stdin.readline()
os.kill(os.getppid(), signal.SIGKILL)
