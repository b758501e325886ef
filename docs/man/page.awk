# Makes a manual page from a text, as roff with the man macros:
#
#   TOOL [VERB] --help | awk -v command="TOOL VERB" -v verbs="VERB VERB" -v version=V -f page.awk
#   awk -v section=5 -v version=V -f page.awk TEXT
#
# A TEXT has "NAME - SUMMARY" in its first line, then an empty line and the text. The layout, like
# that of --help after the options, has meaning:
#
#     a paragraph, ended by an empty line, is filled
#     yes: ...           at the beginning of a paragraph or behind a whole sentence: what "yes" means
#       indented lines   stand as they are, unless each is a term, two spaces or more and a text in
#                        one column: a list of terms
#     JSON: ...          begins a section, as do "Example:", "Examples:" and "Exit status:"
#     CAPITALS           alone on a line begin a section of that name

BEGIN {
    pages = "cgcollect(1) cgmerge(1) cgquery(1) cgrecord(1) cgvalidate(1) cgprofiles(5) cgrules(5) cgsets(5) mcg(5)"
    # What roff would take for something else, or typeset as another.
    roff["\\"] = "\\(rs"; roff["-"] = "\\-"; roff["'"] = "\\(aq"; roff["\""] = "\\(dq"
    roff["`"] = "\\(ga"; roff["^"] = "\\(ha"; roff["~"] = "\\(ti"
    variables = " "
}

{ text[NR] = $0 }

END {
    if (command)
        command_page()
    else
        text_page()
}

function plain(from,  i, c, to) {
    for (i = 1; i <= length(from); i++) {
        c = substr(from, i, 1)
        to = to (c in roff ? roff[c] : c)
    }
    return ellipses(to)
}

# Characters of several bytes: only "…" is used.
function ellipses(to,  i) {
    while (i = index(to, "…"))
        to = substr(to, 1, i - 1) "\\[u2026]" substr(to, i + length("…"))
    return to
}

function font(name, from) { return "\\f" name plain(from) "\\fR" }

function is_variable(from, word) {
    word = match(from, /^[A-Z][A-Z-]*/) ? substr(from, 1, RLENGTH) : ""
    return word && substr(from, RLENGTH + 1) !~ /^[A-Za-z0-9_]/ && index(variables, " " word " ")
}

# A line of a paragraph: options in bold, variables in italics.
function filled(from,  before, to) {
    to = from ~ /^\./ ? "\\&" : ""
    for (before = " "; from; from = substr(from, RLENGTH + 1)) {
        if (before ~ /[ (\["'|]/ && match(from, /^--?[A-Za-z][A-Za-z0-9-]*/))
            to = to font("B", substr(from, 1, RLENGTH))
        else if (before !~ /[A-Za-z0-9_]/ && is_variable(from))
            to = to font("I", substr(from, 1, RLENGTH))
        else {
            RLENGTH = 1
            to = to (substr(from, 1, 1) in roff ? plain(substr(from, 1, 1)) : substr(from, 1, 1))
        }
        before = substr(from, RLENGTH, 1)
    }
    return ellipses(to)
}

function section_head(title) {
    print ".SH " plain(title)
    fresh = headed = 1
    tagged = 0
}

function head(name, number, summary) {
    print ".TH " plain(toupper(name)) " " number " \"\" \"libcg " plain(version) "\" \"libcg manual\""
    print ".nh\n.ad l\n.ss 12 0"
    section_head("NAME")
    sub(/\.$/, "", summary)
    if (summary ~ /^.[^A-Z]/)
        summary = tolower(substr(summary, 1, 1)) substr(summary, 2)
    print plain(name) " \\- " substr(summary, 1, 1) plain(substr(summary, 2))
}

function see_also(self, count, i, names, others) {
    count = split(verbs, names, " ")
    for (i = 1; i <= count; i++)
        names[i] = command "-" names[i] "(1)"
    split(pages, others, " ")
    for (i = 1; i in others; i++)
        if (index(others[i], self "(") != 1)
            names[++count] = others[i]
    section_head("SEE ALSO")
    for (i = 1; i <= count; i++) {
        sub(/\(/, " (", names[i])
        print ".BR " plain(names[i]) (i < count ? "," : "")
    }
}

function text_page(  dash) {
    dash = index(text[1], " - ")
    if (!dash || !section) {
        print "page.awk: the first line is no \"NAME - SUMMARY\"" > "/dev/stderr"
        exit 2
    }
    head(substr(text[1], 1, dash - 1), section, substr(text[1], dash + 3))
    paragraphs(2, NR)
    see_also(substr(text[1], 1, dash - 1))
}

# "Usage: COMMAND [OPTION...] ARGUMENTS", the summary, "Options:" with a line each, the rest.
function command_page(  name, arguments, ways, i, first, last, sections) {
    name = command
    gsub(/ /, "-", name)
    arguments = substr(text[1], length("Usage: " command " [OPTION...] ") + 1)
    for (first = 6; text[first]; first++)
        if (match(text[first], /--[a-z-]+\[?=[^ ]+/))
            add_variables(substr(text[first], RSTART, RLENGTH))
    add_variables(arguments)
    head(name, 1, text[3])
    section_head("SYNOPSIS")
    split(arguments, ways, / \| /)
    if (!arguments)
        ways[1] = ""
    for (i = 1; i in ways; i++)
        print (i > 1 ? ".br\n" : "") font("B", command) " [\\fIOPTION\\fR...] " filled(ways[i])
    section_head("DESCRIPTION")
    print filled(text[3])
    headed = 0
    for (sections = first; sections <= NR && !opening(text[sections]); sections++)
        ;
    paragraphs(first + 1, sections - 1)
    options(6, first - 1)
    paragraphs(sections, NR)
    environment(6, first - 1)
    see_also(name)
}

function add_variables(words) {
    gsub(/[^A-Z-]/, " ", words)
    variables = variables words " "
}

# "  -n, --max=N     TEXT", the text in one column on all lines.
function options(first, last,  i, label, meaning) {
    section_head("OPTIONS")
    for (i = first; i <= last; i++) {
        match(text[i], /^ *(-., )?--[^ ]+/)
        label = substr(text[i], 1, RLENGTH)
        meaning = substr(text[i], RLENGTH + 1)
        sub(/^ +/, "", label)
        while (i < last && text[i + 1] !~ /^ *-/)
            meaning = meaning substr(text[++i], match(text[i], /[^ ]/) - 1)
        sub(/^ +/, "", meaning)
        print ".TP"
        print option_label(label)
        print filled(meaning)
    }
}

function option_label(label,  short, at, value) {
    if (match(label, /^-., /)) {
        short = font("B", substr(label, 1, 2)) ", "
        label = substr(label, 5)
    }
    if (at = match(label, /\[?=/)) {
        value = substr(label, at, RLENGTH)
        value = value filled(substr(label, at + length(value)))
        label = substr(label, 1, at - 1)
    }
    return short font("B", label) value
}

function has_option(first, last, name) {
    while (first <= last && text[first] !~ "--" name "[ =]")
        first++
    return first <= last
}

# What of the environment matters to commands that have an option.
function environment(first, last,  plugin, color) {
    plugin = has_option(first, last, "plugin")
    color = has_option(first, last, "color")
    variables = " "
    if (plugin || color)
        section_head("ENVIRONMENT")
    if (plugin)
        print ".TP\n.B CG_PLUGINS\n" filled("Plug-ins to load, paths separated by colons; those of --plugin come after them.")
    if (color) {
        print ".TP\n.B NO_COLOR\n" filled("Set and not empty, it has --color=auto use none.")
        print ".TP\n.B TERM\n" filled("Without it, or if it is dumb, --color=auto uses none.")
    }
}

# The section that a line begins; `rest` is the remaining line.
function opening(from) {
    rest = ""
    if (from ~ /^JSON: /)
        rest = substr(from, 7)
    return from ~ /^JSON: / ? "JSON" : from ~ /^Examples?:/ ? "EXAMPLES" : \
        from ~ /^Exit status:/ ? "EXIT STATUS" : from ~ /^[A-Z][A-Z][A-Z 0-9]*$/ ? from : ""
}

# What is open: `fresh`, the next line begins a paragraph; `tagged`, that of a word and what it means
# came last; `headed`, the head of a section did.
function paragraphs(first, last,  i, title) {
    fresh = 1
    tagged = 0
    for (i = first; i <= last;) {
        if (title = opening(text[i]))
            i = section_of(title, rest, i, last)
        else if (text[i] ~ /^  /)
            i = indented(i, last)
        else if (text[i])
            i = prose(i, last)
        else {
            fresh = 1
            tagged = 0
            i++
        }
    }
}

function section_of(title, words, i, last) {
    section_head(title)
    for (i++; words && i <= last && text[i] ~ /^ ?[^ ]/; i++)
        words = words " " text[i]
    if (words) {
        print filled(words)
        headed = 0
    }
    return i
}

function tag(from) { return match(from, /^[a-z]+: /) ? RLENGTH - 2 : 0 }

function prose(i, last,  length_of_tag, from) {
    from = text[i]
    length_of_tag = fresh ? tag(from) : 0
    tagged = length_of_tag || (tagged && !fresh)
    if (length_of_tag) {
        print ".TP\n" font("B", substr(from, 1, length_of_tag))
        from = substr(from, length_of_tag + 3)
    } else if (fresh && !headed)
        print ".PP"
    headed = 0
    print filled(from)
    fresh = from ~ /\.$/ && i < last && tag(text[i + 1])
    return i + 1
}

# Where the last gap of two or more spaces behind the indentation ends; 0: there is none.
function text_column(from,  at, column) {
    at = indentation(from)
    while (match(substr(from, at + 1), /   *[^ ]/)) {
        at += RSTART + RLENGTH - 2
        column = at
    }
    return column + 0
}

function indentation(from) {
    match(from, /^ */)
    return RLENGTH
}

# The column in which the texts of a list of terms stand; 0: the lines are no such list. A term that
# is long has its text on the next line, 4 deeper than itself at least; code is less.
function list_column(first, last,  i, column, has_text, is_term) {
    for (i = first; i <= last && !column; i++)
        column = text_column(text[i])
    if (!column && last > first && indentation(text[first + 1]) >= indentation(text[first]) + 4)
        column = indentation(text[first + 1])
    for (i = first; i <= last && column; i++) {
        has_text = text_column(text[i]) == column || indentation(text[i]) == column
        is_term = i < last && indentation(text[i]) < column && !text_column(text[i]) && \
            indentation(text[i + 1]) == column
        if (!has_text && !is_term)
            return 0
    }
    return indentation(text[first]) < column ? column : 0
}

function list(first, last, column,  i, term) {
    for (i = first; i <= last; i++) {
        if (indentation(text[i]) != column) {
            term = text_column(text[i]) == column ? substr(text[i], 1, column) : text[i]
            gsub(/^ +| +$/, "", term)
            print ".TP\n" font("B", term)
        }
        if (indentation(text[i]) == column || text_column(text[i]) == column)
            print filled(substr(text[i], column + 1))
    }
}

function indented(first, last,  i, end, column) {
    for (end = first; end < last && text[end + 1] ~ /^  /; end++)
        ;
    column = list_column(first, end)
    if (tagged)
        print ".RS"
    if (column)
        list(first, end, column)
    else {
        print (headed ? "" : ".PP\n") ".nf"
        for (i = first; i <= end; i++)
            print plain(text[i])
        print ".fi"
    }
    headed = 0
    if (tagged)
        print ".RE"
    fresh = 1
    return end + 1
}
