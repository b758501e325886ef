#!/usr/bin/env python3
"""Size and speed of the page for graphs of 10^4, 10^5 and 10^6 functions, with four calls each:

    bench.py CGQUERY BENCH_GENERATE [FUNCTIONS...]

A line for each: the size of the file, how long writing took, first paint, when the page was ready, the
slowest of some searches, the view of a function, a verdict, and the longest that the page was blocked
while it was read, and afterwards. Times are in milliseconds, of the browser.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

import chrome

BLOCKS = """
globalThis.blocks = [];
new PerformanceObserver(list => blocks.push(...list.getEntries().map(e => e.duration)))
    .observe({type: 'longtask', buffered: true});
"""
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


def longest(page):
    page.run("new Promise(r => setTimeout(r, 300))")
    return max(page.run("blocks.splice(0)") or [0])


def measure(cgquery, generate, browser, functions, folder):
    graph, path = os.path.join(folder, "graph.mcg"), os.path.join(folder, "graph.html")
    subprocess.run([generate, "whole", str(functions), str(4 * functions), "4", graph], check=True)
    begin = time.monotonic()
    subprocess.run([cgquery, "export", "-q", "-o", path, graph], check=True)
    written = time.monotonic() - begin
    page = browser.open("about:blank")
    page.call("Page.addScriptToEvaluateOnNewDocument", source=BLOCKS)
    page.go("file://" + path)
    page.wait("document.documentElement && document.documentElement.dataset.ready", 300)
    ready, paint = page.run("performance.now()"), page.run(PAINT)
    reading = longest(page)
    searches = [page.run(SEARCH % json.dumps(word)) for word in WORDS]
    name = page.run("callgraph.search('', 1).names[0]")
    page.run("callgraph.open('function', {of: %s})" % json.dumps(name))
    page.wait("document.querySelector('article.function')")
    view = page.run("callgraph.timings.view")
    page.run("callgraph.open('path', {from: %s, to: %s})" % (json.dumps(name), json.dumps(
        page.run("callgraph.search('9', 1).names[0]"))))
    begin = time.monotonic()
    page.wait("document.querySelector('.verdict')", 60)
    verdict = 1000 * (time.monotonic() - begin)
    rest = longest(page)
    print(f"{functions:9,} functions {4 * functions:9,} calls {os.path.getsize(path) / 1e6:6.1f} MB, "
          f"written in {written:5.1f} s, first paint {paint:5.0f}, ready {ready:6.0f}, "
          f"search {max(searches):5.0f}, function {view:4.0f}, verdict {verdict:5.0f}, "
          f"longest block {reading:4.0f} reading, {rest:4.0f} after; {page.complaints() or 'no complaints'}",
          flush=True)
    page.call("Page.close")
    page.socket.close()
    browser.pages.remove(page)


def main(cgquery, generate, *sizes):
    if not chrome.find():
        print("no chromium")
        return 77
    for size in map(int, sizes or (10**4, 10**5, 10**6)):
        with chrome.Chrome() as browser, tempfile.TemporaryDirectory() as folder:
            measure(os.path.abspath(cgquery), os.path.abspath(generate), browser, size, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
