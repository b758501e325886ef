// Tail calls, also through pointers: with hooks a function stays on the stack to call the last one.
// flags -foptimize-sibling-calls
// callgrind
// calls main even 1
// calls even odd 500
// calls odd even 500
// calls even done 1
// calls main apply 10
// calls apply done 10
// total done 11
static volatile int sink;

__attribute__((noinline)) int done(int n)
{
    sink += n;
    return sink;
}

__attribute__((noinline)) int even(int n);

__attribute__((noinline)) int odd(int n)
{
    return even(n - 1);
}

__attribute__((noinline)) int even(int n)
{
    return n ? odd(n - 1) : done(n);
}

__attribute__((noinline)) int apply(int (*function)(int), int n)
{
    return function(n);
}

int main(void)
{
    even(1000);
    for (int i = 0; i < 10; i++) {
        apply(done, i);
    }
    return 0;
}
