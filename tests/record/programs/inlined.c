// Hooks that clang adds after inlining: an inlined function is a part of its caller.
// compilers clang
// hooks -finstrument-functions-after-inlining
// flags -O2
// calls main work 10
// calls work leaf 100
// total leaf 100
// total small 0
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((always_inline)) static inline void small(int i)
{
    sink += i;
    leaf();
}

__attribute__((noinline)) void work(void)
{
    for (int i = 0; i < 10; i++) {
        small(i);
    }
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        work();
    }
    return 0;
}
