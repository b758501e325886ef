/*
 * Maps each file of the directory, checks every chunk and offset before anything uses them, and
 * sorts the processes by rank and start.
 */
#include "read/recordings.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void recording_free(struct recording *recording)
{
    if (!recording) {
        return;
    }
    if (recording->header) {
        munmap((void *)recording->header, recording->size);
    }
    g_ptr_array_unref(recording->threads);
    g_ptr_array_unref(recording->chunks);
    g_ptr_array_unref(recording->modules);
    g_hash_table_unref(recording->replaced);
    g_free(recording->path);
    g_free(recording);
}

/* @return whether it is a recording; if not, errno has what kept it from being read, or is 0 */
static bool map(struct recording *recording, bool writable)
{
    struct stat status;
    int mode = writable ? O_RDWR : O_RDONLY;
    int file = open(recording->path, mode | O_CLOEXEC | O_NONBLOCK); /* a pipe has no size */
    void *mapped = MAP_FAILED;
    bool known = file >= 0 && fstat(file, &status) == 0;
    bool fits = known && status.st_size >= CGR_PAGE;
    if (fits) {
        recording->size = (uint64_t)status.st_size;
        mapped = mmap(NULL, recording->size, PROT_READ | (writable ? PROT_WRITE : 0), MAP_SHARED,
                      file, 0);
    }
    int reason = known && !fits ? 0 : errno;
    if (file >= 0) {
        close(file);
    }
    errno = reason;
    if (mapped == MAP_FAILED) {
        return false;
    }
    recording->header = mapped;
    errno = 0;
    return memcmp(recording->header->magic, CGR_MAGIC, 8) == 0 &&
           recording->header->version == CGR_VERSION;
}

static bool module_fits(const struct cgr_chunk *chunk)
{
    const struct cgr_module *module = (const struct cgr_module *)(chunk + 1);
    uint64_t needed = sizeof *chunk + sizeof *module + (uint64_t)module->path_length + 1;
    return needed <= chunk->size && recording_module_path(module)[module->path_length] == '\0';
}

static void take_chunk(struct recording *recording, const struct cgr_chunk *chunk)
{
    switch (chunk->kind) {
    case CGR_CHUNK_THREAD:
        g_ptr_array_add(recording->threads, (gpointer)(chunk + 1));
        break;
    case CGR_CHUNK_NODES:
        g_ptr_array_add(recording->chunks, (gpointer)chunk);
        break;
    case CGR_CHUNK_MODULE:
        if (module_fits(chunk)) {
            g_ptr_array_add(recording->modules, (gpointer)(chunk + 1));
        }
        break;
    default:
        break;
    }
}

/* The files that a path had, one after the other. @return the number of that of the module */
static guint number_version(GArray *versions, const struct cgr_module *module)
{
    guint number = 0;
    while (number < versions->len && g_array_index(versions, uint64_t, number) != module->inode) {
        number++;
    }
    if (number == versions->len) {
        g_array_append_val(versions, module->inode);
    }
    return number;
}

static GArray *versions_of(GHashTable *paths, const struct cgr_module *module)
{
    const char *path = recording_module_path(module);
    GArray *versions = g_hash_table_lookup(paths, path);
    if (!versions) {
        versions = g_array_new(FALSE, FALSE, sizeof(uint64_t));
        g_hash_table_insert(paths, (gpointer)path, versions);
    }
    return versions;
}

/* The file that was loaded last is the one that is there. */
static void find_replaced(struct recording *recording)
{
    GHashTable *paths =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref);
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < recording->modules->len; i++) {
        const struct cgr_module *module = recording->modules->pdata[i];
        guint number = number_version(versions_of(paths, module), module);
        g_array_append_val(numbers, number);
    }
    for (guint i = 0; i < recording->modules->len; i++) {
        struct cgr_module *module = recording->modules->pdata[i];
        guint number = g_array_index(numbers, guint, i);
        if (number + 1 < versions_of(paths, module)->len) {
            g_hash_table_insert(
                recording->replaced, module,
                g_strdup_printf("%s (replaced, %u)", recording_module_path(module), number + 1));
        }
    }
    g_array_unref(numbers);
    g_hash_table_unref(paths);
}

static void find_chunks(struct recording *recording)
{
    const char *base = (const char *)recording->header;
    for (uint64_t at = CGR_PAGE; at + CGR_PAGE <= recording->size;) {
        const struct cgr_chunk *chunk = (const struct cgr_chunk *)(base + at);
        bool fits = chunk->kind != CGR_CHUNK_NONE && chunk->size >= CGR_PAGE &&
                    chunk->size % CGR_PAGE == 0 && chunk->size <= recording->size - at;
        if (fits) {
            take_chunk(recording, chunk);
        }
        at += fits ? chunk->size : CGR_PAGE;
    }
    find_replaced(recording);
}

struct recording *recording_open(const char *path, bool writable)
{
    struct recording *recording = g_new0(struct recording, 1);
    recording->path = g_strdup(path);
    recording->threads = g_ptr_array_new();
    recording->chunks = g_ptr_array_new();
    recording->modules = g_ptr_array_new();
    recording->replaced = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    if (!map(recording, writable)) {
        int reason = errno;
        recording_free(recording);
        errno = reason;
        return NULL;
    }
    find_chunks(recording);
    return recording;
}

const char *recording_module_name(const struct recording *recording,
                                  const struct cgr_module *module)
{
    const char *name = g_hash_table_lookup(recording->replaced, module);
    return name ? name : recording_module_path(module);
}

const struct cgr_node *recording_node(const struct recording *recording, uint32_t number)
{
    uint64_t at = (uint64_t)number * CGR_UNIT;
    if (at < CGR_PAGE || at + CGR_UNIT > recording->size) {
        return NULL;
    }
    return (const struct cgr_node *)((const char *)recording->header + at);
}

uint32_t recording_nodes(const struct recording *recording, const struct cgr_chunk *chunk,
                         uint32_t *first)
{
    uint32_t fit = chunk->size / CGR_UNIT - 1;
    *first = (uint32_t)(((const char *)(chunk + 1) - (const char *)recording->header) / CGR_UNIT);
    return chunk->count < fit ? chunk->count : fit;
}

uint32_t recording_thread_number(const struct recording *recording, const struct cgr_thread *thread)
{
    return (uint32_t)(((const char *)thread - (const char *)recording->header) / CGR_UNIT);
}

const struct cgr_module *recording_module(const struct recording *recording, uint64_t address,
                                          uint32_t epoch)
{
    for (guint i = 0; i < recording->modules->len; i++) {
        const struct cgr_module *module = recording->modules->pdata[i];
        if (address >= module->start && address < module->end && epoch >= module->first_epoch &&
            epoch <= module->last_epoch) {
            return module;
        }
    }
    return NULL;
}

const char *recording_module_path(const struct cgr_module *module)
{
    return (const char *)(module + 1);
}

/* What recordings are sorted by. */
struct found {
    char *path;
    uint64_t started;
    int32_t rank;
};

static int by_rank_and_start(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;
    if (x->rank != y->rank) { /* -1 of what starts them */
        return x->rank < y->rank ? -1 : 1;
    }
    if (x->started != y->started) {
        return x->started < y->started ? -1 : 1;
    }
    return strcmp(x->path, y->path);
}

static void add_found(GArray *all, const char *path)
{
    struct recording *recording = recording_open(path, false);
    if (recording || errno) {
        const struct found found = {.path = g_strdup(path),
                                    .started = recording ? recording->header->started : 0,
                                    .rank = recording ? recording->header->rank : -1};
        g_array_append_val(all, found);
    }
    recording_free(recording);
}

GPtrArray *recordings_find(const char *directory)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct found));
    GDir *dir = g_dir_open(directory, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)) != NULL) {
        char *path = g_build_filename(directory, name, NULL);
        if (g_str_has_suffix(name, CGR_NAME_END)) {
            add_found(all, path);
        }
        g_free(path);
    }
    if (dir) {
        g_dir_close(dir);
    }
    g_array_sort(all, by_rank_and_start);
    for (guint i = 0; i < all->len; i++) {
        g_ptr_array_add(paths, g_array_index(all, struct found, i).path);
    }
    g_array_unref(all);
    return paths;
}
