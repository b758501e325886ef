# Modules from files, a script that reads its input, many coroutines and closures.
mkdir -p mods/sub
echo 'local M = {} function M.f(...) return select("#", ...) end return M' >mods/a.lua
echo 'return {name = ..., a = require "a"}' >mods/sub/b.lua
cat >mods/main.lua <<'END'
package.path = "mods/?.lua;" .. package.path
local b = require "sub.b"
print(b.name, b.a.f(1, nil, 3), package.loaded.a == b.a)
table.insert(package.searchers, function(n) if n == "made" then return function() return "made up" end, n end return "no " .. n end)
package.preload.pre = function(n) return n end
print(require "made", require "pre", pcall(require, "not.there"))
local env = setmetatable({}, {__index = _G}); local f = loadfile("mods/a.lua", "t", env); print(f())
local words = {} for line in io.lines() do for w in line:gmatch("%a+") do words[w] = (words[w] or 0) + 1 end end
local keys = {} for k in pairs(words) do keys[#keys + 1] = k end table.sort(keys, function(x, y) return words[x] > words[y] or words[x] == words[y] and x < y end)
print(#keys, keys[1]); local cos = {} for i = 1, 50 do cos[i] = coroutine.wrap(function(n) for j = 1, n do coroutine.yield(j) end return -1 end) cos[i](3) end for _, c in ipairs(cos) do c() end
local function gen(n) return coroutine.wrap(function() table.sort({3, 2, 1}, function(a, b) return a < b end); for i = 1, n do coroutine.yield(pcall(function() if i % 2 == 0 then error(i) end; coroutine.yield("inner") end)) end end) end for v in gen(4) do io.write(tostring(v), " ") end
print(("x"):rep(10):gsub(".", function(c) return nil end), dofile("mods/a.lua"))
END
$RUN bin/lua mods/main.lua <compile_commands.json
