#!/usr/bin/env python3
"""Run a command, and write what it took: measured.py FILE MB SECONDS COMMAND...

FILE gets {"seconds": CPU time, "MB": most memory}. The command may have MB of address space and
SECONDS of CPU time; 0: any. Exits as the command does, after a signal with 128 and its number.
"""
import json
import os
import resource
import sys

if len(sys.argv) < 5:
    sys.exit(__doc__)
for limit, value in ((resource.RLIMIT_AS, int(sys.argv[2]) << 20),
                     (resource.RLIMIT_CPU, int(sys.argv[3]))):
    if value:
        resource.setrlimit(limit, (value, value))
pid = os.posix_spawnp(sys.argv[4], sys.argv[4:], os.environ)
_, status, usage = os.wait4(pid, 0)
with open(sys.argv[1], 'w', encoding='utf-8') as file:
    json.dump({'seconds': round(usage.ru_utime + usage.ru_stime, 2),
               'MB': round(usage.ru_maxrss / 1024)}, file)
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
