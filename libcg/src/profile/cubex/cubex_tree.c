/*
 * Gives regions a frame and cnodes a path, parents first, and computes both orders of cnodes that
 * metrics use (wide and ascending).
 */
#include "profile/cubex/cubex_tree.h"

#include "base/compare.h"
#include "strings/text.h"

#include <stdlib.h>
#include <string.h>

/* An index by id. */
struct by_id {
    uint32_t id; /* first: they are sorted by it */
    uint32_t number;
};

struct work {
    struct builder *b;
    struct source *s;
    const struct cubex_anchor *anchor;
    struct by_id *regions; /* sorted */
    uint32_t *callees;     /* region by cnode */
    bool *called;          /* by region: a cnode that is not a root has it */
    cg_frame *frames;      /* by region, BUILDER_NONE: none yet */
    uint64_t composed;     /* total length of the names of parameters' frames */
};

/* Long names of regions times many parameters could exceed memory. */
static uint64_t composed_limit(const struct work *w)
{
    return (64u << 20) + 16 * w->anchor->length;
}

/* @return whether all are distinct */
static bool sort_ids(struct by_id *ids, uint32_t count)
{
    uint32_t i = 1;
    while (i < count && ids[i - 1].id < ids[i].id) {
        i++;
    }
    if (i >= count) { /* as is usual */
        return true;
    }
    qsort(ids, count, sizeof *ids, compare_u32);
    for (i = 1; i < count && ids[i - 1].id != ids[i].id; i++) {
    }
    return i == count;
}

static void *array(struct work *w, size_t count, size_t size)
{
    void *out = calloc(count + 1, size);
    if (!out) {
        source_fail(w->s, CG_E_MEMORY, "out of memory");
    }
    return out;
}

static bool index_regions(struct work *w)
{
    const struct cubex_anchor *a = w->anchor;
    w->regions = array(w, a->region_count, sizeof *w->regions);
    for (uint32_t i = 0; w->regions && i < a->region_count; i++) {
        w->regions[i] = (struct by_id){a->regions[i].id, i};
    }
    return w->regions && (sort_ids(w->regions, a->region_count) ||
                          source_fail(w->s, CG_E_FORMAT, "anchor.xml: two regions have one id"));
}

static bool find_callees(struct work *w)
{
    const struct cubex_anchor *a = w->anchor;
    w->callees = array(w, a->cnode_count, sizeof *w->callees);
    w->called = array(w, a->region_count, sizeof *w->called);
    if (!w->callees || !w->called) {
        return false;
    }
    for (uint32_t i = 0; i < a->cnode_count; i++) {
        const struct by_id key = {a->cnodes[i].region, 0};
        const struct by_id *found =
            bsearch(&key, w->regions, a->region_count, sizeof key, compare_u32);
        if (!found) {
            return source_fail(w->s, CG_E_FORMAT,
                               "anchor.xml: cnode %u has region %u, which does not exist",
                               a->cnodes[i].id, key.id);
        }
        w->callees[i] = found->number;
        w->called[found->number] |= a->cnodes[i].parent != CG_NO_CONTEXT;
    }
    return true;
}

static bool is_one_of(const char *text, const char *const *list)
{
    while (*list && strcmp(text, *list) != 0) {
        list++;
    }
    return *list != NULL;
}

static const char *text_of(const struct work *w, uint32_t string)
{
    return string == BUILDER_NONE ? "" : cg_pool_string(&w->b->profile->strings, string);
}

/* Files without roles have the paradigm in the description. */
static const char *paradigm_of(const struct work *w, const struct cubex_region *region)
{
    return text_of(w, region->paradigm != BUILDER_NONE ? region->paradigm : region->about);
}

static bool is_function(const struct work *w, const struct cubex_region *region)
{
    static const char *const roles[] = {"function", "func", NULL};
    static const char *const others[] = {"measurement", "user", "openmp", "omp",  "OMP",
                                         "opari",       "pomp", "EPK",    "loop", NULL};
    const char *paradigm = paradigm_of(w, region);
    if (region->role != BUILDER_NONE) {
        return is_one_of(text_of(w, region->role), roles) && strcmp(paradigm, "measurement") != 0;
    }
    return !is_one_of(paradigm, others) && text_of(w, region->name)[0] != '!';
}

static enum cg_frame_kind kind_of(const struct work *w, uint32_t number)
{
    static const char *const roots[] = {"THREADS", "TASKS", "KERNELS", "PARALLEL", NULL};
    const struct cubex_region *region = &w->anchor->regions[number];
    if (region->kind != BUILDER_NONE) {
        return (enum cg_frame_kind)region->kind;
    }
    if (region->name == BUILDER_NONE && region->linkage_name == BUILDER_NONE) {
        return CG_FRAME_UNKNOWN;
    }
    if (is_function(w, region)) {
        return CG_FRAME_FUNCTION;
    }
    bool root = strcmp(paradigm_of(w, region), "measurement") == 0 ||
                is_one_of(text_of(w, region->name), roots);
    return root && !w->called[number] ? CG_FRAME_ROOT : CG_FRAME_REGION;
}

static struct profile_frame frame_of_region(const struct work *w, uint32_t number)
{
    const struct cubex_region *region = &w->anchor->regions[number];
    struct profile_frame frame = BUILDER_FRAME_INIT;
    frame.name = region->name == BUILDER_NONE ? region->linkage_name : region->name;
    frame.linkage_name = region->linkage_name;
    frame.file = region->file;
    frame.object = region->object;
    frame.line = region->line;
    frame.group = region->paradigm;
    frame.kind = kind_of(w, number);
    if (frame.name == BUILDER_NONE) {
        struct cg_text text = {0};
        cg_text_add(&text, "region ");
        cg_text_add_number(&text, region->id);
        frame.name = builder_string(w->b, text.bytes, text.length);
        cg_text_free(&text);
    }
    return frame;
}

static cg_frame region_frame(struct work *w, uint32_t number)
{
    if (w->frames[number] == BUILDER_NONE) {
        const struct profile_frame frame = frame_of_region(w, number);
        w->frames[number] = builder_frame(w->b, &frame);
    }
    return w->frames[number];
}

/* "region (key=value)" */
static cg_frame parameter_frame(struct work *w, uint32_t number, uint32_t parameters)
{
    struct profile_frame frame = frame_of_region(w, number);
    struct cg_text text = {0};
    cg_text_add(&text, text_of(w, frame.name));
    cg_text_add(&text, " (");
    cg_text_add(&text, text_of(w, parameters));
    cg_text_add(&text, ")");
    w->composed += text.length;
    if (text.failed || w->composed > composed_limit(w)) {
        source_fail(w->s, text.failed ? CG_E_MEMORY : CG_E_LIMIT,
                    text.failed ? "out of memory" : "names with parameters are too long");
    } else {
        frame.name = builder_string(w->b, text.bytes, text.length);
    }
    frame.linkage_name = BUILDER_NONE;
    frame.kind = CG_FRAME_REGION;
    cg_text_free(&text);
    return w->s->status ? BUILDER_NONE : builder_frame(w->b, &frame);
}

static cg_frame frame_of(struct work *w, uint32_t cnode)
{
    const struct cubex_cnode *c = &w->anchor->cnodes[cnode];
    uint32_t region = w->callees[cnode];
    if (c->parameters != BUILDER_NONE) {
        bool part = c->parent != CG_NO_CONTEXT && w->callees[c->parent] == region;
        if (part || kind_of(w, region) != CG_FRAME_FUNCTION) {
            return parameter_frame(w, region, c->parameters);
        }
    }
    return region_frame(w, region);
}

static bool make_paths(struct cubex_tree *tree, struct work *w)
{
    const struct cubex_anchor *a = w->anchor;
    tree->paths = array(w, a->cnode_count, sizeof *tree->paths);
    w->frames = array(w, a->region_count, sizeof *w->frames);
    if (!tree->paths || !w->frames) {
        return false;
    }
    memset(w->frames, 0xff, (a->region_count + 1u) * sizeof *w->frames);
    for (uint32_t i = 0; i < a->cnode_count && !w->b->status && !w->s->status; i++) {
        const struct cubex_cnode *c = &a->cnodes[i];
        cg_call_context parent =
            c->parent == CG_NO_CONTEXT ? CG_NO_CONTEXT : tree->paths[c->parent];
        tree->paths[i] =
            builder_path(w->b, parent, frame_of(w, i), c->site_file, c->site_line, c->flags);
    }
    return !w->b->status && !w->s->status;
}

/* Rings of the cnodes that share a path. */
static bool link_same(struct cubex_tree *tree, struct work *w)
{
    uint32_t paths = w->b->profile->path_count;
    if (paths == tree->count) {
        return true;
    }
    uint32_t *last = array(w, paths, sizeof *last);
    tree->next = array(w, tree->count, sizeof *tree->next);
    for (uint32_t i = 0; last && tree->next && i < tree->count; i++) {
        uint32_t before = last[tree->paths[i]]; /* cnode + 1 */
        tree->next[i] = before ? tree->next[before - 1] : i;
        if (before) {
            tree->next[before - 1] = i;
        }
        last[tree->paths[i]] = i + 1;
    }
    free(last);
    return last && tree->next;
}

/* Children of one cnode are consecutive, in their order; `begin` is by cnode, plus 1, the roots
 * being children of number 0. */
static bool order_wide(struct cubex_tree *tree, struct work *w)
{
    const struct cubex_cnode *cnodes = w->anchor->cnodes;
    uint32_t *begin = array(w, (size_t)tree->count + 2, sizeof *begin);
    uint32_t *children = array(w, tree->count, sizeof *children);
    uint32_t at = 0;
    tree->wide = array(w, tree->count, sizeof *tree->wide);
    bool ok = begin && children && tree->wide;
    for (uint32_t i = 0; ok && i < tree->count; i++) {
        begin[cnodes[i].parent + 1 + 1]++; /* CG_NO_CONTEXT + 1 is 0 */
    }
    for (uint32_t i = 0; ok && i <= tree->count; i++) {
        begin[i + 1] += begin[i];
    }
    for (uint32_t i = 0; ok && i < tree->count; i++) {
        children[begin[cnodes[i].parent + 1]++] = i; /* each then begins where the next one did */
    }
    for (uint32_t i = 0; ok && i < tree->count; i++) {
        if (cnodes[i].parent == CG_NO_CONTEXT) {
            tree->wide[at++] = i;
        }
        for (uint32_t child = begin[i]; child < begin[i + 1]; child++) {
            tree->wide[at++] = children[child];
        }
    }
    free(begin);
    free(children);
    return ok;
}

static bool order_ascending(struct cubex_tree *tree, struct work *w)
{
    struct by_id *ids = array(w, tree->count, sizeof *ids);
    tree->ascending = array(w, tree->count, sizeof *tree->ascending);
    bool ok = ids && tree->ascending;
    for (uint32_t i = 0; ok && i < tree->count; i++) {
        ids[i] = (struct by_id){w->anchor->cnodes[i].id, i};
    }
    if (ok && !sort_ids(ids, tree->count)) {
        ok = source_fail(w->s, CG_E_FORMAT, "anchor.xml: two cnodes have one id");
    }
    for (uint32_t i = 0; ok && i < tree->count; i++) {
        tree->ascending[i] = ids[i].number;
    }
    free(ids);
    return ok;
}

bool cubex_tree_make(struct cubex_tree *tree, struct builder *b, struct source *s,
                     const struct cubex_anchor *anchor)
{
    struct work w = {.b = b, .s = s, .anchor = anchor};
    *tree = (struct cubex_tree){.count = anchor->cnode_count};
    bool ok = index_regions(&w) && find_callees(&w) && make_paths(tree, &w) &&
              link_same(tree, &w) && order_wide(tree, &w) && order_ascending(tree, &w);
    free(w.regions);
    free(w.callees);
    free(w.called);
    free(w.frames);
    return ok;
}

const uint32_t *cubex_tree_order(const struct cubex_tree *tree, enum cubex_order order)
{
    return order == CUBEX_INCLUSIVE ? tree->wide : order == CUBEX_SIMPLE ? tree->ascending : NULL;
}

void cubex_tree_free(struct cubex_tree *tree)
{
    free(tree->paths);
    free(tree->next);
    free(tree->wide);
    free(tree->ascending);
}
