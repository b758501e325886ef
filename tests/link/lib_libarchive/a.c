/* Archives are written to and read from callbacks, which get the client data. */
#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

struct memory {
    void (*on_write)(void);
    char bytes[20000];
    size_t length;
};
static void written(void)
{
}
static void packed(void)
{
}
static void never(void)
{
}
static la_ssize_t put(struct archive *archive, void *data, const void *bytes, size_t length)
{
    struct memory *memory = data;
    memory->on_write();
    memcpy(memory->bytes + memory->length, bytes, length);
    memory->length += length;
    return length;
}
static int done(struct archive *archive, void *data)
{
    return ARCHIVE_OK;
}
static int not_set(struct archive *archive, void *data)
{
    never();
    return ARCHIVE_OK;
}
static la_ssize_t get(struct archive *archive, void *data, const void **bytes)
{
    struct memory *memory = data;
    size_t length = memory->length;
    *bytes = memory->bytes;
    memory->length = 0;
    return length;
}
int main(void)
{
    static struct memory memory = {written};
    void (*function)(void) = packed, (*back)(void) = NULL;
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    archive_write_set_format_ustar(archive);
    archive_write_open(archive, &memory, NULL, put, done);
    archive_entry_set_pathname(entry, "function");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, sizeof function);
    archive_write_header(archive, entry);
    archive_write_data(archive, &function, sizeof function);
    archive_write_free(archive);
    archive_entry_free(entry);

    archive = archive_read_new();
    archive_read_support_format_tar(archive);
    archive_read_open(archive, &memory, NULL, get, done);
    archive_read_next_header(archive, &entry);
    archive_read_data(archive, &back, sizeof back);
    archive_read_free(archive);
    back();
    return 0;
}
