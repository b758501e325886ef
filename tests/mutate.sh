#!/bin/sh
# Break the code and see whether a test fails: mutate.sh FOLDER[,FOLDER...] [COUNT] [SEED]
exec python3 "$(dirname "$0")/mutate.py" "$@"
