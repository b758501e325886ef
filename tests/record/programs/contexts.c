// swapcontext: stacks that take turns. What goes on may be on the path of another.
// calls main turns 1
// total generate 2
// total item 20
// calls item leaf 20
// calls turns consume 20
// calls consume leaf 20
// calls main last 1
// calls last leaf 1
// path main;last;leaf 1
// path main;turns;consume;leaf 20
// total leaf 41
#include <stdlib.h>
#include <ucontext.h>

static volatile int sink;
static ucontext_t main_context, contexts[2];
static int which;

__attribute__((noinline)) void leaf(void)
{
    sink++;
}

__attribute__((noinline)) void item(void)
{
    leaf();
    swapcontext(&contexts[which], &main_context);
    sink++;
}

void generate(void)
{
    for (int i = 0; i < 10; i++) {
        item();
    }
}

__attribute__((noinline)) void consume(void)
{
    leaf();
}

__attribute__((noinline)) void turns(void)
{
    for (int i = 0; i < 2; i++) {
        getcontext(&contexts[i]);
        contexts[i].uc_stack.ss_size = 1 << 18;
        contexts[i].uc_stack.ss_sp = malloc(1 << 18);
        contexts[i].uc_link = &main_context;
        makecontext(&contexts[i], generate, 0);
    }
    for (int i = 0; i < 20; i++) {
        which = i % 2;
        swapcontext(&main_context, &contexts[which]);
        consume();
    }
}

__attribute__((noinline)) void last(void)
{
    leaf();
}

int main(void)
{
    turns();
    last();
    return 0;
}
