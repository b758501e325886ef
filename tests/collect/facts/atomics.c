/* Atomic builtins by way of the standard macros. */
#include <stdatomic.h>
typedef void (*fn)(void);
void a(void);
_Atomic(fn) handler;

fn swap(fn f)
{
    fn expected = 0;
    atomic_store(&handler, a);
    if (!atomic_compare_exchange_strong(&handler, &expected, f)) {
        handler = expected;
    }
    return atomic_exchange(&handler, f);
}

/* Of numbers nothing is followed. */
void copy(unsigned long *from, unsigned long *to)
{
    __atomic_load(from, to, __ATOMIC_ACQUIRE);
}
