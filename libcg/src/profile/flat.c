/* The flat profile: what each function cost, wherever it ran. */
#include "base/error.h"
#include "profile/profile.h"

#include <stdlib.h>

struct flat {
    const struct cg_profile *profile;
    uint32_t metric;
    struct cg_flat_entry *entries; /* by frame */
    cg_path *child;                /* by path: the first one under it */
    cg_path *sibling;
    uint32_t *active; /* by frame: how often it is on the path being walked */
};

static bool flat_start(struct flat *f)
{
    size_t paths = (size_t)f->profile->path_count + 1;
    size_t frames = (size_t)f->profile->frame_count + 1;
    f->entries = calloc(frames, sizeof *f->entries);
    f->active = calloc(frames, sizeof *f->active);
    f->child = malloc(paths * sizeof *f->child);
    f->sibling = malloc(paths * sizeof *f->sibling);
    if (!f->entries || !f->active || !f->child || !f->sibling) {
        return false;
    }
    for (size_t i = 0; i < paths; i++) {
        f->child[i] = f->sibling[i] = CG_NO_PATH;
    }
    return true;
}

/* The last element of `child` is the first root. */
static void link_children(struct flat *f)
{
    for (cg_path path = f->profile->path_count; path-- > 0;) {
        cg_path parent = f->profile->paths[path].parent;
        cg_path *first = &f->child[parent == CG_NO_PATH ? f->profile->path_count : parent];
        f->sibling[path] = *first;
        *first = path;
    }
}

static void enter(struct flat *f, cg_path path)
{
    const struct profile_path *p = &f->profile->paths[path];
    struct cg_flat_entry *entry = &f->entries[p->frame];
    double inclusive = cg_profile_inclusive(f->profile, f->metric, path);
    bool again = f->active[p->frame]++ != 0;
    entry->visits += cg_profile_visits(f->profile, path);
    if (p->flags & CG_PATH_CALL) { /* its cost is at the callee, and here too if that is itself */
        entry->inclusive -= again ? inclusive : 0;
        return;
    }
    entry->exclusive += cg_profile_exclusive(f->profile, f->metric, path);
    entry->inclusive += again ? 0 : inclusive;
}

static void walk(struct flat *f)
{
    cg_path path = f->child[f->profile->path_count];
    while (path != CG_NO_PATH) {
        enter(f, path);
        if (f->child[path] != CG_NO_PATH) {
            path = f->child[path];
            continue;
        }
        f->active[f->profile->paths[path].frame]--;
        while (path != CG_NO_PATH && f->sibling[path] == CG_NO_PATH) {
            path = f->profile->paths[path].parent;
            if (path != CG_NO_PATH) {
                f->active[f->profile->paths[path].frame]--;
            }
        }
        path = path == CG_NO_PATH ? path : f->sibling[path];
    }
}

static int compare_entries(const void *a, const void *b, void *user)
{
    const struct cg_flat_entry *x = a;
    const struct cg_flat_entry *y = b;
    const struct cg_profile *profile = user;
    if (x->exclusive != y->exclusive) {
        return x->exclusive > y->exclusive ? -1 : 1;
    }
    int order =
        strcmp(cg_profile_frame_name(profile, x->frame), cg_profile_frame_name(profile, y->frame));
    return order ? order : x->frame < y->frame ? -1 : x->frame > y->frame;
}

int cg_profile_flat(struct cg_flat_entry **out, size_t *count, const struct cg_profile *profile,
                    uint32_t metric, struct cg_error *error)
{
    struct flat f = {.profile = profile, .metric = metric};
    bool ok = flat_start(&f);
    if (ok) {
        link_children(&f);
        walk(&f);
        for (cg_frame frame = 0; frame < profile->frame_count; frame++) {
            f.entries[frame].frame = frame;
        }
        qsort_r(f.entries, profile->frame_count, sizeof *f.entries, compare_entries,
                (void *)(uintptr_t)profile);
        *out = f.entries;
        *count = profile->frame_count;
    } else {
        free(f.entries);
    }
    free(f.child);
    free(f.sibling);
    free(f.active);
    return ok ? CG_OK : cg_fail_memory(error);
}
