#!/bin/sh
# Manual pages and completions: make.sh PROJECT_DIR BIN_DIR OUT_DIR
#
# Pages of section 1 are made from --help of the tools in BIN_DIR. Those of other sections are
# *.N.txt here, in which lines that begin with "!" are replaced by lists kept elsewhere. page.awk
# makes both. The completions come from the scripts in cli/completion.
set -eu
project=$1 bin=$2 out=$3
here=$project/docs/man
scripts=$project/cli/completion
version=$("$bin/cgmerge" --version)
version=${version##* }
headers=$project/libcg/include/libcg

# Rows of a list of terms, from lines of a term, a tab and a text.
rows() { awk -F '\t' '{ printf "  %-28s  %s\n", $1, $2 }'; }

expand() { # print the list that is called $1
    case $1 in
    kinds) # the text of --list-metadata, up to the empty line
        "$bin/cgmerge" --list-metadata | sed '/^$/,$d' |
            sed -E 's/^([^ ]+) +((graph|node|edge)(, (graph|node|edge))*) +([a-z]+) +(.*)$/\1\t\2, \6: \7/' | rows
        ;;
    strategies)
        "$bin/cgmerge" --list-metadata | sed '1,/^Strategies:$/d' | sed -E 's/^([^ ]+) +/\1\t/' | rows
        ;;
    profiles)
        "$bin/cgvalidate" --list-formats | sed -E 's/^([^ ]+) +/\1\t/' | rows
        ;;
    sets) # the list in the comment, its texts set off from what they explain by one blank more
        sed -n '/^ \*     main /,/^ \*$/p' "$headers/select.h" |
            sed -E '/^ \*$/d; s/^ \*   //; s/^(.{27}) /\1  /; s/cg_graph_entries/where programs start/'
        ;;
    definitions)
        sed -n '/^ \* `hot = /,/^ \*\/$/p' "$headers/select.h" | sed '/^ \*\/$/d; s/^ \* //; s/`//g'
        ;;
    rules)
        sed -n '/^ \*     ui = /,/^ \*$/p' "$headers/rules.h" |
            sed '/^ \*$/d; s/^ \*   //; s/select\.h/cgsets(5)/'
        ;;
    rules-text) # without what only those who program ask for
        sed -n '/^ \* FROM, TO/,/^ \*\/$/p' "$headers/rules.h" |
            sed '/^ \*\/$/d; s/^ \*$//; s/^ \* //; s/`//g; s/ of select\.h//' |
            sed -E 's/CG_EDGE_([A-Z]+)/\L\1/g'
        ;;
    edge-kinds)
        sed -n -E 's/^ *CG_EDGE_([A-Z]+) = 1u.*\/\*\*< (.*) \*\/$/\1\t\2/p' "$headers/graph.h" |
            awk -F '\t' '{ print tolower($1) "\t" $2 }' | rows
        ;;
    *)
        echo "make.sh: there is no list \"$1\"" >&2
        return 1
        ;;
    esac
}

# Text with its lists, which must not be empty.
expand_all() {
    while IFS= read -r line; do
        case $line in
        !*)
            list=$(expand "${line#!}")
            [ -n "$list" ] || { echo "make.sh: the list \"${line#!}\" is empty" >&2; return 1; }
            printf '%s\n' "$list"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
}

# put FILE COMMAND...: what the command prints, whole or not at all
put() {
    file=$out/$1
    shift
    mkdir -p "$(dirname "$file")"
    "$@" >"$file.new"
    mv "$file.new" "$file"
}

# page NAME=VALUE...: the page of a text on standard input
page() {
    for assignment; do
        shift
        set -- "$@" -v "$assignment"
    done
    LC_ALL=C awk -v version="$version" "$@" -f "$here/page.awk"
}

rm -rf "$out"
mkdir -p "$out"
for tool in cgcollect cgmerge cgquery cgrecord cgvalidate; do
    [ -x "$bin/$tool" ] || continue
    verbs=$("$bin/$tool" --generate=verbs)
    "$bin/$tool" --help >"$out/text"
    put "man/man1/$tool.1" page command="$tool" verbs="$(echo $verbs)" <"$out/text"
    for verb in $verbs; do
        "$bin/$tool" "$verb" --help >"$out/text"
        put "man/man1/$tool-$verb.1" page command="$tool $verb" <"$out/text"
    done
    put "bash-completion/completions/$tool" sed "s/@TOOL@/$tool/g" "$scripts/tool.bash"
    put "zsh/site-functions/_$tool" sed "s/@TOOL@/$tool/g" "$scripts/tool.zsh"
    put "fish/vendor_completions.d/$tool.fish" sed "s/@TOOL@/$tool/g" "$scripts/tool.fish"
done
for source in "$here"/*.[2-9].txt; do
    name=$(basename "$source" .txt)
    expand_all <"$source" >"$out/text"
    put "man/man${name##*.}/$name" page section="${name##*.}" <"$out/text"
done
rm -f "$out/text"
