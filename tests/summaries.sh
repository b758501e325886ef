#!/bin/sh
# Functions with a summary exist, and have one: summaries.sh DATA, the folder of library.summaries
#
# Names of that file are looked up in the libraries there are, patterns must fit something in them. Names
# of other releases and of libraries that may be missing are listed below. summaries/check.py knows the
# other libraries.
set -u
export LC_ALL=C
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0

# The file that the compiler would link for -lNAME or a file name.
find_library() {
    found=$(${CC:-cc} -print-file-name="$1") && [ -e "$found" ] && readlink -f "$found"
}

libc=$(find_library libc.so.6) && nm -D "$libc" >/dev/null 2>&1 || exit 77
libstdcxx=$(find_library libstdc++.so.6) || exit 77
for name in libc.so.6 libm.so.6 libstdc++.so.6 libgcc_s.so.1 libcrypt.so.1 libgomp.so.1 \
    libatomic.so.1 libresolv.so.2 libutil.so.1; do
    library=$(find_library $name) && nm -D --defined-only "$library"
done >"$work/symbols"
# Linked into each program, so that they know it.
nonshared=$(find_library libc_nonshared.a) && nm "$nonshared" >>"$work/symbols" 2>/dev/null
# The runtime of flang is linked in as well.
fortran=$(find /usr/lib/llvm-*/lib -name 'libFortranRuntime.a' 2>/dev/null | sort | tail -n 1)
[ -z "$fortran" ] || nm --defined-only "$fortran" >>"$work/symbols" 2>/dev/null
# A class is there where its type info is, whether the name of that is exported or not.
awk 'NF == 3 { print $3 }' "$work/symbols" | sed 's/@.*//; /^_ZTI/ { p; s/^_ZTI/_ZTS/; }' |
    sort -u >"$work/defined"

# Entries in one line each, then their names; mangled names and slots in effects have no part here.
names() { # FILE...
    sed '/^#/d; /^\[/d; s/[ \t]#.*//' "$@" |
        awk '/^[ \t]/ { printf "%s", $0; next } { printf "\n%s", $0 }' |
        sed 's/:.*//' | tr -s ' \t' '\n\n' | sed 's/^&//' | sort
}
names "$1/library.summaries" >"$work/listed"
if names "$1/library.summaries" "$1"/summaries/*.summaries | uniq -d | grep .; then
    echo "FAILED: listed twice"
    failed=1
fi
# What libraries call by name may have a summary as well; what compilers call is the program's.
sed '/^!/d; s/^@@*//' "$work/listed" | sort -u >"$work/plain" && mv "$work/plain" "$work/listed"

# Functions of newer C libraries; Clang's OpenMP and sanitizers; libatomic, which may be missing; the
# compiler's arithmetic, which is linked into each program; what headers declare for calls that the
# compiler refuses; variables that linkers define, also at run time; classes that headers define completely; templates
# that clang knows itself.
cat >"$work/elsewhere" <<'END'
^__isoc23_
^strlc(py|at)$
^mbrtoc8$|^c8rtomb$|^__memcmpeq$|^arc4random
^__kmpc_|^omp_|^GOMP_
^__(ubsan|asan|tsan)_
^__atomic_
^__(u?divmod|mul|mod|umod|udiv|div|pop|pow)[a-z]*[dst][if][234]?$|^__mulo[dt]i4$
^_?_?(end|etext|edata|data_start)$|^__bss_(start|end)$|^__(e|eh_frame_|executable_|ehdr_)start$
^__(preinit|init|fini)_array_(start|end)$|^__(start|stop)_|^_(DYNAMIC|GLOBAL_OFFSET_TABLE_)$
^__dso_handle$|^h_errno$|^_r_debug$
^__(mq_)?open(64|at|at64)?_(missing_mode(_and_attr)?|too_many_args|wrong_number_of_args)$
^_ZTSSt(12bad_any_cast|12format_error|18bad_variant_access|19bad_(optional|expected)_access[*]?)$
^_ZTSSt(12codecvt_utf8|13codecvt_utf16|20codecvt_utf8_utf16)I[*]$
^_ZTSSt16_Sp_counted_baseI[*]$
^_Z(St|NSt3__1)[0-9]+(move|forward|move_if_noexcept|forward_like|addressof|__addressof|as_const)[BI]
END
[ -n "$fortran" ] || echo '^_Fortran' >>"$work/elsewhere"
grep -v '[*]' "$work/listed" | grep . | comm -23 - "$work/defined" |
    grep -Evf "$work/elsewhere" >"$work/missing"
grep '[*]' "$work/listed" | grep -Evf "$work/elsewhere" | while read -r pattern; do
    expression=$(printf '%s' "$pattern" | sed 's/[.[\$^]/\\&/g; s/[*]/.*/g')
    grep -q "^$expression\$" "$work/defined" || echo "$pattern"
done >>"$work/missing"
if [ -s "$work/missing" ]; then
    echo "FAILED: in no library"
    cat "$work/missing"
    failed=1
fi
exit $failed
