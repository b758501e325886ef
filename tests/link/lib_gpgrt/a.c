/* Streams are read, written and closed by functions of the program; options ask it for texts. */
#include <stdlib.h>
#include <string.h>

#include <gpgrt.h>

static void closed(void)
{
}
static void opaque(void)
{
}
static void filtered(void)
{
}
static void never(void)
{
}
static void *reallocate(void *memory, size_t size)
{
    if (size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, size);
}
static gpgrt_ssize_t get(void *cookie, void *buffer, size_t size)
{
    return 0;
}
static gpgrt_ssize_t put(void *cookie, const void *buffer, size_t size)
{
    return size;
}
static int seek(void *cookie, gpgrt_off_t *offset, int from)
{
    return -1;
}
static int end(void *cookie)
{
    ((void (*)(void))cookie)();
    return 0;
}
static int not_set(void *cookie)
{
    never();
    return 0;
}
static void notify(gpgrt_stream_t stream, void *data)
{
}
static char *filter(const char *text, int argument, void *data)
{
    ((void (*)(void))data)();
    return (char *)text;
}
static const char *describe(int level)
{
    return level == 13 ? "1.0" : NULL;
}
static int print(int error, const char *text)
{
    return 0;
}

int main(int argc, char **argv)
{
    static gpgrt_opt_t options[] = {{'a', "all", 0, "all"}, {0, NULL, 0, NULL}};
    char *arguments[] = {argv[0], "--all", "--version", NULL};
    char **values = arguments;
    int count = 3;
    gpgrt_argparse_t parser = {&count, &values, 0};
    gpgrt_cookie_io_functions_t functions = {get, put, seek, end};
    gpgrt_set_alloc_func(reallocate);
    gpgrt_stream_t stream = gpgrt_fopencookie((void *)closed, "r+", functions);
    if (!stream) {
        return 1;
    }
    gpgrt_onclose(stream, 1, notify, NULL);
    gpgrt_opaque_set(stream, (void *)opaque);
    gpgrt_fgetc(stream);
    gpgrt_fputs("text", stream);
    gpgrt_fprintf_sf(stream, filter, (void *)filtered, "%s", "text");
    ((void (*)(void))gpgrt_opaque_get(stream))();
    gpgrt_fclose(stream);
    gpgrt_set_strusage(describe);
    gpgrt_set_usage_outfnc(print);
    while (gpgrt_argparse(NULL, &parser, options)) {
    }
    return 0;
}
