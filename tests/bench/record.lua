-- Some seconds of calls, tables and strings, for record.py.
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
local total = fib(31)
for round = 1, 40 do
    local words = {}
    for i = 1, 20000 do words[i] = tostring((i * 7919) % 20011) .. "x" end
    table.sort(words)
    total = total + #table.concat(words, ",") + select(2, words[1]:gsub("%d", "d"))
    for word in words[round]:gmatch("%w") do total = total + word:byte() end
end
print(total)
