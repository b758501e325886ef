#!/bin/sh
# Profiles that others recorded read as another reader reads them: profile_samples.sh BIN PROJECT_DIR
#
# The samples are no part of the project; without them the test is skipped. Times are compared to
# some digits, since sums are rounded in another order.
export LC_ALL=C
dump=$1/dump_profile
samples=$2/../shared/data/cubex
[ -d "$samples/expected" ] || exit 77
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# What another reader knows besides: a header, ids.
bare() {
    sed -E -n '/^  ( *)\[[0-9]+\] /s//  \1/p; /^  edge /p' "$1"
}

# Equal texts but for "key=number", where numbers may differ in their last digits.
same() {
    paste -d '\n' "$1" "$2" | awk '
        function near(a, b, size) { return (a - b) ^ 2 <= (1e-8 * size) ^ 2 }
        NR % 2 { line = $0; next }
        {
            count = split(line, x, " "); if (split($0, y, " ") != count) exit bad = 1
            size = 1e-9
            for (i = 1; i <= count; i++) {
                key = x[i]; sub(/=.*/, "", key)
                a = b = ""
                if (key == "time" || key == "excl") {
                    a = substr(x[i], length(key) + 2) + 0; b = substr(y[i], length(key) + 2) + 0
                    if (a > size) size = a
                    if (!near(a, b, size)) { print line; print $0; exit bad = 1 }
                } else if (x[i] != y[i]) { print line; print $0; exit bad = 1 }
            }
            match(line, /^ */); depth = RLENGTH; match($0, /^ */)
            if (depth != RLENGTH) { print line; print $0; exit bad = 1 }
        }
        END { exit bad }'
}

count=0
for expected in "$samples"/expected/*.txt; do
    name=$(basename "$expected" .txt)
    how=${name##*.}
    name=${name%.*}
    file=$samples/$name.cubex
    [ -f "$file" ] || file=$samples/variants/$name.cubex
    bare "$expected" > "$work/expected"
    "$dump" "$how" "$file" > "$work/actual" 2> "$work/errors" || failed=1
    if [ "$how" = edges ]; then # their order is by whole names here, by characters there
        sort -o "$work/expected" "$work/expected"
        sort -o "$work/actual" "$work/actual"
    fi
    if [ "$(wc -l < "$work/expected")" != "$(wc -l < "$work/actual")" ] ||
        ! same "$work/expected" "$work/actual"; then
        echo "$file: its $how differs"
        failed=1
    fi
    count=$((count + 1))
done
[ $count -ge 32 ] || failed=1
exit $failed
