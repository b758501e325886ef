/* Objects whose functions take the object under its own type, used as a base: the tables that the
 * objects point at are not of one type either. */
#include <stdlib.h>

struct base;
struct base_table {
    int (*show)(struct base *);
    int (*size)(struct base *);
};
struct base {
    const struct base_table *table;
};

/* By a conversion. */
struct file;
struct file_table {
    int (*show)(struct file *);
    int (*size)(struct file *);
    int (*seek)(struct file *);
};
struct file {
    const struct file_table *table;
    int fd;
};

static int file_show(struct file *f)
{
    return f->fd;
}
static int file_size(struct file *f)
{
    return f->fd;
}
static int file_seek(struct file *f)
{
    return f->fd;
}
static const struct file_table file_table = {file_show, file_size, file_seek};

static int by_conversion(struct file *f)
{
    struct base *b = (struct base *)f;
    return b->table->show(b) + f->table->seek(f);
}

/* As a pointer without type. */
struct stream;
struct stream_table {
    int (*read)(struct stream *);
};
struct stream {
    int kind;
    const struct stream_table *table;
};
struct pipe;
struct pipe_table {
    int (*read)(struct pipe *);
    int (*drain)(struct pipe *);
};
struct pipe {
    int kind;
    const struct pipe_table *table;
};

static int pipe_read(struct pipe *p)
{
    return p->kind;
}
static int pipe_drain(struct pipe *p)
{
    return p->kind;
}
static const struct pipe_table pipe_table = {pipe_read, pipe_drain};

static void *new_pipe(void)
{
    struct pipe *p = calloc(1, sizeof *p);
    p->table = &pipe_table;
    return p;
}

static int by_untyped_pointer(void)
{
    void *data = new_pipe();
    struct stream *s = data;
    struct pipe *p = data;
    return s->table->read(s) + p->table->drain(p);
}

/* The function is in the object itself. */
struct shape {
    int (*area)(struct shape *);
};
struct circle {
    int (*area)(struct circle *);
    int radius;
};

static int circle_area(struct circle *c)
{
    return c->radius;
}

static void *new_circle(void)
{
    struct circle *c = calloc(1, sizeof *c);
    c->area = circle_area;
    return c;
}

static int in_object(void)
{
    struct shape *s = new_circle();
    return s->area(s);
}

/* Tables that have other things at the same places stay apart. */
struct named_table {
    const char *name;
    int (*read)(struct stream *);
};
struct named {
    int kind;
    const struct named_table *table;
};

static int named_read(struct stream *s)
{
    return s->kind;
}
static const struct named_table named_table = {"named", named_read};

static int apart(void)
{
    struct named named = {0, &named_table};
    void *data = &named;
    struct stream *s = data;
    return s->kind + named.table->read(s);
}

int main(void)
{
    struct file file = {&file_table, 0};
    return by_conversion(&file) + by_untyped_pointer() + in_object() + apart();
}
