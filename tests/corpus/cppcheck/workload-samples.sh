# Cppcheck: its own samples and small test projects, with most of its options.
src=$PROGRAM/src
rm -rf data && mkdir data
said=0
run() { # what each says has a file of its own
    said=$((said + 1))
    { echo "== $*"; $RUN bin/cppcheck "$@"; echo "exit $?"; } >data/said.$said 2>&1
}
every="--enable=all --inconclusive --inline-suppr --force"
for sample in "$src"/samples/*/bad.*; do
    # shellcheck disable=SC2086 # options are words
    run $every "$sample"
done
run -q "$src"/samples/*/good.*
cat >data/one.cpp <<'END'
#include <string>
#include <vector>
#define TWICE(x) ((x) * 2)
#ifdef OTHER
int other;
#elif VERSION > 2
int newer;
#endif
namespace N { template <class T> struct Pair { T first; T second; T sum() { return first + second; } }; }
using Numbers = std::vector<int>;
typedef unsigned long word;
class Base {
public:
    Base() : a(0) {}
    virtual void f() = 0;
    void notConst() { }
    ~Base() { delete p; }
private:
    void unusedPrivate() { }
    int a, b;
    char *p;
};
class Derived : public Base {
public:
    explicit Derived(int x) { m = new int[10]; f(); }
    void f() override { if (m == nullptr) *m = 1; }
    bool operator==(const Derived &o) { return m == o.m; }
    int *m;
};
enum Colour { red, green = 5, blue };
int divide(int a, int b) { return a / (b - b); }
static int shift(int x) { return x << 40; }
int loops(const Numbers &v) {
    int total = 0;
    for (Numbers::const_iterator it = v.begin(); it != v.end(); it++) total += *it;
    for (int i = 0; i <= 10; ++i) { int a[10]; a[i] = i; total += a[0]; }
    std::vector<int> w; w[3] = 1; w.erase(w.begin()); auto l = [&](int q) { return q + total; };
    while (total > 3 && total > 3) total -= l(2);
    switch (total) { case 1: total = 2; case 2: break; default: ; }
    do { total++; } while (total < 4);
    if (total = 3) return 1;
    std::string s = "x"; s == "y"; const char *c = s.c_str(); s.append("z");
    try { throw 1; } catch (std::string e) { total--; }
    char buf[4]; sprintf(buf, "%d%s", total); strcpy(buf, "longer than that");
    unsigned u = 3; if (u < 0) u = TWICE(u);
    N::Pair<int> pair; goto end;
    total = pair.sum() + (int) 3.5;
end:
    FILE *f = fopen("x", "r"); if (!f) return *c;
    return total ? u : static_cast<int>(sizeof(v) * blue); // cppcheck-suppress unreadVariable
}
int *leak(bool b) { int *p = (int *) malloc(4); if (b) return nullptr; free(p); *p = 2; return p; }
int main(int argc, char **argv) { int uninit; Derived d(uninit); d.f(); return divide(argc, 2) + shift(3) + loops({}); }
END
cat >data/two.c <<'END'
#include <stdio.h>
#include <string.h>
struct node { struct node *next; int value : 3; union { int i; float f; } u; };
static int count(struct node *n) { int c; for (; n; n = n->next) c++; return c; }
void copy(char *to, const char *from) { memset(to, sizeof(to), 0); memcpy(to, to, 3); strncpy(to, from, strlen(from)); }
int cmp(const void *a, const void *b) { return a && !a || *(const int *) b == *(const int *) b; }
void io(void) { char x[2]; scanf("%s %d", x, x); fprintf(stdout, "%i", 1.0); printf("%s"); }
int kr(a, b) int a; char *b; { return a[b]; }
int main(void) { struct node n = { 0 }; return count(&n) + (0x7fffffff + 1) + !(3 & 4) + (1 ? 2 : 2); }
END
for std in c89 c++03 c++20; do run --std=$std --enable=all data/one.cpp data/two.c; done
# shellcheck disable=SC2086
for more in --xml --debug-normal '--language=c++ -DOTHER -DVERSION=3 -UTWICE' '--dump'; do
    run $every $more data/one.cpp
done
# shellcheck disable=SC2086
for more in '--xml --xml-version=2' --max-configs=1 '-I data --check-config' \
    '--library=posix,gnu' --platform=win32W --platform=unix64 --debug-simplified \
    '--debug-warnings --verbose' '--template=gcc' '--template={file}({line}):{callstack}{id}' --showtime=summary \
    '--suppress=*:data/two.c' --report-progress '-rp=data' '--addon=nosuch' '--valueflow-max-iterations=1' \
    '--language=c' --exception-handling '-j2' '--relative-paths=data' '--errorlist' '--doc' '--help' \
    '--version' '--wrong' '-E' '--check-library' '--file-list=nosuch' '--includes-file=nosuch' '--output-file=data/out.txt' \
    '--error-exitcode=3' '--rule=f.*(' '--rule=if\s*\(' '--plist-output=data' '--clang' '--include=data/two.c' \
    '--file-filter=*.c' '-i data/one.cpp' '--disable=style' '--platform=native' '--library=nosuch'; do
    run $every $more data/two.c
done
printf '<?xml version="1.0"?>\n<rule version="1"><tokenlist>raw</tokenlist><pattern>delete p</pattern><message><id>r</id><severity>error</severity><summary>found</summary></message></rule>\n' >data/rule.xml
run --rule-file=data/rule.xml data/one.cpp
printf '<?xml version="1.0"?>\n<suppressions><suppress><id>zerodiv</id><fileName>data/one.cpp</fileName></suppress></suppressions>\n' >data/suppress.xml
printf 'uninitvar:data/one.cpp\nunusedFunction\n' >data/suppress.txt
run --suppress-xml=data/suppress.xml --suppressions-list=data/suppress.txt --enable=all data/one.cpp
printf '[{"directory":"%s/data","command":"cc -DX=1 -I. -std=c++17 -c one.cpp","file":"one.cpp"},{"directory":"%s/data","arguments":["cc","-c","two.c"],"file":"two.c"}]\n' "$PWD" "$PWD" >data/compile_commands.json
run --project=data/compile_commands.json --enable=all --cppcheck-build-dir=data
run --project=data/compile_commands.json --enable=all --cppcheck-build-dir=data -j2
run --project="$src/test/cli/helloworld/helloworld.sln" --enable=all
run --project="$src/test/cli/helloworld/helloworld.vcxproj" --project-configuration='Debug|Win32'
run --project="$src/test/cli/helloworld/helloworld.cppcheck"
for project in "$src"/test/cli/proj*; do run -q --inline-suppr --enable=all "$project"; done
for name in boost.cpp cairo.c kde.cpp lua.c opencv2.cpp openmp.c; do
    run --enable=all --inconclusive --library="${name%.*}" "$src/test/cfg/$name"
done
for i in 1 2 3 4 5 6; do
    case $i in
    1) echo 'int f( { return }' ;; 2) echo '#error stop' ;; 3) echo '#if (1' ;; 4) echo 'template <class T> struct A<T*> { };;' ;;
    5) printf '#include "two.c"\n#include <nosuch.h>\nvoid f() { "unterminated }\n' ;; 6) printf 'int x = \001;\n' ;;
    esac >data/broken$i.cpp
    run --enable=all data/broken$i.cpp
done
run; run nosuch.c
