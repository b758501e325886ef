#!/usr/bin/env python3
"""Draws the pictures of docs/howto/look.md again: look.py CGQUERY GRAPH

GRAPH is whole.mcg of examples/notes, made by its graph.sh. The other tools are beside CGQUERY."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent.parent / "tests" / "page"))
import chrome  # noqa: E402

SEARCH = """(input => { input.focus(); input.value = 'note'; input.dispatchEvent(new Event('input')); })
    (document.querySelector('#search input'))"""

# By picture: what the address has, whether it is dark, what to run then.
VIEWS = {
    "look-overview": ("overview?area=numStatements&colour=cyclomaticComplexity", False, ""),
    "look-function": ("function?of=run_list", False, ""),
    "look-path": ("path?from=run_plugin&to=show_error", True, ""),
    "look-run": ("profile?show=flame&mark=note", True, ""),
    "look-folders": ("matrix?dir=src", False, ""),
    "look-unresolved": ("unresolved", False, ""),
    "look-search": ("overview?area=numStatements&colour=cyclomaticComplexity", False, SEARCH),  # it stays open
}
CHANGES = {"look-changes": ("changes?kind=0", False, "")}


def draw(browser, path, views):
    page = browser.open(path)
    page.size(1280, 640)
    page.wait("document.documentElement && document.documentElement.dataset.ready")
    for name, (fragment, dark, script) in views.items():
        page.dark(dark)
        page.run(f"location.hash = '{fragment}'")
        time.sleep(1)
        if script:
            page.run(script)
            time.sleep(1)
        page.screenshot(here / f"{name}.png")


def changed(notes, cgquery, folder):
    """The graph of examples/notes with its change.patch."""
    copy = pathlib.Path(folder, "notes")
    shutil.copytree(notes, copy, ignore=shutil.ignore_patterns("*.mcg"))
    tools = {**os.environ, "PATH": f"{pathlib.Path(cgquery).resolve().parent}:{os.environ['PATH']}"}
    subprocess.run(["patch", "-p1", "-s", "-i", "change.patch"], cwd=copy, check=True)
    subprocess.run(["sh", "graph.sh"], cwd=copy, env=tools, check=True)
    return copy / "whole.mcg"


def main(cgquery, graph):
    notes = pathlib.Path(graph).resolve().parent
    with tempfile.TemporaryDirectory() as folder, chrome.Chrome() as browser:
        path = os.path.join(folder, "page.html")
        export = [cgquery, "export", "-q", "-o", path]
        subprocess.run([*export, "--profile", notes / "recorded/run.folded", "--source", notes,
                        "--rules", notes / "layers.rules", graph], check=True)
        draw(browser, path, VIEWS)
        new = changed(notes, cgquery, folder)
        subprocess.run([*export, "--diff", graph, "--source", new.parent, new], check=True)
        draw(browser, path, CHANGES)


if __name__ == "__main__":
    main(*sys.argv[1:])
