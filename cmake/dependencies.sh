#!/bin/sh
# Install what libcg is built with, on Debian and Ubuntu: cmake/dependencies.sh [tests]
#
# With `tests` also what some tests need that are skipped without: a browser, formatters, libraries.
# Those of compilers for other machines are not among them (gcc-arm-none-eabi and
# libnewlib-arm-none-eabi, a gigabyte).
# libclang 19 where the distribution has it, else the nearest from 16 on. Does nothing when all is
# there. Uses sudo when not run by root.
set -eu
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
export DEBIAN_FRONTEND=noninteractive

libclang() { # the newest usable libclang that can be installed
    for version in 19 20 21 18 17 16; do
        if apt-cache show "libclang-$version-dev" > /dev/null 2>&1; then
            echo "$version"
            return
        fi
    done
}

known() { # print those of the packages that the distribution has
    apt-cache show "$@" 2> /dev/null | sed -n 's/^Package: //p' | sort -u
}

missing() { # print those of the packages that are not installed
    installed=$(dpkg-query -W -f '${Status} ${Package}\n' "$@" 2> /dev/null | sed -n 's/.* ok installed //p')
    printf '%s\n' "$@" | grep -vxF "$installed" || true
}

if [ -z "$(libclang)" ]; then
    $as_root apt-get update -q
fi
version=$(libclang)
if [ -z "$version" ]; then
    echo "dependencies.sh: this distribution has no libclang from 16 on" >&2
    exit 1
fi
packages="gcc g++ make cmake pkg-config libc6-dev libjansson-dev libglib2.0-dev zlib1g-dev libelf-dev libdw-dev libsqlite3-dev check python3
    clang-$version libclang-$version-dev llvm-$version-dev"
[ "${1-}" = tests ] && tests="clang-format-19 gdb patch pmccabe doxygen man-db groff-base mandoc zsh fish python3-jsonschema
    libclang-rt-$version-dev chromium openmpi-bin libopenmpi-dev mpich libmpich-dev libevent-dev libexpat1-dev libncurses-dev libpcre2-dev libpcre3-dev libreadline-dev libapr1-dev libltdl-dev libuv1-dev liblua5.4-dev
    libpng-dev libjpeg-dev libtiff-dev liblzma-dev libbz2-dev libzstd-dev liblz4-dev libgmp-dev libfreetype-dev libgnutls28-dev nettle-dev libgcrypt20-dev libarchive-dev libdbus-1-dev
    libfontconfig-dev libcairo2-dev libx11-dev libusb-1.0-0-dev libffi-dev libboost-thread-dev libboost-filesystem-dev
    libfl-dev libnuma-dev libaio-dev libcap-dev libcap-ng-dev libacl1-dev libattr1-dev libseccomp-dev uuid-dev libblkid-dev libmount-dev libpam0g-dev libpopt-dev libmagic-dev libjson-c-dev libyaml-dev
    libssh2-1-dev libnghttp2-dev libidn-dev libidn2-dev libunistring-dev libpsl-dev libbrotli-dev libbsd-dev libmd-dev libsystemd-dev libudev-dev libmnl-dev libpcap0.8-dev
    libssh-dev libogg-dev libvorbis-dev libflac-dev libopus-dev libopusfile-dev libsndfile1-dev libmpg123-dev libgif-dev libwebp-dev libexif-dev libopenjp2-7-dev libpulse-dev
    libc-ares-dev libmicrohttpd-dev libpq-dev libhiredis-dev liblmdb-dev libgdbm-dev libmpfr-dev libmpc-dev libprotobuf-c-dev libmsgpack-dev libnfnetlink-dev libkeyutils-dev libsmartcols-dev libleveldb-dev
    libev-dev libtalloc-dev libedit-dev libunwind-dev libasound2-dev libnl-3-dev libnl-genl-3-dev libnewt-dev
    libsasl2-dev libldap-dev libkrb5-dev libmariadb-dev libdevmapper-dev libassuan-dev libnpth0-dev libksba-dev libdb5.3-dev"
[ -z "${tests-}" ] || packages="$packages $(known $tests)"
missing=$(missing $packages)
if [ -n "$missing" ]; then
    $as_root apt-get install -y -q --no-install-recommends $missing ||
        { $as_root apt-get update -q && # an outdated list of packages
            $as_root apt-get install -y -q --no-install-recommends $missing; }
fi
