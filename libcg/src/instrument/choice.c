/* Collects nodes with the reason for each, sorts them, and unites or reduces finished choices. */
#include "instrument/choice.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

const char *cg_chosen_why_name(enum cg_chosen_why why)
{
    static const char *const names[] = {
        [CG_CHOSEN_ENTRY] = "entry",
        [CG_CHOSEN_SUM] = "sum",
        [CG_CHOSEN_HOT] = "hot",
        [CG_CHOSEN_FRONTIER] = "frontier",
        [CG_CHOSEN_PATH] = "path",
        [CG_CHOSEN_DEPTH] = "depth",
        [CG_CHOSEN_COARSE] = "coarse",
        [CG_CHOSEN_COVER] = "cover",
        [CG_CHOSEN_EXPLORE] = "explore",
        [CG_CHOSEN_KEPT] = "kept",
        [CG_CHOSEN_IMBALANCE] = "imbalance",
        [CG_CHOSEN_WAY] = "way",
        [CG_CHOSEN_MODEL] = "model",
        [CG_CHOSEN_ALLOCATION] = "allocation",
    };
    return why < sizeof names / sizeof *names ? names[why] : NULL;
}

int choice_new(struct cg_choice **out, struct cg_error *error)
{
    *out = calloc(1, sizeof **out);
    return *out ? CG_OK : cg_fail_memory(error);
}

void cg_choice_free(struct cg_choice *choice)
{
    if (choice) {
        free(choice->chosen);
        free(choice);
    }
}

int choice_add(struct cg_choice *choice, const struct cg_chosen *chosen, struct cg_error *error)
{
    if (!cg_grow(&choice->chosen, &choice->capacity, choice->count + 1, sizeof *choice->chosen)) {
        return cg_fail_memory(error);
    }
    choice->chosen[choice->count++] = *chosen;
    return CG_OK;
}

/* Of one node, the reason that was added first comes first. */
struct placed {
    struct cg_chosen chosen;
    size_t place;
};

static int by_node_and_place(const void *a, const void *b)
{
    const struct placed *left = a, *right = b;
    cg_node x = left->chosen.node, y = right->chosen.node;
    return x != y ? (x > y) - (x < y) : (left->place > right->place) - (left->place < right->place);
}

static bool is_sorted(const struct cg_choice *choice)
{
    for (size_t i = 1; i < choice->count; i++) {
        if (choice->chosen[i - 1].node >= choice->chosen[i].node) {
            return false;
        }
    }
    return true;
}

static int sort_chosen(struct cg_choice *choice, struct cg_error *error)
{
    if (is_sorted(choice)) {
        return CG_OK;
    }
    struct placed *placed = calloc(choice->count, sizeof *placed);
    if (!placed) {
        return cg_fail_memory(error);
    }
    for (size_t i = 0; i < choice->count; i++) {
        placed[i] = (struct placed){choice->chosen[i], i};
    }
    qsort(placed, choice->count, sizeof *placed, by_node_and_place);
    size_t kept = 0;
    for (size_t i = 0; i < choice->count; i++) {
        if (i == 0 || placed[i].chosen.node != placed[i - 1].chosen.node) {
            choice->chosen[kept++] = placed[i].chosen;
        }
    }
    choice->count = kept;
    free(placed);
    return CG_OK;
}

int choice_finish(struct cg_choice **out, struct cg_choice *choice, int status,
                  struct cg_error *error)
{
    status = status ? status : sort_chosen(choice, error);
    if (status) {
        cg_choice_free(choice);
        return status;
    }
    *out = choice;
    return CG_OK;
}

size_t cg_choice_count(const struct cg_choice *choice)
{
    return choice->count;
}

const struct cg_chosen *cg_choice_at(const struct cg_choice *choice, size_t i)
{
    return i < choice->count ? &choice->chosen[i] : NULL;
}

bool cg_choice_has(const struct cg_choice *choice, cg_node node)
{
    size_t low = 0, high = choice->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (choice->chosen[middle].node < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < choice->count && choice->chosen[low].node == node;
}

int cg_choice_unite(struct cg_choice *choice, const struct cg_choice *other, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < other->count && !status; i++) {
        status = choice_add(choice, &other->chosen[i], error);
    }
    return status ? status : sort_chosen(choice, error);
}

void cg_choice_retain(struct cg_choice *choice, const bool *set)
{
    size_t kept = 0;
    for (size_t i = 0; i < choice->count; i++) {
        if (set[choice->chosen[i].node]) {
            choice->chosen[kept++] = choice->chosen[i];
        }
    }
    choice->count = kept;
}

int cg_choice_keep(struct cg_choice *choice, const bool *set, uint32_t nodes,
                   struct cg_error *error)
{
    int status = CG_OK;
    for (cg_node node = 0; node < nodes && !status; node++) {
        if (set[node]) {
            struct cg_chosen chosen = {.node = node, .why = CG_CHOSEN_KEPT, .because = CG_NONE};
            status = choice_add(choice, &chosen, error);
        }
    }
    return status ? status : sort_chosen(choice, error);
}
