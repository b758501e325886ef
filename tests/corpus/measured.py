#!/usr/bin/env python3
"""Run a command, and write what it took: measured.py FILE COMMAND...

FILE gets {"seconds": CPU time, "MB": most memory}. Exits as the command does.
"""
import json
import os
import sys

if len(sys.argv) < 3:
    sys.exit(__doc__)
pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
with open(sys.argv[1], 'w', encoding='utf-8') as file:
    json.dump({'seconds': round(usage.ru_utime + usage.ru_stime, 2),
               'MB': round(usage.ru_maxrss / 1024)}, file)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
