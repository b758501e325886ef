# The interpreter's own options and its library, with less to count than the long workloads.
sed -e 's/fib(15)/fib(8)/' -e 's/5000/300/' "$PROGRAM/workload.lua" >brief.lua
$RUN bin/lua brief.lua
printf '1 + 1\nprint(_VERSION)\nfor i = 1,\n2 do print(i) end\n= 3\nerror({})\nx x\nlocal function f() error("e") end f()\n' |
    $RUN bin/lua -i -v -W -e 'y = 1' -l string=string
echo 'print(...)  return 1' | $RUN bin/lua - a b c
$RUN bin/lua -e 'error(setmetatable({}, {__tostring = function() return "obj" end}))'
$RUN bin/lua /no/such.lua
$RUN bin/lua -q
