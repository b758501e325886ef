/* An allocator gets its own pointer; what is compressed comes back. */
#include <lzma.h>
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
static void *allocate(void *data, size_t count, size_t size)
{
    ((void (*)(void))data)();
    return malloc(count * size);
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
    lzma_allocator allocator = {allocate, release, (void *)allocated};
    void (*function)(void) = compressed, (*back)(void) = NULL;
    uint8_t packed[200];
    size_t length = 0;
    lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, &allocator, (uint8_t *)&function, sizeof function,
                            packed, &length, sizeof packed);

    lzma_stream stream = LZMA_STREAM_INIT;
    stream.allocator = &allocator;
    lzma_stream_decoder(&stream, UINT64_MAX, 0);
    stream.next_in = packed;
    stream.avail_in = length;
    stream.next_out = (uint8_t *)&back;
    stream.avail_out = sizeof back;
    lzma_code(&stream, LZMA_FINISH);
    lzma_end(&stream);
    back();
    return 0;
}
