"""Programs that keep something to call in some way and call it in some way.

A case is a dict: `name`, `code` (in a namespace of its own, with a function run), `headers`.
"""

import itertools
import random

# Callees: kind, declarations, type T, value, ways to call them (an expression of v).
CALLABLES = {
    "function": ("static int hit(int x) { return x + 1; }", "int (*)(int)", "hit", "F"),
    "external": ("int hit(int x) { return x + 1; }", "int (*)(int)", "&hit", "F"),
    "inline": ("inline int hit(int x) { return x + 1; }", "int (*)(int)", "hit", "F"),
    "static_member": ("struct S { static int hit(int x) { return x; } };", "int (*)(int)", "&S::hit", "F"),
    "lambda": ("", "int (*)(int)", "+[](int x) { return x + 2; }", "F"),
    "generic_lambda": ("", "int (*)(int)", "static_cast<int (*)(int)>([](auto x) { return x + 2; })", "F"),
    "template": ("template <int N> int hit(int x) { return x + N; }", "int (*)(int)", "&hit<3>", "F"),
    "overload": ("static int hit(int x) { return x; } static int hit(double) { return 0; }", "int (*)(int)",
                 "static_cast<int (*)(int)>(hit)", "F"),
    "noexcept": ("static int hit(int x) noexcept { return x; }", "int (*)(int)", "hit", "F"),
    "cast": ("static int hit(long x) { return (int)x; }", "int (*)(int)",
             "reinterpret_cast<int (*)(int)>(hit)", "F"),
    "friend": ("struct S { friend int hit(S, int x) { return x; } }; static int hit2(int x) { return hit(S(), x); }",
               "int (*)(int)", "hit2", "F"),
    "local_class": ("static int (*get())(int) { struct L { static int hit(int x) { return x; } }; return &L::hit; }",
                    "int (*)(int)", "get()", "F"),
    "method": ("struct C { int hit(int x) { return x; } };", "int (C::*)(int)", "&C::hit", "M"),
    "const_method": ("struct C { int hit(int x) const { return x; } };", "int (C::*)(int) const", "&C::hit", "M"),
    "virtual_method": ("struct B { virtual int hit(int x) { return x; } virtual ~B() {} };"
                       "struct C : B { int hit(int x) override { return x + 1; } };",
                       "int (B::*)(int)", "&B::hit", "M"),
    "pure_method": ("struct B { virtual int other() = 0; virtual int hit(int x) = 0; virtual ~B() {} };"
                    "struct C : B { int other() override { return 0; } int hit(int x) override { return x + 1; } };",
                    "int (B::*)(int)", "&B::hit", "M"),
    "noexcept_method": ("struct B { virtual int hit(int x) noexcept { return x; } };"
                        "struct C : B { int hit(int x) noexcept override { return x + 1; } };",
                        "int (B::*)(int)", "&B::hit", "M"),
    "covariant_method": ("struct R { int v = 1; }; struct Q : R {}; struct B { virtual R *hit(int) { static R r; return &r; } };"
                         "struct C : B { Q *hit(int) override { static Q q; return &q; } };",
                         "R *(B::*)(int)", "&B::hit", "MP"),
    "to_plain_base": ("struct P { int x = 0; }; struct B : P { virtual int hit(int x) { return x; } };"
                      "struct C : B { int hit(int x) override { return x + 1; } };",
                      "int (P::*)(int)", "static_cast<int (P::*)(int)>(&B::hit)", "M"),
    "to_second_base": ("struct O { virtual int hit(int) { return 0; } }; struct P { int y = 0; };"
                       "struct B : O, P { int hit(int x) override { return x; } };"
                       "struct C : B { int hit(int x) override { return x + 1; } };",
                       "int (P::*)(int)", "static_cast<int (P::*)(int)>(&B::hit)", "M"),
    "to_deep_base": ("struct P { int z = 0; }; struct P2 : P {}; struct P3 : P2 { virtual int first() { return 3; } };"
                     "struct B : P3 { virtual int second() { return 2; } virtual int hit(int x) { return x; } };"
                     "struct C : B { int hit(int x) override { return x + 1; } };",
                     "int (P::*)(int)", "static_cast<int (P::*)(int)>(&B::hit)", "M"),
    "virtual_bases": ("struct V { virtual int one() { return 1; } int v = 0; }; struct L : virtual V {}; struct R : virtual V {};"
                      "struct B : L, R { virtual int hit(int x) { return x; } };"
                      "struct C : B { int hit(int x) override { return x + 1; } };",
                      "int (B::*)(int)", "&B::hit", "M"),
    "method_cast": ("struct G { int w = 0; }; struct B { virtual int hit(int x) { return x; } };"
                    "struct C : B { int hit(int x) override { return x + 1; } };"
                    "union U { int (B::*b)(int); int (G::*g)(int); };",
                    "int (G::*)(int)", "reinterpret_cast<int (G::*)(int)>(&B::hit)", "MG"),
    "message_map": ("struct Top { virtual ~Top() {} }; struct B : Top { virtual int hit(int x) { return x; } };"
                    "struct C : B { int hit(int x) override { return x + 1; } };",
                    "int (Top::*)(int)", "static_cast<int (Top::*)(int)>(&B::hit)", "M"),
    "std_function": ("static int hit(int x) { return x; }", "std::function<int(int)>", "std::function<int(int)>(hit)", "X"),
    "std_function_lambda": ("static int sum; static int hit() { return 1; }", "std::function<int(int)>",
                            "std::function<int(int)>([k = 2](int x) { return x + k + hit(); })", "X"),
    "std_function_large": ("struct Fun { long a[8] = {}; int operator()(int x) { return x + (int)a[2]; } };",
                           "std::function<int(int)>", "std::function<int(int)>(Fun())", "X"),
    "std_function_method": ("struct C { int hit(int x) { return x; } }; static C object;", "std::function<int(int)>",
                            "std::function<int(int)>(std::bind(&C::hit, &object, std::placeholders::_1))", "X"),
    "functor": ("struct Fun { int k = 1; int operator()(int x) const { return x + k; } };", "Fun", "Fun()", "X"),
    "interface": ("struct I { virtual int hit(int x) = 0; virtual ~I() {} };"
                  "struct C : I { int hit(int x) override { return x + 1; } }; static C object;", "I *", "&object", "I"),
    "interface_deep": ("struct I { virtual int hit(int x) { return x; } virtual ~I() {} }; struct J : I {};"
                       "struct C : J { int hit(int x) final { return x + 1; } }; static C object;", "I *", "&object", "I"),
    "interface_template": ("template <class T> struct I { virtual T hit(T x) = 0; };"
                           "struct C : I<int> { int hit(int x) override { return x + 1; } }; static C object;",
                           "I<int> *", "&object", "I"),
    "interface_crtp": ("struct I { virtual int hit(int x) = 0; }; template <class D> struct Mid : I {"
                       " int hit(int x) override { return static_cast<D *>(this)->twice(x); } };"
                       "struct C : Mid<C> { int twice(int x) { return 2 * x; } }; static C object;", "I *", "&object", "I"),
}

# How it is kept: declarations, statements that keep VALUE, expression that gives it back; kinds that
# it does for ("" all).
STORES = {
    "local": ("", "T v = VALUE;", "v", ""),
    "global": ("static T g;", "g = VALUE;", "g", "FMIMPMG"),
    "initialised": ("static T g = VALUE;", "", "g", ""),
    "constant_table": ("struct Entry { int key; T f; }; static const Entry table[] = {{1, VALUE}, {2, VALUE}};", "",
                       "const_cast<T &>(table[1].f)", ""),
    "static_local": ("static T &get() { static T kept = VALUE; return kept; }", "", "get()", ""),
    "field": ("struct Keep { int a; T f; };", "Keep k{1, VALUE};", "k.f", ""),
    "constructor": ("struct Keep { T f; Keep(T x) : f(x) {} };", "Keep k(VALUE);", "k.f", ""),
    "nested": ("struct Keep { struct { int n; T f; } in; };", "Keep k{{1, VALUE}};", "k.in.f", ""),
    "array": ("", "T a[3] = {VALUE, VALUE, VALUE}; volatile int i = 1;", "a[i]", ""),
    "union": ("union Keep { T f; long l[4]; };", "Keep k; k.f = VALUE;", "k.f", "FMIMPMG"),
    "anonymous_union": ("struct Keep { int n; union { T f; void *p; }; };", "Keep k; k.f = VALUE;", "k.f", "FMIMPMG"),
    "union_of_structs": ("struct Keep { union { struct { int n; T f; } a; struct { long l; T f; } b; } u; };",
                         "Keep k; k.u.a.f = VALUE;", "k.u.a.f", "FMIMPMG"),
    "heap": ("struct Keep { T f; };", "Keep *k = new Keep{VALUE};", "k->f", ""),
    "heap_plain": ("", "T *k = new T(VALUE);", "*k", ""),
    "heap_array": ("", "T *k = new T[4]{VALUE, VALUE, VALUE, VALUE};", "k[2]", ""),
    "malloc": ("struct Keep { int a; T f; };", "Keep *k = (Keep *)malloc(sizeof(Keep)); k->f = VALUE;", "k->f", "FMIMPMG"),
    "void_pointer": ("static void *kept;", "kept = new T(VALUE);", "*static_cast<T *>(kept)", ""),
    "integer": ("", "uintptr_t u = (uintptr_t)(VALUE);", "reinterpret_cast<T>(u)", "FI"),
    "integer_global": ("static uintptr_t u;", "u = (uintptr_t)(VALUE);", "reinterpret_cast<T>(u)", "FI"),
    "memcpy": ("static char bytes[sizeof(T)];", "T x = VALUE; memcpy(bytes, &x, sizeof x); T y; memcpy(&y, bytes, sizeof y);",
               "y", "FMIMPMG"),
    "byte_loop": ("", "T x = VALUE; T y; for (size_t i = 0; i < sizeof x; i++) ((char *)&y)[i] = ((char *)&x)[i];", "y",
                  "FMIMPMG"),
    "bit_cast": ("struct Raw { long w[sizeof(T) / sizeof(long)]; };",
                 "Raw r = std::bit_cast<Raw>(T(VALUE)); T y = std::bit_cast<T>(r);", "y", "FMIMPMG"),
    "placement": ("alignas(16) static char bytes[sizeof(T)];", "T *k = new (bytes) T(VALUE);", "*k", ""),
    "thread_local": ("static thread_local T g;", "g = VALUE;", "g", "FMIMPMG"),
    "reference": ("static void set(T &to) { to = VALUE; }", "T v{}; set(v);", "v", "FMIMPMG"),
    "pointer_to_pointer": ("static void set(T **to) { **to = VALUE; }", "T v{}; T *p = &v; set(&p);", "*p", "FMIMPMG"),
    "returned": ("static T get() { return VALUE; }", "", "get()", ""),
    "returned_in_struct": ("struct Keep { long a, b, c; T f; }; static Keep get() { return Keep{1, 2, 3, VALUE}; }",
                           "Keep k = get();", "k.f", ""),
    "default_argument": ("static T get(T f = VALUE) { return f; }", "", "get()", ""),
    "variadic": ("static T get(int n, ...) { va_list l; va_start(l, n); T f = va_arg(l, T); va_end(l); return f; }",
                 "", "get(1, T(VALUE))", "FI"),
    "atomic": ("static std::atomic<T> g;", "g.store(VALUE);", "g.load()", "FI"),
    "atomic_exchange": ("static std::atomic<T> g;", "g.exchange(VALUE);", "g.exchange(nullptr)", "FI"),
    "thrown": ("", "T v{}; try { throw T(VALUE); } catch (T &e) { v = e; }", "v", "FMIMPMG"),
    "thrown_in_struct": ("struct Error { T f; };", "T v{}; try { throw Error{VALUE}; } catch (const Error &e) { v = e.f; }", "v",
                         "FMIMPMG"),
    "member_data_pointer": ("struct Keep { int a; T f; }; static T Keep::*where = &Keep::f;", "Keep k{1, VALUE};",
                            "k.*where", ""),
    "list_node": ("struct Node { Node *next; T f; };", "Node *n = nullptr; n = new Node{n, VALUE}; n = new Node{n, VALUE};",
                  "n->next->f", ""),
    "virtual_getter": ("struct Get { virtual T get() = 0; }; struct Got : Get { T get() override { return VALUE; } };",
                       "Got got; Get *p = &got;", "p->get()", ""),
    "base_field": ("struct Base { T f; }; struct Derived : Base { int n; };", "Derived d; d.f = VALUE; Base *b = &d;", "b->f",
                   "FMIMPMG"),
    "template_argument": ("template <T f> struct Keep { static T get() { return f; } };", "",
                          "Keep<VALUE>::get()", "NTTP"),
    "initializer_list": ("static T pick(std::initializer_list<T> l) { return *(l.begin() + 1); }", "",
                         "pick({VALUE, VALUE})", ""),
    "capture": ("", "auto l = [f = T(VALUE)]() { return f; };", "l()", ""),
    "capture_reference": ("", "T f = VALUE; auto l = [&]() -> T & { return f; };", "l()", ""),
    "vector": ("", "std::vector<T> k; k.push_back(VALUE);", "k[0]", ""),
    "vector_of_struct": ("struct Keep { const char *n; T f; };", "std::vector<Keep> k; k.push_back({\"a\", VALUE});",
                         "k.back().f", ""),
    "deque": ("", "std::deque<T> k; k.emplace_back(VALUE);", "k.front()", ""),
    "std_list": ("", "std::list<T> k{VALUE};", "*k.begin()", ""),
    "map": ("", "std::map<int, T> k; k.emplace(1, VALUE);", "k.at(1)", ""),
    "map_subscript": ("", "std::map<int, T> k; k[1] = VALUE;", "k[1]", "FMIMPMG"),
    "unordered_map": ("", "std::unordered_map<std::string, T> k{{\"a\", VALUE}};", "k.find(\"a\")->second", ""),
    "unique_ptr": ("struct Keep { T f; };", "auto k = std::make_unique<Keep>(Keep{VALUE});", "k->f", ""),
    "shared_ptr": ("struct Keep { T f; };", "auto k = std::make_shared<Keep>(Keep{VALUE}); auto l = k;", "l->f", ""),
    "std_array": ("", "std::array<T, 2> k{VALUE, VALUE};", "k[1]", ""),
    "pair": ("", "auto k = std::make_pair(1, T(VALUE));", "k.second", ""),
    "tuple": ("", "std::tuple<int, T, long> k(1, VALUE, 2);", "std::get<1>(k)", ""),
    "optional": ("", "std::optional<T> k = T(VALUE);", "*k", ""),
    "variant": ("", "std::variant<int, T> k = T(VALUE);", "std::get<T>(k)", ""),
    "any": ("", "std::any k = T(VALUE);", "std::any_cast<T &>(k)", ""),
    "ref": ("", "T f = VALUE; std::reference_wrapper<T> k = f;", "k.get()", ""),
    "stack": ("", "std::stack<T> k; k.push(VALUE);", "k.top()", ""),
    "span": ("", "T f[] = {VALUE}; std::span<T> k(f);", "k[0]", ""),
    "future": ("", "std::promise<T> p; p.set_value(VALUE);", "p.get_future().get()", ""),
    "pipe": ("", "int fd[2]; if (pipe(fd)) abort(); T x = VALUE, y; if (write(fd[1], &x, sizeof x) != sizeof x) abort();"
             " if (read(fd[0], &y, sizeof y) != sizeof y) abort();", "y", "FI"),
    "swap": ("", "T a = VALUE, b = VALUE; std::swap(a, b);", "b", ""),
    "exchange": ("", "T a{}; std::exchange(a, VALUE);", "a", "FMIMPMG"),
    "copy": ("", "T a[2] = {VALUE, VALUE}; std::vector<T> k(2, a[0]); std::copy(a, a + 2, k.begin());", "k[1]", ""),
    "realloc": ("", "T *k = (T *)malloc(sizeof(T)); *k = VALUE; k = (T *)realloc(k, 4 * sizeof(T));", "*k", "FMIMPMG"),
}

# How it is called, by kind; c is a value to call.
CALLS = {
    "F": {
        "plain": ("", "c(1);"),
        "deref": ("", "(*c)(1);"),
        "parameter": ("static int call(T f) { return f(1); }", "call(c);"),
        "reference_parameter": ("static int call(T &f) { return f(1); }", "T d = c; call(d);"),
        "template": ("template <class G> int call(G g) { return g(1); }", "call(c);"),
        "invoke": ("", "std::invoke(c, 1);"),
        "std_function": ("", "std::function<int(int)> f = c; f(1);"),
        "bind": ("", "std::bind(c, 1)();"),
        "thread": ("", "std::thread t(c, 1); t.join();"),
        "async": ("", "std::async(std::launch::async, c, 1).get();"),
        "deferred": ("", "std::async(std::launch::deferred, c, 1).get();"),
        "transform": ("", "int a[2] = {1, 2}; std::transform(a, a + 2, a, c);"),
        "for_each": ("", "int a[2] = {1, 2}; std::for_each(a, a + 2, c);"),
        "virtual": ("struct Call { virtual int call(T f) { return 0; } }; struct Do : Call { int call(T f) override { return f(1); } };",
                    "Do d; Call *p = &d; p->call(c);"),
        "capture": ("", "auto l = [d = T(c)] { return d(1); }; l();"),
        "constructor": ("struct Call { Call(T f) { f(1); } };", "Call d(c);"),
        "destructor": ("struct Call { T f; ~Call() { f(1); } };", "{ Call d{c}; }"),
        "packaged": ("", "std::packaged_task<int(int)> t(c); t(1);"),
        "call_once": ("static std::once_flag once;", "std::call_once(once, c, 1);"),
        "apply": ("", "std::apply(c, std::make_tuple(1));"),
        "conditional": ("static int other(int) { return 0; }", "volatile int z = 1; (z ? c : (T)other)(1);"),
        "not_fn": ("", "std::not_fn(c)(1);"),
    },
    "X": {
        "plain": ("", "c(1);"),
        "parameter": ("static int call(const T &f) { T g = f; return g(1); }", "call(c);"),
        "invoke": ("", "std::invoke(c, 1);"),
        "bind": ("", "std::bind(T(c), 1)();"),
        "thread": ("", "std::thread t(T(c), 1); t.join();"),
        "async": ("", "std::async(std::launch::async, T(c), 1).get();"),
        "transform": ("", "int a[2] = {1, 2}; std::transform(a, a + 2, a, c);"),
        "std_function": ("", "std::function<long(int)> f = c; f(1);"),
        "packaged": ("", "std::packaged_task<int(int)> t(T{c}); t(1);"),
        "capture": ("", "auto l = [d = T(c)]() mutable { return d(1); }; l();"),
        "moved": ("", "T d = c; T e = std::move(d); e(1);"),
    },
    "M": {
        "plain": ("", "C o; (o.*c)(1);"),
        "arrow": ("", "C o; C *p = &o; (p->*c)(1);"),
        "parameter": ("static auto call(C &o, T f) { return (o.*f)(1); }", "C o; call(o, c);"),
        "template": ("template <class O, class G> auto call(O &o, G g) { return (o.*g)(1); }", "C o; call(o, c);"),
        "invoke": ("", "C o; std::invoke(c, o, 1);"),
        "mem_fn": ("", "C o; std::mem_fn(c)(o, 1);"),
        "bind": ("", "C o; std::bind(c, &o, 1)();"),
        "std_function": ("", "C o; std::function<int(C &, int)> f = c; f(o, 1);"),
        "thread": ("", "C o; std::thread t(c, &o, 1); t.join();"),
        "async": ("", "C o; std::async(std::launch::async, c, &o, 1).get();"),
        "capture": ("", "C o; auto l = [&o, d = T(c)] { return (o.*d)(1); }; l();"),
        "heap": ("", "C *o = new C; (o->*c)(1);"),
        "conditional": ("", "C o; volatile int z = 1; T n = nullptr; (o.*(z ? (T)c : n))(1);"),
        "delegate": ("struct Delegate { C *o; T f; int operator()(int x) const { return (o->*f)(x); } };",
                     "C o; Delegate d{&o, c}; std::function<int(int)> f = d; f(1);"),
    },
    "MG": {
        "plain": ("", "C o; (reinterpret_cast<G *>(&o)->*c)(1);"),
        "union": ("", "C o; U u; u.g = c; (o.*u.b)(1);"),
        "back": ("", "C o; (o.*reinterpret_cast<int (B::*)(int)>(c))(1);"),
        "memcpy": ("", "C o; T d = c; int (B::*b)(int); memcpy(&b, &d, sizeof b); (o.*b)(1);"),
        "delegate": ("struct Delegate { G *o; T f; int operator()(int x) const { return (o->*f)(x); } };",
                     "C o; Delegate d{reinterpret_cast<G *>(&o), c}; d(1);"),
    },
    "I": {
        "plain": ("", "c->hit(1);"),
        "reference": ("", "auto &r = *c; r.hit(1);"),
        "parameter": ("static int call(T p) { return p->hit(1); }", "call(c);"),
        "mem_fn": ("", "std::mem_fn(&std::remove_pointer_t<T>::hit)(c, 1);"),
        "bind": ("", "std::bind(&std::remove_pointer_t<T>::hit, c, 1)();"),
        "member_pointer": ("", "auto m = &std::remove_pointer_t<T>::hit; (c->*m)(1);"),
        "capture": ("", "std::function<int()> f = [d = T(c)] { return d->hit(1); }; f();"),
        "thread": ("", "std::thread t([d = T(c)] { d->hit(1); }); t.join();"),
        "invoke": ("", "std::invoke(&std::remove_pointer_t<T>::hit, *c, 1);"),
        "down_cast": ("", "static_cast<C *>(c)->hit(1);"),
        "dynamic_cast": ("", "if (auto *d = dynamic_cast<C *>(c)) d->hit(1);"),
        "by_hand": ("", "T p = c; (*(int (***)(void *, int))p)[0](p, 1);"),
    },
}
CALLS["MP"] = {key: CALLS["M"][key] for key in ("plain", "arrow", "parameter", "template", "invoke", "mem_fn")}

COUNT = {"F": 190, "M": 150, "MP": 12, "MG": 30, "X": 60, "I": 60}


def fits(kind, callable_name, store_kinds):
    if store_kinds == "NTTP":
        return kind in ("M", "MP") or callable_name in ("function", "external", "static_member", "template")
    if store_kinds == "":
        return True
    allowed = {"FI": ("F", "I"), "FMIMPMG": ("F", "M", "I", "MP", "MG")}[store_kinds]
    return kind in allowed


def possible(kind, called, store, call):
    if call == "by_hand" and called in ("interface", "interface_deep"):
        return True
    if store == "template_argument" and called in ("to_second_base", "method_cast"):
        return False
    if called == "method_cast" and store == "template_argument":
        return False
    return True


def combinations(kind):
    names = [name for name, row in CALLABLES.items() if row[3] == kind]
    for called, store, call in itertools.product(names, STORES, CALLS[kind]):
        if fits(kind, called, STORES[store][3]) and possible(kind, called, store, call):
            yield called, store, call


def case(called, store, call):
    declared, type_, value, kind = CALLABLES[called]
    kept, put, get, _ = STORES[store]
    helper, use = CALLS[kind][call]
    code = "%s\nusing T = %s;\n%s\n%s\nstatic void run()\n{\n    %s\n    auto &&c = %s;\n    { %s }\n}\n" % (
        declared, type_, kept.replace("VALUE", value), helper, put.replace("VALUE", value),
        get.replace("VALUE", value), use)
    return {"name": "-".join((called, store, call)), "code": code, "feature": "%s x storing x calling" % kind}


def cases(seed):
    """A sample in which each callable, each way of storing and each way of calling comes often."""
    draw = random.Random(seed)
    made = []
    for kind, count in COUNT.items():
        every = list(combinations(kind))
        draw.shuffle(every)
        often = {}
        chosen = []
        while len(chosen) < min(count, len(every)):
            best = min(range(min(60, len(every))),
                       key=lambda i: sum(often.get((k, n), 0) for k, n in enumerate(every[i])))
            combination = every.pop(best)
            for key in enumerate(combination):
                often[key] = often.get(key, 0) + 1
            chosen.append(combination)
        made.extend(case(*combination) for combination in chosen)
    return made
