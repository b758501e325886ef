#include "registry.h"
#include <stdlib.h>
struct node {
    struct node *next;
    callback fn;
    void *data;
};
static struct node *head;
void add(callback fn, void *data)
{
    struct node *n = malloc(sizeof(struct node));
    n->fn = fn;
    n->data = data;
    n->next = head;
    head = n;
}
void notify(void)
{
    for (struct node *n = head; n; n = n->next) {
        n->fn(n->data);
    }
}
void clear(void)
{
    while (head) {
        struct node *n = head->next;
        free(head);
        head = n;
    }
}
