"""What a library's headers declare: functions with the sorts of their parameters.

Used by check.py. The types come from clang's syntax tree (-ast-dump=json).
"""
import collections
import gc
import json
import re
import subprocess

QUALIFIERS = re.compile(r"\b(const|volatile|restrict|__restrict|_Nonnull|_Nullable|struct|union|enum|register)\b")

Function = collections.namedtuple("Function", "name result parameters variadic format")


class Type:
    """A type without its sugar: stars and a base, or a function."""

    def __init__(self, base, stars, arguments=None):
        self.base, self.stars, self.arguments = base, stars, arguments

    @property
    def is_function(self):
        return self.arguments is not None


class Headers:
    def __init__(self, clang, header, flags):
        command = [clang, "-fsyntax-only", "-w", *flags, "-Xclang", "-ast-dump=json", "-x", "c", header]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode:
            raise OSError(done.stderr.decode(errors="replace"))
        self.typedefs, self.records, self.functions, self.by_id = {}, {}, {}, {}
        self.memory, self.variables = {}, set()
        gc.disable()  # a million objects, and nothing to collect: half of the time
        for node in json.loads(done.stdout)["inner"]:
            self.read(node)

    def read(self, node):
        kind, name = node["kind"], node.get("name")
        if kind == "TypedefDecl":
            text = self.named(node)
            # An enumeration may have the name of a typedef of another.
            self.typedefs[name] = "int" if is_enumeration(text) else text
            if text.startswith("#"):
                self.records[name] = self.records.get(text, [])
        elif kind == "RecordDecl" and node.get("completeDefinition"):
            self.read_record(node)
        elif kind == "VarDecl":
            self.variables.add(name)
        elif kind == "FunctionDecl" and not node.get("storageClass") == "static":
            self.read_function(node)

    def named(self, node):
        """The text of a typedef's type; of a record without a name, its number."""
        for inner in node.get("inner", []):
            tag = inner.get("ownedTagDecl", {}) or inner.get("decl", {})
            if tag.get("kind") == "RecordDecl" and not tag.get("name"):
                return "#" + tag["id"]
        return node["type"]["qualType"]

    def read_record(self, node):
        fields = [inner for inner in node.get("inner", []) if inner["kind"] in ("FieldDecl", "RecordDecl")]
        types = [inner["type"]["qualType"] for inner in fields if inner["kind"] == "FieldDecl" and "unnamed" not in inner["type"]["qualType"]]
        for inner in fields:
            if inner["kind"] == "RecordDecl":
                self.read_record(inner)
                if not inner.get("name"):
                    types.append("#" + inner["id"])
        for name in (node.get("name"), "#" + node["id"]):
            if name:
                self.records[name] = types

    def read_function(self, node):
        inner = node.get("inner", [])
        parameters = [part["type"]["qualType"] for part in inner if part["kind"] == "ParmVarDecl"]
        formats = any(part["kind"] == "FormatAttr" for part in inner)
        text = node["type"]["qualType"]
        known = self.functions.get(node["name"])
        self.functions[node["name"]] = Function(
            node["name"], result_of(text), parameters, node.get("variadic", False),
            formats or bool(known and known.format))

    def type(self, text):
        """Resolve the text of a type."""
        text = QUALIFIERS.sub("", re.sub(r"__attribute__\(\(.*?\)\)", "", text)).strip()
        stars = 0
        while True:
            if text.endswith("*"):
                text, stars = text[:-1].rstrip(), stars + 1
            elif text.endswith("]") and "(" not in text:
                text, stars = text[:text.rindex("[")].rstrip(), stars + 1
            elif text.endswith(")"):
                return self.function_type(text, stars)
            elif text in self.typedefs and text not in self.records and self.plain(text) != text:
                inner = self.type(self.typedefs[text])
                return Type(inner.base, inner.stars + stars, inner.arguments)
            else:
                return Type(" ".join(text.split()), stars)

    def plain(self, name):
        return QUALIFIERS.sub("", self.typedefs[name]).strip()

    def function_type(self, text, stars):
        """RESULT (*)(ARGUMENTS) or RESULT (ARGUMENTS)."""
        start = matching(text)
        before = text[:start].rstrip()
        pointers = 0
        if before.endswith(")"):
            inner = before[matching(before):]
            pointers = inner.count("*")
        return Type(None, stars + pointers, split(text[start + 1:-1]))

    def sort(self, text, seen=()):
        """What a value of the type may lead to: function, pointer (without type), record (with
        functions in it), data (a record with pointers without type), or none."""
        return self.sort_of(self.type(text), seen)

    def sort_of(self, type_, seen=()):
        if type_.is_function:
            return "function"
        if type_.base == "void" and type_.stars:
            return "pointer"
        if type_.base in ("va_list", "__builtin_va_list", "__va_list_tag", "__gnuc_va_list"):
            return "arguments"
        fields = self.records.get(type_.base)
        if fields is None or type_.base in seen:
            return None
        key = type_.base
        if key not in self.memory:
            sorts = {self.sort(field, (*seen, key)) for field in fields if "*" not in field or self.leads(field)}
            found = "record" if sorts & {"function", "record"} else "data" if sorts & {"pointer", "data"} else None
            if seen:
                return found
            self.memory[key] = found
        return self.memory[key]

    def leads(self, field):
        """Of pointers to other records those are followed that lead to a table of functions; the rest
        is reached through other functions."""
        type_ = self.type(field)
        table = any(self.type(inner).is_function for inner in self.records.get(type_.base, ()))
        return type_.is_function or type_.base == "void" or table


def is_enumeration(text):
    """Whether the text is an enumeration, and not a function that returns one."""
    return text.startswith("enum ") and "(*" not in text and ("(" not in text or "unnamed" in text)


def matching(text):
    """Where the parenthesis opens that the last character closes."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at
    return 0


def split(text):
    """The types of a list of parameters."""
    parts, depth, last = [], 0, ""
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            parts.append(last.strip())
            last = ""
        else:
            last += character
    parts.append(last.strip())
    return [] if parts in ([""], ["void"]) else parts


def result_of(text):
    """The result in the text of a function's type."""
    text = re.sub(r"\s*__attribute__\(\(.*?\)\)", "", text).strip()
    before = text[:matching(text)].rstrip()
    if before.endswith(")"):  # a function that returns a pointer to a function
        return "void (*)(void)"
    return before
