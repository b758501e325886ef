// Functions that run before the constructor of the recorder: those of .preinit_array, and a
// constructor of the highest priority.
// calls - earliest 1
// calls earliest leaf 2
// calls - first 1
// calls first leaf 3
// calls main leaf 4
// total leaf 9
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

void earliest(void)
{
    for (int i = 0; i < 2; i++) {
        leaf();
    }
}

__attribute__((used, section(".preinit_array"))) static void (*const preinit)(void) = earliest;

__attribute__((constructor(0))) void first(void)
{
    for (int i = 0; i < 3; i++) {
        leaf();
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        leaf();
    }
    return 0;
}
