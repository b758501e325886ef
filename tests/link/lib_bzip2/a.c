/* A stream allocates with its own functions and their pointer; what is compressed comes back. */
#include <bzlib.h>
#include <stdlib.h>

static void allocated(void)
{
}
static void compressed(void)
{
}
static void never(void)
{
}
static void *allocate(void *data, int count, int size)
{
    ((void (*)(void))data)();
    return malloc((size_t)count * size);
}
static void release(void *data, void *memory)
{
    free(memory);
}
static void not_used(void *data, void *memory)
{
    never();
}
int main(void)
{
    void (*function)(void) = compressed, (*back)(void) = NULL;
    char packed[800];
    bz_stream stream = {.next_in = (char *)&function,
                        .avail_in = sizeof function,
                        .next_out = packed,
                        .avail_out = sizeof packed,
                        .bzalloc = allocate,
                        .bzfree = release,
                        .opaque = (void *)allocated};
    BZ2_bzCompressInit(&stream, 1, 0, 0);
    BZ2_bzCompress(&stream, BZ_FINISH);
    BZ2_bzCompressEnd(&stream);
    unsigned int length = sizeof back;
    BZ2_bzBuffToBuffDecompress((char *)&back, &length, packed, sizeof packed - stream.avail_out, 0,
                               0);
    back();
    return 0;
}
