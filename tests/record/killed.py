#!/usr/bin/env python3
"""Programs that end badly, or lack memory, keep what was recorded: killed.py BIN_DIR"""
import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

import cubex

PROGRAM = r"""
#include <signal.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
volatile int sink;
__attribute__((noinline)) void leaf(void) { sink++; }
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) leaf(); }
__attribute__((noinline)) int spread(int depth, unsigned way)
{
    leaf();
    if (!depth) return 0;
    return way & 1 ? spread(depth - 1, way >> 1) + 1 : spread(depth - 1, way >> 1) + 2;
}
int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    work(1000);
    if (!strcmp(how, "kill")) raise(SIGKILL);
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "crash")) *(volatile int *)16 = 1;
    if (!strcmp(how, "_exit")) _exit(9);
    if (!strcmp(how, "close")) { for (int i = 3; i < 64; i++) close(i); work(10); }
    if (!strcmp(how, "limit")) { struct rlimit none = {100, 100}; setrlimit(RLIMIT_FSIZE, &none); }
    if (!strcmp(how, "files")) { struct rlimit none = {3, 3}; setrlimit(RLIMIT_NOFILE, &none); }
    if (!strcmp(how, "limit") || !strcmp(how, "files")) how = "spread";
    if (!strcmp(how, "spread")) for (unsigned i = 0; i < 4096; i++) spread(12, i);
    if (!strcmp(how, "longer") && !fork()) { fclose(stdout); fclose(stderr); work(10); sleep(2); }
    if (!strcmp(how, "user")) { setuid(1); if (!fork()) { work(10); _exit(0); } wait(0); }
    if (!strcmp(how, "longer")) usleep(200000);
    if (!strcmp(how, "forever")) { puts("ready"); fflush(stdout); for (;;) { work(1); usleep(1000); } }
    return 4;
}
"""


class Bench:
    def __init__(self, tools, work):
        self.tools, self.work, self.failed = tools, work, 0
        (work / "p.c").write_text(PROGRAM)
        subprocess.run(["gcc", "-O1", "-g", "-finstrument-functions", "-o", work / "p", work / "p.c"],
                       check=True)

    def command(self, *options):
        return [self.tools / "cgrecord", "-o", self.work / "run.cubex", *options, "--", self.work / "p"]

    def expect(self, what, condition):
        if not condition:
            self.failed = 1
            print(f"FAILED {what}")

    def run(self, how, *options, **more):
        (self.work / "run.cubex").unlink(missing_ok=True)
        return subprocess.run(self.command(*options) + [how], capture_output=True, text=True,
                              timeout=120, **more)

    def calls(self):
        return cubex.edges(self.work / "run.cubex")


def ends(bench):
    for how, status in (("kill", -signal.SIGKILL), ("abort", -signal.SIGABRT), ("_exit", 9), ("", 4),
                        ("crash", -signal.SIGSEGV)):
        done = bench.run(how)
        bench.expect(f"{how}: exit status {done.returncode}", done.returncode == status)
        bench.expect(f"{how}: calls", bench.calls()["work", "leaf"] == 1000)
    bench.run("close")
    bench.expect("closed descriptors", bench.calls()["work", "leaf"] == 1010)


def signals(bench):
    """What is sent to cgrecord reaches the command, which ends; the profile is written."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        (bench.work / "run.cubex").unlink(missing_ok=True)
        running = subprocess.Popen(bench.command() + ["forever"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        running.stdout.readline()
        time.sleep(0.05)
        running.send_signal(number)
        bench.expect(f"{number}: exit", running.wait(60) == -number)
        bench.expect(f"{number}: calls", bench.calls()["work", "leaf"] >= 1000)


def inherited(bench):
    """The command has the signals ignored that cgrecord was started with, and no others."""
    command = ["grep", "SigIgn", "/proc/self/status"]
    for ignored in ((), (signal.SIGPIPE, signal.SIGXFSZ)):
        def ignore(numbers=ignored):
            for number in numbers:
                signal.signal(number, signal.SIG_IGN)
        alone, below = (subprocess.run([*words, *command], capture_output=True, text=True, preexec_fn=ignore,
                                       cwd=bench.work).stdout
                        for words in ([], [bench.tools / "cgrecord", "-q", "--mode", "sample", "--"]))
        bench.expect(f"inherited signals: {below} instead of {alone}", alone and alone == below)


def standard_output(bench):
    """A profile, or a table, that cannot be written whole is said to be; the last bytes of a profile come out
    before the signal that ended the command ends cgrecord."""
    command = [bench.tools / "cgrecord", "-q", "--mode", "hooks", "--rate", "0", "-o", "-", "--", bench.work / "p"]
    whole = subprocess.run(command, capture_output=True).stdout
    killed = subprocess.run([*command, "kill"], capture_output=True)
    bench.expect(f"output of a killed command: {len(killed.stdout)}", killed.returncode == -signal.SIGKILL and
                 len(killed.stdout) == len(whole))
    reader, writer = os.pipe()
    fcntl.fcntl(writer, 1031, 4096)  # F_SETPIPE_SZ: it takes less than the profile
    running = subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(bench.work)})
    os.close(writer)
    while int.from_bytes(fcntl.ioctl(reader, termios.FIONREAD, bytes(4)), "little") < 4096 and running.poll() is None:
        time.sleep(0.01)
    os.close(reader)
    said = running.communicate(timeout=60)[1]
    bench.expect(f"a reader that leaves: {running.returncode} {said}", running.returncode == 4 and
                 b"-: error: cannot write: Broken pipe" in said and b"recordings are left in" in said)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([bench.tools / "cgrecord", "-q", "--study", "--repetitions", "1", "--", "true"],
                              stdout=full, stderr=subprocess.PIPE)
    bench.expect(f"a table that is lost: {done.returncode} {done.stderr}", done.returncode == 2 and
                 b"cannot write standard output" in done.stderr)


HANDLER = r"""
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static volatile sig_atomic_t seen[65];
static void handle(int number) { seen[number]++; }
int main(void)
{
    const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGCONT};
    for (int i = 0; i < 6; i++) signal(numbers[i], handle);
    puts("ready");
    fflush(stdout);
    for (char byte; read(0, &byte, 1) != 0;) { }
    for (int i = 0; i < 6; i++) printf("%d ", seen[numbers[i]]);
    puts("");
    return 0;
}
"""


def signals_once(bench):
    """A signal reaches the command once, whether cgrecord alone or its whole group is sent it."""
    (bench.work / "handler.c").write_text(HANDLER)
    program = bench.work / "handler"
    subprocess.run(["gcc", "-O1", "-finstrument-functions", "-o", program, bench.work / "handler.c"], check=True)
    for mode in ("hooks", "sample"):
        for send in (os.kill, os.killpg):
            running = subprocess.Popen([*bench.command("-q", "--mode", mode)[:-1], program],
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
            running.stdout.readline()
            time.sleep(0.05)
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1,
                           signal.SIGCONT, signal.SIGINT):
                send(running.pid, number)
                time.sleep(0.05)
            said = running.communicate(timeout=60)[0]
            bench.expect(f"signals by {send.__name__}, {mode}: {said}", said == "2 1 1 1 1 1 \n")


def lost(bench, done):
    found = re.search(r"(\d+) calls are not on a path", done.stderr)
    return int(found.group(1)) if found else 0


def memory(bench):
    """What finds no memory is counted: nothing is lost silently."""
    whole = bench.run("spread", "--recursion", "0")
    wanted = sum(bench.calls().values())
    bench.expect("all fits", lost(bench, whole) == 0)
    done = bench.run("spread", "--recursion", "0", "--memory", "64K")
    bench.expect(f"little memory: exit {done.returncode}", done.returncode == 4)
    bench.expect("little memory: it says so", lost(bench, done) > 0)
    found = sum(bench.calls().values()) + lost(bench, done)
    bench.expect(f"little memory: {found} calls, not {wanted}", found == wanted)
    done = bench.run("spread", "--recursion", "0", preexec_fn=lambda: limit_files(65536))
    bench.expect(f"limited files: exit {done.returncode}", done.returncode in (4, 2))


def limit_files(size):
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def limits(bench):
    """A limit that the program sets, or has, ends the recording alone, and is named."""
    for how, text in (("limit", "ulimit -f"), ("files", "ulimit -n")):
        done = bench.run(how, "--recursion", "0")
        bench.expect(f"{how}: exit {done.returncode} {done.stderr}",
                     done.returncode == 4 and text in done.stderr and bench.calls()["work", "leaf"] == 1000)
    memory = [("-v 200000", "ulimit -v")]
    if b"__asan_init" in (bench.tools / "cgrecord").read_bytes():
        memory = []  # the sanitizer itself needs terabytes of addresses
    for limit, text in (*memory, ("-f 10", "ulimit -f")):
        done = subprocess.run(["sh", "-c", f'ulimit {limit}; exec "$0" "$@"', *bench.command()],
                              capture_output=True, text=True, timeout=120)
        bench.expect(f"{limit}: {done.stderr}", f"nothing was recorded: a process may not" in done.stderr
                     and text in done.stderr)


SEALS = r"""
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sys/prctl.h>
static volatile unsigned sink;
void *work(void *data) { for (unsigned i = 0; i < 100000000; i++) sink += i; return data; }
int main(void)
{
    struct sock_filter allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
    struct sock_fprog program = {1, &allow};
    pthread_t thread;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
"""


def sealed(bench):
    """A thread whose number is not known has no time, which is said."""
    source, program = bench.work / "seals.c", bench.work / "seals"
    source.write_text(SEALS)
    subprocess.run(["gcc", "-w", "-finstrument-functions", "-o", program, source, "-lpthread"], check=True)
    done = subprocess.run([*bench.command()[:-1], program], capture_output=True, text=True)
    bench.expect(f"sealed: {done.stderr}", "1 thread has no sampled time" in done.stderr)


def outlives(bench):
    """A process that goes on when the command has ended is not recorded any more, which is said."""
    done = bench.run("longer")
    bench.expect(f"longer: {done.stderr}", "1 process that the command started still runs" in done.stderr
                 and bench.calls()["work", "leaf"] >= 1000)


def replaced(bench):
    """Two that write one profile: the second says that it replaces it."""
    command = " ".join(map(str, bench.command())) + " kill"
    done = subprocess.run([*bench.command()[:-1], "sh", "-c", f"{command} 2>/dev/null; true"],
                          capture_output=True, text=True, timeout=120)
    bench.expect(f"replaced: {done.stderr}", "was written by another process" in done.stderr)
    done = bench.run("")
    bench.expect(f"written anew: {done.stderr}", "another process" not in done.stderr)


def preload_dropped(bench):
    """A program that is started without LD_PRELOAD is missing, which is said."""
    done = subprocess.run([*bench.command("--mode", "hooks")[:-1], "sh", "-c",
                           f"{bench.work}/p; env -i {bench.work}/p; env -i /no/such; true"],
                          capture_output=True, text=True)
    bench.expect(f"without LD_PRELOAD: {done.stderr}", f"{bench.work}/p is not recorded: it was started" in done.stderr
                 and bench.calls()["work", "leaf"] == 1000)


STARTS = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static char *none[] = {0}, *arguments[] = {"p", "", 0};
static void child(int way, const char *p, const char *other)
{
    if (way == 0) execle(p, "p", (char *)0, none);
    if (way == 1) execle("/no/such", "p", (char *)0, none);
    if (way == 2) fexecve(open(p, O_RDONLY), arguments, none);
    if (way == 3) execl(other, "other", (char *)0);
    if (way == 4) execlp(p, "p", "a", "b", (char *)0);
    _exit(0);
}
int main(int argc, char **argv)
{
    pid_t pid;
    for (int way = 0; way < 5; way++) { if (!fork()) child(way, argv[1], argv[2]); wait(0); }
    if (!vfork()) { execle(argv[1], "p", (char *)0, none); _exit(1); }
    wait(0);
    posix_spawnp(&pid, argv[1], 0, 0, arguments, none);
    wait(0);
    unsetenv("LD_PRELOAD");
    system("true");
    pclose(popen("true", "r"));
    return 0;
}
"""


def not_preloaded(bench):
    """However a program is started, it is named if nothing could be preloaded into it."""
    (bench.work / "starts.c").write_text(STARTS)
    starts, linked = bench.work / "starts", bench.work / "linked"
    subprocess.run(["gcc", "-w", "-finstrument-functions", "-o", starts, bench.work / "starts.c"], check=True)
    subprocess.run(["gcc", "-finstrument-functions", "-static", "-o", linked, bench.work / "p.c"], check=True)
    shell = os.path.realpath("/bin/sh")
    for mode in (["--mode", "hooks"], ["--mode", "sample", "--timers"]):
        done = subprocess.run([*bench.command(*mode)[:-1], starts, bench.work / "p", linked],
                              capture_output=True, text=True, timeout=120)
        said = set(re.findall(r"warning: (.* is not recorded: .*)", done.stderr))
        bench.expect(f"not preloaded, {mode}: {said}", said == {
            f"{bench.work}/p (4 times) is not recorded: it was started without LD_PRELOAD",
            f"{shell} (2 times) is not recorded: it was started without LD_PRELOAD",
            f"{linked} is not recorded: it is linked statically without libcgrecord.a"})
        noted = json.loads(subprocess.run([bench.tools / "cgvalidate", "--dump=json", bench.work / "run.cubex"],
                                          capture_output=True, text=True, check=True).stdout)["notes"]
        bench.expect(f"notes of {mode}: {noted}", said <= set(noted))
    if os.geteuid() == 0 and shutil.which("setpriv"):
        other = bench.work / "other"
        shutil.copy(bench.work / "p", other)
        os.chown(other, 1, 1)
        other.chmod(0o4755)
        done = subprocess.run([*bench.command("--mode", "hooks")[:-1], "sh", "-c", f"{other}; {bench.work}/p"],
                              capture_output=True, text=True, timeout=120)
        bench.expect(f"other rights: {done.stderr}", f"{other} is not recorded: it runs with other rights"
                     in done.stderr)


def other_user(bench):
    """A program that may not use the directory of the recordings is named."""
    if os.geteuid() == 0:
        done = bench.run("user")
        bench.expect(f"a child of another user: {done.stderr}",
                     "processes are missing" in done.stderr and "changed its user" in done.stderr)
    if os.geteuid() == 0 and shutil.which("setpriv"):
        bench.work.chmod(0o755)
        done = subprocess.run([*bench.command()[:-1], "setpriv", "--reuid", "1", bench.work / "p"],
                              capture_output=True, text=True, timeout=120)
        bench.expect(f"another user: {done.stderr}", "change its user" in done.stderr)


def disk(bench):
    """A full disk ends the recording, not the program."""
    small = bench.work / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", small],
                      capture_output=True).returncode:
        return
    try:
        done = bench.run("spread", "--recursion", "0", "--keep", small / "run")
        bench.expect(f"full disk: exit {done.returncode}", done.returncode == 4)
        bench.expect("full disk: it says so", "disk of the recordings is full" in done.stderr)
    finally:
        subprocess.run(["umount", small], check=True)


def unwritten(bench):
    """What cannot be written is said before the command runs, or its recordings are kept."""
    done = bench.run("", "-o", "/no/such/file.cubex")
    bench.expect(f"no directory: {done.returncode} {done.stderr}",
                 done.returncode == 2 and "note" not in done.stderr)
    kept = bench.work / "kept"
    kept.mkdir()
    done = bench.run("", "-o", "/dev/full", env={**os.environ, "TMPDIR": str(kept)})
    left = list(kept.iterdir())
    bench.expect(f"full device: {done.returncode} {done.stderr}",
                 done.returncode == 4 and len(left) == 1 and "/dev/full" in done.stderr and
                 f"merge {left[0]} -o" in done.stderr)
    subprocess.run([bench.tools / "cgrecord", "merge", left[0], "-o", bench.work / "run.cubex"],
                   check=True)
    bench.expect("recordings that were kept", bench.calls()["work", "leaf"] == 1000)


def privileged(bench):
    """The loader preloads nothing into a program with other rights: that is said before it runs."""
    program = bench.work / "privileged"
    shutil.copy(bench.work / "p", program)
    if os.geteuid() == 0:
        os.chown(program, 1, 1)
        program.chmod(0o4755)
        done = subprocess.run([*bench.command("--mode", "hooks")[:-1], program], capture_output=True,
                              text=True)
        bench.expect(f"privileged: {done.returncode} {done.stderr}",
                     done.returncode == 2 and "with other rights" in done.stderr)


def odd_place(bench):
    """The loader takes no path with a space: that is said before the program runs."""
    place = bench.work / "a place"
    for name, found in (("bin", bench.tools / "cgrecord"),
                        ("lib", bench.tools.parent / "lib" / "libcgrecord.so.0")):
        (place / name).mkdir(parents=True)
        shutil.copy(found, place / name)
    done = subprocess.run([place / "bin" / "cgrecord", *bench.command()[1:]], capture_output=True, text=True)
    bench.expect(f"a place: {done.returncode} {done.stderr}",
                 done.returncode == 2 and "a space or a colon" in done.stderr and "ld.so" not in done.stderr)


def stripped(bench):
    """Where functions have no names, their addresses in the file name them, the same in each run."""
    subprocess.run(["strip", "-o", bench.work / "s", bench.work / "p"], check=True)
    found = []
    for _ in range(2):
        done = subprocess.run([*bench.command("--rate", "0")[:-1], bench.work / "s"],
                              capture_output=True, text=True)
        found.append(bench.calls())
    bench.expect(f"stripped: {done.stderr}", "it is stripped" in done.stderr)
    names = subprocess.run(["nm", bench.work / "p"], capture_output=True, text=True,
                           check=True).stdout
    address = re.search(r"(\w+) T leaf", names).group(1)
    leaf = f"s@0x{int(address, 16):x}"
    bench.expect(f"stripped: {found}", found[0] == found[1] and
                 sum(count for (_, callee), count in found[0].items() if callee == leaf) == 1000)


def deleted(bench):
    """A program that is gone when it has ended has no names, which is said."""
    once = bench.work / "once"
    for mode in ("hooks", "sample"):
        shutil.copy(bench.work / "p", once)
        done = subprocess.run([*bench.command("--mode", mode)[:-1], "sh", "-c", f'{once} forever & sleep 0.2; '
                               f'rm {once}; kill $!'], capture_output=True, text=True)
        bench.expect(f"deleted, {mode}: {done.stderr}",
                     "its functions have no names" in done.stderr or "0 samples" in done.stderr)


def calibrate(bench):
    done = subprocess.run([bench.tools / "cgrecord", "calibrate"], capture_output=True, text=True)
    found = re.fullmatch(r"a call costs ([\d.]+) ns, with --clock ([\d.]+) ns\n(by XRay it costs [\d.]+ ns\n)?",
                         done.stdout)
    bench.expect(f"calibrate: {done.stdout}", found and 0 < float(found.group(1)) < 5000 and
                 float(found.group(2)) > 0)


def usage(bench):
    for words, text in ((["--memory", "1K", "--", "true"], "--memory takes"),
                        (["--mode", "x", "--", "true"], "--mode takes"), (["true"], "after --"),
                        (["-q"], "command is missing"), (["-q", "merge"], "give profiles"),
                        (["--clock", "--", "true"], "which --clock needs"), (["--", "/no/such"], "cannot run"),
                        (["--clock", "--rate", "5", "--", "true"], "cannot be combined"),
                        (["--mode", "hooks", "--", "true"], "nothing was recorded"),
                        (["--mode", "xray", "--", "true"], "clang -fxray-instrument"),
                        (["--mode", "xray", "--", bench.work / "p"], "p has hooks")):
        done = subprocess.run([bench.tools / "cgrecord", *words], capture_output=True, text=True,
                              cwd=bench.work)
        bench.expect(f"{words}: {done.returncode} {done.stderr}",
                     done.returncode in (2, 4) and text in done.stderr)


def main():
    if not shutil.which("gcc"):
        return 77
    os.environ.pop("LD_PRELOAD", None)
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(work))
        for part in (ends, standard_output, signals, inherited, memory, limits, sealed, outlives, replaced, preload_dropped, not_preloaded, signals_once, other_user, disk, unwritten, privileged, odd_place, stripped, deleted, calibrate, usage):
            part(bench)
    return bench.failed


if __name__ == "__main__":
    sys.exit(main())
