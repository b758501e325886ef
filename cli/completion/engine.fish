
# The graph that is named on the command line.
function __@TOOL@_graph
    for word in (commandline -opc)[2..-1]
        set word (string replace -r '^~/' "$HOME/" -- $word)
        if not string match -q -- '-*' $word; and test -f "$word"
            echo $word
            return 0
        end
    end
    return 1
end

# Its functions.
function __@TOOL@_functions
    set -l graph (__@TOOL@_graph); or return
    set -l begun (string replace -r '^--?[a-z-]+=' '' -- (commandline -ct))
    @TOOL@ complete -- $graph (string unescape -- $begun; or echo '') 2>/dev/null
end

# Whether the verb is one of these; without any, whether there is none yet.
function __@TOOL@_verb
    set -l words (commandline -opc)[2..-1]
    if test (count $argv) -eq 0
        test (count $words) -eq 0
    else
        test (count $words) -gt 0; and contains -- $words[1] $argv
    end
end
