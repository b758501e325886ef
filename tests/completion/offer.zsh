# Print what an interactive zsh offers for $line: zsh -f offer.zsh, with $share and $here
zmodload zsh/zpty || exit 77
zpty shell zsh -f -i

zpty -w shell "source ${(q)here}/listen.zsh"
zpty -r shell text '*<READY>*' || exit 1 # the prompt: what is typed before is no key yet
zpty -w -n shell "$line"$'\C-x'
zpty -r shell text '*<END>*' || exit 1
print -r -- "$text" | tr -d '\r' | sed -n 's/^<\(.*\)>$/\1/p' | grep -v '^END$'
zpty -d shell
