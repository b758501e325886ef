#!/bin/sh
# All C code is laid out as .clang-format says: format.sh PROJECT_DIR
formatter=$(command -v clang-format-19) || exit 77
cd "$1" || exit 2
find examples libcg metadata cli cgcollect cgmerge cgquery cgvalidate tests -name '*.[ch]' \
    -not -path 'tests/collect/*/*' -not -path 'tests/link/*/*' 2>/dev/null | sort | xargs "$formatter" --dry-run -Werror
