#compdef @TOOL@
# zsh completion of @TOOL@, which is asked what can stand where.

_@TOOL@() {
    local begun=${(Q)PREFIX}
    local -a line offers going_on whole
    line=("${(@Q)words[2,CURRENT-1]}")
    line=("${(@)line/#\~\//$HOME/}")
    offers=("${(@f)$(@TOOL@ --generate=completion -- "${line[@]}" "$begun" 2>/dev/null)}")
    [[ $PREFIX != --*=* ]] || compset -P '*='
    case $offers[1] in
    files) _files ;;
    directories) _directories ;;
    graphs) _files -g '*.mcg(-.)' ;;
    programs) _command_names -e ;;
    functions)
        whole=("${(@f)$(@TOOL@ complete -- "$offers[2]" "${(Q)PREFIX}" 2>/dev/null)}")
        [[ $offers[3] != graphs ]] || _files -g '*.mcg(-.)'
        _wanted functions expl function compadd -a whole
        ;;
    words)
        offers=("${(@)offers[2,-1]//:/\\:}")
        offers=("${(@)offers/$'\t'/:}")
        going_on=("${(@M)offers:#[^:]##=(|:*)}")
        whole=("${(@)offers:#[^:]##=(|:*)}")
        _describe -t words word going_on -S '' -- whole
        ;;
    *) _message argument ;;
    esac
}

# Loaded as a function by compinit, or sourced.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _@TOOL@ "$@"
else
    compdef _@TOOL@ @TOOL@
fi
