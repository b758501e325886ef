# Hunspell: every third of its own test dictionaries, in the ways the tool can be used.
tests=$PROGRAM/src/tests
said=0
run() { # what each says has a file of its own
    said=$((said + 1))
    { echo "== $*"; $RUN bin/hunspell "$@"; echo "exit $?"; } >said.$said 2>&1
}
i=0
for aff in "$tests"/*.aff; do
    i=$((i + 1))
    [ $((i % 3)) -eq 0 ] || continue
    base=${aff%.aff}
    words=$(mktemp)
    cat "$base".good "$base".wrong "$base".dic 2>/dev/null | head -40 >"$words"
    case $((i / 3 % 6)) in
        0) run -d "$base" -l "$words" ;;
        1) run -d "$base" -a <"$words" ;;
        2) run -d "$base" -m "$words" ;;
        3) run -d "$base" -s "$words" ;;
        4) run -d "$base" -G "$words" ;;
        5) run -d "$base" -w -l "$words" ;;
    esac
    rm -f "$words"
done
mkdir -p texts
printf '\\section{A}\n\\begin{verbatim}x\\end{verbatim} text $a+b$ wrnog %% comment\n' >texts/a.tex
printf '<html><head><title>tset</title></head><body alt="foo"><p>foo &amp; wrnog <!-- c --></p></body></html>\n' >texts/a.html
printf '<?xml version="1.0"?><a><b attr="foo">foo wrnog</b><![CDATA[ x ]]></a>\n' >texts/a.xml
printf '.TH A 1\n.SH NAME\nfoo \\- wrnog\n' >texts/a.1
printf 'foo wrnog bar\n*foo\n@bar\n#x\n!\n%%\n~tex\n^wrnog\n+\n-\n' >texts/pipe
base=$tests/base
run -d "$base" -t -l texts/a.tex
run -d "$base" -H -l texts/a.html
run -d "$base" -X -l texts/a.xml
run -d "$base" -O -l texts/a.xml
run -d "$base" -n -l texts/a.1
run -d "$base" -L texts/a.tex
run -d "$base" -u texts/pipe
run -d "$base" -u2 texts/pipe
run -d "$base" -U texts/pipe
run -d "$base" -a -p texts/personal <texts/pipe
run -d "$base" --check-url --check-apostrophe -l texts/a.html
run -D -d "$base" </dev/null
run -h; run -v; run -vv; run -d nosuch; run -i latin9 -d "$base" -l texts/a.tex
