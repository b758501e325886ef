/* The data goes through void *, and holds a function itself. */
struct closure {
    void (*then)(int);
    int n;
};
static void done(int n)
{
}
static void on_event(void *data)
{
    struct closure *c = data;
    c->then(c->n);
}
static void plain(void *data)
{
    ((void (*)(int))data)(1);
}
static void other(int n)
{
}
static void emit(void (*fn)(void *), void *data)
{
    fn(data);
}
int main(void)
{
    struct closure c = {done, 1};
    emit(on_event, &c);
    emit(plain, (void *)other);
    return 0;
}
