# One script of the modules of the page: awk -f bundle.awk MODULE.js ...
#
# A module becomes a function that runs once and returns what the module exports; it comes after
# those it imports. Imports and exports are written on one line.

function identifier(path) {
    sub(/^\.*\//, "", path)
    sub(/^.*page\/js\//, "", path)
    sub(/^views\//, "", path)
    sub(/^\.\.\//, "", path)
    sub(/\.js$/, "", path)
    gsub(/[^A-Za-z0-9]/, "_", path)
    return "module_" path
}

function end_module() {
    if (exports != "") print "return { " exports " };"
    print "})();"
}

FNR == 1 {
    if (NR > 1) end_module()
    exports = ""
    print "const " identifier(FILENAME) " = (() => {"
}

/^import / {
    from = $0
    sub(/^.* from '/, "", from)
    sub(/';.*$/, "", from)
    names = $0
    sub(/^import /, "", names)
    sub(/ from .*$/, "", names)
    gsub(/ as /, ": ", names)
    print "const " names " = " identifier(from) ";"
    next
}

/^export / {
    sub(/^export /, "")
    name = $0
    sub(/^(async )?(function\*? ?|class |const )/, "", name)
    sub(/[^A-Za-z0-9_$].*$/, "", name)
    exports = exports (exports == "" ? "" : ", ") name
}

{ print }

END { end_module() }
