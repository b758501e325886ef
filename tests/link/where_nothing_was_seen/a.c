#include "shared.h"

#include <stddef.h>
/* Calls of pointers in which nothing was seen to be stored. In records that are used as others by
 * ways that the linker does not follow, all functions of the type are called. Each step has a type
 * of its own. */

/* A list in which records of several types lie. */
struct link {
    struct link *next;
};
struct put1 {
    struct link link;
    int (*fn)(char);
};
struct got1 {
    struct link link;
    int (*call)(char);
};
static int f1(char c)
{
    return c;
}
/* It takes nothing: no call that passes something is known to mean it. */
static int f0()
{
    return 0;
}
int (*other)() = f0;
static struct link *head;

static void push(struct link *link)
{
    link->next = head;
    head = link;
}

static int by_list(void)
{
    static struct put1 put = {{NULL}, f1};
    push(&put.link);
    int sum = 0;
    for (struct link *link = head; link; link = link->next) {
        sum += ((struct got1 *)link)->call(1);
    }
    return sum;
}

/* A pointer in the record points at the one that is called. */
struct inner2 {
    int kind;
    int (*fn)(short);
};
struct seen2 {
    int kind;
    int (*call)(short);
};
struct outer2 {
    struct inner2 *in;
};
struct view2 {
    struct seen2 *in;
};
static int f2(short s)
{
    return s;
}

static int by_pointer_within(void *data)
{
    struct view2 *view = data;
    int (*called)(short) = view->in->call;
    return called(2);
}

/* Files that disagree. */
extern struct declared3 shared3;

static int by_declaration(void)
{
    return shared3.call(3);
}

/* Nothing is there. */
struct none4 {
    int (*hook)(char);
};
static struct none4 none4;
static int (*none5)(char);
static int (*unlike6)(float, float);

static int by_nothing(void)
{
    int sum = none4.hook ? none4.hook(4) : 0;
    sum += none5 ? none5(5) : 0;
    return sum + (unlike6 ? unlike6(6, 6) : 0);
}

int main(void)
{
    static struct inner2 in = {0, f2};
    static struct outer2 out = {&in};
    return by_list() + by_pointer_within(&out) + by_declaration() + by_nothing() != 6;
}
