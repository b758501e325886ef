/* Streams, raster sources and data call functions of the program with what was given with them. */
#include <cairo.h>

struct sink {
    void (*on_bytes)(void);
};
static void wrote(void)
{
}
static void kept(void)
{
}
static void drawn(void)
{
}
static void never(void)
{
}
static cairo_status_t write_bytes(void *data, const unsigned char *bytes, unsigned int length)
{
    struct sink *sink = data;
    sink->on_bytes();
    return CAIRO_STATUS_SUCCESS;
}
static cairo_status_t not_used(void *data, const unsigned char *bytes, unsigned int length)
{
    never();
    return CAIRO_STATUS_SUCCESS;
}
static void release(void *data)
{
    ((void (*)(void))data)();
}
static cairo_surface_t *acquire(cairo_pattern_t *pattern, void *data, cairo_surface_t *target,
                                const cairo_rectangle_int_t *extents)
{
    ((void (*)(void))cairo_raster_source_pattern_get_callback_data(pattern))();
    return cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
}
static void drop(cairo_pattern_t *pattern, void *data, cairo_surface_t *surface)
{
    cairo_surface_destroy(surface);
}
int main(void)
{
    static const cairo_user_data_key_t key;
    struct sink sink = {wrote};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
    cairo_surface_set_user_data(surface, &key, (void *)kept, release);
    cairo_pattern_t *pattern =
        cairo_pattern_create_raster_source((void *)drawn, CAIRO_CONTENT_COLOR_ALPHA, 1, 1);
    cairo_raster_source_pattern_set_acquire(pattern, acquire, drop);
    cairo_t *context = cairo_create(surface);
    cairo_set_source(context, pattern);
    cairo_paint(context);
    cairo_surface_write_to_png_stream(surface, write_bytes, &sink);
    cairo_destroy(context);
    cairo_pattern_destroy(pattern);
    cairo_surface_destroy(surface);
    return 0;
}
