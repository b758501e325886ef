# bash completion of @TOOL@, which is asked what can stand where.

# Offer of the words that are left on standard input what begins so.
_@TOOL@_words()
{
    local word begun=$1 quote=$2
    while IFS=$'\t' read -r word _; do
        [[ $word == "$begun"* ]] || continue
        [ -n "$quote" ] || printf -v word %q "$word"
        COMPREPLY+=("$word")
    done
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == --*= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

# What readline has set off as a word of its own, it keeps: what follows is to be offered.
_@TOOL@_trim()
{
    local begun=$1 mark i
    for mark in = :; do
        if [[ $COMP_WORDBREAKS == *"$mark"* && $begun == *"$mark"* ]]; then
            for i in "${!COMPREPLY[@]}"; do
                COMPREPLY[i]=${COMPREPLY[i]#"${begun%"$mark"*}$mark"}
            done
        fi
    done
}

_@TOOL@()
{
    local line=${COMP_LINE:0:COMP_POINT} prefix= quote= kind graph also=
    local begun=${line##*[[:space:]]}
    local -a words
    read -ra words <<<"${line%"$begun"}"
    [[ $begun != --*=* ]] || prefix=${begun%%=*}=
    begun=${begun#"$prefix"}
    [[ $begun != [\'\"]* ]] || quote=${begun:0:1} begun=${begun:1}
    COMPREPLY=()
    exec {offers}< <(@TOOL@ --generate=completion -- "${words[@]:1}" "$prefix$begun" 2>/dev/null)
    read -r kind <&"$offers"
    case $kind in
    files) mapfile -t COMPREPLY < <(compgen -f -- "$begun") ;;
    directories) mapfile -t COMPREPLY < <(compgen -d -- "$begun") ;;
    graphs) mapfile -t COMPREPLY < <(compgen -d -- "$begun"; compgen -f -X '!*.mcg' -- "$begun") ;;
    programs) mapfile -t COMPREPLY < <(compgen -c -- "$begun") ;;
    functions)
        IFS= read -r graph <&"$offers"
        read -r also <&"$offers"
        [[ $also != graphs ]] || mapfile -t COMPREPLY < <(compgen -f -X '!*.mcg' -- "$begun")
        _@TOOL@_words "$begun" "$quote" < <(@TOOL@ complete -- "$graph" "$begun" 2>/dev/null)
        ;;
    words) _@TOOL@_words "$begun" "$quote" <&"$offers" ;;
    esac
    exec {offers}<&-
    [[ $kind != files && $kind != directories && $kind != graphs ]] || compopt -o filenames 2>/dev/null
    if [ -z "$quote" ]; then
        if [[ -n $prefix && $COMP_WORDBREAKS != *=* ]]; then
            COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
        fi
        _@TOOL@_trim "$begun"
    fi
}

complete -F _@TOOL@ @TOOL@
