/* Attributes, assembly, atomics, labels, allocation on the stack. */
typedef void (*fn)(int);
void a(int);
void target(void *p, fn f)
{
    (void)p;
    f(1);
}
void other(void *, fn) __attribute__((alias("target")));
static fn resolve(void)
{
    return a;
}
void resolved(int) __attribute__((ifunc("resolve")));
__attribute__((constructor)) static void at_start(void)
{
}
__attribute__((used)) static void from_elsewhere(int n)
{
    (void)n;
}
static void release(fn *f)
{
    (*f)(0);
}
fn named asm("renamed");

void cleaned(fn f)
{
    __attribute__((cleanup(release))) fn kept = f;
    named = kept;
}

fn assembled(fn in)
{
    fn out;
    __asm__("" : "=r"(out) : "r"(in));
    return out;
}

fn atomics(fn *p, fn f, fn g)
{
    __atomic_store_n(p, f, __ATOMIC_SEQ_CST);
    fn old = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    __atomic_compare_exchange_n(p, &old, g, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return __sync_lock_test_and_set(p, a);
}

void *label(int n)
{
    void *at = &&out;
    goto *at;
out:
    return __builtin_alloca(n);
}

extern fn also asm("aliased") __attribute__((alias("hidden")));
static fn hidden = a;
union any {
    fn f;
    void *p;
} __attribute__((transparent_union));
static fn taken(union any u)
{
    return u.f;
}

fn unions(fn f)
{
    union any u = (union any)f;
    also = taken(f);
    return u.f;
}
