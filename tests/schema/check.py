"""Check the tools' JSON by docs/schema: check.py BIN_DIR PROJECT_DIR

Looked at are the documents in the expected output of all cases of tests/cli; and what the plain
command lines among these cases print when --json is added to them, so that every case of a verb is
one of its JSON, too. Each verb that has --json must have a schema, and each schema a document. Some
verbs are asked about every graph of the cases, since what is told depends on what a graph has.

With --compact the same command lines must print what the schema expands to the same document.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

warnings.simplefilter("ignore", DeprecationWarning)
import jsonschema  # noqa: E402

failures = []


def fail(text):
    failures.append(text)
    print("FAILED", text)


class Schemas:
    """The schemas, by name, and what was seen of each."""

    def __init__(self, directory):
        self.directory = directory
        self.documents = {p.stem: json.loads(p.read_text()) for p in directory.glob("*.json")}
        self.seen = {name: 0 for name in self.documents if name != "common"}
        self.validators = {}
        for name, document in self.documents.items():
            jsonschema.Draft202012Validator.check_schema(document)
            self.check_closed(name, document)

    def check_closed(self, where, schema):
        """Objects say which members they have: none may be new without being described."""
        if isinstance(schema, list):
            for part in schema:
                self.check_closed(where, part)
        elif isinstance(schema, dict):
            if "properties" in schema and schema.get("additionalProperties") is not False:
                fail(f"{where}: an object may have any members: {sorted(schema['properties'])}")
            for part in schema.values():
                self.check_closed(where, part)

    def validator(self, name):
        if name not in self.validators:
            self.validators[name] = self.make_validator(name)
        return self.validators[name]

    def make_validator(self, name):
        base = self.directory.as_uri() + "/"
        store = {base + stem + ".json": d for stem, d in self.documents.items() if d}
        resolver = jsonschema.RefResolver(base + name + ".json", self.documents[name], store=store)
        return jsonschema.Draft202012Validator(self.documents[name], resolver=resolver)

    def check(self, document, where):
        name = name_of(document)
        if name not in self.seen:
            fail(f"{where}: docs/schema/{name}.json, which should describe this, is missing")
            self.seen[name] = 1
            self.documents[name] = None
        if self.documents[name] is None:
            return
        self.seen[name] += 1
        for error in self.validator(name).iter_errors(document):
            path = "/".join(map(str, error.absolute_path))
            fail(f"{where}: not as docs/schema/{name}.json says: /{path}: {error.message[:300]}")
            break


    def resolve(self, schema):
        """The schema a reference leads to, and the last reference."""
        reference = None
        while "$ref" in schema:
            reference = schema["$ref"]
            file, path = reference.split("#/")
            schema = self.documents[Path(file).stem]
            for step in path.split("/"):
                schema = schema[step]
        return schema, reference

    def expand(self, value, schema, table):
        """A compact value with functions written out, where the schema says there are some."""
        schema, reference = self.resolve(schema)
        if reference == "common.json#/$defs/function":
            if isinstance(value, dict):
                fail(f"a compact document writes a function out: {value}")
            return table[value] if isinstance(value, int) else value
        if isinstance(value, list) and "items" in schema:
            return [self.expand(v, schema["items"], table) for v in value]
        if isinstance(value, dict) and "properties" in schema:
            return {k: self.expand(v, schema["properties"][k], table) for k, v in value.items()}
        for choice in schema.get("oneOf", []) + schema.get("anyOf", []):
            expanded = self.expand(value, choice, table)
            if expanded != value:
                return expanded
        return value

    def expand_document(self, document):
        table = document.pop("functionTable")
        return self.expand(document, self.documents[name_of(document)], table)


def name_of(document):
    """The name of the schema: each kind of document has members that no other has."""
    if "verb" in document:
        return "cgquery-" + document["verb"]
    for member, name in (
        ("conflicts", "cgmerge-conflicts"),
        ("strategies", "metadata-list"),
        ("kinds", "cgcollect-metadata"),
        ("paths", "cgvalidate-dump"),
    ):
        if member in document:
            return name
    return "cgvalidate"


def documents_in(text):
    """Objects with a version that begin at the beginning of a line."""
    decoder = json.JSONDecoder()
    at = 0
    while True:
        match = re.compile(r"^\{", re.M).search(text, at)
        if not match:
            return
        try:
            document, at = decoder.raw_decode(text, match.start())
        except json.JSONDecodeError:
            at = match.start() + 1
            continue
        known = isinstance(document, dict) and document.get("version") == 1
        if known and document.get("type") != "graph":  # a line of cgquery export --format=jsonl
            yield document


def check_expected(schemas, cases):
    for case in cases:
        stdout = case / "stdout"
        if stdout.exists():
            for document in documents_in(stdout.read_text(errors="replace")):
                schemas.check(document, f"tests/cli/{case.name}")


def with_json(command, verbs):
    """A plain command line with --json added; None: it is not plain, or cannot have it."""
    words = command.split()
    if re.search(r"[|;&<>$`]|--help|--version|--generate|--dump|\n", command.strip()):
        return None
    if words[0] == "cgvalidate" and not {"-o", "--output"} & set(words):
        return command.replace("cgvalidate", "cgvalidate --json", 1)
    if words[0] == "cgquery" and len(words) > 2 and words[1] in verbs:
        return command.replace(f"cgquery {words[1]}", f"cgquery {words[1]} --json", 1)
    return None


def run(command, case, environment):
    """What a command prints in a copy of its case; None when it fails."""
    with tempfile.TemporaryDirectory() as work:
        for shared in ("graphs", "profiles"):
            os.symlink(case.parent / shared, Path(work) / shared)
        shutil.copytree(case, Path(work) / "case")
        done = subprocess.run(command, shell=True, cwd=Path(work) / "case", env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        return done.stdout.decode(errors="replace") if done.returncode != 2 else None


def check_compact(schemas, full, command, case, environment):
    """What --compact prints is the document, each function once."""
    if "verb" not in full or "--compact" in command:
        return 0
    text = run(command.replace(" --json", " --json --compact", 1), case, environment)
    compact = next(documents_in(text or ""), None)
    if compact is None or "functionTable" not in compact:
        fail(f"{command.strip()} --compact: prints no document with a table")
        return 0
    schemas.check(compact, f"{command.strip()} --compact")
    table = [json.dumps(function) for function in compact["functionTable"]]
    if len(set(table)) < len(table):
        fail(f"{command.strip()} --compact: a function is in the table twice")
    if schemas.expand_document(compact) != full:
        fail(f"{command.strip()} --compact: expands to another document")
    return len(table)


def check_plain(schemas, cases, verbs, bin_directory):
    environment = dict(os.environ, LC_ALL="C", TERM="dumb",
                       PATH=f"{bin_directory}:{os.environ['PATH']}",
                       PLUGINS=str(bin_directory.parent / "tests/plugins"))
    in_tables = dict.fromkeys(verbs, 0)
    for case in cases:
        command = with_json((case / "cmd").read_text(), verbs)
        text = run(command, case, environment) if command else None
        if text is None:
            continue
        found = False
        for document in documents_in(text):
            found = True
            schemas.check(document, command.strip())
            in_tables[document.get("verb")] = in_tables.get(document.get("verb"), 0) + \
                check_compact(schemas, document, command, case, environment)
        if not found and text.strip():
            fail(f"{command.strip()}: prints no document")
    for verb in verbs:
        if not in_tables[verb]:
            fail(f"cgquery {verb} --compact: no case has a function in the table")


# Questions about any graph, with the name of one of its functions and of one that calls it, or it again.
QUESTIONS = (
    "callees {callee}", "callers {callee}", "common {caller} {callee}", "cycles", "dead",
    "dominators {callee}", "impact {callee}", "instrument -s minimal-depth:2", "leaves",
    "path {caller} {callee}", "path {caller} {caller} --weight {key}",
    "path {caller} {callee} --weight {key}", "path {caller} {callee} --all", "postdominators {caller}",
    "reach {caller} {callee}", "roots", "select *", "show {callee}", "stack", "stats", "top {key}",
    "unresolved", "unresolved --by-culprit", "why {caller} {callee}", "why {callee} {caller}",
)


def names_in(graph):
    """A caller and a callee of a graph, and a number that functions have; None: it has no call."""
    nodes = json.loads(graph.read_text()).get("_CG", {}).get("nodes", {})
    for node in nodes.values():
        for callee in node.get("callees", {}):
            numbers = [k for k, v in node.get("meta", {}).items() if isinstance(v, int)]
            return {"caller": node["functionName"], "callee": nodes[callee]["functionName"],
                    "key": (numbers or ["callees"])[0]}
    return None


def ask(schemas, bin_directory, graph, words):
    words = [bin_directory / "cgquery", words[0], "--json", graph, *words[1:]]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, text=True)
    for document in documents_in(done.stdout):
        schemas.check(document, " ".join(map(str, words)))
    return bool(done.stdout)


def add_culprits(graph, copy):
    """What linking writes to unresolved calls; the graphs are small, and hardly have any."""
    document = json.loads(graph.read_text())
    for node in document["_CG"]["nodes"].values():
        for site in node.get("meta", {}).get("unresolvedCalls", []):
            site.update({"unknown": "result", "causes": "one; two"})
    copy.write_text(json.dumps(document))


def check_graphs(schemas, graphs, bin_directory):
    """Of each graph half of the questions are asked: what is told depends little on it. @return how many answers there
    were: not every graph has an answer to all"""
    answers = 0
    with tempfile.TemporaryDirectory() as work:
        for number, graph in enumerate(graphs):
            names = names_in(graph)
            copy = Path(work) / graph.name
            if names:
                add_culprits(graph, copy)
            for question in QUESTIONS[number % 2::2] if names else ():
                words = [word.format(**names) for word in question.split()]
                answers += ask(schemas, bin_directory, copy, words)
    return answers


def say(tool, *words):
    return subprocess.run([tool, *words], capture_output=True, text=True, check=True).stdout


def verbs_with_json(bin_directory):
    query = bin_directory / "cgquery"
    verbs = say(query, "--generate=verbs").split()
    return [verb for verb in verbs if "--json " in say(query, verb, "--help")]


def main():
    bin_directory, project = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    schemas = Schemas(project / "docs/schema")
    verbs = verbs_with_json(bin_directory)
    cases = sorted(p.parent for p in (project / "tests/cli").glob("*/cmd"))
    check_expected(schemas, cases)
    check_plain(schemas, cases, verbs, bin_directory)
    graphs = sorted((project / "tests/cli/graphs").glob("*.mcg"))
    answers = check_graphs(schemas, graphs, bin_directory)
    if answers < len(graphs) * len(QUESTIONS) / 4:
        fail(f"{len(graphs)} graphs give {answers} answers to {len(QUESTIONS)} questions")
    for tool in ("cgmerge", "cgcollect"):
        if (bin_directory / tool).exists():
            for document in documents_in(say(bin_directory / tool, "--list-metadata", "--json")):
                schemas.check(document, f"{tool} --list-metadata --json")
    for verb in verbs:
        if not schemas.documents.get("cgquery-" + verb):
            fail(f"cgquery {verb} has --json, but docs/schema/cgquery-{verb}.json is missing")
    for name, count in schemas.seen.items():
        if count == 0 and not (name.startswith("cgcollect") and not (bin_directory / "cgcollect").exists()):
            fail(f"docs/schema/{name}.json: no case prints such a document")
    print(f"{sum(schemas.seen.values())} documents, {len(schemas.documents)} schemas")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
