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

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tearDown(self):
        self.browser.close_pages()

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

    def write_graph(self, name, nodes):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as out:
            json.dump({"_CG": {"meta": {}, "nodes": nodes},
                       "_MetaCG": {"version": "4.0", "generator": {"name": "t", "version": "1", "sha": "0"}}}, out)
        return path

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
        return self.write_graph("small.mcg", nodes)

    def hostile_graph(self):
        """Functions whose names, files and metadata try to run something."""
        names = [name for name in HOSTILE if name]
        nodes = {str(i): {
            "functionName": name, "origin": name, "hasBody": True,
            "callees": {str((i + 1) % len(names)): {"callSites": [{"file": name, "line": i, "column": 1}]}},
            "meta": {"signature": name, "attributes": [name], "custom." + name: {name: [name, i]},
                     "unresolvedCalls": [{"file": name, "line": 1, "column": 1, "reason": name, "type": name}]},
        } for i, name in enumerate(names)}
        return self.write_graph("<img src=x onerror=alert(9)>.mcg", nodes), names


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

    def test_search_ranks_words_of_names(self):
        names = ["open_all", "reopen", "dbOpen", "db_open", "openings", "open", "get_open_db", "lua_vm_exec", "luaV_execute", "love_exit"]
        page = self.open(self.graph_of({name: [] for name in names}))
        found = lambda query: page.run(f"callgraph.search({json.dumps(query)}).names")
        self.assertEqual(found("open"), ["open", "dbOpen", "db_open", "open_all", "openings", "get_open_db", "reopen"])
        self.assertEqual(found("lvex"), ["luaV_execute", "lua_vm_exec", "love_exit"])

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

    def test_search_by_reach(self):
        page = self.open(self.small_graph())
        found = lambda query: sorted(page.run(f"callgraph.search({json.dumps(query)}).names"))
        self.assertEqual(found("from:main"), ["leaf", "run_a", "run_b"])
        self.assertEqual(found("to:leaf -from:main"), ["main"])
        self.assertEqual(found('from:"run_a" lea'), ["leaf"])
        self.assertEqual(found("-from:main"), ["far", "main", "outer"])
        self.assertEqual(found("from:nobody"), [])
        self.go(page, "#function?of=run_b", "document.querySelector('a.reachcount').textContent")
        page.run("document.querySelectorAll('a.reachcount')[1].click()")
        page.wait("document.querySelector('main h1').textContent === 'Top'")
        self.assertEqual([row[0] for row in self.rows(page)], ["leaf"])
        self.go(page, "#top?in=to:leaf", "document.querySelectorAll('main table.list tbody tr').length === 3")
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

    def test_order_of_tables_is_in_the_address(self):
        page = self.open(self.small_graph(), "#top?by=callers")
        page.wait("document.querySelector('main th button')")
        for order in (["leaf", "run_a", "run_b"], ["run_b", "run_a", "leaf"]):
            page.run("document.querySelector('main th button').click()")
            self.assertEqual([row[0] for row in self.rows(page)], order)
        page.wait("location.hash.includes('sort.Functions=-function')")
        page.call("Page.reload")
        page.wait(f"({READY}) && document.querySelector('main th button')")
        self.assertEqual([row[0] for row in self.rows(page)], ["run_b", "run_a", "leaf"])
        self.assertEqual(page.run("document.querySelector('main th').getAttribute('aria-sort')"), "descending")
        self.check_quiet(page)

    CALLEES = "[...document.querySelectorAll('[role=tree]')[1].querySelectorAll('[role=treeitem] > .row .fn')].map(e => e.textContent)"

    def test_unfolded_rows_are_in_the_address(self):
        page = self.open(self.small_graph(), "#function?of=main")
        page.wait("document.querySelectorAll('[role=tree]')[1]")
        page.run("document.querySelectorAll('[role=tree]')[1].querySelectorAll('.twist')[1].click()")
        page.wait("location.hash.includes('callees=run_b')")
        self.assertEqual(page.run(self.CALLEES), ["run_a", "run_b", "leaf"])
        other = self.browser.open(page.run("location.href"))
        other.wait(READY)
        other.wait("document.querySelectorAll('[role=tree]')[1]")
        self.assertEqual(other.run(self.CALLEES), ["run_a", "run_b", "leaf"])
        self.go(page, "#help", "document.querySelector('main h1').textContent === 'Help'")
        page.run("history.back()")
        page.wait("document.querySelectorAll('[role=tree]')[1]")
        self.assertEqual(page.run(self.CALLEES), ["run_a", "run_b", "leaf"])
        self.check_quiet(other)

    def test_filters_stay_from_function_to_function(self):
        page = self.open(self.small_graph(), "#function?of=main&dir=a.c&system=hide")
        page.wait("document.querySelectorAll('[role=tree]')[1]")
        page.run("document.querySelectorAll('[role=tree]')[1].querySelector('a.fn').click()")
        page.wait("document.querySelector('article h1').textContent === 'run_a'")
        self.assertEqual(page.run("location.hash"), "#function?of=run_a&system=hide&dir=a.c")
        page.run("history.back()")
        page.wait("document.querySelector('article h1').textContent === 'main'")
        self.check_quiet(page)

    def test_matrix_by_keys(self):
        page = self.open(self.small_graph(), "#matrix")
        page.wait("document.activeElement.matches('canvas.matrix')")
        status = "document.querySelector('main p[role=status]').textContent"
        seen = {}
        page.key("ArrowRight")
        for _ in range(6):
            for _ in range(6):
                cell, calls = page.run(status).split(": ")
                seen[cell] = calls
                page.key("ArrowRight")
            page.key("Home")
            page.key("ArrowDown")
        self.assertEqual(seen["main.c → a.c"], "1 call")
        self.assertEqual(seen["leaf.c → main.c"], "no calls")
        page.key("Home")
        for _ in range(6):
            page.key("ArrowUp")
        page.key("Home")
        while not page.run(status).endswith("1 call"):
            page.key("ArrowRight")
        page.key("Enter")
        page.wait("document.querySelector('table[aria-label=Calls]')")
        chosen = page.run(status).split(": ")[0]
        self.assertEqual(text(page, "main section h2"), f"{chosen} 1 call")
        self.assertIn(f"from={chosen.split(' → ')[0]}", page.run("location.hash"))
        other = self.browser.open(page.run("location.href"))
        other.wait(READY)
        other.wait("document.querySelector('table[aria-label=Calls]')")
        self.assertEqual(text(other, "main section h2"), f"{chosen} 1 call")
        page.run("history.back()")
        page.wait("!document.querySelector('table[aria-label=Calls]')")
        self.check_quiet(page)

    def test_paths_through_several(self):
        page = self.open(self.small_graph(), "#path?from=main&to=leaf&through=run_b")
        page.wait("document.querySelectorAll('.paths details').length === 1")
        self.assertIn("run_b", text(page, ".paths"))
        self.go(page, "#path?from=main&to=leaf&through=run_a,run_b", "document.querySelectorAll('.paths details').length === 2")
        self.go(page, "#path?from=main&to=leaf&avoid=run_a,run_b", "document.querySelector('.verdict.no')")
        self.go(page, "#path?from=main&to=leaf&through=outer", "document.querySelector('.verdict.no')")
        self.go(page, "#path?from=main&to=leaf&through=run_a,nobody", "document.querySelector('.answer .empty')")
        self.assertEqual(text(page, ".answer"), "The graph has no function nobody.")
        self.check_quiet(page)

    def test_paths_through_are_pruned(self):
        """A ladder has 2^30 paths, of which one goes through the way round."""
        rungs = 30
        names = [f"{side}{i}" for i in range(rungs) for side in "ab"] + ["first", "round", "last"]
        calls = {f"{side}{i}": [f"a{i + 1}", f"b{i + 1}"] for i in range(rungs - 1) for side in "ab"}
        calls.update({"first": ["a0", "b0", "round"], f"a{rungs - 1}": ["last"], f"b{rungs - 1}": ["last"], "round": ["last"]})
        page = self.open(self.graph_of({name: calls.get(name, []) for name in names}), "#path?from=first&to=last&through=round")
        page.wait("document.querySelector('.paths')", 10)
        self.assertEqual(text(page, "main section:last-child h2"), "Paths through 1")
        self.check_quiet(page)

    def graph_of(self, calls):
        names = list(calls)
        nodes = {str(i): {"functionName": name, "origin": "a.c", "hasBody": True, "meta": {"unresolvedCalls": []},
                          "callees": {str(names.index(callee)): {} for callee in calls[name]}} for i, name in enumerate(names)}
        return self.write_graph("made.mcg", nodes)

    def test_every_view_is_copied(self):
        page = self.open(self.small_graph())
        for view in page.run("[...document.querySelectorAll('#bar nav a')].map(a => a.hash)"):
            self.go(page, view, f"document.querySelector('#bar nav a[aria-current]').hash === {json.dumps(view)}")
            if view != "#path":
                forms = page.run("callgraph.share()")
                self.assertEqual(sorted(forms), ["JSON", "Markdown", "Mermaid", "text"], view)
                self.assertTrue(forms["text"].strip(), view)
        self.go(page, "#matrix?from=main.c&to=a.c", "document.querySelector('table[aria-label=Calls]')")
        forms = page.run("callgraph.share()")
        self.assertEqual([table["title"] for table in json.loads(forms["JSON"])["tables"]], ["Calls: main.c → a.c", "Calls that lead upwards"])
        self.assertIn("run_a", forms["text"])
        self.assertIn('["main.c"]', forms["Mermaid"])
        self.go(page, "#path?from=main&to=leaf", "document.querySelectorAll('.paths details').length === 2")
        forms = page.run("callgraph.share()")
        self.assertEqual(forms["Mermaid"].count("-->"), 4)
        page = self.open(self.graph("causes"), "#unresolved")
        page.wait("document.querySelector('table[aria-label=Calls]')")
        forms = page.run("callgraph.share()")
        self.assertEqual(len(json.loads(forms["JSON"])["tables"]), 2)
        self.assertIn("#### Culprits", forms["Markdown"])
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

    def test_metrics_may_have_any_name(self):
        recorded = os.path.join(self.folder.name, "named.callgrind")
        with open(recorded, "w") as out:
            out.write("# callgrind format\nevents: constructor __proto__ Ir\nfn=leaf\n1 5 7 9\n")
        page = self.open(self.small_graph(), "#function?of=leaf", "--profile", recorded)
        page.wait("document.querySelector('table[aria-label=\"Recorded run\"]')")
        self.assertEqual(page.run("[...document.querySelectorAll('table[aria-label=\"Recorded run\"] th')].map(x => x.textContent).sort()"),
                         ["Ir", "__proto__", "constructor"])
        self.assertEqual(page.run("[{}.exclusive, {}.inclusive].filter(x => x !== undefined)"), [])
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
        never = sorted(row[0] for row in page.run("[...document.querySelectorAll('table[aria-label=\"Never ran\"] tbody tr')].map(row => [row.cells[0].textContent])"))
        self.go(page, "#top?by=neverRan", "document.querySelector('main select').value === 'neverRan'")
        self.assertEqual(sorted(row[0] for row in self.rows(page)), never)

    def test_bottom_up(self):
        page = self.open_run("#profile?show=callers&of=leaf")
        page.wait("document.querySelector('main [role=tree]')")
        self.assertIn("run_a6·60.0%", text(page, "main [role=tree]").replace(" ", ""))
        page.wait("document.activeElement.matches('[role=treeitem]')")
        page.key("ArrowLeft")
        page.wait("location.hash.includes('up=%28%29')")
        page.call("Page.reload")
        page.wait(f"({READY}) && document.querySelector('main [role=tree]')")
        self.assertEqual(text(page, "main [role=tree]").replace(" ", ""), "leaf8·80.0%")
        shared = page.run("callgraph.share()")
        self.assertEqual(json.loads(shared["JSON"])["tables"][0]["rows"][0]["function"], "leaf")
        self.check_quiet(page)


    def test_flame_graph_is_rooted_and_marked(self):
        page = self.open_run("#profile?show=flame")
        page.wait("document.activeElement.matches('canvas.flame')")
        field = "document.querySelectorAll('main input[list=frames]')[1]"
        page.run(f"{field}.value = 'run_a'; {field}.dispatchEvent(new Event('change'))")
        page.wait("location.hash.includes('of=run_a')")
        page.wait(f"{field}.value === 'run_a'")
        self.assertEqual(self.flame_rows(page), ["run_a", "leaf"])
        self.go(page, "#profile?show=flame&mark=RUN_", "[...document.querySelectorAll('main input')].some(e => e.value === 'RUN_')")
        self.assertIn("9 , 90.0 % in what is drawn", re.sub(r"\b(samples|weight)\b", "", text(page, "main .bar [role=status]")))
        self.go(page, "#profile?show=flame&mark=file:b.c", "[...document.querySelectorAll('main input')].some(e => e.value === 'file:b.c')")
        self.assertIn(" 30.0 %", text(page, "main .bar [role=status]"))
        self.check_quiet(page)

    def test_zoom_is_in_the_address(self):
        page = self.open_run("#profile?show=flame")
        page.wait("document.activeElement.matches('canvas.flame')")
        for key in ("ArrowDown", "ArrowDown", "Enter"):
            page.key(key)
        page.wait("location.hash.includes('zoom=main%2Crun_a')")
        other = self.browser.open(page.run("location.href"))
        other.wait(READY)
        other.wait("document.activeElement.matches('canvas.flame')")
        self.assertEqual(self.flame_rows(other), ["all", "main", "run_a", "leaf"])
        page.run("history.back()")
        page.wait("!location.hash.includes('zoom')")
        page.wait("document.activeElement.matches('canvas.flame')")
        self.assertEqual(self.flame_rows(page), ["all", "main", "run_a", "leaf", "run_b", "leaf", "absent"])
        self.check_quiet(other)

    def flame_rows(self, page):
        return [row["function"] for row in json.loads(page.run("callgraph.share()")["JSON"])["tables"][0]["rows"]]

    def test_statics_of_one_name_are_told_apart(self):
        recorded = os.path.join(self.folder.name, "callgrind.out.2")
        with open(recorded, "w") as out:
            out.write("# callgrind format\ncreator: test\nevents: Ir\n"
                      "fl=x/a.c\nfn=init\n1 10\n\nfl=y/b.c\nfn=init\n1 30\n\nfl=main.c\nfn=main\n3 1\ncfi=x/a.c\ncfn=init\ncalls=1 1\n4 10\ncfi=y/b.c\ncfn=init\ncalls=1 1\n5 30\n")
        page = self.open(self.small_graph(), "#profile?show=flat", "--profile", recorded)
        page.wait("document.querySelector('table.list tbody tr')")
        self.assertEqual({row[0]: row[1] for row in self.rows(page)}, {"init (y/b.c)": "30", "init (x/a.c)": "10", "main": "1"})
        page.run("[...document.querySelectorAll('table.list a')].filter(a => a.textContent === 'callers')[1].click()")
        page.wait("document.querySelector('main [role=tree]')")
        self.assertIn("init (x/a.c)10", text(page, "main [role=tree]").replace(" ·", "·"))
        self.go(page, "#profile?show=flame&of=init%7Cy%2Fb.c", "document.activeElement.matches('canvas.flame')")
        self.assertEqual(self.flame_rows(page), ["init (y/b.c)"])
        self.check_quiet(page)


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


    def test_statics_of_one_name_are_told_apart(self):
        options = []
        for rank in range(2):
            path = os.path.join(self.folder.name, f"callgrind.out.{rank}")
            with open(path, "w") as out:
                out.write("# callgrind format\nevents: Ir\n"
                          f"fl=x/a.c\nfn=init\n1 {10 + rank}\n\nfl=y/b.c\nfn=init\n1 {30 + 3 * rank}\n")
            options += ["--profile", path]
        page = self.open(self.small_graph(), "#profile?show=locations", *options)
        page.wait("document.querySelector('.halves')")
        self.assertEqual([row[:4] for row in self.rows(page) if len(row) == 6], [["init (y/b.c)", "30", "31.5", "33"], ["init (x/a.c)", "10", "10.5", "11"]])
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
        page.wait("document.querySelector('main [aria-level=\"3\"]')")
        shown = page.run("[...document.querySelectorAll('main [role=treeitem] > .row')].map(row => [row.querySelector('.fn').textContent, row.querySelector('.end').textContent.split(' ')[0]])")
        self.assertEqual(shown, [["leaf", "24"], ["run_b", "18"], ["main", "18"], ["run_a", "6"], ["main", "6"]])
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
        self.assertEqual(self.rows(page), [["main", "run_a", "main.c:5"], ["run_b", "leaf", "b.c:5"]])
        self.assertIn('["run_a"]', page.run("callgraph.share()")["Mermaid"])
        for kind, expected in {1: [["run_b", "older", ""]], 3: [["far", "/etc/hostname"]], 4: [["older", ""]], 8: [["run_a", "a.c", "the path from main"], ["leaf", "leaf.c", "the path from main"]]}.items():
            self.go(page, f"#changes?kind={kind}", f"document.querySelector('main select').value === '{kind}'")
            self.assertEqual(sorted(self.rows(page)), sorted(expected))
        page.run("document.querySelector('main table.list tr:last-child td:last-child a').click()")
        page.wait("document.querySelector('.verdict.yes')")
        self.check_quiet(page)

    def test_paths_to_what_is_reached_now_begin_where_it_is_reached(self):
        def graph(name, calls):
            nodes = {str(i): {"functionName": f, "origin": "a.c", "hasBody": True, "callees": {}, "meta": {"unresolvedCalls": []}}
                     for i, f in enumerate(["_GLOBAL__sub_I_a", "main", "found"])}
            for a, b in calls:
                nodes[a]["callees"][b] = {}
            return self.write_graph(name, nodes)
        page = self.open(graph("new.mcg", [("1", "2")]), "#changes?kind=8", "--diff", graph("old.mcg", []))
        page.wait("document.querySelector('main table.list td:last-child a')")
        self.assertEqual(self.rows(page), [["found", "a.c", "the path from main"]])
        page.run("document.querySelector('main table.list td:last-child a').click()")
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


    def test_baseline_accepts(self):
        rules, baseline = (os.path.join(self.folder.name, name) for name in ("layers.rules", "accepted.txt"))
        with open(rules, "w") as out:
            out.write("rule no-leaf: deny main | run_a -> leaf\nrule direct: deny run_b => leaf\n")
        with open(baseline, "w") as out:
            out.write("no-leaf: run_a -> leaf\ndirect: run_b -> leaf\ngone: f -> g\n")
        page = self.open(self.small_graph(), "#matrix?rule=no-leaf", "--rules", rules, "--baseline", baseline)
        page.wait("document.querySelector('table[aria-label=Rules]')")
        rows = lambda label: page.run(f"[...document.querySelectorAll('table[aria-label=\"{label}\"] tbody tr')].map(row => [...row.cells].map(cell => cell.textContent))")
        self.assertEqual([row[:4] for row in rows("Rules")], [["no-leaf", "broken", "1", "1"], ["direct", "accepted", "0", "1"]])
        self.assertEqual(sorted(row[2] for row in rows("Calls that break the rule")), ["accepted", "new"])
        self.assertIn("1 entry of the baseline", text(page, "main"))
        refused = subprocess.run([self.cgquery, "export", "-f", "html", "-o", os.devnull, "--baseline", baseline, self.small_graph()], capture_output=True, text=True)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("give --rules", refused.stderr)
        self.check_quiet(page)


class Sources(PageTest):
    """--source and --link."""

    def test_source_and_links(self):
        base = os.path.join(self.folder.name, "src")
        os.makedirs(base, exist_ok=True)
        with open(os.path.join(base, "a.c"), "w") as out:
            out.write("/* <b>a</b>\n * b */ int leaf(void);\nint run_a(void)\n{\n    return leaf(); // one\n}\n")
        with open(os.path.join(base, "b.c"), "w") as out:
            out.write(" * begins in a comment\n */\nint run_b(void)\n{\n    return LEAF;\n}\n")
        with open(os.path.join(base, "leaf.c"), "w") as out:
            out.write("\n\nint leaf(void)\n{\n    return *\"*/*\";\n}\n")
        with open(os.path.join(self.folder.name, "secret.c"), "w") as out:
            out.write("TOP-SECRET")
        page = self.open(self.small_graph(), "#function?of=run_a", "--source", base, "--link", "vscode://file/x/{file}:{line}")
        page.wait("document.querySelector('table.source tr')")
        self.assertIn("return leaf();", text(page, "table.source"))
        self.assertEqual(page.run("document.querySelector('table.source a').textContent"), "leaf")
        self.assertEqual(page.run("[...document.querySelectorAll('table.source .c-comment')].map(e => e.textContent)"), ["/* <b>a</b>", " * b */", "// one"])
        page.run("document.querySelectorAll('[role=tree]')[1].querySelector('.more').click()")
        self.assertIn("a.c:5 return leaf(); // one", text(page, ".sites"))
        self.assertEqual(page.run("document.querySelector('article header a.place').href"), "vscode://file/x/a.c:3")
        sources = page.run("callgraph.sources()")
        self.assertEqual(sorted(sources), ["a.c", "b.c", "leaf.c"])
        self.go(page, "#function?of=leaf", "document.querySelector('table.source .c-text')")
        self.assertEqual((text(page, "table.source .c-text"), text(page, "table.source .c-comment")), ('"*/*"', ""))
        self.go(page, "#function?of=run_b", "document.querySelector('table.source .besides')")
        self.assertEqual(text(page, "table.source .c-comment"), " * begins in a comment")
        self.assertEqual(text(page, "table.source .besides"), " → leaf")
        self.go(page, "#path?from=main&to=leaf", "document.querySelectorAll('.paths details').length === 2")
        self.assertIn("return leaf(); // one", text(page, ".chain"))
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
    with chrome.Chrome() as PageTest.browser:
        unittest.main(argv=sys.argv[:1] + sys.argv[3:])
