/*
 * First notes what a call in each context took where it was sampled, then divides the time of each
 * unseen thread among its calls by these costs.
 */
#include "paths/estimated_times.h"

#include <errno.h>

/* A thread that no sample met. */
struct unseen {
    double seconds;
    double weight; /* of its calls: what they would have taken others */
    cg_call_context outermost;
};

struct estimates {
    GHashTable *unseen;  /* by location: struct unseen */
    GHashTable *between; /* by context: GArray of struct cell */
    double *costs;       /* by context: seconds that a call of it took where it was seen */
    uint32_t contexts;
};

static void free_array(void *array)
{
    g_array_unref(array);
}

struct estimates *estimates_new(void)
{
    struct estimates *estimates = g_new0(struct estimates, 1);
    estimates->unseen = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    estimates->between = g_hash_table_new_full(NULL, NULL, NULL, free_array);
    return estimates;
}

void estimates_free(struct estimates *estimates)
{
    g_hash_table_unref(estimates->unseen);
    g_hash_table_unref(estimates->between);
    g_free(estimates->costs);
    g_free(estimates);
}

static struct unseen *unseen_at(const struct estimates *estimates, uint32_t location)
{
    return g_hash_table_lookup(estimates->unseen, GUINT_TO_POINTER(location));
}

void estimates_want(struct estimates *estimates, uint32_t location, double seconds,
                    cg_call_context outermost)
{
    struct unseen *unseen = g_new0(struct unseen, 1);
    unseen->seconds = seconds;
    unseen->outermost = outermost;
    g_hash_table_insert(estimates->unseen, GUINT_TO_POINTER(location), unseen);
}

bool estimates_are_wanted(const struct estimates *estimates)
{
    return g_hash_table_size(estimates->unseen) > 0;
}

/* Of threads that were seen, wherever that was. */
static double cost_of(const struct estimates *estimates, const struct cell *cells, guint count)
{
    double seconds = 0, visits = 0;
    for (guint i = 0; i < count; i++) {
        bool seen = !unseen_at(estimates, cells[i].location);
        seconds += seen ? cells[i].time : 0;
        visits += seen ? (double)cells[i].visits : 0;
    }
    return visits > 0 ? seconds / visits : 0;
}

static void weigh(struct estimates *estimates, cg_call_context context, const struct cell *cells,
                  guint count)
{
    double cost = cost_of(estimates, cells, count);
    estimates->costs[context] = cost;
    for (guint i = 0; i < count && cost > 0; i++) {
        struct unseen *unseen = unseen_at(estimates, cells[i].location);
        if (unseen) {
            unseen->weight += cost * (double)cells[i].visits;
        }
    }
}

/* Nobody was seen where this thread was. */
static void leave_between(struct estimates *estimates, uint32_t location,
                          const struct unseen *unseen, cg_call_context context)
{
    const struct cell cell = {.context = context, .location = location, .time = unseen->seconds};
    GArray *cells = g_hash_table_lookup(estimates->between, GUINT_TO_POINTER(context));
    if (!cells) {
        cells = g_array_new(FALSE, FALSE, sizeof(struct cell));
        g_hash_table_insert(estimates->between, GUINT_TO_POINTER(context), cells);
    }
    g_array_append_val(cells, cell);
}

int estimates_make(struct estimates *estimates, struct path_cells *cells, uint32_t contexts,
                   cg_call_context (*between)(void *user, cg_call_context outermost), void *user,
                   struct cg_error *error)
{
    GHashTableIter iterator;
    gpointer location, value;
    estimates->contexts = contexts;
    estimates->costs = g_new0(double, contexts + 1);
    for (uint32_t context = 0; context < contexts && estimates_are_wanted(estimates); context++) {
        guint count;
        const struct cell *found = path_cells_at(cells, context, &count);
        if (!found) {
            return path_cells_failed(errno, error);
        }
        weigh(estimates, context, found, count);
    }
    g_hash_table_iter_init(&iterator, estimates->unseen);
    while (g_hash_table_iter_next(&iterator, &location, &value)) {
        const struct unseen *unseen = value;
        if (!(unseen->weight > 0)) {
            leave_between(estimates, GPOINTER_TO_UINT(location), unseen,
                          between(user, unseen->outermost));
        }
    }
    return CG_OK;
}

double estimates_of(const struct estimates *estimates, const struct cell *cell)
{
    bool known = cell->context < estimates->contexts && estimates->costs[cell->context] > 0;
    const struct unseen *unseen = known ? unseen_at(estimates, cell->location) : NULL;
    return unseen && unseen->weight > 0 ? unseen->seconds * (double)cell->visits *
                                              estimates->costs[cell->context] / unseen->weight
                                        : 0;
}

const GArray *estimates_between(const struct estimates *estimates, cg_call_context context)
{
    return g_hash_table_lookup(estimates->between, GUINT_TO_POINTER(context));
}
