
# Offer what fits: of files with a name like $2, or words.
_@TOOL@_offer()
{
    local kind=$1 begun=$2 graph=$3
    case $kind in
    files) mapfile -t COMPREPLY < <(compgen -f -- "$begun"); compopt -o filenames 2>/dev/null ;;
    directories) mapfile -t COMPREPLY < <(compgen -d -- "$begun"); compopt -o filenames 2>/dev/null ;;
    graphs)
        mapfile -t COMPREPLY < <(compgen -d -- "$begun"; compgen -f -X '!*.mcg' -- "$begun")
        compopt -o filenames 2>/dev/null
        ;;
    programs) mapfile -t COMPREPLY < <(compgen -c -- "$begun") ;;
    functions)
        [ -z "$graph" ] || mapfile -t COMPREPLY < <(@TOOL@ complete -- "$graph" "$begun" 2>/dev/null)
        ;;
    =*) mapfile -t COMPREPLY < <(compgen -W "${kind:1}" -- "$begun") ;;
    esac
}

# Kind of the value of an option, as _@TOOL@_takes lists them.
_@TOOL@_kind()
{
    local IFS=$'\n' entry
    for entry in $2; do
        case $entry in
        "$1:"* | "$1?:"*) printf '%s' "${entry#*:}"; return ;;
        esac
    done
    return 1
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
    local line=${COMP_LINE:0:COMP_POINT} verb= graph= position=0 skip= word kind prefix= i
    local options values arguments
    local begun=${line##*[[:space:]]}
    local -a words kinds
    read -ra words <<<"${line%"$begun"}"
    _@TOOL@_takes ''
    [ "$arguments" != verbs ] || verb=none
    for word in "${words[@]:1}"; do
        if [ -n "$skip" ]; then
            skip=
        elif [[ $word == -?* ]]; then
            [[ $'\n'$values == *$'\n'"$word:"* ]] && skip=$word
        elif [ "$verb" = none ]; then
            verb=$word
            _@TOOL@_takes "$verb"
        else
            word=${word/#\~\//$HOME/}
            [ -n "$graph" ] || [ ! -f "$word" ] || graph=$word
            position=$((position + 1))
        fi
    done
    COMPREPLY=()
    if [ -n "$skip" ]; then
        kind=$(_@TOOL@_kind "$skip" "$values")
    elif [[ $begun == --*=* ]]; then
        prefix=${begun%%=*}=
        kind=$(_@TOOL@_kind "${prefix%=}" "$values")
    elif [[ $begun == -* ]]; then
        kind="=$options"
    elif [ "$verb" = none ]; then
        kind="=$_@TOOL@_verbs"
    else
        mapfile -t kinds <<<"$arguments"
        i=$((${#kinds[@]} - 1))
        kind=${kinds[position]-}
        [[ -n $kind || ${kinds[i]} != *+ ]] || kind=${kinds[i]} # the last may be repeated
        kind=${kind%+}
    fi
    local quote=
    begun=${begun#"$prefix"}
    [[ $begun != [\'\"]* ]] || quote=${begun:0:1} begun=${begun:1}
    _@TOOL@_offer "$kind" "$begun" "$graph"
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == --*= ]]; then
        compopt -o nospace 2>/dev/null
    fi
    if [ -z "$quote" ]; then
        [ "$kind" != functions ] || for i in "${!COMPREPLY[@]}"; do
            printf -v 'COMPREPLY[i]' %q "${COMPREPLY[i]}"
        done
        if [[ -n $prefix && $COMP_WORDBREAKS != *=* ]]; then
            COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
        fi
        _@TOOL@_trim "$begun"
    fi
}

complete -F _@TOOL@ @TOOL@
