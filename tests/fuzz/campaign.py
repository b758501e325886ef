#!/usr/bin/env python3
"""Fuzzes for a while, with what every target already has to start from:

    tests/fuzz/campaign.py BUILD MINUTES [TARGET...]

BUILD was made with -DCG_FUZZ=ON and clang. TARGET is the name of a directory of corpus/ (all without any):
`read`, `profile-cubex`, ... Each gets MINUTES of processor time; as many run at once as $CG_JOBS says
(default: cores). BUILD/campaign keeps inputs that were found interesting, a log and how far each target
came: a run that was ended goes on there, and a target that had its MINUTES since its fuzzer was built is
left out. Findings (crashes, time-outs, leaks, memory) are in BUILD/campaign/findings. A target that has
three is ended. Time-outs count processor time: an input that was only slow on a busy machine is no finding.

Prints a line for each target. Exit status: 0 no findings, 1 some, 2 trouble.
"""

import concurrent.futures
import glob
import json
import os
import re
import resource
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
# How long a fuzzer runs before what it used is written down, in seconds.
PIECE = 60
MOST_FINDINGS = 3
# How long an input may take, in seconds.
LONGEST = 10


class Target:
    def __init__(self, build, name):
        self.name = name
        self.seeds = os.path.join(HERE, "corpus", name)
        # The readers of profiles share one.
        self.program = os.path.join(build, "bin", "fuzz-" + name.split("-")[0])
        self.out = os.path.join(build, "campaign", name)
        self.findings_prefix = os.path.join(build, "campaign", "findings", name + "-")
        self.state = {"built": self.built(), "seconds": 0.0, "runs": 0, "first": None, "coverage": 0, "peak": 0}

    def built(self):
        return os.stat(self.program).st_mtime_ns if os.path.exists(self.program) else None

    def load(self):
        if os.path.exists(self.out + ".json"):
            with open(self.out + ".json", encoding="utf-8") as file:
                state = json.load(file)
            if state["built"] == self.state["built"]:
                self.state = state

    def save(self):
        with open(self.out + ".json.new", "w", encoding="utf-8") as file:
            json.dump(self.state, file)
        os.replace(self.out + ".json.new", self.out + ".json")

    def findings(self):
        return len(glob.glob(glob.escape(self.findings_prefix) + "*"))

    def run_piece(self, seconds):
        """Whether the fuzzer ran."""
        os.makedirs(self.out, exist_ok=True)
        command = [self.program, f"-max_total_time={max(1, min(PIECE, round(seconds)))}", f"-timeout={LONGEST}",
                   "-rss_limit_mb=2000", "-max_len=65536", "-print_final_stats=1",
                   f"-artifact_prefix={self.findings_prefix}", self.out, self.seeds]
        with open(self.out + ".log", "w+b") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
            log.seek(0)
            self.count(usage, log.read().decode("utf-8", "replace"))
        self.drop_false_timeouts()
        self.save()
        return self.state["runs"] > 0 or self.findings() > 0

    def drop_false_timeouts(self):
        """The fuzzer looks at the clock on the wall: inputs that it found slow are run again, alone."""
        for kind in "timeout", "slow-unit":
            for path in glob.glob(f"{glob.escape(self.findings_prefix)}{kind}-*"):
                if self.is_fast(path):
                    os.remove(path)

    def is_fast(self, path):
        command = ["sh", "-c", f'ulimit -t {LONGEST}; exec "$0" -timeout=0 "$1"', self.program, path]
        try:
            return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=20 * LONGEST,
                                  check=False).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def count(self, usage, log):
        numbers = [int(number) for number in re.findall(r"cov: (\d+)", log)]
        runs = re.search(r"stat::number_of_executed_units: *(\d+)", log)
        self.state["seconds"] += usage.ru_utime + usage.ru_stime
        self.state["runs"] += int(runs.group(1)) if runs else 0
        self.state["peak"] = max(self.state["peak"], usage.ru_maxrss >> 10)
        if numbers:
            inited = re.search(r"INITED cov: (\d+)", log)
            if self.state["first"] is None:
                self.state["first"] = int(inited.group(1)) if inited else numbers[0]
            self.state["coverage"] = max(self.state["coverage"], *numbers)

    def run(self, seconds):
        """Whether it ran for that long, or until it had findings enough."""
        while self.state["seconds"] < seconds and self.findings() < MOST_FINDINGS:
            if not self.run_piece(seconds - self.state["seconds"]):
                return False
        return True

    def line(self):
        state = self.state
        return (f"{self.name:20} {state['seconds']:6.0f} s {state['runs']:10} runs, coverage {state['first']} -> "
                f"{state['coverage']}, peak {state['peak']} MB, findings {self.findings()}")


def usage_error(text):
    sys.stderr.write(f"campaign.py: error: {text}\n")
    sys.exit(2)


def parse_arguments(arguments):
    if len(arguments) < 2 or not arguments[1].replace(".", "", 1).isdigit():
        usage_error("campaign.py BUILD MINUTES [TARGET...]")
    build = os.path.abspath(arguments[0])
    targets = [Target(build, name) for name in arguments[2:] or sorted(os.listdir(os.path.join(HERE, "corpus")))]
    for target in targets:
        if not target.built():
            usage_error(f"no {target.program}: was {build} made with -DCG_FUZZ=ON?")
        if not os.path.isdir(target.seeds):
            usage_error(f"no {target.seeds}")
    return build, float(arguments[1]) * 60, targets


def main():
    build, seconds, targets = parse_arguments(sys.argv[1:])
    os.makedirs(os.path.join(build, "campaign", "findings"), exist_ok=True)
    # A crash shall not leave memory on the disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    printing = threading.Lock()
    status = 0

    def run(target):
        target.load()
        ran = target.run(seconds)
        with printing:
            print(target.line() if ran else f"{target.name}: did not run, see {target.out}.log", flush=True)
        return 2 if not ran else int(target.findings() > 0)

    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("CG_JOBS", os.cpu_count()))) as pool:
        for result in pool.map(run, targets):
            status = max(status, result)
    return status


if __name__ == "__main__":
    sys.exit(main())
