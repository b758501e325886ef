/* Addresses that are passed as numbers: without a parameter, in two halves, and as members of a record of numbers. */
#include <stdarg.h>
#include <stdint.h>
#include <ucontext.h>
typedef int function(void);
struct operations {
    int count;
    function *call;
};
struct quarters {
    unsigned a, b, c, d;
};
static int as_number(void)
{
    return 0;
}
static int by_pointer(void)
{
    return 0;
}
static int by_halves(void)
{
    return 0;
}
static int by_members(void)
{
    return 0;
}
static int take(int count, ...)
{
    va_list list;
    va_start(list, count);
    function *first = (function *)va_arg(list, void *);
    va_end(list);
    return first();
}
static int taking(int count, ...)
{
    va_list list;
    va_start(list, count);
    function *first = (function *)va_arg(list, void *);
    va_end(list);
    return first();
}
static int from_variable(void)
{
    return 0;
}
static int from_result(void)
{
    return 0;
}
static int from_field(void)
{
    return 0;
}
static int at_once(void)
{
    return 0;
}
int call_number();
struct kept {
    uintptr_t number;
};
static int take_kept(int count, ...)
{
    va_list list;
    va_start(list, count);
    function *first = (function *)va_arg(list, void *);
    va_end(list);
    return first();
}
static uintptr_t number_of(function *function)
{
    return (uintptr_t)function;
}
static ucontext_t caller;
static void run(int high, int low)
{
    uintptr_t address = (uintptr_t)(unsigned)high << 32 | (unsigned)low;
    ((struct operations *)address)->call();
}
int main(void)
{
    static ucontext_t context;
    static char stack[65536];
    static struct operations operations = {1, by_halves};
    int sum = take(1, (long)as_number);
    int (*taker)(int, ...) = taking;
    sum += taker(1, (long)by_pointer);

    uintptr_t variable = (uintptr_t)from_variable;
    sum += take_kept(1, variable);
    struct kept kept = {(uintptr_t)from_field};
    sum += call_number(at_once);
    sum += call_number(kept.number);
    sum += call_number(number_of(from_result));

    getcontext(&context);
    context.uc_stack.ss_sp = stack;
    context.uc_stack.ss_size = sizeof stack;
    context.uc_link = &caller;
    uintptr_t address = (uintptr_t)&operations;
    makecontext(&context, (void (*)(void))run, 2, (int)(address >> 32), (int)address);
    swapcontext(&caller, &context);

    struct operations from = {1, by_members}, to;
    struct quarters *source = (void *)&from, *target = (void *)&to;
    target->a = source->a;
    target->b = source->b;
    target->c = source->c;
    target->d = source->d;
    return sum + to.call();
}
