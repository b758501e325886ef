#include <stdlib.h>
#include <string.h>
/* Where pointers without type lead to records of the type that they are used as, or copied to, none
 * is taken for another. */
struct circle {
    long kind;
    int (*draw)(void);
};
struct square {
    long kind;
    int (*draw)(void);
};
static int draw_circle(void)
{
    return 0;
}
static int draw_square(void)
{
    return 0;
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

static void copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
}

int main(void)
{
    static struct circle circle = {0, draw_circle}, circle_copy;
    static struct square square = {1, draw_square}, square_copy;
    copy(&circle_copy, &circle, sizeof circle);
    copy(&square_copy, &square, sizeof square);
    push(&circle_copy);
    push(&square_copy);
    struct square *first = all->data;
    struct circle *second = all->next->data;
    return first->draw() + second->draw();
}
