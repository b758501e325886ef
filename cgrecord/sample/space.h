/*
 * The executable memory of a process: which file is mapped where. Images are shared by all
 * processes.
 */
#ifndef CGRECORD_SPACE_H
#define CGRECORD_SPACE_H

#include "image.h"

#include <glib.h>

/** A mapped part of a file. */
struct mapping {
    uint64_t start;
    uint64_t end;
    uint64_t offset; /**< in the file of what is at start */
    uint64_t inode;
    const char *path;    /**< interned */
    struct image *image; /**< NULL: code without a file */
    uint32_t first_epoch;
};

/** The mappings of one process, without overlap, sorted. */
struct space {
    GArray *mappings; /**< struct mapping */
    guint last;       /**< the one that was found last */
    uint32_t changes; /**< increases when something is mapped */
};

/** The images that were opened, by path. */
struct images;

struct images *images_new(void);
void images_free(struct images *images);
/** Those of a path. NULL: it names no file. */
struct image *images_find(struct images *images, const char *path);

void space_init(struct space *space);
void space_clear(struct space *space);
/** Begin with the mappings of another. */
void space_copy(struct space *space, const struct space *other);

/** Whether the mapping is there, or is part of one that is there. When the protection of pages
 * changes, the system reports these pages as a mapping. O(log mappings) */
bool space_has(const struct space *space, const struct mapping *mapping);

/** Map; what was there before is unmapped. @return whether any other mapping was there. O(n) */
bool space_map(struct space *space, const struct mapping *mapping);

/** What an address is in; NULL: nothing. O(log mappings) */
const struct mapping *space_find(struct space *space, uint64_t address);

#endif
