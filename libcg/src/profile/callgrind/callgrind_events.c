/* The events that callgrind counts: a metric each. */
#include "profile/callgrind/callgrind.h"

#include <stdio.h>

void callgrind_tree_label(struct callgrind_tree *tree, const char *event, size_t event_length,
                          const char *label, size_t length)
{
    uint32_t count = tree->labeled.count;
    if (count == CALLGRIND_LIMIT_EVENTS || !event_length || !length) {
        return;
    }
    uint32_t number = cg_pool_intern(&tree->labeled, event, event_length);
    if (number == CG_NO_STRING) {
        source_fail(tree->source, CG_E_MEMORY, "out of memory");
    } else if (number == count) {
        tree->labels[number] = builder_string(tree->builder, label, length);
    }
}

/* An event with a name that means something else in all other formats. */
static bool is_reserved(const char *event)
{
    return strcmp(event, CG_METRIC_VISITS) == 0 || strcmp(event, CG_METRIC_TIME) == 0;
}

static uint32_t metric_of(struct callgrind_tree *tree, const char *event, size_t length)
{
    char other[32];
    uint32_t labeled = cg_pool_find(&tree->labeled, event, length);
    struct cg_metric metric = {.name = event, .integral = true};
    if (labeled != CG_NO_STRING && tree->labels[labeled] != BUILDER_NONE) {
        metric.label = cg_pool_string(&tree->builder->profile->strings, tree->labels[labeled]);
    }
    if (is_reserved(event)) {
        snprintf(other, sizeof other, "%s (event)", event);
        metric.name = other;
    }
    return builder_metric(tree->builder, &metric);
}

/* The number of an event; CG_NO_STRING, and the source has failed, if there are too many. */
static uint32_t event_of(struct callgrind_tree *tree, const char *event, size_t length)
{
    uint32_t number = cg_pool_find(&tree->events, event, length);
    if (number != CG_NO_STRING) {
        return number;
    }
    if (tree->events.count == CALLGRIND_LIMIT_EVENTS) {
        source_fail(tree->source, CG_E_LIMIT, "more than %u events", CALLGRIND_LIMIT_EVENTS);
        return CG_NO_STRING;
    }
    number = cg_pool_intern(&tree->events, event, length);
    if (number == CG_NO_STRING) {
        source_fail(tree->source, CG_E_MEMORY, "out of memory");
        return CG_NO_STRING;
    }
    tree->metrics[number] = metric_of(tree, cg_pool_string(&tree->events, number), length);
    return number;
}

void callgrind_tree_column(struct callgrind_tree *tree, const char *event, size_t length)
{
    uint32_t number = event_of(tree, event, length);
    if (number == CG_NO_STRING) {
        return;
    }
    for (uint32_t i = 0; i < tree->column_count; i++) {
        if (tree->columns[i] == tree->metrics[number]) {
            source_fail(tree->source, CG_E_FORMAT, "the event '%.40s' is named twice",
                        cg_pool_string(&tree->events, number));
            return;
        }
    }
    tree->totals[tree->column_count] = 0;
    tree->columns[tree->column_count++] = tree->metrics[number];
}

void callgrind_tree_broken(struct callgrind_tree *tree)
{
    for (uint32_t i = 0; i < tree->column_count; i++) {
        builder_set_fractional(tree->builder, tree->columns[i]);
    }
}
