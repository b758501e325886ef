/*
 * Finds the regions of a body around a place by bisection, and weighs them, for the metadata kinds
 * about calls.
 */
#include "unit/body_weight.h"

#include <string.h>

/** Assumed runs of a loop, and probability of an exception: MetaCG's guesses. */
#define LOOP_TIMES 100.0
#define HANDLER_TIMES 0.1

/** Keeps estimates finite. */
#define MOST_TIMES 1e300

static int compare_with_place(const struct unit_region *region, const char *file, uint64_t at)
{
    int order = region->file == file ? 0 : strcmp(region->file, file);
    return order ? order : (region->first > at) - (region->first < at);
}

/** The last region of a body that begins at or before a place, or UNIT_NONE. */
static guint region_before(const struct unit *unit, const struct unit_body *body, const char *file,
                           uint64_t at)
{
    guint low = body->regions;
    guint high = body->regions + body->region_count;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (compare_with_place(&g_array_index(unit->regions, struct unit_region, middle), file,
                               at) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > body->regions ? low - 1 : UNIT_NONE;
}

static void weigh(struct body_weight *weight, const struct unit_region *region)
{
    switch (region->kind) {
    case UNIT_LOOP:
        weight->loops++;
        weight->times = MIN(weight->times * LOOP_TIMES, MOST_TIMES);
        break;
    case UNIT_BRANCH:
        weight->times /= region->ways;
        break;
    case UNIT_HANDLER:
        weight->times *= HANDLER_TIMES;
        break;
    }
}

struct body_weight body_weight_at(const struct unit *unit, unit_id function,
                                  const struct unit_place *place)
{
    struct body_weight weight = {0, 1.0};
    const struct unit_body *body = unit_body_of(unit, function);
    if (!body || !place->file) {
        return weight;
    }
    uint64_t at = UNIT_POSITION(place->line, place->column);
    guint number = region_before(unit, body, place->file, at);
    while (number != UNIT_NONE) {
        const struct unit_region *region =
            &g_array_index(unit->regions, struct unit_region, number);
        if (region->file == place->file && at <= region->last) {
            weigh(&weight, region);
        }
        number = region->parent;
    }
    return weight;
}
