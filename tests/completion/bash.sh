#!/bin/bash
# What bash offers: bash.sh BIN_DIR SHARE_DIR
set -u
bin=$(cd "$1" && pwd) || exit 2
share=$(cd "$2" && pwd) || exit 2
. "$(dirname "$0")/cases.sh"
PATH=$bin:$PATH
for script in "$share"/bash-completion/completions/*; do
    . "$script" || exit 1
done
compopt() { :; } # works within completion alone

# What readline makes of a line: words end at blanks and at COMP_WORDBREAKS, and the last of them is
# what the replies stand for.
offer() {
    COMP_LINE=$1 COMP_POINT=${#1}
    local tool=${1%% *} kept
    COMPREPLY=()
    "_$tool"
    kept=${1##*[[:space:]]}
    if [[ $kept != [\'\"]* ]]; then
        kept=${kept%"${kept##*[=:]}"}
    else
        kept=
    fi
    for reply in ${COMPREPLY+"${COMPREPLY[@]}"}; do
        printf '%s%s\n' "$kept" "$reply"
    done
}
check_all
# Where "=" and ":" end no words, the replies are whole.
COMP_WORDBREAKS=$' \t\n'
COMP_LINE='cgquery reach --color=al' COMP_POINT=24
_cgquery
[ "${COMPREPLY[*]}" = --color=always ] || fail "whole replies: ${COMPREPLY[*]}"
finish
