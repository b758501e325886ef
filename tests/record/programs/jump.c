// Jumps out of functions: what follows is below what is still running.
// callgrind
// calls jump jumper 10
// calls jumper jumper 30
// calls jump after 10
// calls main after 1
// calls after leaf 11
// calls out deep 1
// calls deep deep 49
// calls main caught 1
// path main;jump;after;leaf 10
// path main;after;leaf 1
#include <setjmp.h>

static jmp_buf target;
static sigjmp_buf far_target;
volatile int sink;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void after(void)
{
    leaf();
}

__attribute__((noinline, noreturn)) void jumper(int depth)
{
    if (depth) {
        jumper(depth - 1);
    }
    longjmp(target, 1);
}

__attribute__((noinline)) void jump(void)
{
    if (!setjmp(target)) {
        jumper(3);
    }
    after();
}

__attribute__((noinline)) void caught(void)
{
    sink++;
}

__attribute__((noinline)) void deep(int depth)
{
    if (!depth) {
        siglongjmp(far_target, 1);
    }
    deep(depth - 1);
    sink++;
}

__attribute__((noinline)) void out(void)
{
    deep(49);
    sink++;
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        jump();
    }
    after();
    if (!sigsetjmp(far_target, 1)) {
        out();
    } else {
        caught();
    }
    return 0;
}
