#!/bin/sh
# Unpack the upstream sources of a Debian package.
#
#     source_package.sh PACKAGE DIR      result: DIR/src; the tarball stays in DIR/dl
#
# Does nothing when DIR/src/.done exists. Reads the deb-src side of the distribution's own archives
# through package lists below DIR/../.apt, so the system's configuration stays as it is. Security
# archives are left out: they keep no old versions. Needs apt-get and network.
set -eu
case ${1:-} in
-h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 0 ;;
esac
[ $# -eq 2 ] || { echo "usage: $0 PACKAGE DIR" >&2; exit 2; }
package=$1
mkdir -p "$2/src" "$2/dl"
dir=$(cd "$2" && pwd)
[ ! -e "$dir/src/.done" ] || exit 0

apt=$dir/../.apt
mkdir -p "$apt/lists/partial" "$apt/parts"
for list in /etc/apt/sources.list.d/*.sources; do
    awk 'BEGIN { RS = ""; ORS = "\n\n" } !/[Ss]ecurity/' "$list" |
        sed 's/^Types:.*/Types: deb-src/' >"$apt/parts/$(basename "$list")"
done
from_archive() {
    apt-get -q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" \
        -o Dir::State::lists="$apt/lists" -o APT::Sandbox::User=root "$@" >/dev/null
}
[ -e "$apt/.updated" ] || { from_archive update; touch "$apt/.updated"; }
(cd "$dir/dl" && from_archive source --download-only "$package")
tarball=$(find "$dir/dl" -name '*.orig.tar.*' ! -name '*.asc' | sort | head -n 1)
tar xf "$tarball" -C "$dir/src" --strip-components=1
touch "$dir/src/.done"
