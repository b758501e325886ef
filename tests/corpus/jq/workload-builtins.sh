# Every builtin once, on several inputs.
for input in null 1 '"text"' '[1,[2,3],{"b":4}]' '{"a":{"b":[1,2]},"x":1}'; do
    echo "$input" | $RUN bin/jq -c -f $RECIPE/builtins.jq
done
$RUN bin/jq -n '"bye\n" | halt_error(3)'
$RUN bin/jq -n '[1,2] | debug | stderr | input_line_number'
$RUN bin/jq -n 'def f(x): x * 2; def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; [f(3), (5 | fac)], ([range(2000)] | map(tostring) | unique | length), ({} | .["k\(range(300))"] = 1 | keys | length)'
$RUN bin/jq -n '$__loc__, ("x" as $x | "a\($x)b"), (.. |= .), ([1,2,3] | .[1:] = [9], .[0] += 5, del(.[1:2]), (.[] |= . + 1), to_entries), ({"a":[1,{"b":2}]} | .a[1].b |= 3 | .c //= 4 | .a[0] -= 1 | .d *= 2 | .e /= 2 | .f %= 2)'
echo '[1,2' | $RUN bin/jq -c .; echo '{"a":tru}' | $RUN bin/jq .; echo '"\ud83d\ude00 \x"' | $RUN bin/jq .; printf '\357\273\277[1]' | $RUN bin/jq .; echo 'nan' | $RUN bin/jq .
