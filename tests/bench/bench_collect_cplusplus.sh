#!/bin/sh
# Time cgcollect on C++ files: tests/bench/bench_collect_cplusplus.sh [BUILD_DIR [TIMES]]
#
# cgcollect reads a C++ file twice: through libclang, and as bitcode that clang makes. It is
# compared with the sum of clang -fsyntax-only and of that compile, with the same command line
# (target: at most 1.25 of the time of both together, and 1.5 of the memory of the larger). With
# --ir=only it is compared with that compile alone. Times are the best of TIMES (7): whole
# processes, user and system, and wall clock. Memory is the peak of what all processes hold
# together; in brackets, of the largest one.
#
# One file is made here, of the heavy headers of the standard library. With CG_CORPUS also some of
# leveldb, taglib, ninja, cppcheck and povray, in CG_CORPUS/PROGRAM beside compile_commands.json. CLANG names the compiler.
# A second table shows the cost of each option of the compile.
set -eu

bin=$(cd "${1:-build}" && pwd)/bin
times=${2:-7}
work=$(mktemp -d "${TMPDIR:-/tmp}/cg-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT INT TERM
[ -x "$bin/cgcollect" ] || { echo "no $bin/cgcollect"; exit 2; }
clang=${CLANG:-$(command -v clang-19 || command -v clang)}

# A clang that prints its command line, one argument per line, and then compiles.
cat >"$work/clang" <<END
#!/bin/sh
printf '%s\n' "\$@" >"$work/arguments"
exec "$clang" "\$@"
END
chmod +x "$work/clang"

mkdir "$work/std"
cat >"$work/std/headers.cc" <<'END'
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

using Value = std::variant<int, double, std::string>;

static std::map<std::string, std::vector<Value>> parse(const std::string &text)
{
    static const std::regex pattern("([a-z]+)=([0-9]+|\"[^\"]*\")");
    std::map<std::string, std::vector<Value>> result;
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
        std::string value = (*at)[2];
        if (value[0] == '"') {
            result[(*at)[1]].emplace_back(value.substr(1, value.size() - 2));
        } else {
            result[(*at)[1]].emplace_back(std::stoi(value));
        }
    }
    return result;
}

static size_t sizes(const std::filesystem::path &root)
{
    std::vector<std::future<size_t>> parts;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(root)) {
        parts.push_back(std::async(std::launch::async, [entry] {
            return entry.is_regular_file() ? static_cast<size_t>(entry.file_size()) : 0;
        }));
    }
    return std::accumulate(parts.begin(), parts.end(), size_t{0},
                           [](size_t sum, auto &part) { return sum + part.get(); });
}

int main(int argc, char **argv)
{
    std::unordered_map<std::string, std::function<void()>> commands;
    commands["size"] = [&] { std::cout << sizes(argv[2]) << "\n"; };
    commands["parse"] = [&] {
        for (const auto &[key, values] : parse(argv[2])) {
            std::cout << key;
            for (const auto &value : values) {
                std::visit([](const auto &v) { std::cout << " " << v; }, value);
            }
            std::cout << "\n";
        }
    };
    std::mt19937 random(std::random_device{}());
    std::vector<std::unique_ptr<int>> numbers;
    for (int i = 0; i < 10; i++) {
        numbers.push_back(std::make_unique<int>(static_cast<int>(random())));
    }
    std::sort(numbers.begin(), numbers.end(), [](const auto &a, const auto &b) { return *a < *b; });
    return argc > 2 && commands.count(argv[1]) ? (commands[argv[1]](), 0) : 1;
}
END

cat >"$work/std/compile_commands.json" <<END
[{"directory": "$work/std", "file": "headers.cc",
  "arguments": ["clang++", "-std=c++17", "-c", "headers.cc"]}]
END

measure() { "$bin/bench-run" "$@"; }
compile() { # TIMES OPTIONS...: where the database has it
    times_of=$1
    shift
    (cd "$directory" && measure "$times_of" "$clang" "@$work/compile.rsp" "$@")
}

# collect NAME SOURCE: a row of the first table
collect() {
    set -- "$1" --output-dir "$work/mcg" -p . "$2"
    name=$1
    shift
    syntax=$(compile "$times" -fsyntax-only)
    syntax_memory=$(compile memory -fsyntax-only)
    bitcode=$(compile "$times")
    bitcode_memory=$(compile memory)
    own=$(measure "$times" "$bin/cgcollect" "$@")
    own_memory=$(measure memory "$bin/cgcollect" "$@")
    source_only=$(measure "$times" "$bin/cgcollect" --ir=off "$@")
    compiler_only=$(measure "$times" "$bin/cgcollect" --ir=only "$@")
    echo "$name $syntax $syntax_memory $bitcode $bitcode_memory $own $own_memory $source_only" \
        "$compiler_only" |
        awk '{
            together = $5 > $9 ? $5 : $9
            largest = $3 > $7 ? $3 : $7
            printf "%-26s %6.2f %6.2f %6.2f %6.2f ", $1, $4, $8, $12, $16
            printf "%6.2f %6.2f ", $12 / ($4 + $8), $10 / ($2 + $6)
            printf "%6.2f %6.2f ", $19, $19 / $8
            printf "%5d %5d %5d %6.2f (%.2f)\n", $5 / 1024, $9 / 1024, $13 / 1024, $13 / together,
                $11 / largest
        }'
}

# options NAME: a row of the second table, options added one after another
options() {
    printf '%-26s' "$1"
    grep -vxE -e '"(-g.*|-fno-builtin|-flto=full|-fwhole-program-vtables)"' \
        "$work/compile.rsp" >"$work/base.rsp"
    set --
    for more in '' -gline-tables-only -fno-builtin '-flto=full -fwhole-program-vtables' \
        -femit-all-decls; do
        # shellcheck disable=SC2086 # two options in one step
        set -- "$@" $more
        spent=$(cd "$directory" && measure "$times" "$clang" "@$work/base.rsp" "$@")
        size=$(cd "$directory" && "$clang" "@$work/base.rsp" "$@" 2>/dev/null | wc -c)
        printf ' %6.2f %5d' "${spent##* }" $((size / 1024))
    done
    echo
}

# file DIRECTORY SOURCE: measure it, when it is there
file() {
    [ -f "$1/$2" ] || return 0
    cd "$1"
    directory=$(python3 -c 'import json, os, sys
for unit in json.load(open("compile_commands.json")):
    if os.path.join(unit["directory"], unit["file"]).endswith("/" + sys.argv[1]):
        print(unit["directory"])
        break' "$2")
    "$bin/cgcollect" --clang="$work/clang" --output-dir "$work/mcg" -p . "$2" 2>/dev/null
    sed 's/[\\"]/\\&/g; s/.*/"&"/' "$work/arguments" >"$work/compile.rsp"
    collect "$(basename "$1")/$(basename "$2")" "$2"
    options "$(basename "$1")/$(basename "$2")" >>"$work/compiling"
}

echo "== collecting C++: processor seconds; MiB; cgcollect against both compiles"
printf '%-26s %6s %6s %6s %6s %6s %6s %6s %6s %5s %5s %5s %6s\n' '' syntax bitcod cgcoll ir=off \
    ratio wall only /bitc synt bitc cgcol ratio
file "$work/std" headers.cc
if [ -n "${CG_CORPUS:-}" ]; then
    file "$CG_CORPUS/leveldb" src/db/db_impl.cc
    file "$CG_CORPUS/leveldb" src/table/table.cc
    file "$CG_CORPUS/taglib" src/taglib/mp4/mp4tag.cpp
    file "$CG_CORPUS/taglib" src/taglib/fileref.cpp
    file "$CG_CORPUS/ninja" src/src/build.cc
    file "$CG_CORPUS/cppcheck" src/lib/symboldatabase.cpp
    file "$CG_CORPUS/povray" src/source/backend/scene/scene.cpp
fi

echo "== compiling to bitcode: processor seconds and KiB, options added from left to right"
printf '%-26s %12s %12s %12s %12s %12s\n' '' base line-tables no-builtin lto+vtables \
    emit-all
cat "$work/compiling"
