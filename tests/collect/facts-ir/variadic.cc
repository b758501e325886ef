/* Variable arguments. */
void one(int);
using handler = void (*)(int);

static void from(int n, __builtin_va_list list)
{
    handler f = __builtin_va_arg(list, handler);
    f(n);
}

void variadic(int n, ...)
{
    __builtin_va_list list, copy;
    __builtin_va_start(list, n);
    __builtin_va_copy(copy, list);
    __builtin_va_arg(list, handler)(n);
    from(n, copy);
    __builtin_va_end(copy);
    __builtin_va_end(list);
}

void run() { variadic(1, one); }
