"""Starts copies of a server, in processes that share the packages that this one has imported. cspell:ignore SIGCHLD

Usage: python fork.py PACKAGE... For each line of standard input, a program, it prints the number of the process and,
on the next line, the URL that the program prints, or why it does not start.
"""

import importlib
import os
import runpy
import signal
import sys

for name in sys.argv[1:]:
    importlib.import_module(name)
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
            print(f"It does not start: {error}", flush=True)
        sys.exit()
