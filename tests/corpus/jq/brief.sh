# Filters of most kinds over little input; the library of builtins is a small one here.
$RUN bin/jq -c '.[] | .file as $f | {f: $f, n: (.arguments|length)} | tojson | fromjson' <<I
[{"file": "a.c", "arguments": ["cc", "-c", "a.c"]}, {"file": "b.c", "arguments": []}]
I
$RUN bin/jq -n '[range(9)] | map(select(. % 3 == 0)) | group_by(. % 2) | add | @csv, (now|todate|length), ("a,b"|split(",")), (try error("x") catch .), ([paths]|length), input_line_number, ($ENV|type), ([1,[2]]|getpath([1,0])), (reduce range(5) as $i (0; . + $i)), ("x"|ltrimstr("x")|@base64|@uri|@html|@sh|@json), ([3,1]|sort_by(-.)|min_by(.)), (1e3|sqrt|floor|tostring), ({"a":1}|to_entries|del(.[0])|length)'
$RUN bin/jq -s --tab -S --arg k v 'def f: if type=="array" then map(f) else tostring end; f | unique | length, $k' <<I
[{"b": 1.5, "a": [null, true]}, "\u00e4", -1e3]
I
echo '{"a":[1,{"b":"c"}]}' | $RUN bin/jq --stream -C .
echo '{"a":' | $RUN bin/jq .
$RUN bin/jq '.[' compile_commands.json
$RUN bin/jq -n '([1,2,3] | .[1:] = [9], .[0] += 5, del(.[1:2]), (.[] |= . + 1)), ({"a":[1,{"b":2}]} | .a[1].b |= 3 | .c //= 4 | .a[0] -= 1)'
$RUN bin/jq -h
