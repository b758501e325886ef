# C and assembly, a configuration of its own; a program and the static libraries it takes.
# shellcheck shell=bash disable=SC2034,SC2154
needs='make perl'
programs=apps/openssl
touched=crypto/evp/digest.c
fetch() { "$here/source_package.sh" openssl "$work"; }
configure() { ./Configure linux-x86_64 no-shared no-module no-tests; }
build() { make build_generated && make apps/openssl; }
