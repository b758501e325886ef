-- The standard library's rarer functions, errors inside callbacks, hooks, finalisers.
local function fails(f, ...) assert(not pcall(f, ...)) end
warn("@on", "x"); warn("@off")
print(string.format("%a %g %i %c %s %%", 1.5, 1e20, 3, 65, setmetatable({}, {__tostring = function() return "T" end})))
print(("%d %o %X %e"):format(1, 8, 255, 1.0), ("x"):rep(0), ("abc"):sub(-2), ("k=v"):match("(%w+)=(%w+)"), ("f(a(b)c)"):match("%b()"), ("THE (quick) fox"):find("%((%a+)%)"), ("hello"):gsub("l", {l = "L"}), ("hello"):gsub("", "-"), ("%f"):match("%%"), ("THE END"):gsub("%f[%a]%a+", string.lower))
print(string.unpack("<i2>I4=s1z", string.pack("<i2>I4=s1z", 1, 2, "a", "b")), string.packsize("i4i8!8d"))
fails(string.rep, "x", 1 << 60); fails(string.format, "%y", 1); fails(table.concat, {{}}); fails(table.sort, {3, 1, 2, 4, 5}, function() error("cmp") end)
fails(setmetatable, 1, {}); fails(ipairs); fails(error); fails(math.random, 2, 1); fails(math.floor, "x"); fails(tonumber, "1", 99); fails(select, 0); fails(string.char, 999); fails(utf8.char, -1); fails(utf8.codepoint, "\xff")
for _, f in ipairs {"abs", "ceil", "cos", "deg", "exp", "fmod", "log", "modf", "rad", "sin", "sqrt", "tan", "asin", "acos", "atan", "ult", "max", "min"} do print(f, pcall(math[f], 0.5, 2)) end
math.randomseed(42); print(math.random() < 1, math.random(0) ~= nil)
for p, c in utf8.codes("aé€") do io.write(p, ":", c, " ") end print(utf8.offset("aé€", 3), utf8.charpattern)
local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() print("closed") end}); coroutine.yield(1) end)
print(coroutine.resume(co), coroutine.status(co), coroutine.isyieldable(), coroutine.running(), coroutine.close(co)); fails(coroutine.wrap(function() error("in co") end))
local p = setmetatable({}, {__pairs = function(t) return next, {a = 1}, nil end, __eq = function() return true end, __le = function() return true end, __unm = function() return 1 end, __bnot = function() return 2 end,
  __idiv = function() return 3 end, __mod = function() return 4 end, __div = function() return 5 end, __band = function() return 6 end, __shl = function() return 7 end, __newindex = function(t, k, v) rawset(t, k, v) end, __name = "P", __metatable = "locked"})
for k, v in pairs(p) do print(k, v) end p.new = 1; print(p == setmetatable({}, {__eq = function() return true end}), p <= p, -p, ~p, p // 1, p % 1, p / 1, p & 1, p << 1, getmetatable(p)); fails(setmetatable, p, {})
local f = io.tmpfile(); f:setvbuf("full", 1024); f:write("1 0x1p3 -7 nan\nabc\n"); f:flush(); f:seek("set"); print(f:read("n", "n", "n", "L", "l", 2)); for l in f:lines("L") do print(l) end print(io.type(f), tostring(f)); f:close(); print(io.type(f)); fails(f.read, f)
local h = io.popen("echo piped; exit 3"); print(h:read("a"), h:close()); print(io.open("/no/such"), os.remove("/no/such"), os.rename("/no/such", "/no/such2")); fails(io.lines, "/no/such")
print(os.execute("true"), os.clock() >= 0, os.difftime(2, 1), os.setlocale("C"), os.date("!%c", 0), os.date("*t", 0).year, os.tmpname() ~= nil); fails(os.date, "%Ez"); fails(os.time, {year = 2000})
debug.sethook(function(e, l) end, "crl", 3); local function g(a, ...) return debug.traceback("tb", 1), debug.getlocal(1, 1), debug.getlocal(1, -1) end g(1, 2); print(debug.gethook()); debug.sethook()
local up = 1; local function u() return up end print(debug.getupvalue(u, 1), debug.setupvalue(u, 1, 5), u(), debug.upvalueid(u, 1) ~= nil); debug.upvaluejoin(u, 1, g, 1); print(debug.getregistry() ~= nil, debug.getuservalue(io.stdout, 1), debug.getmetatable("").__index == string, debug.setmetatable(10, nil))
print(load(string.dump(function(...) local a <const> = ...; return a end, true), "d", "b")(9), loadfile("/no/such"), pcall(dofile, "/no/such"), package.searchpath("x", "./?.lua;./?.nope"), package.loadlib("/no/such.so", "*"), package.config:sub(1, 1))
local n = 0; print(load(function() n = n + 1; return ({"return ", "1", nil})[n] end)()); fails(load, 1); print(load("x = = 1"), load("goto nope"), load("break"), load("local a <foo> = 1"), load("\"\\xZZ\""), load("--[[ unfinished"), load("for i = 1 do end"), load("return 'abc"), load("::a:: ::a::"))
collectgarbage("stop"); collectgarbage("step", 10); collectgarbage("restart"); print(collectgarbage("count") > 0, collectgarbage("isrunning")); collectgarbage("generational"); for i = 1, 2000 do local t = setmetatable({}, {__gc = function() end, __mode = "k"}) t[{}] = i end collectgarbage(); collectgarbage("incremental", 100, 200, 10)
setmetatable({}, {__gc = function() error("in gc") end}); collectgarbage(); local deep = {}; for i = 1, 100 do deep = {deep, i, tostring(i), i + 0.5} end
print(pcall(function() local function r() return r() + 1 end r() end)); print(select(-1, 1, 2), next({}), rawequal("a", "a"), #table.pack(table.unpack({1, 2, 3}, 2)), table.remove({}), 3 | 4.0, 5 // 0.0, 1e15 // 1, "0x10" + 0, 2^53 | 0, math.maxinteger + 1 == math.mininteger); fails(function() return 1 // 0 end); fails(function() return 1.5 | 1 end); fails(function() return {} .. "x" end); fails(function() return #nil end); fails(function() nope() end); fails(function() return 1 < "x" end)
for i = 3, 1, -1 do end for i = 1.0, 2.0, 0.5 do end fails(function() for i = 1, 10, 0 do end end); local a, b, c = (function(...) return ... end)(1, 2, 3); repeat local z = 1 until z; while true do break end
os.exit(true, true)
