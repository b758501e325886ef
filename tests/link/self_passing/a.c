/* An object hands itself and its method on. */
struct object {
    void (*method)(struct object *, void (*)(void *), void *);
    struct object *next;
};
static int n;
static void done(void *data)
{
    struct object *o = data;
    if (o->next) {
        o->next->method(o->next, done, o->next);
    }
}
static void first(struct object *o, void (*then)(void *), void *data)
{
    n++;
    then(data);
}
static void second(struct object *o, void (*then)(void *), void *data)
{
    n++;
    then(o);
}
int main(void)
{
    struct object b = {second, 0}, a = {first, &b};
    a.method(&a, done, &a);
    return n - 2;
}
