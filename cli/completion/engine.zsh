
# Functions of the graph that is named on the command line.
_@TOOL@_functions() {
    local word
    local -a names
    for word in "${(@)words[2,CURRENT-1]}"; do
        word=${${(Q)word}/#\~\//$HOME/}
        [[ $word == -* || ! -f $word ]] && continue
        names=(${(f)"$(@TOOL@ complete -- "$word" "${(Q)PREFIX}" 2>/dev/null)"})
        _wanted functions expl function compadd -a names
        return
    done
    _message function
}
