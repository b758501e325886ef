/* Keeps mappings in an array sorted by address. A new one cuts those it overlaps. */
#include "space.h"

#include <string.h>

struct images {
    GHashTable *by_path;
};

static void free_image(void *image)
{
    image_free(image);
}

struct images *images_new(void)
{
    struct images *images = g_new0(struct images, 1);
    images->by_path = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_image);
    return images;
}

void images_free(struct images *images)
{
    g_hash_table_unref(images->by_path);
    g_free(images);
}

struct image *images_find(struct images *images, const char *path)
{
    bool is_system = strcmp(path, "[vdso]") == 0;
    if (!is_system && (path[0] != '/' || g_str_has_prefix(path, "//"))) {
        return NULL;
    }
    struct image *image = g_hash_table_lookup(images->by_path, path);
    if (!image) {
        image = is_system ? image_of_system() : image_open(path);
        g_hash_table_insert(images->by_path, g_strdup(path), image);
    }
    return image;
}

void space_init(struct space *space)
{
    *space = (struct space){.mappings = g_array_new(FALSE, FALSE, sizeof(struct mapping))};
}

void space_clear(struct space *space)
{
    if (space->mappings) {
        g_array_unref(space->mappings);
    }
    space->mappings = NULL;
}

void space_copy(struct space *space, const struct space *other)
{
    g_array_append_vals(space->mappings, other->mappings->data, other->mappings->len);
}

static struct mapping *at(const struct space *space, guint i)
{
    return &g_array_index(space->mappings, struct mapping, i);
}

/* The first mapping that ends after an address. */
static guint find_end(const struct space *space, uint64_t address)
{
    guint low = 0;
    guint high = space->mappings->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (at(space, middle)->end <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Keep of a mapping what is before and after an address range. */
static void cut(struct space *space, guint i, uint64_t start, uint64_t end)
{
    struct mapping old = *at(space, i);
    g_array_remove_index(space->mappings, i);
    if (old.end > end) {
        struct mapping after = old;
        after.start = end;
        after.offset += end - old.start;
        g_array_insert_val(space->mappings, i, after);
    }
    if (old.start < start) {
        old.end = start;
        g_array_insert_val(space->mappings, i, old);
    }
}

static bool contains(const struct mapping *a, const struct mapping *b)
{
    return a->start <= b->start && b->end <= a->end &&
           a->offset - a->start == b->offset - b->start && a->inode == b->inode &&
           a->path == b->path;
}

bool space_has(const struct space *space, const struct mapping *mapping)
{
    guint i = find_end(space, mapping->start);
    return i < space->mappings->len && contains(at(space, i), mapping);
}

bool space_map(struct space *space, const struct mapping *mapping)
{
    bool any = false;
    guint i = find_end(space, mapping->start);
    if (space_has(space, mapping)) {
        return false;
    }
    while (i < space->mappings->len && at(space, i)->start < mapping->end) {
        cut(space, i, mapping->start, mapping->end);
        any = true;
        i = find_end(space, mapping->start);
    }
    i = find_end(space, mapping->start);
    g_array_insert_val(space->mappings, i, *mapping);
    space->last = i;
    space->changes++;
    return any;
}

const struct mapping *space_find(struct space *space, uint64_t address)
{
    if (space->last >= space->mappings->len || address < at(space, space->last)->start ||
        address >= at(space, space->last)->end) {
        space->last = find_end(space, address);
    }
    if (space->last >= space->mappings->len || address < at(space, space->last)->start) {
        return NULL;
    }
    return at(space, space->last);
}
