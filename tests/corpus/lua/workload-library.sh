# The rest of the library, and the interpreter's own options.
$RUN bin/lua $RECIPE/library.lua
printf '1 + 1\nprint(_VERSION)\nfor i = 1,\n2 do print(i) end\n= 3\nerror({})\nx x\nlocal function f() error("e") end f()\n' |
    $RUN bin/lua -i -v -W -e 'y = 1' -l string=string
echo 'print(...)  return 1' | $RUN bin/lua - a b c
$RUN bin/lua -e 'error(setmetatable({}, {__tostring = function() return "obj" end}))'
$RUN bin/lua /no/such.lua
$RUN bin/lua -q
LUA_INIT='print("init")' $RUN bin/lua -E -e 'require "nope"'
