/* Pointers to records in arrays, lists, through void *: fields are distinguished by type. */
struct handler {
    int (*fn)(void *);
    void *data;
};
static int f(void *data)
{
    return 0;
}
static int g(void *data)
{
    return data != 0;
}
static struct handler one = {f, &one}, two = {g, 0};
static struct handler *list[] = {&one, &two};
static void *opaque = list;
int main(void)
{
    struct handler **p = opaque;
    int r = p[0]->fn(p[0]->data);
    void *q = &two;
    return r + ((struct handler *)q)->fn(0);
}
