#!/bin/sh
# Make a release of what HEAD is: release.sh [--twice] [VERSION]
#
# The directory build-release gets the source archive libcg-X.Y.Z.tar.gz, the Debian source and binary
# packages made of it, what lintian says of them, and their SHA256SUMS. With VERSION the commit must be
# that release: versions agree and the change logs have its date. Without, it is a rehearsal.
# --twice makes everything a second time, elsewhere and with other settings, and compares the sums.
#
# This needs more than a build does:
#
#     sudo apt-get install dpkg-dev debhelper lintian && sudo apt-get build-dep ./
set -eu
cd "$(dirname "$0")/.."
project=$PWD
out=$project/build-release

fail() {
    echo "release.sh: $1" >&2
    exit 1
}

twice=no
if [ "${1-}" = --twice ]; then
    twice=yes
    shift
fi
case ${1-} in -*) fail "there is no option $1; usage: release.sh [--twice] [VERSION]" ;; esac
[ $# -le 1 ] || fail "too many arguments; usage: release.sh [--twice] [VERSION]"
for tool in git dpkg-buildpackage dh lintian; do
    command -v "$tool" >/dev/null ||
        fail "there is no $tool: sudo apt-get install git dpkg-dev debhelper lintian"
done
dpkg-checkbuilddeps || fail "a package is missing: sudo apt-get build-dep ./"
[ -z "$(git status --porcelain --untracked-files=no)" ] ||
    fail "there are changes that are not committed: commit or stash them"
python3 tests/packaging.py . ${1:+--release "$1"} || fail "the commit cannot be released; see above"
version=$(sed -n 's/^project(libcg VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

# archive FILE: of HEAD. Members have the date of the commit and modes that no umask changes.
archive() {
    git -c tar.umask=0022 archive --format=tar --prefix="libcg-$version/" HEAD | gzip -9n >"$1"
}

# make DIR: archive and packages; the packages have the date of debian/changelog.
make() {
    rm -rf "$1"
    mkdir -p "$1"
    archive "$1/libcg-$version.tar.gz"
    cp "$1/libcg-$version.tar.gz" "$1/libcg_$version.orig.tar.gz"
    tar -C "$1" -xf "$1/libcg-$version.tar.gz"
    (cd "$1/libcg-$version" && env -u SOURCE_DATE_EPOCH dpkg-buildpackage -us -uc) >"$1/build.log" 2>&1 ||
        { tail -n 30 "$1/build.log"; fail "the packages cannot be built; see $1/build.log"; }
    rm -r "$1/libcg-$version"
    # .buildinfo and .changes say when and where packages were built.
    (cd "$1" && LC_ALL=C sha256sum ./*.tar.* ./*.dsc ./*.deb >SHA256SUMS)
}

make "$out"
lintian --version
lintian --fail-on error "$out"/*.changes | tee "$out/lintian.log"
! grep -q '^E: ' "$out/lintian.log" || fail "lintian finds errors"

if [ "$twice" = yes ]; then
    again=$(mktemp -d)
    trap 'rm -rf "$again"' EXIT
    (
        umask 027
        export TZ=Pacific/Auckland LC_ALL=C HOME=/nonexistent
        export DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-} parallel=1"
        make "$again/elsewhere"
    )
    if ! diff "$out/SHA256SUMS" "$again/elsewhere/SHA256SUMS"; then
        mv "$again/elsewhere" "$out/again"
        fail "not reproducible: compare with diffoscope $out/FILE $out/again/FILE"
    fi
    echo "reproducible: both builds have the same SHA256SUMS"
fi
cat "$out/SHA256SUMS"
