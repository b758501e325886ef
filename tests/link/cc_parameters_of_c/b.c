struct two {
    void *c;
    long n;
};
struct big {
    long l[4];
};
void take(struct two t, void (*f)(void))
{
    (void)t;
    f();
}
struct big make(void (*f)(void))
{
    struct big b = {{1}};
    f();
    return b;
}
