#!/bin/sh
# The tools' JSON conforms to docs/schema: check.sh BIN_DIR PROJECT_DIR
set -u
for python in python3 /usr/bin/python3; do # the distribution's has the distribution's modules
    if "$python" -c 'import jsonschema' 2>/dev/null; then
        exec "$python" "$2/tests/schema/check.py" "$1" "$2"
    fi
done
exit 77
