// What is counted elsewhere on a line does not lead an object to other fields than its base, and an
// operator that takes an address counts nothing.
static int one() { return 1; }
static int two() { return 2; }
struct first { long a; };
struct second {
    int (*f)();
    int call() { return f(); }
};
struct both : first, second {
    int (*g)();
};
static int fill(both *b, int *n)
{
    *n += 1;
    return b->g();
}
int main()
{
    both b;
    both *p = &b;
    int numbers[2] = {0, 0}, *list = numbers, n = 0;
    void *memory = list;
    b.f = one;
    b.g = two;
    list[n] = p->call();
    *(int *)memory += n;
    return fill(p, &n) + p->call() - 3;
}
