#!/usr/bin/env python3
"""Size and speed of the page for graphs of 10^4, 10^5 and 10^6 functions, with four calls each:

    bench.py CGQUERY BENCH_GENERATE [FUNCTIONS...]
    bench.py --check CGQUERY BENCH_GENERATE

The second form measures 10^5 functions, and exits with 1 if the file is larger than its budget or the
browser complains. Times are no test: they are those of the machine.

A line for each: the size of the file, how long writing took, first paint, when the page was ready, the
slowest of some searches, the view of a function, a verdict, and the longest that the page was blocked
while it was read, and afterwards. Times are in milliseconds of the clock; those of searches and blocks
are in milliseconds of the processor as well, as the clock runs on while other programs compute.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

import chrome

PAINT = "performance.getEntriesByName('first-paint').map(e => e.startTime)[0]"
SEARCH = """(async word => {
    const input = document.querySelector('#search input');
    const before = callgraph.timings.search;
    callgraph.timings.search = undefined;
    input.value = word;
    input.dispatchEvent(new Event('input'));
    while (callgraph.timings.search === undefined) await new Promise(r => setTimeout(r, 5));
    return callgraph.timings.search;
})(%s)"""
WORDS = ["main", "f", "1", "fn_99", "f12 src", "is:dead", "xyzzy"]


def searches(page):
    """The slowest: (by the clock, by the processor)."""
    slowest = [0, 0]
    for word in WORDS:
        before = page.processor_time()
        clock = page.run(SEARCH % json.dumps(word))
        slowest = list(map(max, slowest, (clock, page.processor_time() - before)))
    return slowest


def write(cgquery, generate, functions, folder):
    """The page, and how many seconds of the processor writing it took."""
    graph, path = os.path.join(folder, "graph.mcg"), os.path.join(folder, "graph.html")
    subprocess.run([generate, "whole", str(functions), str(4 * functions), "4", graph], check=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([cgquery, "export", "-q", "-o", path, graph], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return path, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def use(page):
    """A function's page, and a verdict: how long each took."""
    name, other = page.run("[callgraph.search('', 1).names[0], callgraph.search('9', 1).names[0]]")
    page.run("callgraph.open('function', {of: %s})" % json.dumps(name))
    page.wait("document.querySelector('article.function')")
    view = page.run("callgraph.timings.view")
    page.run("callgraph.open('path', {from: %s, to: %s})" % (json.dumps(name), json.dumps(other)))
    begin = time.monotonic()
    page.wait("document.querySelector('.verdict')", 60)
    return view, 1000 * (time.monotonic() - begin)


def measure(cgquery, generate, browser, functions, folder):
    path, written = write(cgquery, generate, functions, folder)
    page = browser.open("about:blank")
    page.trace()
    page.go("file://" + path)
    page.wait("document.documentElement && document.documentElement.dataset.ready", 300)
    ready, paint = page.run("performance.now()"), page.run(PAINT)
    reading = page.longest_task()
    page.trace()
    slowest = searches(page)
    view, verdict = use(page)
    rest = page.longest_task()
    complaints = page.complaints()
    print(f"{functions:9,} functions {4 * functions:9,} calls {os.path.getsize(path) / 1e6:6.1f} MB, "
          f"written in {written:5.1f} s, first paint {paint:5.0f}, ready {ready:6.0f}, "
          f"search {slowest[0]:5.0f} (processor {slowest[1]:4.0f}), function {view:4.0f}, "
          f"verdict {verdict:5.0f}, longest task (processor) {reading:4.0f} reading, {rest:4.0f} after; "
          f"{complaints or 'no complaints'}", flush=True)
    page.call("Page.close")
    page.socket.close()
    browser.pages.remove(page)
    return os.path.getsize(path), complaints


# Bytes that the page of 10^5 functions and 4 * 10^5 calls may have.
BUDGET = 8_000_000


def check(cgquery, generate):
    with chrome.Chrome() as browser, tempfile.TemporaryDirectory() as folder:
        size, complaints = measure(os.path.abspath(cgquery), os.path.abspath(generate), browser, 10**5,
                                   folder)
    if size > BUDGET:
        print(f"{size} bytes, of {BUDGET}")
    return 1 if complaints or size > BUDGET else 0


def main(cgquery, generate, *sizes):
    if not chrome.find():
        print("no chromium")
        return 77
    if cgquery == "--check":
        return check(generate, *sizes)
    for size in map(int, sizes or (10**4, 10**5, 10**6)):
        with chrome.Chrome() as browser, tempfile.TemporaryDirectory() as folder:
            measure(os.path.abspath(cgquery), os.path.abspath(generate), browser, size, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
