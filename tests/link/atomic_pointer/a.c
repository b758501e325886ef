#include <stdatomic.h>
typedef void (*fn)(void);
static _Atomic(fn) hook;
static fn plain;
static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}
int main(void)
{
    atomic_store(&hook, f);
    fn p = atomic_load(&hook);
    p();
    fn old = atomic_exchange(&hook, g);
    old();
    __atomic_store_n(&plain, h, __ATOMIC_SEQ_CST);
    fn expected = h;
    __sync_bool_compare_and_swap(&plain, expected, h);
    __atomic_load_n(&plain, __ATOMIC_ACQUIRE)();
    return 0;
}
