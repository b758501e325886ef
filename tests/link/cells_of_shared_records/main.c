/* Memory that is allocated as one record and used as another, whose pointers are at other places,
 * is also read and written as an array of pointers to functions. */
#include <stdlib.h>

typedef void function(void);

struct block {
    long size;
    function *release;
};
struct task {
    function *run;
    long state;
};
struct buffer {
    long size;
    function *flush;
};
struct job {
    function *run;
    long state;
};

static void release(void)
{
}
static void run(void)
{
}
static void flush(void)
{
}
static void work(void)
{
}
static void stored(void)
{
}

static void *get_block(void)
{
    struct block *block = malloc(64);
    block->release = release;
    return block;
}
static void *get_buffer(void)
{
    struct buffer *buffer = malloc(64);
    buffer->flush = flush;
    return buffer;
}

static void read_cells(void *memory)
{
    ((function **)memory)[0]();
}
static void write_cells(void *memory)
{
    ((function **)memory)[0] = stored;
}

int main(void)
{
    void *block = get_block(), *buffer = get_buffer();
    struct task *task = block;
    task->run = run;
    read_cells(block);
    struct job *job = buffer;
    job->run = work;
    write_cells(buffer);
    job->run();
    return 0;
}
