# FlatBuffers: the schemas of its own tests, in all languages, to and from JSON, and wrong ones.
tests=$PROGRAM/src/tests
rm -rf out && mkdir out
said=0
run() { # what each says has a file of its own
    said=$((said + 1))
    { echo "== $*"; $RUN bin/flatc "$@"; echo "exit $?"; } >said.$said 2>&1
}
for language in cpp java kotlin csharp go python js ts php rust lua lobster dart swift nim jsonschema grpc; do
    run --$language -o out/ -I "$tests/include_test" --gen-all "$tests/monster_test.fbs"
done
run --cpp --gen-object-api --gen-compare --gen-mutable --scoped-enums --cpp-std c++17 --reflect-names \
    --gen-nullable --cpp-ptr-type naked -o out/ -I "$tests/include_test" "$tests/monster_test.fbs"
run --cpp --python --ts --rust --swift --gen-object-api --gen-onefile -o out/ "$tests/union_vector/union_vector.fbs"
run --binary --schema --bfbs-comments --bfbs-builtins -o out/ -I "$tests/include_test" "$tests/monster_test.fbs"
run --binary -o out/ -I "$tests/include_test" "$tests/monster_test.fbs" "$tests/monsterdata_test.json"
run --json --strict-json --defaults-json -o out/ -I "$tests/include_test" "$tests/monster_test.fbs" -- "$tests/monsterdata_test.mon"
run --flexbuffers --binary -o out/ "$tests/monsterdata_test.json"
run --conform "$tests/monster_test.fbs" -I "$tests/include_test" "$tests/monster_extra.fbs"
run --annotate "$tests/monster_test.fbs" -I "$tests/include_test" "$tests/monsterdata_test.mon"
run --proto -o out/ "$tests/prototest/test.proto" -I "$tests/prototest"
run --grpc --cpp --go --java --python --ts --swift -o out/ -I "$tests/include_test" "$tests/monster_test.fbs"
run -M --cpp -I "$tests/include_test" "$tests/monster_test.fbs"
run --help; run --version; run; run --nosuch; run --cpp nosuch.fbs
i=0
while read -r line; do
    i=$((i + 1)); printf '%b\n' "$line" >out/wrong$i.fbs; run --cpp -o out/ out/wrong$i.fbs
done <<'END'
table T { a: nosuch; }
table T { a: int; a: int; }
enum E: float { A }
struct S { s: string; }
union U { A, B
table T { a: [int] = 3; }
namespace a.b; root_type T; table T { x: int (required); } file_identifier "toolong";
include "nosuch.fbs";
table T { "x" }
struct S { a: [int:0]; }
table T (original_order) { a: uint8 = 256; b: bool = maybe; c: double = 1e999; }
rpc_service S { F(int): T; }
END
