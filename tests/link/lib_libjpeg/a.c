/* Handlers of errors, sources and destinations are in records; the library puts its own functions
 * there. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

struct failure {
    struct jpeg_error_mgr base;
    jmp_buf back;
    void (*report)(const char *);
};
static void print(const char *text)
{
}
static void never(const char *text)
{
}
static void exits(j_common_ptr any)
{
    struct failure *failure = (struct failure *)any->err;
    char text[JMSG_LENGTH_MAX];
    failure->base.format_message(any, text);
    failure->report(text);
    longjmp(failure->back, 1);
}
static void not_set(j_common_ptr any)
{
    never("");
}

static void begin(j_decompress_ptr reader)
{
}
static boolean fill(j_decompress_ptr reader)
{
    static const JOCTET end[] = {0xff, JPEG_EOI};
    reader->src->next_input_byte = end;
    reader->src->bytes_in_buffer = sizeof end;
    return TRUE;
}
static void skip(j_decompress_ptr reader, long count)
{
}
static void finish(j_decompress_ptr reader)
{
}
static boolean on_marker(j_decompress_ptr reader)
{
    return TRUE;
}

int main(void)
{
    struct jpeg_decompress_struct reader;
    struct failure failure;
    struct jpeg_source_mgr source = {NULL, 0, begin, fill, skip, jpeg_resync_to_restart, finish};
    reader.err = jpeg_std_error(&failure.base);
    failure.base.error_exit = exits;
    failure.report = print;
    jpeg_create_decompress(&reader);
    JSAMPARRAY rows = reader.mem->alloc_sarray((j_common_ptr)&reader, JPOOL_IMAGE, 3, 1);
    reader.src = &source;
    jpeg_set_marker_processor(&reader, JPEG_COM, on_marker);
    if (!setjmp(failure.back)) {
        jpeg_read_header(&reader, TRUE);
        jpeg_read_scanlines(&reader, rows, 1);
    }
    jpeg_destroy_decompress(&reader);
    return 0;
}
