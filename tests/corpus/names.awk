# Names and frames of a run, as graphs have them; shared by what compares graphs with runs.
#
# known[NAME] is the graph's name of one that it has; next_of[CALLER] its callees, separated by
# blanks; ran_by_itself[NAME] whatever a profile has a frame of.

# One name stands for all variants of a constructor or destructor and for its thunks.
function spelt(name,    head) {
    if (name !~ /^_Z/) return name
    sub(/^_ZTc(hn?[0-9]+_|vn?[0-9]+_n?[0-9]+_)(hn?[0-9]+_|vn?[0-9]+_n?[0-9]+_)/, "_Z", name)
    sub(/^_ZTv(n?[0-9]+)_(n?[0-9]+)_/, "_Z", name)
    sub(/^_ZThn?[0-9]+_/, "_Z", name)
    gsub(/CI2/, "CI1", name)
    for (head = ""; match(name, /C[23][EIB]|D[02][EB]/); name = substr(name, RSTART + 2))
        head = head substr(name, 1, RSTART) "1"
    return head name
}
function canonical(name) {
    if (name in known) return known[name]
    if (!(name in unified)) unified[name] = spelt(name)
    return unified[name] in known ? known[unified[name]] : unified[name]
}

# Is there a path from a function to another through functions that did not run by themselves?
function is_inlined(from, to,    step, front, later, list, targets, n, m, i, k, been) {
    front = from
    for (step = 0; step < 4; step++) {
        n = split(front, list, " ")
        later = ""
        for (i = 1; i <= n; i++) {
            m = split(next_of[list[i]], targets, " ")
            for (k = 1; k <= m; k++) {
                if (targets[k] == to) return 1
                if (!(targets[k] in ran_by_itself) && !(targets[k] in been)) {
                    been[targets[k]]
                    later = later " " targets[k]
                }
            }
        }
        front = later
    }
    return 0
}
