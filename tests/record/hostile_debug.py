#!/usr/bin/env python3
"""Programs whose debug information is made to overflow the stack or take hours: hostile_debug.py BIN_DIR

Each is sampled; what it spends its time in is found all the same.
"""
import os
import resource
import subprocess
import sys
import tempfile

PROGRAM = """
#include <time.h>
volatile unsigned long count;
__attribute__((noinline)) void work(void) { for (int i = 0; i < 100000; i++) count += i; }
int main(void) {
    struct timespec now, end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    do { work(); clock_gettime(CLOCK_MONOTONIC, &now); } while (now.tv_sec < end.tv_sec + 2);
    return 0;
}
"""

# A unit and a function that have the code of `work`, then what is in them: 3 is a block with blocks, 4 a block
# with the one list of ranges.
DEBUG = """
.section .note.GNU-stack,"",@progbits
.section .debug_abbrev,"",@progbits
.byte 1, 0x11, 1, 0x11, 1, 0x12, 7, 0, 0
.byte 2, 0x2e, 1, 0x11, 1, 0x12, 7, 0, 0
.byte 3, 0x0b, 1, 0, 0
.byte 4, 0x0b, 0, 0x55, 0x17, 0, 0
.byte 0
.section .debug_ranges,"",@progbits
.rept 200000
.quad 1, 2
.endr
.quad 0, 0
.section .debug_info,"",@progbits
.long end - start
start: .short 4
.long .debug_abbrev
.byte 8
.byte 1
.quad work, 64
%s
end:
"""
FUNCTION = ".byte 2\n.quad work, 64\n"
CASES = {
    "deep": (".rept 3000000\n.byte 3\n.endr\n" + FUNCTION, ""),
    "wide": (FUNCTION + ".rept 200000\n.byte 4\n.long 0\n.endr\n.byte 0, 0\n", "takes too long to read"),
}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (100, 100))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def record(tools, directory, name):
    content, told = CASES[name]
    path = os.path.join(directory, name)
    with open(path + ".c", "w", encoding="ascii") as file:
        file.write(PROGRAM)
    with open(path + "-debug.s", "w", encoding="ascii") as file:
        file.write(DEBUG % content)
    subprocess.run(["cc", "-O1", "-o", path, path + ".c", path + "-debug.s"], check=True)
    done = subprocess.run([os.path.join(tools, "cgrecord"), "-q", "-o", path + ".cubex", "--", path],
                          capture_output=True, text=True, check=False, preexec_fn=limit)
    if done.returncode or told not in done.stderr:
        sys.exit(f"{name}: {done.returncode}, {done.stderr}")
    shown = subprocess.run([os.path.join(tools, "cgvalidate"), "--dump", path + ".cubex"], capture_output=True,
                           text=True, check=True)
    if "work" not in shown.stdout:
        sys.exit(f"{name}: no work")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as directory:
        for name in sys.argv[2:] or CASES:
            record(sys.argv[1], directory, name)


if __name__ == "__main__":
    main()
