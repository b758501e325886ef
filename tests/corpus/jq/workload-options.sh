# Options of the command line, modules, input that is not plain JSON.
mkdir -p mods
echo 'def inc: . + 1; def twice(f): f | f;' >mods/m.jq
echo '{"d": [1, 2, 3]}' >mods/data.json
echo 'include "m"; import "m" as m; import "data" as $d; .a | inc | m::twice(m::inc), $d::data' >mods/main.jq
$RUN bin/jq -L mods -f mods/main.jq mods/data.json
echo '{"a":1}' | $RUN bin/jq -L mods -f mods/main.jq -e -j
printf 'a b\nc\n' | $RUN bin/jq -R '[., input]'
printf '1 2 3' | $RUN bin/jq -n '[inputs]' --seq
printf '[1,[2,{"a":3}]]' | $RUN bin/jq -C --stream .
printf '[1,[2,{"a":3}]]' | $RUN bin/jq -C --indent 7 .
printf '{"a":[1,2.5,"\\u00e9\\n",null,true]}' | $RUN bin/jq -a -S --unbuffered .
$RUN bin/jq -n --args '$ARGS, $__loc__, input_filename' a b
$RUN bin/jq -n --jsonargs '$ARGS.positional' 1 '{"x":2}'
$RUN bin/jq -n --slurpfile s mods/data.json --rawfile r mods/m.jq --argjson j '[1]' '$s, $r, $j, $named'
$RUN bin/jq -n --exit-status 'false'
$RUN bin/jq --debug-dump-disasm -n '[range(3)|select(.>1)]'
$RUN bin/jq -n --debug-trace '1,2'
$RUN bin/jq -h; $RUN bin/jq -V; $RUN bin/jq --nope; $RUN bin/jq -n '"\(1+)"'; $RUN bin/jq . /no/such
