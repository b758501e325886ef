/* Numbers added as assembly does it: none of them is a function, and the call of what is kept as a
 * number calls what was. */
typedef unsigned long word;
typedef void (*function)(void);
static word kept;
static void f(void)
{
}
__attribute__((unused)) static void never(void)
{
}
#define STEP "movq (%4,%2,8),%0\n\tadcq (%5,%2,8),%0\n\tmovq %0,(%3,%2,8)\n\t"
static word add(word *to, const word *a, const word *b, int n)
{
    word carry, i = 0;
    __asm__ volatile("subq %0,%0\n\tjmp 1f\n.p2align 4\n1:\t" STEP
                     "lea 1(%2),%2\n\tdec %1\n\tjnz 1b\n\tsbbq %0,%0\n"
                     : "=&r"(carry), "+c"(n), "+r"(i)
                     : "r"(to), "r"(a), "r"(b)
                     : "cc", "memory");
    return carry;
}
static void other(void)
{
    never();
}
static void g(void)
{
}
static word twice[2];
int main(void)
{
    word a[2] = {1, 2}, b[2] = {3, 4};
    word low, high;
    __asm__("mulq %3" : "=a"(low), "=d"(high) : "a"(a[0]), "rm"(b[0]) : "cc");
    word carry = add(a, a, b, 2);
    kept = (word)f;
    *twice = (word)g;
    word moved;
    __asm__("mov %[from], %%rax; mov %%rax, %[to]" : [to] "=m"(moved) : [from] "m"(twice[0]) : "rax");
    void *p = (void *)kept, *q = (void *)moved;
    ((function)p)();
    ((function)q)();
    return carry && low == 77 ? (other(), 1) : 0;
}
