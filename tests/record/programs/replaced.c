// Functions without hooks that end by a call: the frame of the callee replaces theirs.
// flags -foptimize-sibling-calls
// calls main outer 10
// total leaf 10
// total other 10
// calls other leaf 10
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void other(void)
{
    leaf();
}

__attribute__((noinline, no_instrument_function)) static void second(void)
{
    other();
}

__attribute__((noinline, no_instrument_function)) static void first(void)
{
    second();
}

__attribute__((noinline)) void outer(void)
{
    first();
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        outer();
    }
    return 0;
}
