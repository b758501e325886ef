/* Values hold no functions; callbacks are called while the library reads or writes, the allocator
 * whenever it makes or releases something. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct sink {
    void (*take)(const char *);
};
static void print(const char *text)
{
}
static void never(const char *text)
{
}
static int write_to(const char *text, size_t size, void *data)
{
    struct sink *sink = data;
    sink->take(text);
    return 0;
}
static size_t read_from(void *buffer, size_t size, void *data)
{
    int *done = data;
    memcpy(buffer, "[1]", *done ? 0 : 3);
    return (*done)++ ? 0 : 3;
}
static void *allocate(size_t size)
{
    return malloc(size);
}
static void release(void *memory)
{
    free(memory);
}
int main(void)
{
    struct sink sink = {print};
    void (*kept)(const char *) = never;
    int done = 0;
    const char *text;
    json_malloc_t get;
    json_free_t give_back;
    json_set_alloc_funcs(allocate, release);
    json_get_alloc_funcs(&get, &give_back);
    give_back(get(1));
    json_t *value = json_load_callback(read_from, &done, 0, NULL);
    json_array_append_new(value, json_pack("{ss}", "name", "text"));
    json_unpack(value, "[i, {s:s}]", &done, "name", &text);
    json_dump_callback(value, write_to, &sink, 0);
    return kept == never ? 0 : 1;
}
