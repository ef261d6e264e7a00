"""Starts programs in processes that share the packages that this one has imported.

Usage: python fork.py PACKAGE... Each line of standard input is the path of a program. It prints the process ID and, on
the next line, what the program prints, or why it failed.
"""

import importlib
import os
import runpy
import signal
import sys

for name in sys.argv[1:]:
    importlib.import_module(name)
# The system removes processes that have ended. cspell:ignore SIGCHLD
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        print(os.getpid(), flush=True)
        program = line.strip()
        sys.argv = [program, "0"]
        sys.path.insert(0, os.path.dirname(program))
        try:
            runpy.run_path(program, run_name="__main__")
        except Exception as error:
            print(f"{type(error).__name__}: {error}", flush=True)
        sys.exit()
