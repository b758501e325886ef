// main calls itself, and its own functions through the same pointer.
// callgrind
// calls main main 4
// calls main helper 5
// calls helper leaf 5
// path main;main;helper;leaf 4
// path main;helper;leaf 1
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void helper(void)
{
    leaf();
}

int main(int argc, char **argv)
{
    int (*volatile itself)(int, char **) = main;
    helper();
    return argc < 5 ? itself(argc + 1, argv) : 0;
}
