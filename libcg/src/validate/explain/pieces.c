/*
 * Goes backwards over recorded calls, breadth first. Functions of the program end it, and those of
 * libraries on the way are kept.
 */
#include "validate/explain/pieces.h"

#include "base/rows.h"

#include <stdlib.h>
#include <string.h>

static bool index_callers(struct pieces *pieces, uint32_t frames)
{
    const struct run_profile *of = &pieces->run->profiles[pieces->profile];
    pieces->starts = calloc((size_t)frames + 2, sizeof *pieces->starts);
    pieces->callers = malloc(((size_t)of->pair_count + 1) * sizeof *pieces->callers);
    if (!pieces->starts || !pieces->callers) {
        return false;
    }
    for (uint32_t i = 0; i < of->pair_count; i++) {
        rows_count(pieces->starts, of->pairs[i].callee);
    }
    rows_begin(pieces->starts, frames);
    for (uint32_t i = 0; i < of->pair_count; i++) {
        pieces->callers[rows_place(pieces->starts, of->pairs[i].callee)] = of->pairs[i].caller;
    }
    return true;
}

bool pieces_begin(struct pieces *pieces, const struct run *run, uint32_t profile)
{
    pieces_free(pieces);
    size_t frames = cg_profile_frame_count(run->v->profiles[profile].profile);
    *pieces = (struct pieces){.run = run, .profile = profile, .asked = VALIDATION_NONE};
    pieces->seen = calloc(frames + 1, sizeof *pieces->seen);
    pieces->queue = malloc((frames + 1) * sizeof *pieces->queue);
    pieces->found = malloc((frames + 1) * sizeof *pieces->found);
    pieces->passed = malloc((frames + 1) * sizeof *pieces->passed);
    return pieces->seen && pieces->queue && pieces->found && pieces->passed &&
           index_callers(pieces, (uint32_t)frames);
}

void pieces_free(struct pieces *pieces)
{
    free(pieces->starts);
    free(pieces->callers);
    free(pieces->seen);
    free(pieces->queue);
    free(pieces->found);
    free(pieces->passed);
    *pieces = (struct pieces){0};
}

/* Functions in the graph come first. */
static int compare_functions(const void *a, const void *b, void *user)
{
    const struct cg_validation *v = user;
    const struct validation_function *x = &v->functions[*(const uint32_t *)a];
    const struct validation_function *y = &v->functions[*(const uint32_t *)b];
    if (!x->count != !y->count) {
        return !x->count - !y->count;
    }
    int order = strcmp(validation_string(v, x->name), validation_string(v, y->name));
    return order ? order : (x > y) - (x < y);
}

static void look_at_frame(struct pieces *pieces, cg_frame frame, size_t *queued)
{
    const struct validation_profile *of = &pieces->run->v->profiles[pieces->profile];
    enum validation_class class = of->classes[frame];
    if (pieces->seen[frame] == pieces->question) {
        return;
    }
    pieces->seen[frame] = pieces->question;
    if (class == VALIDATION_PROGRAM || class == VALIDATION_ABSENT) {
        pieces->found[pieces->found_count++] = of->functions[frame];
    } else if (class != VALIDATION_ROOT) {
        pieces->queue[(*queued)++] = frame;
    }
    if (class == VALIDATION_LIBRARY) {
        pieces->passed[pieces->passed_count++] = of->functions[frame];
    }
}

void pieces_find(struct pieces *pieces, cg_frame frame)
{
    if (pieces->asked == frame) {
        return;
    }
    size_t queued = 0;
    pieces->asked = frame;
    pieces->question++;
    pieces->found_count = pieces->passed_count = 0;
    look_at_frame(pieces, frame, &queued);
    for (size_t i = 0; i < queued; i++) {
        cg_frame at = pieces->queue[i];
        for (uint32_t k = pieces->starts[at]; k < pieces->starts[at + 1]; k++) {
            if (pieces->callers[k] != CG_NO_CONTEXT) {
                look_at_frame(pieces, pieces->callers[k], &queued);
            }
        }
    }
    if (pieces->found_count) {
        qsort_r(pieces->found, pieces->found_count, sizeof *pieces->found, compare_functions,
                pieces->run->v);
    }
}
