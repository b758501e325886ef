/* A context allocates with the functions of its program; what is compressed comes back. libzstd
 * calls ZSTD_trace_... by name. */
#define ZSTD_STATIC_LINKING_ONLY
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

struct job {
    void (*run)(void);
};
static void allocated(void)
{
}
static void compressed(void)
{
}
static void streamed(void)
{
}
static void traced(void)
{
}
static void never(void)
{
}
static void *allocate(void *data, size_t size)
{
    ((void (*)(void))data)();
    return malloc(size);
}
static void release(void *data, void *memory)
{
    free(memory);
}
static void *not_used(void *data, size_t size)
{
    never();
    return NULL;
}
unsigned long long ZSTD_trace_compress_begin(const ZSTD_CCtx *context)
{
    traced();
    return 0;
}
int main(void)
{
    struct job job = {compressed}, back;
    char packed[200];
    size_t length = ZSTD_compress(packed, sizeof packed, &job, sizeof job, 1);
    ZSTD_decompress(&back, sizeof back, packed, length);
    back.run();

    ZSTD_customMem memory = {allocate, release, (void *)allocated};
    ZSTD_CCtx *context = ZSTD_createCCtx_advanced(memory);
    void (*function)(void) = streamed;
    ZSTD_inBuffer in = {&function, sizeof function, 0};
    ZSTD_outBuffer out = {packed, sizeof packed, 0};
    ZSTD_compressStream2(context, &out, &in, ZSTD_e_end);
    ZSTD_freeCCtx(context);

    ZSTD_DCtx *decoder = ZSTD_createDCtx();
    void (*again)(void) = NULL;
    in = (ZSTD_inBuffer){packed, out.pos, 0};
    out = (ZSTD_outBuffer){&again, sizeof again, 0};
    ZSTD_decompressStream(decoder, &out, &in);
    again();
    ZSTD_freeDCtx(decoder);
    return 0;
}
