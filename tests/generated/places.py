"""C and C++ programs that keep a function in a record, put the record somewhere, and hand on its address or
its bytes, as the language and the library allow.

Each of the ways is alone in its program: what goes through one slot of the whole program would hide
what another loses. Left out are ways that linking does not follow by intent: text (`%p`). In C++ it does not
follow bytes of records through files, nor distances between data, where the record is read by hand.

A case is a dict as honest.py takes it.
"""

import itertools
import random

# How struct R keeps a function: its declarations, what puts HIT there, what calls it.
KEPT = {
    "typed": ("struct R { long n; int (*f)(int); };", "r->f = hit;", "r->f(1);"),
    "void": ("struct R { long n; void *f; };", "r->f = (void *)hit;", "((int (*)(int))r->f)(1);"),
    "integer": ("struct R { long n; uintptr_t f; };", "r->f = (uintptr_t)hit;", "((int (*)(int))r->f)(1);"),
    "other_type": ("struct R { long n; void (*f)(void); };", "r->f = (void (*)(void))hit;", "((int (*)(int))r->f)(1);"),
    "array": ("struct R { long n; int (*f[3])(int); };", "r->f[n] = hit;", "for (int k = 0; k < 3; k++) if (r->f[k]) r->f[k](1);"),
    "union": ("struct R { long n; union { void *p; int (*f)(int); long i; } u; };", "r->u.p = (void *)hit;", "r->u.f(1);"),
    "nested": ("struct R { long n; struct In { long m; int (*f)(int); } in; };", "r->in.f = hit;", "r->in.f(1);"),
    "behind": ("struct In { int (*f)(int); }; static struct In in; struct R { long n; struct In *in; };",
               "in.f = hit; r->in = &in;", "r->in->f(1);"),
    "table": ("struct In { const char *name; int (*f)(int); }; static const struct In in[] = {{\"a\", hit}};"
              " struct R { long n; const struct In *in; };", "r->in = in;", "r->in[0].f(1);"),
    "bytes": ("struct R { long n; char f[sizeof(void *)]; };", "int (*p)(int) = hit; memcpy(r->f, &p, sizeof p);",
              "int (*p)(int); memcpy(&p, r->f, sizeof p); p(1);"),
    "field_address": ("struct R { long n; int (*f)(int); };", "int (**p)(int) = &r->f; *p = hit;",
                      "int (**p)(int) = &r->f; (*p)(1);"),
    "offset": ("struct R { long n; int (*f)(int); };", "*(int (**)(int))((char *)r + offsetof(struct R, f)) = hit;",
               "(*(int (**)(int))((char *)r + offsetof(struct R, f)))(1);"),
    "offset_read": ("struct R { long n; void *f; };", "r->f = (void *)hit;", "(*(int (**)(int))((char *)r + n * 8))(1);"),
    "offset_integer": ("struct R { long n; int (*f)(int); };", "r->f = hit;",
                       "(*(int (**)(int))((uintptr_t)r + offsetof(struct R, f)))(1);"),
    "words": ("struct R { long n; int (*f)(int); };", "r->f = hit;", "((int (*)(int))((long *)r)[n])(1);"),
    "pointers": ("struct R { long n; int (*f)(int); };", "r->f = hit;", "((int (*)(int))((void **)r)[n])(1);"),
    "pointers_written": ("struct R { long n; int (*f)(int); };", "((void **)r)[n] = (void *)hit;", "r->f(1);"),
    "counted": ("struct R { int (*e)(int); int (*f)(int); int (*g)(int); };", "r->e = r->f = 0; r->g = hit;",
                "for (int (**p)(int) = &r->e; p <= &r->g; p++) if (*p) (*p)(1);"),
    "indexed": ("struct R { long n; int (*e)(int); int (*f)(int); };", "r->e = 0; r->f = hit;", "(&r->e)[n](1);"),
    "got": ("struct R { long n; int (*f)(int); }; static void get(void *out, const void *from) { memcpy(out, from, sizeof(void *)); }",
            "r->f = hit;", "int (*p)(int); get(&p, &r->f); p(1);"),
    "bytes_read": ("struct R { long n; int (*f)(int); };", "r->f = hit;",
                   "int (*p)(int); memcpy(&p, (char *)r + n * 8, sizeof p); p(1);"),
    "bytes_read_integer": ("struct R { long n; void *f; };", "r->f = (void *)hit;",
                           "int (*p)(int); memcpy(&p, (void *)((uintptr_t)r + 8u), sizeof p); p(1);"),
    "bytes_written": ("struct R { long n; int (*f)(int); };",
                      "int (*p)(int) = hit; memcpy((char *)r + n * 8, &p, sizeof p);", "r->f(1);"),
    "first": ("struct In { int (*f)(int); long m; }; struct R { struct In in; long n; };", "r->in.f = hit;",
              "((struct In *)r)->f(1);"),
    "first_pointer": ("struct R { int (*f)(int); long n; };", "r->f = hit;", "(*(int (**)(int))r)(1);"),
    "layout": ("struct R { long n; int (*f)(int); }; struct S { long m; int (*g)(int); };", "r->f = hit;",
               "((struct S *)r)->g(1);"),
    "other_member": ("struct A { long s; int (*f)(int); }; struct B { long t; int (*g)(int); };"
                     " struct R { long n; union { struct A a; struct B b; } u; };", "r->u.a.f = hit;", "r->u.b.g(1);"),
    "other_place": ("struct R { long n; int (*f)(int); }; struct S { long m; int (*g)(int); };", "r->f = hit;",
                    "(*(struct S **)&r)->g(1);"),
    "anonymous": ("struct R { long n; union { struct { int (*f)(int); long m; }; long l[2]; }; };", "r->f = hit;", "r->f(1);"),
    "flexible": ("struct R { long n; long m; int (*f[])(int); };", "r->f[0] = hit;", "r->f[0](1);"),
    "packed": ("struct __attribute__((packed)) R { char n; int (*f)(int); char m[7]; };", "r->f = hit;", "r->f(1);"),
    "bit_field": ("struct R { long n; unsigned long f : 56, m : 8; };", "r->f = (uintptr_t)hit;", "((int (*)(int))(uintptr_t)r->f)(1);"),
    "halves": ("struct R { long n; uint32_t low, high; };",
               "r->low = (uint32_t)(uintptr_t)hit; r->high = (uint32_t)((uintptr_t)hit >> 32);",
               "((int (*)(int))((uintptr_t)r->low | (uintptr_t)r->high << 32))(1);"),
    "difference": ("struct R { long n; long f; };", "r->f = (char *)hit - (char *)run;", "((int (*)(int))((char *)run + r->f))(1);"),
    "difference_of_data": ("static char base[8]; struct R { long n; long f; };", "r->f = (char *)hit - base;", "((int (*)(int))(base + r->f))(1);"),
    "difference_small": ("struct R { long n; int32_t f; };", "r->f = (int32_t)((char *)hit - (char *)run);",
                         "((int (*)(int))((char *)run + r->f))(1);"),
    "difference_integer": ("struct R { long n; int32_t f; };", "r->f = (int32_t)((uintptr_t)hit - (uintptr_t)run);",
                           "((int (*)(int))((uintptr_t)run + r->f))(1);"),
    "difference_of_itself": ("struct R { long n; long f; };", "r->f = (long)((uintptr_t)hit - (uintptr_t)&r->f);",
                             "((int (*)(int))((uintptr_t)&r->f + r->f))(1);"),
    "boxed": ("struct R { long n; double f; };",
              "uint64_t w = (uint64_t)(uintptr_t)hit | 0xfff8000000000000u; memcpy(&r->f, &w, sizeof w);",
              "uint64_t w; memcpy(&w, &r->f, sizeof w); ((int (*)(int))(uintptr_t)(w & 0x7ffffffffffffu))(1);"),
    "wide": ("struct R { long n; long pad; __attribute__((aligned(16))) unsigned __int128 f; };",
             "r->f = (unsigned __int128)(uintptr_t)hit << 64;", "((int (*)(int))(uintptr_t)(r->f >> 64))(1);"),
    "vector": ("typedef long V __attribute__((vector_size(16), aligned(8))); struct R { long n; V f; };", "r->f[1] = (long)hit;",
               "((int (*)(int))r->f[1])(1);"),
    "atomic": ("#include <stdatomic.h>\nstruct R { long n; int (*_Atomic f)(int); };", "atomic_store(&r->f, hit);", "atomic_load(&r->f)(1);"),
    "exchanged": ("struct R { long n; int (*f)(int); };", "__atomic_store_n(&r->f, hit, __ATOMIC_SEQ_CST);",
                  "int (*p)(int) = __atomic_exchange_n(&r->f, 0, __ATOMIC_SEQ_CST); p(1);"),
    "encrypted": ("struct R { long n; uintptr_t f; };", "r->f = (uintptr_t)hit ^ 0x123456789u;",
                  "((int (*)(int))(r->f ^ 0x123456789u))(1);"),
    "marked": ("struct R { long n; uintptr_t f; };", "r->f = (uintptr_t)hit << 1 | 1;", "((int (*)(int))(r->f >> 1))(1);"),
    "volatile": ("struct R { long n; int (*volatile f)(int); };", "r->f = hit;", "r->f(1);"),
    "twice": ("struct R { long n; int (**f)(int); }; static int (*cell)(int);", "cell = hit; r->f = &cell;", "(*r->f)(1);"),
}

# Where the record is: declarations, statements that leave its address `from`.
PLACES = {
    "static": ("static struct R object;", "struct R *from = (struct R *)&object;"),
    "local": ("", "char room[64] __attribute__((aligned(16))); struct R *from = (struct R *)room; memset(room, 0, 64);"),
    "heap": ("", "struct R *from = (struct R *)calloc(2, 64);"),
    "own_heap": ("static void *get(size_t n) { void *p = malloc(n); if (!p) abort(); return memset(p, 0, n); }",
                 "struct R *from = (struct R *)get(64);"),
    "arena": ("static long arena[512]; static size_t used; static void *get(size_t n) { void *p = (char *)arena + used; used += n; return p; }",
              "get(16); struct R *from = (struct R *)get(64);"),
    "within": ("struct Around { long before; struct R object; long after[8]; }; static struct Around around;",
               "struct R *from = (struct R *)&around.object;"),
    "element": ("static char objects[4][64] __attribute__((aligned(16)));", "struct R *from = (struct R *)objects[n];"),
    "mapped": ("#include <sys/mman.h>\n",
               "struct R *from = (struct R *)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
    "stack": ("", "struct R *from = (struct R *)__builtin_alloca(64); memset(from, 0, 64);"),
    "thread": ("static __thread struct R object;", "struct R *from = (struct R *)&object;"),
}

# How the record gets from there to where its function is called: declarations, statements that take
# `from` to `to`.
WAYS = {
    "same": ("", "struct R *to = (struct R *)from;"),
    "void_pointer": ("static void *kept;", "kept = from; struct R *to = (struct R *)kept;"),
    "bytes_pointer": ("static char *kept;", "kept = (char *)from; struct R *to = (struct R *)kept;"),
    "integer": ("static uintptr_t kept;", "kept = (uintptr_t)from; struct R *to = (struct R *)kept;"),
    "integers": ("static long kept[4];", "kept[n] = (long)from; struct R *to = (struct R *)kept[n];"),
    "out_parameter": ("static void put(void **out, void *p) { *out = p; }", "void *kept; put(&kept, from); struct R *to = (struct R *)kept;"),
    "typed_out": ("static void put(void **out, void *p) { *out = p; }", "struct R *to; put((void **)&to, from);"),
    "node": ("struct Node { struct Node *next; void *data; }; static struct Node *head;",
             "struct Node *node = (struct Node *)malloc(sizeof *node); node->data = from; node->next = head; head = node;"
             " struct R *to = (struct R *)head->data;"),
    "hash": ("static void *kept[16];", "kept[(uintptr_t)from >> 4 & 15] = from; struct R *to = (struct R *)0;"
             " for (int k = 0; k < 16; k++) if (kept[k]) to = (struct R *)kept[k];"),
    "assigned": ("static char other[64] __attribute__((aligned(16)));", "*(struct R *)other = *from; memcpy(other, from, 64); struct R *to = (struct R *)other;"),
    "copied": ("static char other[64] __attribute__((aligned(16)));", "memcpy(other, from, 64); struct R *to = (struct R *)other;"),
    "copied_heap": ("", "struct R *to = (struct R *)malloc(64); memcpy(to, from, 64);"),
    "copied_twice": ("", "char bytes[64]; memcpy(bytes, from, 64); struct R *to = (struct R *)malloc(64); memmove(to, bytes, 64);"),
    "duplicated": ("static void *twin(const void *p, size_t n) { return memcpy(malloc(n), p, n); }", "struct R *to = (struct R *)twin(from, 64);"),
    "byte_loop": ("", "struct R *to = (struct R *)malloc(64); for (int k = 0; k < 64; k++) ((char *)to)[k] = ((char *)from)[k];"),
    "byte_pointers": ("static void copy(void *a, const void *b, size_t n) { char *x = (char *)a; const char *y = (const char *)b; while (n--) *x++ = *y++; }",
                      "struct R *to = (struct R *)malloc(64); copy(to, from, 64);"),
    "word_loop": ("", "struct R *to = (struct R *)malloc(64); for (int k = 0; k < 8; k++) ((uint64_t *)to)[k] = ((uint64_t *)from)[k];"),
    "pointer_loop": ("", "struct R *to = (struct R *)malloc(64); for (int k = 0; k < 8; k++) ((void **)to)[k] = ((void **)from)[k];"),
    "pointer_copied": ("", "struct R *to; memcpy(&to, &from, sizeof to);"),
    "argument": ("static struct R *pass(struct R *p) { return p; }", "struct R *to = (struct R *)pass(from);"),
    "void_argument": ("static void *pass(void *p) { return p; }", "struct R *to = (struct R *)pass(from);"),
    "integer_argument": ("static long pass(long p) { return p; }", "struct R *to = (struct R *)pass((long)from);"),
    "variadic": ("#include <stdarg.h>\nstatic void *pass(int n, ...) { va_list l; va_start(l, n); void *p = va_arg(l, void *); va_end(l); return p; }",
                 "struct R *to = (struct R *)pass(1, from);"),
    "va_list": ("#include <stdarg.h>\nstatic void *take(va_list l) { return va_arg(l, void *); }"
                " static void *pass(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); void *p = take(m); va_end(m); va_end(l); return p; }",
                "struct R *to = (struct R *)pass(1, from);"),
    "exclusive_or": ("static uintptr_t kept, mask = 0x1234567;", "kept = (uintptr_t)from ^ mask; struct R *to = (struct R *)(kept ^ mask);"),
    "tag": ("static uintptr_t kept;", "kept = (uintptr_t)from | 1; struct R *to = (struct R *)(kept & ~(uintptr_t)1);"),
    "packed_bits": ("static struct { uint64_t p : 48, tag : 16; } kept;", "kept.p = (uintptr_t)from; kept.tag = 3; struct R *to = (struct R *)(uintptr_t)kept.p;"),
    "halves": ("static uint32_t low, high;", "low = (uint32_t)(uintptr_t)from; high = (uint32_t)((uintptr_t)from >> 32);"
               " struct R *to = (struct R *)((uintptr_t)high << 32 | low);"),
    "relative": ("static char base[8];", "long distance = (char *)from - base; struct R *to = (struct R *)(base + distance);"),
    "relative_integer": ("static char base[8];", "intptr_t distance = (intptr_t)from - (intptr_t)base; struct R *to = (struct R *)((intptr_t)base + distance);"),
    "container": ("struct Link { struct Link *next; }; struct Owner { long l; struct Link link; struct R *r; }; static struct Link *kept;",
                  "static struct Owner owner; owner.r = from; kept = &owner.link;"
                  " struct R *to = (struct R *)(((struct Owner *)((char *)kept - offsetof(struct Owner, link)))->r);"),
    "member_back": ("static void *kept;", "kept = (char *)from + 8; struct R *to = (struct R *)((char *)kept - 8);"),
    "pipe": ("", "int p[2]; if (pipe(p)) abort(); write(p[1], &from, sizeof from); struct R *to; read(p[0], &to, sizeof to);"),
    "pipe_bytes": ("", "int p[2]; if (pipe(p)) abort(); write(p[1], from, 64); struct R *to = (struct R *)malloc(64); read(p[0], to, 64);"),
    "file_bytes": ("", "FILE *file = tmpfile(); fwrite(from, 64, 1, file); rewind(file); struct R *to = (struct R *)malloc(64); fread(to, 64, 1, file);"),
    "sorted": ("static int order(const void *a, const void *b) { return *(long *const *)a < *(long *const *)b; }",
               "struct R *list[2] = {0, from}; qsort(list, 2, sizeof *list, order); struct R *to = (struct R *)list[0];"),
    "searched": ("#include <search.h>\nstatic int order(const void *a, const void *b) { return (a > b) - (a < b); }",
                 "void *root = 0; tsearch(from, &root, order); struct R *to = (struct R *)(*(struct R **)tfind(from, &root, order));"),
    "hashed": ("#include <search.h>\n", "hcreate(8); ENTRY e = {\"key\", from}; hsearch(e, ENTER); e.data = 0; struct R *to = (struct R *)hsearch(e, FIND)->data;"),
    "queued": ("#include <search.h>\nstruct Item { struct Item *next, *last; struct R *r; };",
               "static struct Item a, b; b.r = from; insque(&a, 0); insque(&b, &a); struct R *to = (struct R *)a.next->r;"),
    "thread": ("#include <pthread.h>\nstatic void *go(void *p) { return p; }",
               "pthread_t t; void *got; pthread_create(&t, 0, go, from); pthread_join(t, &got); struct R *to = (struct R *)got;"),
    "specific": ("#include <pthread.h>\n", "pthread_key_t key; pthread_key_create(&key, 0); pthread_setspecific(key, from); struct R *to = (struct R *)pthread_getspecific(key);"),
    "atomic": ("#include <stdatomic.h>\nstatic struct R *_Atomic kept;", "atomic_store(&kept, from); struct R *to = (struct R *)atomic_load(&kept);"),
    "atomic_void": ("#include <stdatomic.h>\nstatic _Atomic(void *) kept;", "void *no = 0; atomic_compare_exchange_strong(&kept, &no, from); struct R *to = (struct R *)atomic_exchange(&kept, 0);"),
    "atomic_integer": ("#include <stdatomic.h>\nstatic atomic_uintptr_t kept;", "atomic_fetch_or(&kept, (uintptr_t)from); struct R *to = (struct R *)atomic_load(&kept);"),
    "swapped": ("static void *kept;", "__sync_bool_compare_and_swap(&kept, 0, from); struct R *to = (struct R *)__sync_lock_test_and_set(&kept, 0);"),
    "builtin_generic": ("static struct R *kept;", "__atomic_store(&kept, &from, __ATOMIC_SEQ_CST); struct R *to; __atomic_load(&kept, &to, __ATOMIC_SEQ_CST);"),
    "volatile": ("static struct R *volatile kept;", "kept = from; struct R *to = (struct R *)kept;"),
    "union": ("union U { struct R *r; uintptr_t i; void *v; char b[8]; };", "union U u; u.r = from; union U v; v.i = u.i; struct R *to = (struct R *)v.v;"),
    "union_bytes": ("union U { struct R *r; char b[8]; };", "union U u, v; u.r = from; for (int k = 0; k < 8; k++) v.b[k] = u.b[k]; struct R *to = (struct R *)v.r;"),
    "other_record": ("struct A { long n; struct R *p; }; struct B { long m; void *q; };", "struct A a = {1, from}; struct R *to = (struct R *)(((struct B *)&a)->q);"),
    "record_bytes": ("struct A { long n; struct R *p; }; struct B { long m; struct R *q; };", "struct A a = {1, from}; struct B b; memcpy(&b, &a, sizeof b); struct R *to = (struct R *)b.q;"),
    "by_value": ("struct A { long n[4]; struct R *p; }; static struct A pass(struct A a) { return a; }", "struct A a = {{1}, from}; struct R *to = (struct R *)(pass(a).p);"),
    "variadic_record": ("#include <stdarg.h>\nstruct A { struct R *p; long n; };"
                        " static struct R *pass(int n, ...) { va_list l; va_start(l, n); struct A a = va_arg(l, struct A); va_end(l); return a.p; }",
                        "struct A a = {from, 1}; struct R *to = (struct R *)pass(1, a);"),
    "ternary": ("", "struct R *to = n ? from : 0;"),
    "comma": ("", "struct R *to = (n++, n--, from);"),
    "statement": ("", "struct R *to = ({ struct R *p = from; p; });"),
    "elvis": ("", "struct R *no = 0, *to = no ?: from;"),
    "typeof": ("", "__typeof__(from) to = from;"),
    "auto_type": ("", "__auto_type to = from;"),
    "generic": ("", "struct R *to = _Generic(from, struct R *: from, default: (struct R *)0);"),
    "literal": ("struct A { struct R *p; };", "struct A *a = &(struct A){from}; struct R *to = (struct R *)a->p;"),
    "designated": ("struct A { long n; struct R *p[4]; };", "struct A a = {.n = 1, .p = {[0 ... 1] = 0, [2] = from}}; struct R *to = (struct R *)(a.p[n + 1]);"),
    "indexed": ("static struct R *kept[4];", "1[kept] = from; struct R *to = (struct R *)*(kept + n);"),
    "strided": ("static struct R *kept[4];", "struct R **p = kept; *p++ = 0; *p = from; p = kept; struct R *to = (struct R *)(*++p);"),
    "handle": ("static struct { struct R *r; int used; } kept[4]; static int open_it(struct R *r) { kept[2].r = r; return 2; }"
               " static struct R *of(int h) { return kept[h].r; }", "int h = open_it(from); struct R *to = (struct R *)of(h);"),
    "callback": ("static void *got; static void take(void *p) { got = p; } static void each(void (*f)(void *), void *p) { f(p); }",
                 "each(take, from); struct R *to = (struct R *)got;"),
    "callback_long": ("static long got; static void take(long p) { got = p; } static void each(void (*f)(long), long p) { f(p); }",
                      "each(take, (long)from); struct R *to = (struct R *)got;"),
    "jump": ("#include <setjmp.h>\nstatic jmp_buf where; static void *volatile kept;",
             "if (!setjmp(where)) { kept = from; longjmp(where, 1); } struct R *to = (struct R *)kept;"),
    "assembly": ("", "struct R *to; __asm__(\"\" : \"=r\"(to) : \"0\"(from));"),
    "assembly_in_place": ("", "struct R *to = (struct R *)from; __asm__(\"\" : \"+r\"(to));"),
    "aligned": ("", "struct R *to = (struct R *)__builtin_assume_aligned(from, 8);"),
    "expected": ("", "struct R *to = (struct R *)__builtin_expect((long)from, 1);"),
    "chosen": ("", "struct R *to = __builtin_choose_expr(1, from, 0);"),
    "rounded": ("", "struct R *to = (struct R *)(((uintptr_t)from + 7) / 8 * 8);"),
    "grown": ("", "char *grown = (char *)malloc(64); memcpy(grown, from, 64); grown = (char *)realloc(grown, 4096); struct R *to = (struct R *)grown;"),
    "appended": ("static char *buffer; static size_t length; static void append(const void *p, size_t n) { buffer = (char *)realloc(buffer, length + n); memcpy(buffer + length, p, n); length += n; }",
                 "append(\"12345678\", 8); append(from, 64); struct R *to = (struct R *)(buffer + 8);"),
    "appended_pointer": ("static char *buffer; static size_t length; static void append(const void *p, size_t n) { buffer = (char *)realloc(buffer, length + n); memcpy(buffer + length, p, n); length += n; }",
                         "append(&from, sizeof from); append(\"x\", 1); struct R *to; memcpy(&to, buffer, sizeof to);"),
    "double": ("static double kept;", "uint64_t w = (uintptr_t)from; memcpy(&kept, &w, 8); double d = kept; memcpy(&w, &d, 8); struct R *to = (struct R *)(uintptr_t)w;"),
    "double_union": ("union D { double d; uint64_t w; struct R *r; };", "union D d, e; d.r = from; e.d = d.d; struct R *to = (struct R *)e.w;"),
    "wide": ("static unsigned __int128 kept;", "kept = (unsigned __int128)(uintptr_t)from << 64 | 1; struct R *to = (struct R *)(uintptr_t)(kept >> 64);"),
    "vector": ("typedef long V __attribute__((vector_size(16)));", "V v = {0, (long)from}; V w = v + 0; struct R *to = (struct R *)w[1];"),
    "stream": ("", "char *text; size_t size; FILE *f = open_memstream(&text, &size); fwrite(from, 64, 1, f); fclose(f); struct R *to = (struct R *)text;"),
    "shared": ("#include <sys/mman.h>\n", "void **shared = (void **)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);"
               " shared[3] = from; struct R *to = (struct R *)shared[n + 2];"),
    "constant_cast": ("static const void *kept;", "kept = from; struct R *to = (struct R *)kept;"),
    "function_pointer": ("static void (*kept)(void);", "kept = (void (*)(void))(void *)from; struct R *to = (struct R *)(void *)kept;"),
    "three_levels": ("static void ****kept;", "static void *a, **b, ***c; a = from; b = &a; c = &b; kept = &c; struct R *to = (struct R *)***kept;"),
    "matrix": ("static void *kept[2][3][2];", "kept[1][n][1] = from; void *(*row)[2] = kept[1]; struct R *to = (struct R *)row[n][1];"),
    "signal": ("#include <signal.h>\nstatic void *got; static void on(int s, siginfo_t *i, void *c) { got = i->si_value.sival_ptr; }",
               "struct sigaction a; memset(&a, 0, sizeof a); a.sa_sigaction = on; a.sa_flags = SA_SIGINFO; sigaction(SIGUSR1, &a, 0);"
               " union sigval v; v.sival_ptr = from; sigqueue(getpid(), SIGUSR1, v); struct R *to = (struct R *)got;"),
    "strings": ("", "char *words[3] = {\"a\", (char *)from, 0}; char **w = words; w++; struct R *to = (struct R *)*w;"),
    "cleanup": ("static void *got; static void done(void *p) { got = *(void **)p; }", "{ __attribute__((cleanup(done))) void *p = from; } struct R *to = (struct R *)got;"),
    "weak_alias": ("static void *kept; extern void *other __attribute__((alias(\"kept_2\"))); void *kept_2;", "kept_2 = from; struct R *to = (struct R *)other;"),
    "section": ("static void *kept __attribute__((section(\"mine\"), used)); extern void *__start_mine[];", "kept = from; struct R *to = (struct R *)__start_mine[0];"),
}

# What C++ has not.
C_ALONE = {"atomic", "atomic_void", "atomic_integer", "generic", "literal", "auto_type", "chosen"}


def code(kept, place, way):
    record, put, call = KEPT[kept]
    room, begin = PLACES[place]
    helper, move = WAYS[way]
    return ("#include <stddef.h>\nvoid run(void);\nstatic int hit(int x) { return x; }\nstatic volatile int n = 1;\n%s\n%s\n%s\n"
            "static void keep(struct R *r) { %s }\nstatic void use(struct R *r) { %s }\n"
            "void run(void)\n{\n    %s\n    keep(from);\n    %s\n    use(to);\n}\n" %
            (record, room, helper, put, call, begin, move))


def possible(kept, place, way):
    sized = kept != "flexible" or place not in ("static", "within", "thread")
    moves = kept != "difference_of_itself" or way == "same"
    return sized and moves


def case(kept, place, way, c=True):
    return {"name": "-".join(("place" if c else "cxx_place", kept, place, way)), "code": code(kept, place, way), "c": c,
            "alone": True, "feature": "C: keeping x place x way" if c else "C++: keeping x place x way"}


def in_languages(combination):
    languages = (True,) if C_ALONE & set(combination) else (True, False)
    return [case(*combination, c) for c in languages]


def all_pairs(seed):
    """Each two of keeping, place and way together: thousands of programs."""
    draw = random.Random(seed)
    every = [one for one in itertools.product(KEPT, PLACES, WAYS) if possible(*one)]
    draw.shuffle(every)
    seen, chosen = set(), []
    for one in every:
        pairs = {(0, one[0], one[1]), (1, one[0], one[2]), (2, one[1], one[2])}
        if not pairs <= seen:
            seen |= pairs
            chosen.append(one)
    return [made for one in chosen for made in in_languages(one)]


def cases(seed):
    """Each way of keeping, and each way of handing on, in one place, and in C and C++ by turns."""
    draw = random.Random(seed)
    drawn = [(kept, draw.choice([p for p in PLACES if possible(kept, p, "same")]), "same") for kept in KEPT]
    drawn += [("typed", draw.choice(list(PLACES)), way) for way in WAYS]
    made = [in_languages(one) for one in drawn]
    return [languages[i % len(languages)] for i, languages in enumerate(made)]
