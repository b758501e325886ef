#include <stdlib.h>
#include <string.h>
/* Records that are kept without a type, and used as others of the same layout. Each step has types
 * of its own, so that none answers for another. */
#define RECORDS(n)                                                                                 \
    struct kept##n {                                                                               \
        long kind;                                                                                 \
        int (*fn)(void);                                                                           \
        int (*more)(void);                                                                         \
    };                                                                                             \
    struct used##n {                                                                               \
        long type;                                                                                 \
        int (*call)(void);                                                                         \
        int (*other)(void);                                                                        \
    }
RECORDS(1);
RECORDS(2);
RECORDS(3);
RECORDS(4);
RECORDS(5);

static int f1(void)
{
    return 1;
}
static int g1(void)
{
    return 1;
}
static int f2(void)
{
    return 2;
}
static int f3(void)
{
    return 3;
}
static int f4(void)
{
    return 4;
}
static int f5(void)
{
    return 5;
}

static struct kept1 first = {0, f1, g1};

static int by_variable(void)
{
    void *kept = &first;
    struct used1 *used = kept;
    return used->call() + used->other();
}

struct list {
    struct list *next;
    void *data;
};
static struct list *all;

static void push(void *data)
{
    struct list *item = malloc(sizeof *item);
    item->next = all;
    item->data = data;
    all = item;
}

static int by_list(void)
{
    static struct kept2 second = {0, f2, NULL};
    push(&second);
    struct used2 *used = all->data;
    return used->call();
}

static int take(struct used3 *used)
{
    return used->call();
}

static int by_parameter(void)
{
    static struct kept3 third = {0, f3, NULL};
    int (*taker)(void *) = (int (*)(void *))take;
    return taker(&third);
}

static int compare(const void *a, const void *b)
{
    const struct used4 *x = a, *y = b;
    return x->call() - y->call();
}

static int by_library(void)
{
    struct kept4 items[2] = {{0, f4, NULL}, {1, f4, NULL}};
    qsort(items, 2, sizeof *items, compare);
    return 0;
}

/* Begins within another record. */
struct around {
    long kind;
    char name[8];
    struct kept5 inner;
};

static int by_place(void)
{
    static struct around around = {0, "a", {0, f5, NULL}};
    void *place = &around.inner;
    struct used5 *used = place;
    return used->call();
}

int main(void)
{
    return by_variable() + by_list() + by_parameter() + by_library() + by_place() == 12 ? 0 : 1;
}
