"""Faults of the system (faults.py): failing calls, a full disk, kills."""

import os
import re
import subprocess
import sys

import campaign

# The test `faults` runs them.
SHORT = 0
SECONDS = 30


def case(case):
    shim = os.path.join(case.build.path, "lib/libfaults-shim.so")
    if not os.path.exists(shim):
        raise campaign.Skip("the build has no lib/libfaults-shim.so")
    command = [sys.executable, os.path.join(campaign.HERE, "faults.py"), case.build.bin, shim, "--seconds", str(SECONDS),
               "--seed", str(case.random.randrange(2**31))]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=case.build.environment())
    printed = done.stdout.decode(errors="replace")
    totals = re.findall(r"^\w+: (\d+) faults, (\d+) findings", printed, re.M)
    case.faults += sum(int(number) for number, _ in totals)
    case.inputs += case.faults
    findings = re.findall(r"^FINDING.*", printed, re.M)
    if done.returncode and not findings:
        findings = [printed[-400:]]
    for finding in findings:
        case.find(finding, campaign.Result(command, done.returncode, b"", b""))
