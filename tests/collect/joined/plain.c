/* Plain C hides nothing: the compiler is not asked, and the source's word is the last. */
int work(int);
static int (*table[2])(int) = {work, work};
static int twice(int x) { return work(x) * 2; }
static inline int unused(int x) { return work(x); }
int run(int x) { return twice(x) + table[x & 1](x) + __builtin_abs(x); }
