#!/usr/bin/env python3
"""Facts about releases that are written down more than once agree: packaging.py PROJECT_DIR
[BUILD_DIR] [--release VERSION]

The version is in CMakeLists.txt, common.h, CHANGELOG.md and debian/changelog; the number of the binary
interface in libcg/CMakeLists.txt, the names of packages and the version scripts. With BUILD_DIR,
CMakePresets.json must be readable, and debian/*.install must give each installed file to one package.
--release prints what keeps the project from being VERSION; between releases changes are listed as not
released.
"""
import argparse
import datetime
import email.utils
import pathlib
import re
import subprocess
import sys
import tempfile

SECTION = re.compile(r"^## \[(.+?)\](?: - (\S+))?$", re.M)
DEBIAN = re.compile(r"^libcg \((\S+)-\d+\) (\S+);.*?^ -- .*?>  (.*?)$", re.M | re.S)


class Project:
    """What the files of a project say of its version."""

    def __init__(self, root):
        self.root = root
        self.version = self.find("CMakeLists.txt", r"project\(libcg VERSION (\S+)")
        self.interface = self.find("libcg/CMakeLists.txt", r"SOVERSION (\d+)")
        self.sections = SECTION.findall(self.text("CHANGELOG.md"))
        self.debian, distribution, date = DEBIAN.match(self.text("debian/changelog")).groups()
        self.released = distribution != "UNRELEASED"
        self.date = email.utils.parsedate_to_datetime(date).date()

    def text(self, path):
        return (self.root / path).read_text()

    def find(self, path, pattern):
        match = re.search(pattern, self.text(path))
        if not match:
            sys.exit(f"packaging.py: {path} has no {pattern}")
        return match.group(1)


def check_version(project):
    """The header and debian/changelog have the version; CHANGELOG.md has it once it is released."""
    header = "libcg/include/libcg/common.h"
    stated = project.find(header, r'define CG_VERSION_STRING "(.*)"')
    if stated != project.version:
        yield f"{header}: the version is {stated}, but CMakeLists.txt has {project.version}"
    if project.debian != project.version:
        yield (f"debian/changelog: the newest version is {project.debian}, "
               f"but CMakeLists.txt has {project.version}")
    if not project.sections or project.sections[0][0] != "Unreleased":
        yield "CHANGELOG.md: the first section is not [Unreleased]"
        return
    dates = dict(project.sections)
    if project.released and dates.get(project.version) != str(project.date):
        yield (f"CHANGELOG.md: there is no section [{project.version}] - {project.date}, "
               "which debian/changelog has")
    if not project.released and project.version in dates:
        yield f"debian/changelog: {project.version} is UNRELEASED, but CHANGELOG.md has its date"


def check_sections(project):
    """Releases have dates, the newest first."""
    dates = []
    for name, date in project.sections[1:]:
        try:
            dates.append(datetime.date.fromisoformat(date))
        except ValueError:
            yield f"CHANGELOG.md: section [{name}] has no date YYYY-MM-DD"
    if dates != sorted(dates, reverse=True):
        yield "CHANGELOG.md: the releases are not in order, newest first"


def check_interface(project):
    """The number of the binary interface is part of names."""
    number = project.interface
    for path, text in [("libcg/libcg.map", f"LIBCG_{number} {{"),
                       ("debian/control", f"\nPackage: libcg{number}\n"),
                       (f"debian/libcg{number}.install", "libcg.so.*"),
                       (f"debian/libcg{number}.symbols", f"libcg.so.{number} libcg{number} "),
                       (f"debian/libcg{number}.symbols", f"(symver)LIBCG_{number} ")]:
        if not (project.root / path).exists() or text not in project.text(path):
            yield f"{path}: lacks \"{text.strip()}\", but SOVERSION is {number}"


def check_release(project, version):
    if project.version != version:
        yield f"CMakeLists.txt: the version is {project.version}, not {version}"
    if not project.released:
        yield f"debian/changelog: {project.debian} is UNRELEASED; `dch --release` gives it a date"


def run(*command, **options):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **options)


def check_presets(project, build):
    for command in ("cmake", "--list-presets=all"), ("ctest", "--list-presets"):
        result = run(*command, cwd=project.root)
        if result.returncode:
            yield f"CMakePresets.json: {' '.join(command)} fails:\n{result.stdout}"
    listed = run("ctest", "--test-dir", build, "-N", "-L", "quick").stdout
    count = int(re.search(r"Total Tests: (\d+)", listed).group(1))
    if count < 20:
        yield f"CMakePresets.json: the preset quick has {count} tests, not 20 or more"


def cached(build, name):
    found = re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M)
    return found.group(1)


def installed(build):
    """Paths of what is installed, as in the packages."""
    library = "usr/" + cached(build, "CMAKE_INSTALL_LIBDIR") + "/"
    with tempfile.TemporaryDirectory() as work:
        # A component has an install manifest of its own.
        result = run("cmake", "--install", build, "--prefix", f"{work}/usr", "--component",
                     "Unspecified")
        if result.returncode:
            sys.exit(result.stdout)
        for path in sorted(pathlib.Path(work).rglob("*")):
            if not path.is_dir() or path.is_symlink():
                name = str(path.relative_to(work))
                if name.startswith(library):
                    name = "usr/lib/MULTIARCH/" + name[len(library):]
                yield name.replace("/share/doc/libcg/", "/share/doc/libcg-dev/", 1)


def patterns(project):
    """(list, pattern) of each line of debian/*.install."""
    for path in sorted((project.root / "debian").glob("*.install")):
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                yield path.name, line.split()[0]


def takes(pattern, name):
    """Whether dh_install with this pattern takes this file; a directory is taken with all it has."""
    expression = re.escape(pattern).replace(r"\*", "[^/]*")
    return re.fullmatch(f"{expression}(/.*)?", name)


def check_install_lists(project, build):
    names = list(installed(build))
    lists = list(patterns(project))
    for name in names:
        takers = [f"{path}: {pattern}" for path, pattern in lists if takes(pattern, name)]
        if len(takers) != 1:
            yield f"debian/*.install: {len(takers)} lines take {name}, not 1: {takers}"
    for path, pattern in lists:
        if not any(takes(pattern, name) for name in names):
            yield f"debian/{path}: {pattern} takes no installed file"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path, nargs="?")
    parser.add_argument("--release", metavar="VERSION")
    options = parser.parse_args()
    project = Project(options.project)
    wrong = [*check_version(project), *check_sections(project), *check_interface(project)]
    if options.release:
        wrong += check_release(project, options.release)
    if options.build:
        wrong += check_presets(project, options.build)
        wrong += check_install_lists(project, options.build)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
