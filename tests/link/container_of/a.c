#include <stddef.h>
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))
struct list {
    struct list *next;
};
struct timer {
    int when;
    struct list node;
    void (*expire)(struct timer *);
};
struct work {
    void (*run)(struct work *);
    struct list node;
};
static void tick(struct timer *t)
{
}
static void tock(struct timer *t)
{
}
static void job(struct work *w)
{
}
int main(void)
{
    struct timer a = {1, {0}, tick}, b = {2, {&a.node}, tock};
    struct work w = {job, {0}};
    for (struct list *l = &b.node; l; l = l->next) {
        struct timer *t = container_of(l, struct timer, node);
        t->expire(t);
    }
    struct list *l = &w.node;
    container_of(l, struct work, node)->run(&w);
    return 0;
}
