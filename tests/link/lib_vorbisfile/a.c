/* Functions in a record that is passed as a value get the source. */
#include "outside_vorbisfile.h"

struct source {
    size_t (*get)(void *bytes, size_t size);
    void (*end)(void);
};
static size_t get(void *bytes, size_t size)
{
    return 0;
}
static void end(void)
{
}
static void never(void)
{
}
static size_t read_from(void *bytes, size_t size, size_t count, void *source)
{
    return ((struct source *)source)->get(bytes, size * count);
}
static int seek_to(void *source, int64_t offset, int whence)
{
    return 0;
}
static int close_it(void *source)
{
    ((struct source *)source)->end();
    return 0;
}
static int not_set(void *source)
{
    never();
    return 0;
}
int main(void)
{
    struct source source = {get, end};
    ov_callbacks callbacks = {read_from, seek_to, close_it, NULL};
    OggVorbis_File file;
    char buffer[16];
    int section;
    if (ov_open_callbacks(&source, &file, NULL, 0, callbacks)) {
        return 1;
    }
    ov_read(&file, buffer, sizeof buffer, 0, 2, 1, &section);
    return ov_clear(&file);
}
