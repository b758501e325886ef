/* Functions that are given to libpng get the pointers that were given with them, and bytes. */
#include <png.h>
#include <stdlib.h>
#include <string.h>

struct sink {
    void (*on_bytes)(void);
    unsigned char bytes[1000];
    size_t length, read;
};
static void took(void)
{
}
static void gave(void)
{
}
static void allocated(void)
{
}
static void complained(void)
{
}
static void begun(void)
{
}
static void never(void)
{
}
static png_voidp allocate(png_structp png, png_alloc_size_t size)
{
    void (*note)(void) = (void (*)(void))png_get_mem_ptr(png);
    note();
    return malloc(size);
}
static void release(png_structp png, png_voidp memory)
{
    free(memory);
}
static void warn(png_structp png, png_const_charp text)
{
    ((void (*)(void))png_get_error_ptr(png))();
}
static void not_set(png_structp png, png_const_charp text)
{
    never();
}
static void put(png_structp png, png_bytep bytes, size_t length)
{
    struct sink *sink = png_get_io_ptr(png);
    sink->on_bytes();
    memcpy(sink->bytes + sink->length, bytes, length);
    sink->length += length;
}
static void flush(png_structp png)
{
}
static void get(png_structp png, png_bytep bytes, size_t length)
{
    struct sink *sink = png_get_io_ptr(png);
    sink->on_bytes();
    memcpy(bytes, sink->bytes + sink->read, length);
    sink->read += length;
}
static void info(png_structp png, png_infop info)
{
    ((void (*)(void))png_get_progressive_ptr(png))();
    png_read_update_info(png, info);
}
static void row(png_structp png, png_bytep pixels, png_uint_32 at, int pass)
{
}
static void end(png_structp png, png_infop info)
{
}
static void write_image(struct sink *sink)
{
    png_byte pixel = 7;
    png_structp png = png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL,
                                                (png_voidp)allocated, allocate, release);
    png_infop info = png_create_info_struct(png);
    png_set_write_fn(png, sink, put, flush);
    png_set_IHDR(png, info, 1, 1, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    png_write_row(png, &pixel);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
}
int main(void)
{
    struct sink sink = {took}, source;
    write_image(&sink);

    source = sink;
    source.on_bytes = gave;
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, (png_voidp)complained, NULL, warn);
    png_infop image = png_create_info_struct(png);
    if (setjmp(png_jmpbuf(png))) {
        return 1;
    }
    png_set_read_fn(png, &source, get);
    png_read_png(png, image, 0, NULL);
    png_warning(png, "text");
    int pixel = png_get_rows(png, image)[0][0];
    png_destroy_read_struct(&png, &image, NULL);

    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    image = png_create_info_struct(png);
    png_set_progressive_read_fn(png, (png_voidp)begun, info, row, end);
    png_process_data(png, image, sink.bytes, sink.length);
    png_destroy_read_struct(&png, &image, NULL);
    return pixel != 7;
}
