// Recursion: a call belongs to the innermost one, also after a function that jumped to its end, and
// while times are measured or calls chosen.
// again --clock
// again --only-below main
// calls main rec 100
// calls rec rec 300
// calls rec leaf 300
// path main;rec;leaf 100
// path main;rec;rec;leaf 200
static volatile int sink;

__attribute__((noinline)) void leaf(int n)
{
    sink += n;
}

__attribute__((noinline)) void rec(int n)
{
    if (n) {
        rec(n - 1);
        leaf(n);
    }
    sink++;
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        rec(3);
    }
    return 0;
}
