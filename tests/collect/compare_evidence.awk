# What compare_evidence.sh prints: edges, unresolved calls and addresses that the IR adds, rightly or not.
# Does the line state a call that is bound?
function is_bound(    i) {
    for (i = 5; i <= word_count && word[i] !~ /:/ && word[i] !~ /^\[/; i++)
        if (word[i] == "direct" || word[i] == "implicit") return 1
    return 0
}
function is_block(name) { return name ~ /^(memcpy|memmove|memset)$/ }
function wrong(what, line) { failed++; print what ": " line | "sort" }
function known(what, line) { count[what]++; print what ": " line | "sort" }
FILENAME ~ /ir_edges.tsv$/ { ir[$3 " " $1 " -> " $2]; next }
{
    word_count = split($0, word, " ")
    ir_on = FILENAME ~ /on\.facts$/
    graphs[word[1]]
    if (word[3] == "->" && is_bound()) {
        edge = word[1] " " word[2] " -> " word[4]
        if (ir_on) on[edge] = $0; else off[edge] = $0
    } else if (word[2] == "open") {
        sub(/:[0-9]+$/, "", word[4])
        if (ir_on) open_on[word[1] " " word[3] " " word[4] " " word[5]] = $0
        else open_off[word[1] " " word[3] " " word[4] " " word[5]] = $0
    } else if (word[2] == "address") {
        if (ir_on) address_on[word[1] " " word[3]] = $0
        else address_off[word[1] " " word[3]] = $0
    }
}
END {
    for (edge in ir) {
        split(edge, word, " ")
        emitted[graph_of(word[1]) " " word[2] " -> " word[4]]
        emitters[graph_of(word[1]) " " word[2]]
    }
    for (edge in on) {
        total++
        split(edge, word, " ")
        by_ir = on[edge] ~ /\[(ast,)?ir\]$/
        both += edge in off
        if (!(edge in off) && is_block(word[4])) known("blocks", on[edge])
        else if (!(edge in off)) wrong("only with the IR", on[edge])
        else if (by_ir && is_block(word[4])) continue
        else if (by_ir && !(edge in emitted)) wrong("never emitted", on[edge])
        else if (!by_ir && (edge in emitted)) wrong("emitted, not seen", on[edge])
        else if (!by_ir && !((word[1] " " word[2]) in emitters)) known("not emitted", on[edge])
        else if (!by_ir) known("dead", on[edge])
    }
    for (edge in off) {
        if (!(edge in on)) wrong("only without the IR", off[edge])
    }
    for (edge in emitted) seen += edge in on
    for (o in open_on) { opens++; if (!(o in open_off)) wrong("open with the IR", open_on[o]) }
    for (o in open_off) if (!(o in open_on)) wrong("open without the IR", open_off[o])
    for (a in address_on) if (!(a in address_off)) known("addresses", address_on[a])
    for (a in address_off)
        if (!(a in address_on)) wrong("address without the IR", address_off[a])
    close("sort")
    printf "%d edges with the IR, %d of them without it, %d emitted: %d not emitted, %d dead; ",
        total, both, seen, count["not emitted"], count["dead"]
    printf "%d blocks; %d open lines; %d addresses of the IR alone; %d wrong\n",
        count["blocks"], opens, count["addresses"], failed
    exit failed || !total || !seen || count["dead"] * 1000 > total
}
