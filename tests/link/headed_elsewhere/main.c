/* Headers whose address becomes another pointer in other ways, too: what is behind them is the
 * memory of all calls. */
#include <stdlib.h>

typedef void function(void);

struct kept {
    long size;
    struct kept *next;
};
struct found {
    long size;
    long spare;
};
struct given {
    long size;
    void *owner;
};
struct inner {
    long size;
    long spare;
};
struct outer {
    long before;
    struct inner inner;
};

struct filled {
    long size;
    long spare;
};
struct tail {
    function *run;
};

struct row {
    function *first;
    function *second;
};

static struct kept *unused;

static void *get_kept(long size)
{
    struct kept *block = unused;
    if (block) {
        unused = block->next;
    } else {
        block = malloc(sizeof *block + size);
    }
    return block + 1;
}
static void give_kept(void *memory)
{
    struct kept *block = (struct kept *)memory - 1;
    block->next = unused;
    unused = block;
}

static void *get_found(long size)
{
    struct found *block = malloc(sizeof *block + size);
    block->size = size;
    return block + 1;
}
static struct found *find(void *memory)
{
    return (struct found *)((char *)memory - sizeof(struct found));
}
static void *grow_found(void *memory, long size)
{
    struct found *block = realloc(find(memory), sizeof *block + size);
    return block + 1;
}

static void *behind(struct given *block)
{
    return block + 1;
}
static void *get_given(long size)
{
    struct given *block = malloc(sizeof *block + size);
    return (char *)block + sizeof *block;
}
static struct given *header(void *memory)
{
    return (struct given *)memory - 1;
}

static void *get_inner(long size)
{
    struct outer *block = malloc(sizeof *block + size);
    struct inner *inner = (struct inner *)((char *)block + sizeof(long));
    return inner + 1;
}
static void *inside(void *memory)
{
    struct outer *block = (struct outer *)((char *)memory - sizeof(struct outer));
    return &block->inner + 1;
}

static void in_filled(void)
{
}
static void *get_filled(long size)
{
    struct filled *block = malloc(sizeof *block + size);
    struct tail *tail = (struct tail *)(block + 1);
    tail->run = in_filled;
    return block + 1;
}

static void in_row(void)
{
}
static void *get_row(void)
{
    struct row *rows = malloc(2 * sizeof *rows), *row = rows;
    row++;
    row->first = in_row;
    return rows + 1;
}

static void in_kept(void)
{
}
static void in_found(void)
{
}
static void in_given(void)
{
}
static void in_inner(void)
{
}
static void run_kept(function **at)
{
    at[0]();
}
static void run_found(function **at)
{
    at[0]();
}
static void run_given(function **at)
{
    at[0]();
}
static void run_filled(function **at)
{
    at[0]();
}
static void run_row(function **at)
{
    at[0]();
}
static void run_inner(function **at)
{
    at[0]();
}

int main(void)
{
    function **kept = get_kept(8), **found = get_found(8);
    function **given = get_given(8), **inner = get_inner(8);
    kept[0] = in_kept;
    give_kept(kept); /* the block keeps what is behind it */
    run_kept(get_kept(8));
    found[0] = in_found;
    run_found(grow_found(found, 16));
    given[0] = in_given;
    run_given(behind(header(given)));
    run_filled(get_filled(8));
    run_row(get_row());
    inner[0] = in_inner;
    run_inner(inside(inner));
    return 0;
}
