"""Checks what the tools print: JSON by its schema, text that a terminal shows as it is."""

import functools
import importlib.util
import json
import os
import re
from pathlib import Path

import campaign

CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")


@functools.lru_cache(maxsize=None)
def schemas():
    """The module of tests/schema, and the schemas; None where jsonschema is missing."""
    path = os.path.join(campaign.PROJECT, "tests/schema/check.py")
    spec = importlib.util.spec_from_file_location("schema_check", path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ImportError:
        return None
    module.fail = module.failures.append
    return module, module.Schemas(Path(campaign.PROJECT, "docs/schema"))


def answer_in_file(case, words):
    """What --output holds; nothing without it. Filters go there beside an answer."""
    names = [word.removeprefix("--output=") for word in words if word.startswith("--output=")]
    if not names or not os.path.exists(case.path(names[-1])):
        return b""
    with open(case.path(names[-1]), "rb") as file:
        return file.read()


def check_json(case, result, words=()):
    """The document that a tool printed, or wrote to --output of its words; None where there is none."""
    if result.status not in (0, 1, 3):
        return None
    try:
        document = json.loads(result.stdout or answer_in_file(case, words))
    except ValueError as error:
        case.find(f"--json printed no JSON: {error}", result)
        return None
    known = schemas()
    if known:
        module, found = known
        module.failures.clear()
        if "functionTable" in document:
            document = found.expand_document(document)
        found.check(document, "")
        for failure in module.failures:
            case.find(failure, result)
    return document


def check_text(case, result):
    """No name may reach the terminal as a command."""
    for what, printed in (("standard output", result.stdout), ("standard error", result.stderr)):
        found = CONTROL.search(printed)
        if found:
            case.find(f"a control character on {what}: {printed[max(0, found.start() - 40):found.end() + 20]!r}", result)
        try:
            printed.decode()
        except UnicodeDecodeError as error:
            case.find(f"{what} is no UTF-8: {error}", result)
