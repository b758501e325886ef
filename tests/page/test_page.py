#!/usr/bin/env python3
"""Every view of the page in a real browser: what it shows, its keys, hostile data.

    test_page.py CGQUERY GRAPHS

GRAPHS is the folder tests/cli/graphs. Exits with 77 if there is no browser.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import chrome

READY = "document.documentElement && document.documentElement.dataset.ready"
HOSTILE = [
    "<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "\"onfocus=alert(3) autofocus=\"",
    "javascript:alert(4)", "<!--", "]]>", "{{7*7}}", "a\u202eb", "a\nb", "${alert(5)}", "'><svg/onload=alert(6)>",
    "__proto__", "constructor", "|", "x|y:1", "", "%3Cb%3E", "#a?b=c&d",
]


def text(page, selector):
    return page.run(f"(e => e ? e.textContent : '')(document.querySelector({json.dumps(selector)}))")


class PageTest(unittest.TestCase):
    cgquery = graphs = browser = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = chrome.Chrome().__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def open(self, graph, fragment="", *options):
        path = os.path.join(self.folder.name, "page.html")
        subprocess.run([self.cgquery, "export", "-q", "-f", "html", "-o", path, *options, graph], check=True)
        page = self.browser.open("file://" + path + fragment)
        page.wait(READY)
        return page

    def graph(self, name):
        return os.path.join(self.graphs, name + ".mcg")

    def go(self, page, fragment, condition="true"):
        page.run(f"location.hash = {json.dumps(fragment)}")
        page.wait(condition)

    def check_quiet(self, page):
        self.assertEqual(page.complaints(), [])

    def rows(self, page):
        return page.run("[...document.querySelectorAll('main table.list tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")

    def small_graph(self):
        """main calls run_a and run_b, which call leaf; two functions of files elsewhere never run."""
        files = {"main": "main.c", "run_a": "a.c", "run_b": "b.c", "leaf": "leaf.c", "outer": "../secret.c", "far": "/etc/hostname"}
        names = list(files)
        calls = {"main": ["run_a", "run_b"], "run_a": ["leaf"], "run_b": ["leaf"]}
        nodes = {str(i): {
            "functionName": name, "origin": files[name], "hasBody": True,
            "callees": {str(names.index(callee)): {"callSites": [{"file": files[name], "line": 5, "column": 12}]} for callee in calls.get(name, [])},
            "meta": {"unresolvedCalls": [], "sourceRange": {"begin": {"line": 3, "column": 1}, "end": {"line": 6, "column": 1}}},
        } for i, name in enumerate(names)}
        path = os.path.join(self.folder.name, "small.mcg")
        with open(path, "w", encoding="utf-8") as out:
            json.dump({"_CG": {"meta": {}, "nodes": nodes},
                       "_MetaCG": {"version": "4.0", "generator": {"name": "t", "version": "1", "sha": "0"}}}, out)
        return path

    def hostile_graph(self):
        """Functions whose names, files and metadata try to run something."""
        names = [name for name in HOSTILE if name]
        nodes = {str(i): {
            "functionName": name, "origin": name, "hasBody": True,
            "callees": {str((i + 1) % len(names)): {"callSites": [{"file": name, "line": i, "column": 1}]}},
            "meta": {"signature": name, "attributes": [name], "custom." + name: {name: [name, i]},
                     "unresolvedCalls": [{"file": name, "line": 1, "column": 1, "reason": name, "type": name}]},
        } for i, name in enumerate(names)}
        path = os.path.join(self.folder.name, "<img src=x onerror=alert(9)>.mcg")
        with open(path, "w", encoding="utf-8") as out:
            json.dump({"_CG": {"meta": {}, "nodes": nodes},
                       "_MetaCG": {"version": "4.0", "generator": {"name": "t", "version": "1", "sha": "0"}}}, out)
        return path, names


class Modules(unittest.TestCase):
    """The modules depend on each other one way, as modules.txt lists them."""

    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "page")

    def test_imports_lead_back(self):
        with open(os.path.join(self.folder, "modules.txt")) as lines:
            modules = lines.read().split()
        there = [os.path.relpath(os.path.join(base, name), os.path.join(self.folder, "js"))
                 for base, _, names in os.walk(os.path.join(self.folder, "js")) for name in names]
        self.assertEqual(sorted(modules), sorted(there))
        names = [os.path.basename(module) for module in modules]
        self.assertEqual(len(names), len(set(names)), "bundle.awk takes modules of one name for one")
        for i, module in enumerate(modules):
            with open(os.path.join(self.folder, "js", module)) as text:
                imports = re.findall(r"^import .* from '(.*)';", text.read(), re.M)
            for path in imports:
                used = os.path.normpath(os.path.join(os.path.dirname(module), path))
                self.assertIn(used, modules[:i], module)
                if used.startswith("views/"):
                    self.assertTrue(module.startswith("views/") or module == "main.js", module)


class Views(PageTest):
    def test_search_opens_a_function(self):
        page = self.open(self.graph("program"))
        page.key("/")
        page.type("main")
        page.wait("document.querySelectorAll('#search [role=option]').length > 0")
        page.key("Enter")
        page.wait("document.querySelector('article.function h1')")
        self.assertEqual(text(page, "article.function h1"), "main")
        self.check_quiet(page)

    def test_search_ranks_exact_names_first(self):
        page = self.open(self.graph("ladder"))
        names = page.run("callgraph.search('f1').names")
        self.assertTrue(all("f1" in name for name in names), names)

    def test_search_finds_files_and_lists_all(self):
        page = self.open(self.small_graph())
        page.key("/")
        page.wait("document.querySelector('#search [role=option]')")
        self.assertIn("is:dead", text(page, "#search [role=listbox]"))
        page.type("leaf")
        page.wait("[...document.querySelectorAll('#search [role=option]')].map(e => e.textContent)[1] === 'leaf.cfile'")
        page.key("ArrowDown")
        page.key("Enter")
        page.wait("location.hash.includes('dir=leaf.c')")
        page.key("/")
        page.type("run_")
        page.wait("[...document.querySelectorAll('#search [role=option]')].some(e => e.textContent.includes('2 functions'))")
        page.key("ArrowDown")
        page.key("ArrowDown")
        page.key("Enter")
        page.wait("location.hash.startsWith('#top?in=run_')")
        page.wait("document.querySelector('main h1').textContent.startsWith('Top')")
        self.assertEqual(sorted(row[0] for row in self.rows(page)), ["run_a", "run_b"])
        self.check_quiet(page)

    def test_culprits_of_unresolved_calls(self):
        graph = self.graph("causes")
        page = self.open(graph, "#unresolved")
        page.wait("document.querySelector('table[aria-label=Culprits]')")
        shown = page.run("[...document.querySelectorAll('table[aria-label=Culprits] tbody tr')].map(row => [...row.cells].slice(0, 3).map(cell => cell.textContent))")
        told = json.loads(subprocess.run([self.cgquery, "unresolved", "--by-culprit", "--json", graph], capture_output=True).stdout)["culprits"]
        self.assertEqual({(c["culprit"], str(c["calls"]), str(c["alone"])) for c in told}, {tuple(row) for row in shown if row[0] != "not recorded"})
        self.check_quiet(page)

    def test_print_shows_no_controls(self):
        page = self.open(self.graph("program"), "#function?of=main")
        page.wait("document.querySelector('[role=tree]')")
        shown = "['#bar', 'main .bar', 'main button', '#main'].map(e => getComputedStyle(document.querySelector(e)).display)"
        self.assertNotIn("none", page.run(shown))
        page.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(page.run(shown)[:3], ["none"] * 3)
        self.assertNotEqual(page.run(shown)[3], "none")

    def test_print_has_all_of_tables_and_sources(self):
        page = self.open(self.graph("causes"), "#unresolved")
        page.wait("document.querySelector('table[aria-label=Culprits] tbody tr')")
        page.call("Emulation.setEmulatedMedia", media="print")
        printed = page.run("document.querySelector('table[aria-label=Culprits]').innerText")
        self.assertIn("culprit", printed)
        self.assertIn(self.rows(page)[0][0], printed)
        self.go(page, "#overview", "document.querySelector('.mapbox .tablebox')")
        self.assertEqual(page.run("getComputedStyle(document.querySelector('.mapbox .tablebox')).overflow"), "visible")

    def test_focus_stays_on_what_changes_a_view(self):
        page = self.open(self.graph("measured"), "#overview")
        page.wait("document.querySelector('main select')")
        page.run("document.querySelector('main select').focus()")
        page.key("ArrowDown")
        page.wait("location.hash.includes('area=')")
        page.wait("document.activeElement === document.querySelector('main select')")
        page.run("document.querySelector('main th:last-child button').focus()")
        page.key("Enter")
        self.assertTrue(page.run("document.activeElement === document.querySelector('main th:last-child button')"))
        page.key("c")
        page.key("ArrowDown")
        self.assertEqual(page.run("document.activeElement.textContent"), "as text")
        self.check_quiet(page)

    def test_map_follows_the_window(self):
        page = self.open(self.graph("program"), "#overview")
        fits = "(c => c && c.width === c.clientWidth)(document.querySelector('canvas.map'))"
        page.wait(fits)
        width = page.run("document.querySelector('canvas.map').width")
        page.size(1000, 720)
        page.wait(f"document.querySelector('canvas.map').clientWidth < {width} && {fits}")
        self.check_quiet(page)

    def test_search_for_what_is_shown(self):
        page = self.open(self.graph("program"), "#function?of=main")
        page.wait("document.querySelector('article h1')")
        page.key("/")
        page.type("main")
        page.wait("document.querySelector('#search [role=option]')")
        page.key("Enter")
        page.wait("document.activeElement.closest('[role=tree]')")

    def test_paths_say_which_function_is_absent(self):
        page = self.open(self.small_graph(), "#path?from=main&to=nobody")
        page.wait("document.querySelector('.answer .empty')")
        self.assertEqual(text(page, ".answer"), "The graph has no function nobody.")
        self.go(page, "#path?from=main&to=leaf&most=100", "document.querySelectorAll('.paths details').length === 2")
        self.assertEqual(page.run("document.querySelector('main select').value"), "100")
        self.check_quiet(page)

    def test_dark_and_light(self):
        page = self.open(self.graph("program"), "#function?of=main")
        page.wait("document.querySelector('article h1')")
        grounds = []
        for dark in (False, True):
            page.dark(dark)
            grounds.append(page.run("getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(grounds, ["rgb(255, 255, 255)", "rgb(22, 24, 28)"])

    def test_trees_are_filtered(self):
        page = self.open(self.small_graph(), "#function?of=main&dir=a.c")
        page.wait("document.querySelectorAll('[role=tree]')[1]")
        callees = "[...document.querySelectorAll('[role=tree]')[1].querySelectorAll('a.fn')].map(a => a.textContent)"
        self.assertEqual(page.run(callees), ["run_a"])
        self.go(page, "#function?of=main&kind=virtual", f"({callees}).length === 0")
        self.assertIn("all hidden", text(page, "main"))
        self.go(page, "#function?of=main", f"({callees}).length === 2")

    def test_keys_walk_the_tree(self):
        page = self.open(self.graph("program"), "#function?of=main")
        page.wait("document.querySelector('[role=tree]')")
        page.run("document.querySelectorAll('[role=tree]')[1].querySelector('[role=treeitem]').focus()")
        page.key("ArrowRight")
        page.wait("document.activeElement.getAttribute('aria-expanded') === 'true'")
        page.key("ArrowRight")
        self.assertEqual(page.run("document.activeElement.getAttribute('aria-level')"), "2")
        page.key("ArrowLeft")
        self.assertEqual(page.run("document.activeElement.getAttribute('aria-level')"), "1")
        name = page.run("document.activeElement.querySelector('a.fn').textContent")
        page.key("Enter")
        page.wait(f"document.querySelector('article h1').textContent === {json.dumps(name)}")
        page.key("Backspace")
        page.wait("document.querySelector('article h1').textContent === 'main'")
        self.check_quiet(page)

    def test_verdicts_are_shown(self):
        page = self.open(self.graph("walks"))
        seen = set()
        names = page.run("callgraph.search('').names")
        for start in names[:4]:
            for end in names[:6]:
                answer = page.run(f"callgraph.verdict({json.dumps(start)}, {json.dumps(end)}).answer")
                if answer not in seen:
                    seen.add(answer)
                    page.run("callgraph.open('path', {from: %s, to: %s})" % (json.dumps(start), json.dumps(end)))
                    page.wait(f"(document.querySelector('.verdict strong') || {{}}).textContent === '{answer}'")
        self.assertGreaterEqual(len(seen), 2, seen)
        self.check_quiet(page)

    def test_every_view_opens_by_its_digit(self):
        page = self.open(self.graph("program"))
        views = page.run("[...document.querySelectorAll('#bar nav a')].map(a => a.dataset.view)")
        for digit, view in enumerate(views[:9], 1):
            page.key("Escape")  # out of a field that has the focus
            page.key(str(digit))
            page.wait(f"document.querySelector('#bar nav a[aria-current]').dataset.view === '{view}'")
            self.assertTrue(page.run("!!document.querySelector('main h1')"), view)
        self.check_quiet(page)

    def test_functions_of_a_macro_are_folded(self):
        page = self.open(os.path.join(self.graphs, "..", "query-macros", "tree.mcg"), "#top?by=numStatements")
        page.wait("document.querySelector('table.list tbody tr')")
        names = [row[0] for row in self.rows(page)]
        self.assertIn("cars_even and 4 more of TREE at tree.c:11", names)
        self.assertEqual(len(names), 5)
        page.run("[...document.querySelectorAll('main label')].find(e => e.textContent.startsWith('Made by macros')).querySelector('select').value = 'yes'")
        page.run("[...document.querySelectorAll('main label')].find(e => e.textContent.startsWith('Made by macros')).querySelector('select').dispatchEvent(new Event('change'))")
        page.wait("document.querySelectorAll('table.list tbody tr').length === 13")
        self.assertNotIn("more of", text(page, "main table"))
        self.go(page, "#function?of=cars_even", "document.querySelector('.facts')")
        self.assertIn("Made byTREE at tree.c:11", text(page, ".facts"))
        self.check_quiet(page)

    def test_share_forms(self):
        page = self.open(self.graph("program"), "#function?of=main")
        page.wait("document.querySelector('[role=tree]')")
        forms = page.run("callgraph.share()")
        self.assertIn("| relation |", forms["Markdown"])
        self.assertTrue(forms["Mermaid"].startswith("flowchart LR"))
        self.assertEqual(json.loads(forms["JSON"])["title"], "main")

    def test_accessibility_tree(self):
        page = self.open(self.graph("program"), "#function?of=main")
        page.wait("document.querySelector('[role=tree]')")
        page.call("Accessibility.enable")
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        roles = {(n.get("role", {}).get("value"), n.get("name", {}).get("value")) for n in nodes if not n.get("ignored")}
        for wanted in [("navigation", "Views"), ("combobox", "Search functions"), ("tree", "Callers"), ("tree", "Callees"), ("heading", "main")]:
            self.assertIn(wanted, roles)
        self.assertEqual(self.nameless(page), [])
        for view in page.run("[...document.querySelectorAll('#bar nav a')].map(a => a.hash)"):
            self.go(page, view, "document.querySelector('main h1')")
            self.assertEqual(self.nameless(page), [], view)

    def nameless(self, page):
        """Controls without a name for screen readers."""
        nodes = page.call("Accessibility.getFullAXTree")["nodes"]
        controls = [n for n in nodes if n.get("role", {}).get("value") in ("button", "link", "combobox", "searchbox", "textbox", "table", "img", "tree") and not n.get("ignored")]
        return [n["role"] for n in controls if not n.get("name", {}).get("value")]

    def test_fits_1280_by_720(self):
        page = self.open(self.graph("program"))
        for view in page.run("[...document.querySelectorAll('#bar nav a')].map(a => a.hash)") + ["#function?of=main"]:
            self.go(page, view, "document.querySelector('main h1')")
            self.assertLessEqual(page.run("document.documentElement.scrollWidth"), 1280, view)


class Runs(PageTest):
    """--profile, of folded stacks that the graph knows."""

    def open_run(self, fragment=""):
        recorded = os.path.join(self.folder.name, "run.folded")
        with open(recorded, "w") as out:
            out.write("main;run_a;leaf 6\nmain;run_b;leaf 2\nmain;run_b 1\nmain;absent 1\n")
        return self.open(self.small_graph(), fragment, "--profile", recorded)

    def test_functions_by_cost(self):
        page = self.open_run("#profile?show=flat")
        page.wait("document.querySelector('table.list tbody tr')")
        rows = {row[0]: (row[1], row[3]) for row in self.rows(page)}
        self.assertEqual(rows["leaf"], ("8", "8"))
        self.assertEqual(rows["main"], ("0", "10"))
        self.assertEqual(rows["run_b"], ("1", "3"))
        self.check_quiet(page)

    def test_steps_refine_and_are_taken_back(self):
        page = self.open_run("#profile?show=flat&steps=through%3Arun_b%0Awithout%3Aleaf")
        page.wait("document.querySelectorAll('.steps li').length === 3")
        self.assertEqual({row[0]: row[3] for row in self.rows(page)}, {"run_b": "1", "main": "1"})
        page.run("document.querySelectorAll('.steps button')[1].click()")
        page.wait("document.querySelectorAll('.steps li').length === 2")
        self.assertEqual({row[0]: row[3] for row in self.rows(page)}, {"leaf": "2", "run_b": "3", "main": "3"})

    def test_flame_graph_by_keys(self):
        page = self.open_run("#profile?show=flame")
        page.wait("document.activeElement.matches('canvas.flame')")
        for _ in range(3):
            page.key("ArrowDown")
        self.assertIn("leaf: 6", text(page, "main p[role=status]"))
        page.key("o")
        page.wait("document.querySelector('article.function h1')")
        self.assertEqual(text(page, "article.function h1"), "leaf")
        self.assertIn("exclusive 8", text(page, "main"))
        self.check_quiet(page)

    def test_flame_graph_opens_by_double_click(self):
        page = self.open_run("#profile?show=flame")
        page.wait("document.activeElement.matches('canvas.flame')")
        left, top = page.run("(b => [b.left, b.top])(document.querySelector('canvas.flame').getBoundingClientRect())")
        for count in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                page.call("Input.dispatchMouseEvent", type=kind, x=left + 20, y=top + 2 * 18 + 5, button="left", clickCount=count)
        page.wait("document.querySelector('article.function h1')")
        self.assertEqual(text(page, "article.function h1"), "run_a")
        self.check_quiet(page)

    def test_run_against_the_graph(self):
        page = self.open_run("#profile?show=graph")
        page.wait("document.querySelector('table.list')")
        self.assertIn("4 of 6 functions with a body ran", text(page, "main"))
        self.assertIn("absent", text(page, "table[aria-label='Calls that ran but are missing']"))

    def test_bottom_up(self):
        page = self.open_run("#profile?show=callers&of=leaf")
        page.wait("document.querySelector('.up')")
        self.assertIn("run_a6", text(page, ".up").replace(" ", "").replace("·60.0%", ""))


class Locations(PageTest):
    """Several processes of one run."""

    def test_statistics_over_locations(self):
        options = []
        for rank, cost in enumerate((6, 2, 2)):
            path = os.path.join(self.folder.name, f"rank-{rank}.folded")
            with open(path, "w") as out:
                out.write(f"main;run_a;leaf {cost}\nmain 1\nmain;run_a;leaf;run_a;leaf {rank}\n")
            options += ["--profile", path]
        page = self.open(self.small_graph(), "#profile?show=locations", *options)
        page.wait("document.querySelector('.halves')")
        functions = {row[0]: row[1:] for row in self.rows(page) if len(row) == 6}
        self.assertEqual(functions["leaf"], ["3", "4.33333", "6", "1.24722", "1.66667"])
        histogram = page.run("[...document.querySelectorAll('table[aria-label=Histogram] tbody tr')].map(row => row.cells[2].textContent)")
        self.assertEqual(histogram, ["1", "0", "0", "0", "1"] + ["0"] * 6 + ["1"])
        locations = page.run("[...document.querySelectorAll('table[aria-label=Locations] tbody tr')].map(row => [row.cells[0].textContent, row.cells[1].textContent])")
        self.assertEqual(locations, [["rank-0.folded", "6"], ["rank-2.folded", "4"], ["rank-1.folded", "3"]])
        self.go(page, "#profile?show=locations&cost=inclusive", "[...document.querySelectorAll('select')].some(s => s.value === 'inclusive')")
        functions = {row[0]: row[1:4] for row in self.rows(page) if len(row) == 6}
        self.assertEqual(functions["run_a"], ["3", "4.33333", "6"])
        self.check_quiet(page)


class Calls(PageTest):
    """A run that has calls, not paths."""

    CALLGRIND = """# callgrind format
creator: test
events: Ir
fl=main.c
fn=main
3 1
cfi=a.c
cfn=run_a
calls=1 3
5 10
cfi=b.c
cfn=run_b
calls=2 3
5 30
fl=a.c
fn=run_a
3 4
cfi=leaf.c
cfn=leaf
calls=1 3
5 6
fl=b.c
fn=run_b
3 12
cfi=leaf.c
cfn=leaf
calls=2 3
5 18
fl=leaf.c
fn=leaf
3 24
"""

    def open_calls(self, fragment):
        recorded = os.path.join(self.folder.name, "callgrind.out.1")
        with open(recorded, "w") as out:
            out.write(self.CALLGRIND)
        return self.open(self.small_graph(), fragment, "--profile", recorded)

    def test_inclusive_costs_are_those_recorded(self):
        page = self.open_calls("#profile?show=flat")
        page.wait("document.querySelector('table.list tbody tr')")
        rows = {row[0]: (row[1], row[3]) for row in self.rows(page)}
        self.assertEqual(rows, {"leaf": ("24", "24"), "run_b": ("12", "30"), "run_a": ("4", "10"), "main": ("1", "41")})
        self.check_quiet(page)

    def test_trees_share_costs(self):
        page = self.open_calls("#profile?show=callers&of=leaf")
        page.wait("document.querySelector('.up .up .up')")
        shown = [line.replace("\u00b7", "") for line in page.run("[...document.querySelectorAll('.up summary')].map(e => e.textContent)")]
        self.assertEqual([line.split("  ")[0].split(" ")[:2] for line in shown], [["leaf", "24"], ["run_b", "18"], ["main", "18"], ["run_a", "6"], ["main", "6"]])
        self.go(page, "#profile?show=flame", "document.activeElement.matches('canvas.flame')")
        for _ in range(3):
            page.key("ArrowDown")
        self.assertIn("leaf: 18 Ir", text(page, "main p[role=status]"))
        self.check_quiet(page)


class Changes(PageTest):
    """--diff."""

    def test_what_came_and_went(self):
        new = self.small_graph()
        with open(new) as file:
            graph = json.load(file)
        nodes = graph["_CG"]["nodes"]
        nodes["5"].update(functionName="older")
        nodes["2"]["callees"] = {"5": {}}  # run_b called older
        nodes["0"]["callees"].pop("1")  # main did not call run_a
        old = os.path.join(self.folder.name, "old.mcg")
        with open(old, "w") as out:
            json.dump(graph, out)
        page = self.open(new, "#changes?kind=0", "--diff", old)
        page.wait("document.querySelector('main table.list')")
        self.assertEqual(self.rows(page), [["main", "run_a"], ["run_b", "leaf"]])
        self.assertIn('["run_a"]', page.run("callgraph.share().Mermaid"))
        for kind, expected in {1: [["run_b", "older"]], 3: [["far", "/etc/hostname"]], 4: [["older", ""]], 8: [["run_a", "a.c", "the path"], ["leaf", "leaf.c", "the path"]]}.items():
            self.go(page, f"#changes?kind={kind}", f"document.querySelector('main select').value === '{kind}'")
            self.assertEqual(sorted(self.rows(page)), sorted(expected))
        page.run("document.querySelector('main table.list tr:last-child td:last-child a').click()")
        page.wait("document.querySelector('.verdict.yes')")
        self.check_quiet(page)

    def test_library_functions_gained_and_lost(self):
        old = self.small_graph()
        with open(old) as file:
            graph = json.load(file)
        new = os.path.join(self.folder.name, "new.mcg")
        graph["_CG"]["nodes"]["3"]["callees"] = {"6": {"callSites": []}}
        graph["_CG"]["nodes"]["6"] = {"functionName": "system", "origin": None, "hasBody": False, "callees": {}, "meta": {}}
        with open(new, "w") as out:
            json.dump(graph, out)
        page = self.open(new, "#changes?kind=10", "--diff", old)
        page.wait("document.querySelector('main table.list')")
        self.assertEqual(self.rows(page), [[f, "system", "the path"] for f in ("leaf", "main", "run_a", "run_b")])
        page.run("document.querySelector('main table.list td:last-child a').click()")
        page.wait("document.querySelector('.verdict.yes')")
        page = self.open(old, "#changes?kind=11", "--diff", new)
        page.wait("document.querySelector('main table.list')")
        self.assertEqual(self.rows(page), [[f, "system"] for f in ("leaf", "main", "run_a", "run_b")])
        self.check_quiet(page)


class Rules(PageTest):
    """--rules."""

    def test_broken_rules_are_marked(self):
        rules = os.path.join(self.folder.name, "layers.rules")
        with open(rules, "w") as out:
            out.write('rule no-leaf: deny main -> leaf : "main <b>asks</b>"\nrule up: deny leaf -> main\n'
                      "rule nobody: deny run_a -> absent\n")
        page = self.open(self.small_graph(), "#matrix", "--rules", rules)
        page.wait("document.querySelector('table[aria-label=Rules]')")
        shown = page.run("[...document.querySelectorAll('table[aria-label=Rules] tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        self.assertEqual(shown, [["no-leaf", "broken", "2", "main <b>asks</b>"], ["up", "holds", "0", ""], ["nobody", "has no functions", "0", ""]])
        page.run("document.querySelector('table[aria-label=Rules] button').closest('table').querySelector('tbody button').click()")
        chains = page.run("[...document.querySelectorAll('table[aria-label=\"Calls that break the rule\"] tbody tr')].map(row => row.cells[0].textContent)")
        self.assertEqual(chains, ["main → run_a → leaf", "main → run_b → leaf"])
        self.check_quiet(page)


class Sources(PageTest):
    """--source and --link."""

    def test_source_and_links(self):
        base = os.path.join(self.folder.name, "src")
        os.makedirs(base, exist_ok=True)
        with open(os.path.join(base, "a.c"), "w") as out:
            out.write("/* <b>a</b> */\nint leaf(void);\nint run_a(void)\n{\n    return leaf(); // one\n}\n")
        with open(os.path.join(self.folder.name, "secret.c"), "w") as out:
            out.write("TOP-SECRET")
        page = self.open(self.small_graph(), "#function?of=run_a", "--source", base, "--link", "vscode://file/x/{file}:{line}")
        page.wait("document.querySelector('table.source')")
        self.assertIn("return leaf();", text(page, "table.source"))
        self.assertEqual(page.run("document.querySelector('table.source a').textContent"), "leaf")
        self.assertEqual(page.run("document.querySelector('article header a.place').href"), "vscode://file/x/a.c:3")
        sources = page.run("callgraph.sources()")
        self.assertEqual(sources, ["a.c"])
        self.check_quiet(page)

    def test_links_run_nothing(self):
        page = self.open(self.small_graph(), "#function?of=run_a", "--link", "javascript:alert(1)//{file}")
        page.wait("document.querySelector('article.function')")
        self.assertFalse(page.run("!!document.querySelector('a.place')"))


class Hostile(PageTest):
    def test_nothing_runs(self):
        graph, names = self.hostile_graph()
        page = self.open(graph)
        for name in names:
            page.run(f"callgraph.open('function', {{of: {json.dumps(name)}}})")
            page.wait("document.querySelector('article h1')")
            page.run(f"callgraph.open('path', {{from: {json.dumps(names[0])}, to: {json.dumps(name)}}})")
            page.wait("document.querySelector('.verdict')")
        for view in page.run("[...document.querySelectorAll('#bar nav a')].map(a => a.hash)") + ["#unresolved?by=reason", "#cycles?show=alone", "#profile?show=flat"]:
            self.go(page, view, "document.querySelector('main h1')")
        page.key("/")
        page.type("<")
        page.wait("document.querySelectorAll('#search [role=option]').length > 1")
        page.run("callgraph.search('<img')")
        self.assertEqual(page.run("document.querySelectorAll('main script, main img, main svg[onload]').length"), 0)
        self.assertIn("<img src=x onerror=alert(9)>", page.run("document.title"))
        self.check_quiet(page)

    def test_nothing_of_a_run_runs(self):
        graph, names = self.hostile_graph()
        options = []
        for rank in range(2):
            path = os.path.join(self.folder.name, f"<img src=x onerror=alert({rank})>.folded")
            with open(path, "w", encoding="utf-8") as out:
                out.writelines(f"main;{name} {rank + 1}\n" for name in names if not set(name) & set(";\n"))
            options += ["--profile", path]
        page = self.open(graph, "#profile", *options)
        for show in ("flame", "flat", "callers", "graph", "locations"):
            self.go(page, f"#profile?show={show}", f"[...document.querySelectorAll('main select')].some(e => e.value === '{show}')")
        self.assertIn("<img src=x onerror=alert(0)>", text(page, "table[aria-label=Locations]"))
        self.assertEqual(page.run("document.querySelectorAll('main script, main img').length"), 0)
        self.check_quiet(page)

    def test_hostile_fragments(self):
        page = self.open(self.graph("program"))
        for fragment in HOSTILE + ["#" + name for name in HOSTILE] + ["#function?of=" + name for name in HOSTILE]:
            self.go(page, fragment, "document.querySelector('main').textContent")
        self.check_quiet(page)

    def test_policy_refuses_other_scripts(self):
        page = self.open(self.graph("program"))
        page.run("(s => { s.textContent = 'window.ran = 1'; document.body.append(s); })(document.createElement('script'))")
        self.assertFalse(page.run("window.ran"))
        self.assertTrue(any("Content Security Policy" in text for text in page.complaints()))
        refused = page.run("fetch('file:///etc/hostname').then(() => 'read', () => 'refused')")
        self.assertEqual(refused, "refused")


if __name__ == "__main__":
    if not chrome.find():
        print("no chromium")
        sys.exit(77)
    PageTest.cgquery, PageTest.graphs = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
