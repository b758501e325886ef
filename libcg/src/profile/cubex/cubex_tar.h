/*
 * Members of a Cube 4 container, a tar archive (POSIX ustar): the tree, and two files for each
 * metric with values. Members come in any order, so they are indexed first.
 */
#ifndef PROFILE_CUBEX_CUBEX_TAR_H
#define PROFILE_CUBEX_CUBEX_TAR_H

#include "profile/common/source_bytes.h"

/** The place of a member. */
struct cubex_member {
    uint64_t offset;
    uint64_t size;
    bool present;
};

/** The two members of a metric. */
struct cubex_files {
    uint32_t metric; /**< its id */
    struct cubex_member index;
    struct cubex_member data;
};

struct cubex_tar {
    uint64_t length; /**< bytes of the archive */
    struct cubex_member anchor;
    struct cubex_files *files; /**< sorted by metric */
    size_t capacity;
    size_t count;
};

/** Whether bytes begin like a tar archive. */
bool cubex_tar_recognise(const char *head, size_t length);

/**
 * Find all members. Of several with one name the last counts, as in tar.
 *
 * Wrong checksums are accepted, since Cube 4.8 computes them wrongly: its error is ignored, others
 * cause a warning.
 *
 * @param tar release it in either case
 * @return false after a failure, which is recorded in the source: not an archive, or truncated.
 *         O(members); memory for those of metrics.
 */
bool cubex_tar_read(struct cubex_tar *tar, struct source *s);

/** @return the files of a metric, or NULL. O(log metrics). */
const struct cubex_files *cubex_tar_find(const struct cubex_tar *tar, uint32_t metric);

void cubex_tar_free(struct cubex_tar *tar);

#endif
