#!/bin/sh
# What fish offers: fish.sh BIN_DIR SHARE_DIR
set -u
command -v fish >/dev/null || exit 77
bin=$(cd "$1" && pwd) || exit 2
share=$(cd "$2" && pwd) || exit 2
. "$(dirname "$0")/cases.sh"
HOME=$work PATH=$bin:$PATH
export HOME PATH share

offer() { # a description follows a tab
    line=$1 timeout 20 fish --no-config -c '
        for script in $share/fish/vendor_completions.d/*.fish
            source $script; or exit 1
        end
        complete -C "$line"' | sed 's/	.*//'
}
check_all
finish
