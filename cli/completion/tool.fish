# fish completion of @TOOL@, which is asked what can stand where.

function __@TOOL@_offers
    set -l words (commandline -opc)[2..-1]
    set -l begun (string unescape -- (commandline -ct); or echo '')
    set -l prefix (string match -r -- '^--[^=]+=' $begun)
    set -l value (string replace -- "$prefix" '' $begun)
    set -l offers (@TOOL@ --generate=completion -- $words "$begun" 2>/dev/null)
    switch "$offers[1]"
        case files
            set offers '' (__fish_complete_path $value)
        case directories
            set offers '' (__fish_complete_directories $value '')
        case graphs
            set offers '' (__fish_complete_suffix "$value" .mcg)
        case programs
            set offers '' (__fish_complete_command)
        case functions
            set -l graph $offers[2]
            set -l graphs
            test "$offers[3]" = graphs; and set graphs (__fish_complete_suffix "$value" .mcg)
            set offers '' (@TOOL@ complete -- $graph "$value" 2>/dev/null) $graphs
    end
    for offer in $offers[2..-1]
        printf '%s\n' "$prefix$offer"
    end
end

complete -c @TOOL@ -f -k -a '(__@TOOL@_offers)'
