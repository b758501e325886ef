/* Headers that are also used in ways that reach what is behind them: as arrays, through pointers to
 * their members, as other records, in other variables. What is behind them is the memory of all
 * calls. */
#include <stdlib.h>

typedef void function(void);

#define FUNCTION(NAME)                                                                             \
    static void NAME(void)                                                                         \
    {                                                                                              \
    }

/* Another pointer to the record is counted on. */
struct counted {
    function *run;
    long spare;
};
FUNCTION(in_counted)
static void *get_counted(void)
{
    struct counted *header = malloc(4 * sizeof *header);
    return header + 1;
}
static void fill_counted(struct counted *at)
{
    at[0].run = in_counted;
}

/* The header is an untyped pointer first. */
struct untyped {
    function *run;
    long spare;
};
FUNCTION(in_untyped)
static void *get_untyped(void)
{
    struct untyped *header = malloc(4 * sizeof *header);
    void *whole = header;
    struct untyped *array = whole;
    array[1].run = in_untyped;
    return header + 1;
}

/* A pointer to a member leaves it. */
struct left {
    long size;
    function *run;
};
FUNCTION(in_left)
static struct left *last_left;
static void *get_left(void)
{
    last_left = malloc(4 * sizeof *last_left);
    struct left *header = last_left;
    return header + 1;
}
static void fill_left(void)
{
    function **at = &last_left->run;
    at[1] = in_left;
}

/* A member that is an array is left. */
struct members {
    function *run[2];
};
FUNCTION(in_members)
static void *get_members(long count)
{
    struct members *header = malloc(4 * sizeof *header);
    header->run[count] = in_members;
    return header + 1;
}

/* The record is the first part of another. */
struct part {
    long size;
};
struct all {
    long size;
    function *run;
};
FUNCTION(in_all)
static void *get_part(void)
{
    struct part *header = malloc(4 * sizeof *header);
    struct all *all = (struct all *)(void *)header;
    all->run = in_all;
    return header + 1;
}

/* A pointer to a pointer to the header is stepped. */
struct stepped {
    function *run;
};
FUNCTION(in_stepped)
static void step(struct stepped **header)
{
    ++*header;
    (*header)->run = in_stepped;
}
static void *get_stepped(void)
{
    struct stepped *header = malloc(4 * sizeof *header), *other = header;
    step(&other);
    return header + 1;
}

/* A function returns the header, and its caller counts on. */
struct returned {
    function *run;
};
FUNCTION(in_returned)
static struct returned *header_of(void *memory)
{
    return (struct returned *)memory - 1;
}
static void *get_returned(void)
{
    struct returned *header = malloc(4 * sizeof *header);
    return header + 1;
}

/* It is in an array. */
struct listed {
    function *run;
};
FUNCTION(in_listed)
static struct listed *list[2];
static void *get_listed(void)
{
    struct listed *header = malloc(4 * sizeof *header);
    list[0] = header;
    return header + 1;
}

/* A pointer to a function that takes it is called. */
struct handed {
    function *run;
};
FUNCTION(in_handed)
static void fill_handed(struct handed *header)
{
    header[1].run = in_handed;
}
static void (*fill)(struct handed *) = fill_handed;
static void *get_handed(void)
{
    struct handed *header = malloc(4 * sizeof *header);
    fill(header);
    return header + 1;
}

static void run_counted(function **at)
{
    at[0]();
}
static void run_untyped(function **at)
{
    at[0]();
}
static void run_left(function **at)
{
    at[0]();
}
static void run_members(function **at)
{
    at[0]();
}
static void run_part(function **at)
{
    at[0]();
}
static void run_stepped(function **at)
{
    at[0]();
}
static void run_returned(function **at)
{
    at[0]();
}
static void run_listed(function **at)
{
    at[0]();
}
static void run_handed(function **at)
{
    at[0]();
}
int main(void)
{
    void *memory = get_counted();
    fill_counted(memory);
    run_counted(memory);
    run_untyped(get_untyped());
    memory = get_left();
    fill_left();
    run_left(memory);
    run_members(get_members(2));
    run_part(get_part());
    run_stepped(get_stepped());
    memory = get_returned();
    header_of(memory)[1].run = in_returned;
    run_returned(memory);
    memory = get_listed();
    list[0][1].run = in_listed;
    run_listed(memory);
    run_handed(get_handed());
    return 0;
}
