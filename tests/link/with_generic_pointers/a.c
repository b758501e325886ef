#include <stddef.h>
#include <stdlib.h>
/* Records of pointers to functions that are read through `void (*)(void)` or `int (*)(void)`, as
 * code does that marshals calls. What is read is called as what it is converted to. */
typedef void (*generic)(void);
static int sum;

struct listener {
    void (*first)(int);
    void (*second)(int);
};
static void one(int n)
{
    sum += n;
}
static void two(int n)
{
    sum += 2 * n;
}
static const struct listener listener = {one, two};
struct object {
    const void *implementation;
};

static void by_index(struct object *o, unsigned opcode)
{
    void (*const *implementation)(void) = o->implementation;
    ((void (*)(int))implementation[opcode])(1);
}

/* Two types in one record; the one that is converted to is called. */
struct operations {
    int (*open)(const char *);
    void (*close)(long);
};
static int do_open(const char *s)
{
    return *s;
}
static void do_close(long n)
{
    sum += (int)n;
}
static const struct operations operations = {do_open, do_close};

static generic lookup(const void *table, int i)
{
    return ((const generic *)table)[i];
}

static int by_lookup(const char *name)
{
    ((void (*)(long))lookup(&operations, 1))(1);
    return ((int (*)(const char *))lookup(&operations, 0))(name);
}

/* A member by its offset. */
struct class
{
    long id;
    int (*opened)(short);
    int (*closed)(short);
};
static int on_opened(short n)
{
    return n;
}
static int on_closed(short n)
{
    return -n;
}

static int by_offset(void *class, size_t offset)
{
    int (*callback)(void) = *(int (**)(void))((char *)class + offset);
    return callback ? ((int (*)(short))callback)(1) : 0;
}

/* A record that was allocated. */
struct made {
    char (*get)(char);
    char (*set)(char);
};
static char get(char c)
{
    return c;
}
static char set(char c)
{
    return c;
}

static char from_heap(int i)
{
    struct made *made = malloc(sizeof *made);
    made->get = get;
    made->set = set;
    generic *all = (generic *)made;
    return ((char (*)(char))all[i])(1);
}

/* Any type will do that is converted to the right one. */
struct handlers {
    void (*start)(unsigned);
    void (*end)(unsigned);
};
static void start(unsigned u)
{
    sum += (int)u;
}
static void end(unsigned u)
{
    sum -= (int)u;
}
static struct handlers handlers = {start, end};

static void by_other_type(int i)
{
    void *(**all)(void *, ...) = (void *(**)(void *, ...)) & handlers;
    ((void (*)(unsigned))all[i])(1);
}

int main(void)
{
    by_other_type(0);
    by_other_type(1);
    static struct class class = {0, on_opened, on_closed};
    struct object object = {&listener};
    by_index(&object, 0);
    by_index(&object, 1);
    by_lookup("");
    by_offset(&class, offsetof(struct class, opened));
    by_offset(&class, offsetof(struct class, closed));
    return from_heap(0) + from_heap(1) != 2;
}
