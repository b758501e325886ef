# TOML Fortran: its unit tests, all, by suite, one, and what there is none of.
said=0
run() { # what each says has a file of its own
    said=$((said + 1))
    { echo "== $*"; $RUN bin/tftester "$@"; echo "exit $?"; } >said.$said 2>&1
}
run
for suite in build lexer parser sort utils; do run $suite; done
run nosuch; run lexer nosuch; run parser nosuch
run build array-real; run sort sort; run lexer string-literal
