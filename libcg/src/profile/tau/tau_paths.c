/* Makes paths of timers that are named after whole paths, "A => B". */
#include "profile/tau/tau.h"

#include <stdlib.h>

struct paths {
    struct builder *b;
    const struct tau_paths *in;
    struct cg_pool recorded; /* paths, as bytes of their pieces */
    bool *called;            /* by name: the end of a path */
    double *calls;           /* by name: on all paths */
    cg_call_context *roots;  /* by name */
};

static const char *bytes_of(const struct paths *p, const struct tau_entry *entry, size_t *length,
                            size_t count)
{
    *length = count * sizeof *p->in->pieces;
    return (const char *)(p->in->pieces + entry->first);
}

static bool note_paths(struct paths *p)
{
    for (size_t i = 0; i < p->in->entry_count; i++) {
        const struct tau_entry *entry = &p->in->entries[i];
        uint32_t last = p->in->pieces[entry->first + entry->count - 1];
        size_t length;
        const char *bytes = bytes_of(p, entry, &length, entry->count);
        if (entry->count < 2) {
            continue;
        }
        if (cg_pool_intern(&p->recorded, bytes, length) == CG_NO_STRING) {
            return false;
        }
        p->called[last] = true;
        p->calls[last] += entry->calls;
    }
    return true;
}

/* No path is truncated: each continues another, or begins at a function without callers. */
static bool is_tree(const struct paths *p)
{
    for (size_t i = 0; i < p->in->entry_count; i++) {
        const struct tau_entry *entry = &p->in->entries[i];
        size_t length;
        const char *bytes = bytes_of(p, entry, &length, entry->count - 1);
        if (entry->count == 2
                ? p->called[p->in->pieces[entry->first]]
                : entry->count > 2 && cg_pool_find(&p->recorded, bytes, length) == CG_NO_STRING) {
            return false;
        }
    }
    return true;
}

static void add_entry(const struct paths *p, cg_call_context path, uint32_t name, double calls,
                      const struct tau_entry *entry, double exclusive)
{
    const struct tau_paths *in = p->in;
    if (in->counts[name] != BUILDER_NONE) {
        builder_add(p->b, in->location, path, in->counts[name], calls);
    }
    builder_add(p->b, in->location, path, in->exclusive, exclusive * in->scale);
    builder_add(p->b, in->location, path, in->inclusive, entry->inclusive * in->scale);
}

static cg_call_context child(const struct paths *p, cg_call_context parent, uint32_t name,
                             unsigned flags)
{
    return builder_path(p->b, parent, p->in->frames[name], BUILDER_NONE, 0, flags);
}

static void build_tree(const struct paths *p)
{
    for (size_t i = 0; i < p->in->entry_count; i++) {
        const struct tau_entry *entry = &p->in->entries[i];
        const uint32_t *pieces = p->in->pieces + entry->first;
        cg_call_context path = CG_NO_CONTEXT;
        if (entry->count == 1 && p->called[*pieces]) {
            continue; /* its paths contain the same */
        }
        for (size_t k = 0; k < entry->count; k++) {
            path = child(p, path, pieces[k], 0);
        }
        add_entry(p, path, pieces[entry->count - 1], entry->calls, entry, entry->exclusive);
    }
}

/* Calls of a function count where they are made; those on no path count at its root. */
static void build_root(const struct paths *p, const struct tau_entry *entry)
{
    uint32_t name = p->in->pieces[entry->first];
    double others = entry->calls - p->calls[name];
    add_entry(p, p->roots[name], name, others > 0 ? others : 0, entry, entry->exclusive);
}

static void build_call(const struct paths *p, const struct tau_entry *entry)
{
    const uint32_t *pieces = p->in->pieces + entry->first + entry->count - 2;
    cg_call_context call = child(p, p->roots[pieces[0]], pieces[1], CG_CONTEXT_CALL);
    add_entry(p, call, pieces[1], entry->calls, entry, entry->inclusive);
}

static void build_pieces(const struct paths *p)
{
    for (uint32_t name = 0; name < p->in->name_count; name++) {
        p->roots[name] = child(p, CG_NO_CONTEXT, name, CG_CONTEXT_FRAGMENT);
    }
    for (size_t i = 0; i < p->in->entry_count; i++) {
        if (p->in->entries[i].count == 1) {
            build_root(p, &p->in->entries[i]);
        } else {
            build_call(p, &p->in->entries[i]);
        }
    }
}

bool tau_build(struct builder *b, const struct tau_paths *paths)
{
    size_t names = (size_t)paths->name_count + 1;
    struct paths p = {.b = b,
                      .in = paths,
                      .called = calloc(names, sizeof *p.called),
                      .calls = calloc(names, sizeof *p.calls),
                      .roots = calloc(names, sizeof *p.roots)};
    bool ok = cg_pool_init(&p.recorded) && p.called && p.calls && p.roots && note_paths(&p);
    if (ok && paths->entry_count && is_tree(&p) && p.recorded.count) {
        build_tree(&p);
    } else if (ok) {
        build_pieces(&p);
    }
    cg_pool_free(&p.recorded);
    free(p.called);
    free(p.calls);
    free(p.roots);
    return ok;
}
