#!/bin/sh
# What zsh offers: zsh.sh BIN_DIR SHARE_DIR
set -u
command -v zsh >/dev/null || exit 77
zsh -fc 'zmodload zsh/zpty && zpty terminal true' 2>/dev/null || exit 77 # no pseudo terminals
bin=$(cd "$1" && pwd) || exit 2
share=$(cd "$2" && pwd) || exit 2
. "$(dirname "$0")/cases.sh"
HOME=$work PATH=$bin:$PATH
export HOME PATH share here

offer() { # a shell on a terminal of its own, in which a key lists all matches
    line=$1 timeout 20 zsh -f "$here/offer.zsh"
}
check_all
finish
