// clang prints addresses of expressions: left out.
struct __attribute__((capability("mutex"))) lock { };
struct guarded {
    lock l;
    __attribute__((exclusive_locks_required(l))) int f() { return 1; }
};
int g(guarded &x) { return x.f(); }
