"""Several cgcollect at once write to one directory, some of them are killed, and sources change meanwhile. In
the end, a run that collects what has changed must leave what a run into an empty directory leaves."""

import json
import os
import re
import signal
import subprocess
import time

import campaign

SHORT = 1
FILES = 8
PROCESSES = 5
ROUNDS = 2


def source(number, version):
    return (f'#include "all.h"\nstatic int part{version}(int x) {{ return x + SHIFT; }}\n'
            f"int f{number}(int x) {{ return part{version}(x) + f{(number + 1) % FILES}(x); }}\n"
            f"int (*hook{number}_{version})(int) = f{(number + version) % FILES};\n")


def header(version):
    return (f"#define SHIFT {version}\n" + "".join(f"int f{i}(int);\n" for i in range(FILES))
            + f"static inline int of_header{version}(int x) {{ return f1(x); }}\n")


def save(case, name, text):
    """As editors do: nobody reads half of it."""
    os.replace(case.path(case.write(name + "~", text)), case.path(name))


def write_sources(case, version, some):
    for i in some:
        save(case, f"s{i}.c", source(i, version))
    if case.random.random() < 0.5:
        save(case, "all.h", header(version))


def some_files(case, most=4):
    return [f"s{i}.c" for i in sorted(case.random.sample(range(FILES), 1 + case.random.randrange(most)))]


def words(case):
    """What one process does: all, a part, or single files beside the record."""
    random = case.random
    jobs = f"-j{1 + random.randrange(3)}"
    own = random.choice(some_files(case))
    return random.choice([
        lambda: ["-q", "-p", ".", jobs],
        lambda: ["-q", "-p", ".", jobs, *some_files(case)],
        lambda: ["-q", "-p", ".", jobs, *some_files(case)],
        lambda: ["-q", "-p", ".", jobs, "--fresh", *some_files(case)],
        # One that the record lists, in the form that it has there.
        lambda: ["-q", "--root", case.directory, own, "-o", f"mcg/{own}.mcg"],
    ])()


def graphs_of(arguments):
    """What a run with -p lists."""
    files = [word for word in arguments if word.endswith(".c")] or [f"s{i}.c" for i in range(FILES)]
    return [file + ".mcg" for file in files]


def start(case, arguments):
    case.inputs += 1
    return subprocess.Popen([os.path.join(case.build.bin, "cgcollect"), *arguments], cwd=case.directory,
                            env=case.build.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, start_new_session=True, preexec_fn=case.limit)


def kill(case, process):
    """The process alone, or those that it started as well."""
    case.faults += 1
    if case.random.random() < 0.5:
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


def finish(case, process, may_fail):
    try:
        _, errors = process.communicate(timeout=3 * campaign.SECONDS_LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        case.find(f"{process.args} hangs")
        return
    result = campaign.Result(["cgcollect", *process.args[1:]], process.returncode, b"", errors)
    if not may_fail:
        case.check_ending("cgcollect", result)
        case.expect_same("exit status beside others", 0, result.status, result)


def run_round(case, version):
    processes = [start(case, words(case)) for _ in range(PROCESSES)]
    doomed = case.random.sample(processes, case.random.randrange(3))
    # clang refuses a file that becomes another while it is read.
    changing = case.random.random() < 0.5
    if changing:
        time.sleep(case.random.uniform(0, 0.3))
        write_sources(case, version, case.random.sample(range(FILES), 2))
    for process in doomed:
        time.sleep(case.random.uniform(0, 0.4))
        kill(case, process)
    for process in processes:
        finish(case, process, changing or process in doomed)
    _, names = check_files(case)
    # A file that cannot be collected has no graph.
    failed = any(process.returncode > 0 for process in processes)
    for process in processes:
        if not failed and process.returncode == 0 and "-p" in process.args:
            lost = sorted(set(graphs_of(process.args)) - set(names))
            if lost:
                case.find(f"the record lacks {lost} of {process.args}")


def files_of(case, directory):
    out = {}
    for place, _, names in os.walk(case.path(directory)):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                out[os.path.relpath(path, case.path(directory))] = file.read()
    return out


def listed(record):
    return re.findall(rb"^graph (.*)$", record, re.M)


def check_files(case):
    """Whole graphs alone; they and the names in the record are returned."""
    files = files_of(case, "mcg")
    record = files.pop(".cgcollect", b"")
    names = [name.decode() for name in listed(record)]
    if len(set(names)) < len(names):
        case.find(f"a graph is in the record twice: {sorted(names)}")
    for name, content in sorted(files.items()):
        if not name.endswith(".mcg"):
            case.find(f"{name} is left")
            continue
        try:
            json.loads(content)
        except ValueError as error:
            case.find(f"half a graph, {name}: {error}")
    return files, names


def check_end(case):
    last = case.run("cgcollect", "-q", "-p", ".")
    case.expect_same("exit status of the last run", 0, last.status, last)
    files, names = check_files(case)
    case.expect_same("the record", sorted(f"s{i}.c.mcg" for i in range(FILES)), sorted(names), last)
    fresh = case.run("cgcollect", "-q", "-p", ".", "--output-dir", "fresh")
    expected = files_of(case, "fresh")
    expected.pop(".cgcollect")
    case.expect_same("graphs", sorted(expected), sorted(files), fresh)
    for name in sorted(set(expected) & set(files)):
        case.expect_same(f"what {name} has", expected[name], files[name], last)
    again = case.run("cgcollect", "-v", "-p", ".")
    if again.stderr.count(b": unchanged\n") != FILES:
        case.find(f"what is current was collected again: {again.stderr[-200:]!r}", again)
    whole = case.run("cgmerge", "-q", "mcg", "-o", "whole.mcg")
    case.expect_same("exit status of cgmerge", 0, whole.status, whole)


def case(case):
    if not case.build.has("cgcollect"):
        raise campaign.Skip("there is no cgcollect")
    case.write("all.h", header(0))
    write_sources(case, 0, range(FILES))
    case.write("compile_commands.json", json.dumps([
        {"directory": case.directory, "file": f"s{i}.c", "arguments": ["cc", "-c", f"s{i}.c"]}
        for i in range(FILES)]))
    os.makedirs(case.path("mcg"))
    for i in range(ROUNDS):
        run_round(case, i + 1)
    check_end(case)
