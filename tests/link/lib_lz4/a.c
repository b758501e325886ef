/* What is compressed comes back, of blocks and of frames. */
#include <lz4.h>
#include <lz4frame.h>

static void in_block(void)
{
}
static void in_frame(void)
{
}
int main(void)
{
    void (*function)(void) = in_block, (*back)(void) = 0;
    char packed[200];
    int length =
        LZ4_compress_default((const char *)&function, packed, sizeof function, sizeof packed);
    LZ4_decompress_safe(packed, (char *)&back, length, sizeof back);
    back();

    void (*framed)(void) = in_frame, (*again)(void) = 0;
    size_t from = LZ4F_compressFrame(packed, sizeof packed, &framed, sizeof framed, NULL),
           to = sizeof again;
    LZ4F_dctx *context;
    LZ4F_createDecompressionContext(&context, LZ4F_VERSION);
    LZ4F_decompress(context, &again, &to, packed, &from, NULL);
    LZ4F_freeDecompressionContext(context);
    again();
    return 0;
}
