"""Outputs on a disk that is full sooner or later: a small tmpfs, in name spaces of its own.

A tool either writes the same as on a large disk, or ends with status 2, and the file is as it was and
alone."""

import os
import re
import subprocess

import campaign
import graphs
import profiles

SHORT = 2
NO_DISK = 77
SCRIPT = f"""mount -t tmpfs -o size="$1",nr_inodes=16 none disk || exit {NO_DISK}
echo old >"$2" || exit {NO_DISK}
out=$2
shift 2
"$@" <&- >stdout 2>stderr
code=$?
cp "$out" result
ls -A disk >names
exit $code
"""
# With OUT in place of the output, or of its name without what tells the format
COMMANDS = (
    ["cgmerge", "-q", "-o", "OUT", "a.mcg", "b.mcg"],
    ["cgmerge", "-q", "-r", "-o", "OUT", "a.mcg", "b.mcg"],
    ["cgmerge", "-q", "--mcg-version", "2", "-o", "OUT", "a.mcg"],
    *(["cgquery", "export", "-q", "--format", form, "--max-functions", "0", "-o", "OUT", "a.mcg"]
      for form in ("dot", "mermaid", "graphml", "jsonl", "html", "sqlite")),
    ["cgquery", "instrument", "-q", "--for", "scorep", "-o", "OUT", "a.mcg"],
    ["cgquery", "browse", "-q", "-o", "OUT", "a.mcg"],
    ["cgquery", "diff", "-q", "--json", "-o", "OUT", "a.mcg", "b.mcg"],
    *(["cgquery", "check", "-q", f"--{option}=OUT", "a.mcg", "some.rules"]
      for option in ("sarif", "write-baseline")),
    ["cgmerge", "-q", "-o", "whole.mcg", "--conflicts=OUT", "a.mcg", "b.mcg"],
    *(["cgvalidate", "-q", "--json", f"--{option}=OUT", "a.mcg", "run.folded"]
      for option in ("output", "patch", "annotate", "sarif", "write-baseline")),
    ["cgvalidate", "-q", "--dump=json", "-o", "OUT", "run.folded"],
    *(["cgvalidate", "-q", f"--write=OUT.{form}", "run.folded"] for form in ("cubex", "folded", "callgrind")),
    ["cgrecord", "merge", "-q", "-o", "OUT.cubex", "run.folded"],
    ["cgcollect", "-q", "s.c", "-o", "OUT"],
)


def run(case, size, out, words):
    """Exit status, and what the file holds afterwards."""
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "sh", size, out, *words]
    case.inputs += 1
    try:
        done = subprocess.run(command, cwd=case.directory, env=case.build.environment(BROWSER="true"), check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=campaign.SECONDS_LIMIT)
    except subprocess.TimeoutExpired:
        return campaign.Result(words, -9, b"", b""), b""
    if done.returncode == NO_DISK or b"unshare" in done.stderr:
        raise campaign.Skip("no tmpfs can be mounted")
    with open(case.path("stderr"), "rb") as errors, open(case.path("result"), "rb") as result:
        return campaign.Result(words, done.returncode, b"", errors.read()), result.read()


def names(case):
    with open(case.path("names"), encoding="utf-8") as listing:
        return listing.read().split()


def check_full(case, out, result, content):
    case.faults += 1
    case.expect_same("the old file on a full disk", b"old\n", content, result)
    case.expect_same("files left on a full disk", [os.path.basename(out)], names(case), result)
    if not result.stderr.strip():
        case.find("no message on a full disk", result)


def case(case):
    os.mkdir(case.path("disk"))
    for name in ("a.mcg", "b.mcg"):
        case.write(name, graphs.random_graph(case.random, 60, hostile=False, odd=0).bytes(case.random))
    case.write("some.rules", "deny main -> f1\ndeny f1 => f2\n")
    case.write("run.folded", profiles.folded(case.random, ["main", "f1", "f2", "f3", "f4"]))
    case.write("s.c", "".join(f"int f{i}(void);\nint g{i}(void) {{ return f{i}(); }}\n" for i in range(50)))
    words = [word.replace("OUT", "disk/out") for word in case.random.choice(COMMANDS)]
    if not case.build.has(words[0]):
        return
    out = re.search(r"disk/out[.\w]*", " ".join(words))[0]
    large, wanted = run(case, "64m", out, words)
    if large.status == 2:
        return  # refused for another reason
    for _ in range(4):
        size = str(4096 * case.random.randint(2, max(3, 2 + len(wanted) // 2048)))
        result, content = run(case, size, out, words)
        if result.status == 2:
            check_full(case, out, result, content)
        else:
            case.expect_same("exit status", large.status, result.status, result)
            case.expect_same("output on a disk that is just large enough", wanted, content, result)
