/* Records whose pointers have no type are used as each other, also where one has an array. */
typedef void (*function)(void);
struct two {
    void *first, *second;
};
struct other {
    void *left, *right;
};
struct array {
    int count;
    void *items[2];
};
static void f(void)
{
}
static void g(void)
{
}
static void h(void)
{
}

static void call_second(void *data)
{
    struct two *two = data;
    ((function)two->second)();
}

static void call_right(void *data)
{
    struct other *other = data;
    ((function)other->right)();
}

int main(void)
{
    struct other other = {0, (void *)f};
    static struct array array = {2, {0, (void *)g}};
    struct array local = {2, {0, (void *)h}};
    call_second(&other);
    call_right(array.items);
    call_right(local.items);
    return 0;
}
