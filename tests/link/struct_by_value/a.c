struct callback {
    int (*fn)(void *);
    void *data;
};
static int f(void *data)
{
    return *(int *)data;
}
static int g(void *data)
{
    return 0;
}
struct callback make(int which, void *data);
int invoke(struct callback c);
int main(void)
{
    int zero = 0;
    struct callback c = {f, &zero};
    invoke(c);
    return invoke(make(1, &zero)) + make(0, &zero).fn(&zero);
}
int choose(struct callback a, int n, struct callback b)
{
    return (n ? a : b).fn(a.data);
}
struct callback wrap(void *data)
{
    return (struct callback){g, data};
}
