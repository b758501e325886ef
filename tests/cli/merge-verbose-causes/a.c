/* Four functions whose types do not fit a call, each alone, and one whose body is missing. */
struct pair {
    long a, b;
};
static long one(long n, long m)
{
    return n + m;
}
static long two(long n, double m)
{
    return n + (long)m;
}
static long three(long n, long m, long k)
{
    return n + m + k;
}
static long four(struct pair p)
{
    return p.a;
}
static void *const table[] = {(void *)one, (void *)two, (void *)three, (void *)four};

int main(int count, char **words)
{
    return ((int (*)(char **))table[count & 3])(words);
}
