# Sourced by the interactive zsh of offer.zsh: a key tells all matches instead of inserting one.
PROMPT='<READY>' PS2= RPROMPT=
fpath=($share/zsh/site-functions $fpath)
# Reading all functions takes half a second; the first shell writes down what it found.
autoload -Uz compinit && compinit -u -C -d $HOME/.zcompdump

compadd() {
    local -a matches
    local -A before shown behind
    local i
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then # asks what would match
        builtin compadd "$@"
        return
    fi
    builtin compadd -A matches "$@"
    zparseopts -E -a ignored P:=before p:=shown
    for (( i = 1; i <= $#matches; i++ )); do
        print -r -- "<$IPREFIX$before[-P]$shown[-p]$matches[i]>"
    done
    builtin compadd "$@"
}

tell() {
    print
    _main_complete
    compstate[insert]= compstate[list]=
    print '<END>'
}
zle -C tell complete-word tell
KEYTIMEOUT=1 # of 10 ms: other keys begin with it
bindkey '^X' tell
