#!/bin/sh
# All C code has the layout of .clang-format: format.sh PROJECT_DIR [FILE...]
#
# Checks all C code of the project, or only those of the FILEs that are part of it.
formatter=$(command -v clang-format-19) || exit 77
cd "$1" || exit 2
shift
files=$(find examples libcg metadata cli cgcollect cgmerge cgquery cgrecord cgvalidate tests -name '*.[ch]' \
    -not -path 'tests/collect/*/*' -not -path 'tests/link/*/*' \
    -not -path 'tests/summaries/headers/*' 2>/dev/null | sort)
if [ $# -gt 0 ]; then
    files=$(printf '%s\n' "$files" | grep -Fx -e "$(printf '%s\n' "$@")")
fi
[ -z "$files" ] || printf '%s\n' "$files" | xargs "$formatter" --dry-run -Werror
