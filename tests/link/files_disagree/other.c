#include <stdlib.h>

typedef int compare(const void *, const void *);

struct implementation {
    void (*close)(struct implementation *);
};

int sort(void **values, int count, compare *by)
{
    return by(values[0], values[count - 1]);
}

static int result(const void *a, const void *b)
{
    return a < b;
}

compare *choose(void)
{
    return result;
}

static int kept(const void *p)
{
    return p != NULL;
}

int (*variable)(const void *) = kept;

struct implementation *open_handle(void (*close)(struct implementation *))
{
    struct implementation *made = malloc(sizeof *made);
    made->close = close;
    return made;
}

void close_handle(struct implementation *h)
{
    h->close(h);
}

int each(int (*f)(const char *))
{
    return f("text");
}
