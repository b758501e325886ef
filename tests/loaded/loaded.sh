# Programs that are kept loaded; sourced.

# keep_loaded DIRECTORY PROGRAM: DIRECTORY has a program of this name that does what PROGRAM, a path, does, which
# is loaded once, and stays so until this shell ends. $bin has the programs of the build; without ask-loaded
# there PROGRAM is started each time.
keep_loaded() {
    kept=$1/${2##*/}
    [ -x "$bin/ask-loaded" ] || { ln -s "$2" "$kept"; return; }
    ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 CG_LOADED=$kept.socket LD_BIND_NOW=1 \
        LD_PRELOAD=$bin/../lib/keep-loaded.so "$2" </dev/null >/dev/null 2>"$kept.messages" &
    while [ ! -S "$kept.socket" ]; do
        kill -0 $! 2>/dev/null || { cat "$kept.messages" >&2; return 1; }
        sleep 0.02
    done
    ln -s "$bin/ask-loaded" "$kept"
}

# also DIRECTORY NAME OTHER: what is loaded as NAME is also run as OTHER.
also() {
    ln -s "$2.socket" "$1/$3.socket"
    ln -s "$(readlink "$1/$2")" "$1/$3"
}
