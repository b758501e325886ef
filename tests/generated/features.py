"""Programs that hand a record with something to call to a record of another type, as language and
library allow, or as programs do though they do not.

Left out are ways that linking does not follow: records accessed as others through pointers that are
kept or passed on, loops that move pointers over bytes, loops over words, bytes within strings, pipes.

A case is a dict: `name`, `code` (in a namespace of its own, with a function run), `headers`.
"""

# Records of one layout: declarations before, members of From, members of To, initialiser of From,
# what calls the callee in `to`.
RECORDS = {
    "function": ("static int hit(int x) { return x; }", "int n; int (*f)(int);", "long m; int (*g)(int);", "{1, hit}",
                 "to.g(1);"),
    "first": ("static int hit(int x) { return x; }", "int (*f)(int); int n;", "int (*g)(int); int m;", "{hit, 1}", "to.g(1);"),
    "second": ("static int hit(int x) { return x; } static int hit2(int x) { return x + 1; }",
               "int (*f)(int); int (*g)(int);", "int (*h)(int); int (*i)(int);", "{hit, hit2}", "to.h(1); to.i(1);"),
    "nested": ("static int hit(int x) { return x; }", "struct In { long n; int (*f)(int); } in; long l;",
               "long n; struct In { int (*f)(int); long l; } in;", "{{1, hit}, 2}", "to.in.f(1);"),
    "array": ("static int hit(int x) { return x; }", "int (*f[3])(int);", "int (*a)(int); int (*b)(int); int (*c)(int);",
              "{{nullptr, nullptr, hit}}", "to.c(1);"),
    "object": ("struct I { virtual int hit(int) = 0; }; struct C : I { int hit(int x) override { return x; } }; static C object;",
               "long n; I *object;", "long m; I *other;", "{1, &object}", "to.other->hit(1);"),
    "context": ("struct Data { int (*f)(int); }; static int hit(int x) { return x; } static Data data{hit};"
                "static int call(void *p) { return static_cast<Data *>(p)->f(1); }",
                "int (*call)(void *); void *context;", "int (*c)(void *); void *p;", "{call, &data}", "to.c(to.p);"),
    "member": ("struct C { int hit(int x) { return x; } };", "long n; int (C::*m)(int);", "long l; int (C::*o)(int);",
               "{1, &C::hit}", "C c; (c.*to.o)(1);"),
}

# How the bytes of `from` become `to`: declarations after the records, statements that leave a To
# named `to`.
MOVES = {
    "memcpy": ("", "To to; memcpy(&to, &from, sizeof to);"),
    "memmove": ("", "To to; memmove(&to, &from, sizeof to);"),
    "mempcpy": ("", "To to; mempcpy(&to, &from, sizeof to);"),
    "builtin": ("", "To to; __builtin_memcpy(&to, &from, sizeof to);"),
    "wrapper": ("static void *copy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }",
                "To to; copy(&to, &from, sizeof to);"),
    "template": ("template <class A, class B> A convert(const B &b) { A a; memcpy(&a, &b, sizeof a); return a; }",
                 "To to = convert<To>(from);"),
    "bit_cast": ("", "To to = std::bit_cast<To>(from);"),
    "union": ("union Both { From from; To to; };", "Both both; both.from = from; To &to = both.to;"),
    "union_copy": ("union Both { From from; To to; };", "Both both{from}, other; other = both; To to = other.to;"),
    "cast": ("", "To &to = *reinterpret_cast<To *>(&from);"),
    "reference_cast": ("", "To to = reinterpret_cast<To &>(from);"),
    "malloc_copy": ("", "void *m = malloc(sizeof(To)); memcpy(m, &from, sizeof from); To &to = *static_cast<To *>(m);"),
    "realloc": ("", "void *m = malloc(sizeof(From)); memcpy(m, &from, sizeof from); m = realloc(m, 200);"
                " To to; memcpy(&to, m, sizeof to);"),
    "bytes": ("", "char bytes[sizeof(To)]; memcpy(bytes, &from, sizeof from); To to; memcpy(&to, bytes, sizeof to);"),
    "static_bytes": ("static char bytes[200];", "memcpy(bytes, &from, sizeof from); To to; memcpy(&to, bytes, sizeof to);"),
    "bytes_offset": ("static char bytes[200];", "size_t at = 8; memcpy(bytes + at, &from, sizeof from);"
                     " To to; memcpy(&to, bytes + at, sizeof to);"),
    "bytes_accessed": ("alignas(16) static char bytes[200];", "memcpy(bytes, &from, sizeof from);"
                       " To &to = *reinterpret_cast<To *>(bytes);"),
    "placement": ("alignas(16) static char bytes[200];", "new (bytes) From(from); To &to = *reinterpret_cast<To *>(bytes);"),
    "words": ("", "long words[sizeof(To) / sizeof(long)]; memcpy(words, &from, sizeof from); To to; memcpy(&to, words, sizeof to);"),
    "byte_loop": ("", "To to; for (size_t i = 0; i < sizeof to; i++)"
                  " reinterpret_cast<char *>(&to)[i] = reinterpret_cast<char *>(&from)[i];"),
    "std_copy": ("", "To to; const char *b = reinterpret_cast<const char *>(&from);"
                 " std::copy(b, b + sizeof from, reinterpret_cast<char *>(&to));"),
    "vector": ("", "std::vector<char> bytes(sizeof from); memcpy(bytes.data(), &from, sizeof from);"
               " To to; memcpy(&to, bytes.data(), sizeof to);"),
    "vector_insert": ("", "std::vector<char> bytes; const char *b = reinterpret_cast<const char *>(&from);"
                      " bytes.insert(bytes.end(), b, b + sizeof from); To to; memcpy(&to, &bytes[0], sizeof to);"),
    "array_object": ("", "auto bytes = std::bit_cast<std::array<unsigned char, sizeof(From)>>(from);"
                     " To to = std::bit_cast<To>(bytes);"),
    "aligned_buffer": ("struct Buffer { alignas(16) unsigned char bytes[64]; };",
                       "Buffer buffer; memcpy(buffer.bytes, &from, sizeof from); Buffer other = buffer;"
                       " To to; memcpy(&to, other.bytes, sizeof to);"),
    "buffer_field": ("struct Buffer { int kind; union { long align; char bytes[64]; }; };",
                     "Buffer buffer; new (buffer.bytes) From(from); To &to = *reinterpret_cast<To *>(buffer.bytes);"),
    "queue": ("struct Queue { char bytes[256]; size_t in = 0, out = 0;"
              " void push(const void *p, size_t n) { memcpy(bytes + in, p, n); in += n; }"
              " void pop(void *p, size_t n) { memcpy(p, bytes + out, n); out += n; } };",
              "Queue queue; queue.push(&from, sizeof from); To to; queue.pop(&to, sizeof to);"),
    "memory_resource": ("", "std::pmr::monotonic_buffer_resource pool; void *m = pool.allocate(64);"
                        " memcpy(m, &from, sizeof from); To to; memcpy(&to, m, sizeof to);"),
    "third": ("struct Third { char *a; char *b; char *c; };",
              "Third third{}; memcpy(&third, &from, sizeof from); Third other = third; To to; memcpy(&to, &other, sizeof to);"),
    "holder": ("struct Holder { long before; From from; }; struct Other { long before; To to; };",
               "Holder holder{1, from}; Other other; memcpy(&other, &holder, sizeof other); To to = other.to;"),
    "part": ("struct Holder { long before; From from; };", "Holder holder{1, from}; To to; memcpy(&to, &holder.from, sizeof to);"),
    "array_elements": ("", "From f[2] = {from, from}; To t[2]; memcpy(t, f, sizeof t); To &to = t[1];"),
    "thrown": ("struct Bytes { char bytes[64]; };",
               "To to; try { Bytes b; memcpy(b.bytes, &from, sizeof from); throw b; }"
               " catch (const Bytes &b) { memcpy(&to, b.bytes, sizeof to); }"),
    "returned": ("static To convert(From from) { To to; memcpy(&to, &from, sizeof to); return to; }", "To to = convert(from);"),
    "base": ("struct Base {}; struct A : Base { From from; }; struct B : Base { To to; };",
             "A a; a.from = from; Base *b = &a; To to = static_cast<B *>(b)->to;"),
    "callback": ("static void each(void *p, void (*f)(void *, void *), void *out) { f(p, out); }"
                 "static void put(void *p, void *out) { memcpy(out, p, sizeof(To)); }",
                 "To to; each(&from, put, &to);"),
    "capture": ("", "auto l = [from] { To to; memcpy(&to, &from, sizeof to); return to; }; To to = l();"),
}

HEADERS = {"bit_cast": "bit", "array_object": "bit array", "std_copy": "algorithm", "vector": "vector",
           "vector_insert": "vector", "memory_resource": "memory_resource"}

# Frames of coroutines that the program lays out itself, kept in some way: declarations, statements
# that leave the address `frame`.
FRAMES = {
    "variable": ("struct Frame { void (*r)(void *); void (*d)(void *); }; static Frame own{hit, hit2};", "void *frame = &own;"),
    "local": ("struct Frame { void (*r)(void *); void (*d)(void *); int n; };", "Frame own{hit, hit2, 1}; void *frame = &own;"),
    "heap": ("struct Frame { void (*r)(void *); void (*d)(void *); };",
             "Frame *made = new Frame; made->r = hit; made->d = hit2; void *frame = made;"),
    "derived": ("struct Base { void (*r)(void *); void (*d)(void *); }; struct Frame : Base { int n = 0; };",
                "Frame own; own.r = hit; own.d = hit2; void *frame = &own;"),
    "array": ("static void (*own[2])(void *) = {hit, hit2};", "void *frame = own;"),
    "inside": ("struct Frame { void (*r)(void *); void (*d)(void *); }; struct Around { long n; Frame frame; };",
               "Around own{1, {hit, hit2}}; void *frame = &own.frame;"),
    "template": ("template <class P> struct Frame { void (*r)(void *); void (*d)(void *); P promise; };",
                 "Frame<int> own{hit, hit2, 1}; void *frame = &own;"),
}

RESUMES = {
    "handle": ("", "auto h = std::coroutine_handle<>::from_address(frame); h.resume(); h.destroy();"),
    "call": ("", "auto h = std::coroutine_handle<>::from_address(frame); h(); h.destroy();"),
    "kept": ("static std::coroutine_handle<> kept;",
             "kept = std::coroutine_handle<>::from_address(frame); kept.resume(); kept.destroy();"),
    "owner": ("struct Owner { std::coroutine_handle<> h; ~Owner() { h.destroy(); } };",
              "Owner o{std::coroutine_handle<>::from_address(frame)}; o.h.resume();"),
    "queue": ("", "std::vector<std::coroutine_handle<>> q; q.push_back(std::coroutine_handle<>::from_address(frame));"
              " q[0].resume(); for (auto h : q) h.destroy();"),
}


def record_case(record, move):
    before, from_, to, value, call = RECORDS[record]
    after, statements = MOVES[move]
    code = ("%s\nstruct From { %s };\nstruct To { %s };\n%s\nstatic void run()\n{\n    From from%s;\n    %s\n    { %s }\n}\n" %
            (before, from_, to, after.replace("VALUE", "From" + value), value, statements, call))
    return {"name": "record-%s-%s" % (record, move), "code": code, "headers": HEADERS.get(move, "").split(),
            "feature": "records of another type"}


def frame_case(frame, resume):
    declared, made = FRAMES[frame]
    helper, use = RESUMES[resume]
    code = ("static void hit(void *) {}\nstatic void hit2(void *) {}\n%s\n%s\nstatic void run()\n{\n    %s\n    %s\n}\n" %
            (declared, helper, made, use))
    return {"name": "frame-%s-%s" % (frame, resume), "code": code, "headers": ["coroutine", "vector"],
            "feature": "frames of coroutines by hand"}


def cases():
    """Each way to move bytes with half of the records, and each frame."""
    made = [record_case(record, move) for k, move in enumerate(MOVES) for i, record in enumerate(RECORDS)
            if (i + k) % 2 == 0]
    return made + [frame_case(frame, resume) for frame in FRAMES for resume in RESUMES]
