// Functions within functions (GCC), called through trampolines and left by a goto to the outer one.
// compilers gcc
// calls main search 6
// calls search each 6
// total visit.0 21
// total leaf 21
// calls main leaf 0
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void each(void (*function)(int))
{
    for (int i = 0; i < 6; i++) {
        function(i);
    }
}

__attribute__((noinline)) int search(int wanted)
{
    __label__ found;
    void visit(int i)
    {
        leaf();
        if (i == wanted) {
            goto found;
        }
    }
    each(visit);
found:
    return wanted;
}

int main(void)
{
    for (int i = 0; i < 6; i++) {
        search(i);
    }
    return 0;
}
