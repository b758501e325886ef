#!/usr/bin/env python3
"""Draws the pictures of docs/howto/look.md again: look.py CGQUERY GRAPH

GRAPH is whole.mcg of examples/notes, made by its graph.sh."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent.parent / "tests" / "page"))
import chrome  # noqa: E402

VIEWS = {
    "look-overview": ("overview?area=numStatements&colour=cyclomaticComplexity", False),
    "look-function": ("function?of=run_list", False),
    "look-path": ("path?from=run_plugin&to=show_error", True),
    "look-run": ("profile?show=flame", True),
    "look-folders": ("matrix?dir=src", False),
}


def main(cgquery, graph):
    notes = pathlib.Path(graph).resolve().parent
    with tempfile.TemporaryDirectory() as folder, chrome.Chrome() as browser:
        path = os.path.join(folder, "notes.html")
        subprocess.run([cgquery, "export", "-q", "-o", path, "--profile", notes / "recorded/run.folded",
                        "--source", notes, "--rules", notes / "layers.rules", graph], check=True)
        page = browser.open(path)
        page.size(1280, 640)
        page.wait("document.documentElement && document.documentElement.dataset.ready")
        for name, (fragment, dark) in VIEWS.items():
            page.dark(dark)
            page.run(f"location.hash = '{fragment}'")
            time.sleep(1)
            page.screenshot(here / f"{name}.png")


if __name__ == "__main__":
    main(*sys.argv[1:])
