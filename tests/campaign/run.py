#!/usr/bin/env python3
"""Looks for bugs with generated inputs: run.py BUILD [OPTION...]

BUILD is a build directory. Each part_NAME.py beside this file is a part. It has a function case(CASE),
which tries one input (campaign.Case: a directory, random numbers, tools under limits), and SHORT, the
number of cases of a short run. LAST, if it is there, is the number of cases there are. A case depends
on the seed, the name of the part and its number alone.

Prints a line for each part: cases, inputs (runs of a tool), faults injected, findings. The inputs of
cases with findings are kept, with a command that repeats each. Exit status: 0 nothing was found, 1 something
was found, 2 wrong usage.
"""

import argparse
import glob
import importlib
import json
import os
import shlex
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import campaign  # noqa: E402

COUNTS = ("cases", "inputs", "faults", "findings")


def part_names():
    return sorted(os.path.basename(path)[5:-3] for path in glob.glob(os.path.join(HERE, "part_*.py")))


def parse_arguments():
    parser = argparse.ArgumentParser(description="Looks for bugs with generated inputs.")
    parser.add_argument("build", metavar="BUILD", help="a build directory")
    parser.add_argument("--seconds", type=float, default=600,
                        help="time for all parts together (default 600)")
    parser.add_argument("--short", action="store_true",
                        help="run a fixed number of cases instead: the same in each run")
    parser.add_argument("--seed", default="1", help="begin of the random numbers (default 1)")
    parser.add_argument("--resume", metavar="FILE",
                        help="go on where FILE says, if it exists; write to it how far the parts came")
    parser.add_argument("--only", metavar="PART", action="append", choices=part_names(),
                        help="run this part; may be repeated")
    parser.add_argument("--case", type=int, metavar="N", help="run case N of each part alone")
    parser.add_argument("--keep", metavar="DIR",
                        help="keep what fails in DIR (default: BUILD/campaign-findings)")
    return parser.parse_args()


class Campaign:
    def __init__(self, options):
        self.options = options
        self.build = campaign.Build(options.build)
        self.keep = os.path.abspath(options.keep or os.path.join(options.build, "campaign-findings"))
        self.state = {"seed": options.seed, "parts": {}}
        if options.resume and os.path.exists(options.resume):
            with open(options.resume, encoding="utf-8") as file:
                self.state = json.load(file)

    def save(self):
        if self.options.resume:
            temporary = self.options.resume + ".new"
            with open(temporary, "w", encoding="utf-8") as file:
                json.dump(self.state, file, indent=1)
            os.replace(temporary, self.options.resume)

    def run_case(self, name, part, number, counts):
        seed = self.state["seed"]
        with tempfile.TemporaryDirectory(prefix="cg-campaign-") as directory:
            case = campaign.Case(self.build, name, seed, number, directory)
            part.case(case)
            counts["cases"] += 1
            counts["inputs"] += case.inputs
            counts["faults"] += case.faults
            counts["findings"] += len(case.findings)
            if case.findings:
                self.report(name, number, case)

    def report(self, name, number, case):
        command = [sys.executable, os.path.join(HERE, "run.py"), self.options.build, "--seed",
                   self.state["seed"], "--only", name, "--case", str(number)]
        place = os.path.join(self.keep, f"{name}-{self.state['seed']}-{number}")
        case.keep(place, shlex.join(command))
        for text, _ in case.findings:
            print(f"{name} {number}: {text}")
        print(f"  repeat: {shlex.join(command)}\n  inputs: {place}", flush=True)

    def run_part(self, name, seconds):
        """Return why the part was left out, or None."""
        part = importlib.import_module("part_" + name)
        counts = self.state["parts"].setdefault(name, dict.fromkeys(COUNTS, 0))
        first = self.options.case if self.options.case is not None else counts["cases"]
        last = getattr(part, "LAST", None)
        if self.options.case is not None:
            last = first + 1
        elif self.options.short:
            last = first + part.SHORT
        end = time.monotonic() + seconds
        number = first
        try:
            while (last is None or number < last) and (self.options.short or number == first
                                                       or time.monotonic() < end):
                self.run_case(name, part, number, counts)
                number += 1
                self.save()
        except campaign.Skip as reason:
            return str(reason)
        return None

    def run(self):
        names = self.options.only or part_names()
        end = time.monotonic() + self.options.seconds
        rows = []
        for i, name in enumerate(names):
            begin = time.monotonic()
            left_out = self.run_part(name, (end - begin) / (len(names) - i))
            counts = self.state["parts"][name]
            rows.append((name, *(counts[key] for key in COUNTS), f"{time.monotonic() - begin:.0f}",
                         left_out or ""))
        print_table([("part", *COUNTS, "seconds", ""), *rows])
        return any(counts["findings"] for counts in self.state["parts"].values())


def print_table(rows):
    for row in rows:
        print(f"{row[0]:10}" + "".join(f"{value:>10}" for value in row[1:6])
              + (f"  left out: {row[6]}" if row[6] else ""))


def main():
    options = parse_arguments()
    if not os.path.isdir(os.path.join(options.build, "bin")):
        sys.exit(f"run.py: error: {options.build} is not a build directory: it has no bin")
    return int(Campaign(options).run())


if __name__ == "__main__":
    sys.exit(main())
