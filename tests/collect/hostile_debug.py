#!/usr/bin/env python3
"""Objects whose debug information is made to take all memory or hours: hostile_debug.py BIN_DIR

Each is collected (cgcollect FILE.o) with little time and memory, without the lines that it names, which is told.
"""
import os
import resource
import subprocess
import sys
import tempfile

CALLS = ".text\n.globl f\n.type f,@function\nf:\n.rept %d\ncall g\n.endr\nret\n.size f,.-f\n"

# 120 MB of zeros, which are 120 kB when they are packed
PACKED = CALLS % 1 + '.section .debug_info,"",@progbits\n.zero 120000000\n'

# Each of these units has the last of 100,000 abbreviations, and a call each is said to be from one of them.
UNITS, ABBREVIATIONS = 40000, 100000
MANY = CALLS % UNITS + f"""
.section .debug_abbrev,"",@progbits
.set code, 1
.rept {ABBREVIATIONS}
.uleb128 code
.byte 0x11, 0, 0, 0
.set code, code + 1
.endr
.byte 0
.section .debug_info,"",@progbits
.rept {UNITS}
.long 2f - 1f
1: .short 4
.long 0
.byte 8
.uleb128 {ABBREVIATIONS}
2:
.endr
.section .debug_aranges,"",@progbits
.set unit, 0
.rept {UNITS}
.long 2f - 1f
1: .short 2
.long unit * 14
.byte 8, 0
.zero 4
.quad f + unit * 5, 5, 0, 0
2:
.set unit, unit + 1
.endr
"""

CASES = {
    "packed": (PACKED, ["--compress-debug-sections=zlib"], "unpacks to"),
    "many": (MANY, [], "units"),
}
SECONDS, MEMORY = 20, 1 << 30


def limit(sanitized):
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    if not sanitized:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def collect(cgcollect, directory, name, sanitized):
    text, options, told = CASES[name]
    source, out = os.path.join(directory, name + ".s"), os.path.join(directory, name + ".o")
    with open(source, "w", encoding="ascii") as file:
        file.write(text)
    subprocess.run(["as", *options, "-o", out, source], check=True)
    done = subprocess.run([cgcollect, "-o", out + ".mcg", out], capture_output=True, text=True, check=False,
                          preexec_fn=lambda: limit(sanitized))
    if done.returncode or told not in done.stderr:
        sys.exit(f"{name}: {done.returncode}, {done.stderr}")
    with open(out + ".mcg", encoding="utf-8") as graph:
        if '"g"' not in graph.read():
            sys.exit(f"{name}: the call is lost")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tool = os.path.join(sys.argv[1], "cgcollect")
    symbols = subprocess.run(["nm", "-D", tool], capture_output=True, text=True, check=False).stdout
    with tempfile.TemporaryDirectory() as directory:
        for name in sys.argv[2:] or CASES:
            collect(tool, directory, name, "__asan" in symbols)


if __name__ == "__main__":
    main()
