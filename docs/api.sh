#!/bin/sh
# Make the API reference: api.sh DOXYFILE [OUTPUT_DIRECTORY]
#
# Fails on comments that doxygen does not understand, and on functions and types without one. Members,
# constants and macros may speak for themselves.
set -eu
command -v doxygen >/dev/null || exit 77
log=$(mktemp)
trap 'rm -f "$log"' EXIT
{
    cat "$1"
    [ $# -lt 2 ] || echo "OUTPUT_DIRECTORY = \"$2\""
    echo "WARN_LOGFILE = \"$log\""
} | doxygen -
! grep -vE '\((macro definition|variable|enumvalue)\) of .* is not documented' "$log"
