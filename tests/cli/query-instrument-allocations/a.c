#include <stdlib.h>

int MPI_Send(const void *buffer, int count);

static void *pool_get(int size)
{
    return malloc(size);
}

static int *make(int count)
{
    int *made = pool_get(count * 4);
    int *copy = realloc(calloc(count, 4), count * 8);
    free(copy);
    return made;
}

static void send(int *data)
{
    MPI_Send(data, 4);
}

static void log_text(void)
{
    free(malloc(10));
}

static void exchange(void)
{
    int *data = make(4);
    int *own = calloc(4, 4);
    send(data);
    send(own);
}

int other_entry(void (*report)(void *))
{
    report(malloc(3));
    return 0;
}

int main(void)
{
    exchange();
    log_text();
    return 0;
}
