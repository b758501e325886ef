/*
 * Cube 4: the format of Score-P, Scalasca and TAU. A tar archive of an XML document with the tree
 * and, for each metric, an index and values.
 *
 * There is no description of the format; this reader relies on files, on other readers, and on the
 * behaviour of Cube's library.
 */
#include "base/compare.h"
#include "profile/common/profile_readers.h"
#include "profile/cubex/cubex_rows.h"

#include <stdlib.h>

/* Values are in the order of ids. */
static bool make_locations(struct builder *b, struct source *s, struct cubex_anchor *anchor)
{
    const struct cg_pool *strings = &b->profile->strings;
    struct cubex_location *all = anchor->locations;
    if (anchor->location_count) {
        qsort(all, anchor->location_count, sizeof *all, compare_u32);
    }
    for (uint32_t i = 0; i < anchor->location_count && !b->status; i++) {
        const struct cubex_location *l = &all[i];
        if (i && l[-1].id == l->id) {
            return source_fail(s, CG_E_FORMAT, "anchor.xml: two locations have the id %u", l->id);
        }
        const struct cg_location location = {
            .name = l->name == BUILDER_NONE ? NULL : cg_pool_string(strings, l->name),
            .group = l->group == BUILDER_NONE ? NULL : cg_pool_string(strings, l->group),
            .rank = l->rank,
            .thread = l->thread};
        builder_location(b, &location);
    }
    return !b->status;
}

static int compare_metrics(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Two metrics would have the same files. */
static bool check_metrics(struct source *s, const struct cubex_anchor *anchor)
{
    uint32_t *ids = malloc(((size_t)anchor->metric_count + 1) * sizeof *ids);
    bool ok = ids || source_fail(s, CG_E_MEMORY, "out of memory");
    for (uint32_t i = 0; ok && i < anchor->metric_count; i++) {
        ids[i] = anchor->metrics[i].id;
    }
    if (ok) {
        qsort(ids, anchor->metric_count, sizeof *ids, compare_metrics);
    }
    for (uint32_t i = 1; ok && i < anchor->metric_count; i++) {
        ok = ids[i - 1] != ids[i] ||
             source_fail(s, CG_E_FORMAT, "anchor.xml: two metrics have the id %u", ids[i]);
    }
    free(ids);
    return ok;
}

/* Sampled paths are marked in the paradigm of their regions. */
static bool is_sampled(const struct builder *b)
{
    const struct cg_profile *profile = b->profile;
    uint32_t sampling = cg_pool_find(&profile->strings, "sampling", 8);
    uint32_t frame = 0;
    while (frame < profile->frame_count && profile->frames[frame].group != sampling) {
        frame++;
    }
    return sampling != CG_NO_STRING && frame < profile->frame_count;
}

static void set_facts(struct builder *b, struct source *s, const struct cubex_anchor *anchor)
{
    if (anchor->creator != BUILDER_NONE) {
        b->profile->creator = anchor->creator;
    }
    bool sampled = is_sampled(b);
    builder_set_sampled(b, sampled || anchor->sampled);
    builder_set_loses_tail_callers(b, sampled || anchor->loses_tail_callers);
    if (anchor->clustered) {
        source_warn(s, "repetitions were merged (CLUSTERING): values are averages");
    }
    if (!anchor->location_count) {
        source_warn(s, "there are no locations, so no values");
    }
}

static bool read_cubex(struct builder *b, struct source *s)
{
    struct cubex_tar tar;
    struct cubex_anchor anchor = {0};
    struct cubex_tree tree = {0};
    bool ok = cubex_tar_read(&tar, s) && cubex_anchor_read(&anchor, b, s, &tar) &&
              check_metrics(s, &anchor) && make_locations(b, s, &anchor) &&
              cubex_tree_make(&tree, b, s, &anchor);
    if (ok) {
        set_facts(b, s, &anchor);
        ok = cubex_rows_read(b, s, &tar, &anchor, &tree);
    }
    cubex_tree_free(&tree);
    cubex_anchor_free(&anchor);
    cubex_tar_free(&tar);
    return ok && !b->status && !s->status;
}

const struct profile_reader reader_cubex = {"cubex", cubex_tar_recognise, read_cubex};
