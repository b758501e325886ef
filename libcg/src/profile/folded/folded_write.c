/*
 * Writes folded stacks: a line a call path, with the exclusive value of one metric. Names are
 * linkage names; what would end a frame or a line in them becomes ':' or a blank, and functions of
 * the kernel and inlined ones are marked as other tools do. A path without a value has a line if
 * none is below it, so that the lines have the whole tree.
 */
#include "profile/common/profile_writers.h"
#include "strings/digits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DERIVED_DIGITS 12

static uint32_t choose_metric(const struct writer *w)
{
    static const char *const names[] = {CG_METRIC_TIME, CG_METRIC_SAMPLES, CG_METRIC_WEIGHT};
    const struct cg_profile *profile = w->profile;
    if (w->options->metric != CG_NO_CONTEXT) {
        return w->options->metric;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t metric = cg_profile_find_metric(profile, names[i]);
        if (metric != UINT32_MAX && profile->metrics[metric].public.measured) {
            return metric;
        }
    }
    for (uint32_t i = 0; i < profile->metric_count; i++) {
        const struct cg_metric *metric = &profile->metrics[i].public;
        if (metric->measured && metric->fold == CG_FOLD_SUM && metric->kind != CG_METRIC_SIMPLE &&
            i != profile->visits) {
            return i;
        }
    }
    return profile->visits;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text);
    size_t size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

static void put_name(struct cg_text *line, const struct cg_profile *profile,
                     const struct cg_call_context_info *info)
{
    struct cg_frame_info frame;
    const char *name = cg_profile_frame_name(profile, info->frame);
    cg_profile_frame(profile, info->frame, &frame);
    const char *mark = frame.kind == CG_FRAME_KERNEL      ? "_[k]"
                       : info->flags & CG_CONTEXT_INLINED ? "_[i]"
                                                          : "";
    mark = ends_with(name, mark) ? "" : mark;
    for (name = *name ? name : "[unknown]"; *name; name++) {
        char c = *name == ';' ? ':' : (unsigned char)*name < ' ' ? ' ' : *name;
        cg_text_put(line, &c, 1);
    }
    cg_text_add(line, mark);
}

/* Differences of inclusive values end in digits without meaning. */
static bool is_derived(const struct cg_profile *profile, uint32_t metric)
{
    const struct cg_metric *info = metric == UINT32_MAX ? NULL : &profile->metrics[metric].public;
    return info && info->kind == CG_METRIC_INCLUSIVE && !info->integral;
}

/* The cost of a call counts at the callee when that is a fragment; the number of calls counts at
 * the caller. */
static bool counts_elsewhere(const struct cg_profile *profile, uint32_t metric,
                             const struct cg_call_context_info *info)
{
    return info->flags & CG_CONTEXT_CALL && metric != UINT32_MAX && metric != profile->visits;
}

/* "1.3e-05" as "0.000013": those who read stacks know no exponents. */
static void drop_exponent(char *text, size_t size, double value)
{
    const char *exponent = strchr(text, 'e');
    int decimals = 0;
    if (!exponent) {
        return;
    }
    for (const char *c = text; c < exponent; c++) {
        decimals += cg_is_digit(*c);
    }
    decimals -= 1 + atoi(exponent + 1);
    snprintf(text, size, "%.*f", decimals > 0 ? decimals : 0, value);
}

/* The shortest text that reads back as the same number, whatever the locale's decimal point is. */
static void put_value(struct cg_text *line, double value, bool derived)
{
    char text[400]; /* the least number has 324 zeros */
    for (int digits = DERIVED_DIGITS; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (derived || strtod(text, NULL) == value) {
            break;
        }
    }
    drop_exponent(text, sizeof text, value);
    for (char *c = text; *c; c++) {
        *c = *c == ',' ? '.' : *c;
    }
    cg_text_add(line, " ");
    cg_text_add(line, text);
    cg_text_add(line, "\n");
}

/* Lengths of the line up to each level. */
struct levels {
    size_t *lengths;
    size_t capacity;
    size_t depth;
};

static bool open_level(struct levels *levels, struct writer *w, size_t length)
{
    if (levels->depth == levels->capacity) {
        size_t capacity = levels->capacity ? levels->capacity * 2 : 64;
        size_t *lengths = realloc(levels->lengths, capacity * sizeof *lengths);
        if (!lengths) {
            return writer_fail_memory(w);
        }
        levels->lengths = lengths;
        levels->capacity = capacity;
    }
    levels->lengths[levels->depth++] = length;
    return true;
}

static void put_line(struct writer *w, struct cg_text *line, double value, bool derived)
{
    size_t length = line->length;
    put_value(line, value, derived);
    if (line->failed) {
        writer_fail_memory(w);
    }
    writer_put(w, line->bytes, line->length);
    line->length = length;
}

static void put_lines(struct writer *w, const struct writer_tree *tree, uint32_t metric)
{
    struct cg_text line = {0};
    struct levels levels = {0};
    uint32_t ended;
    bool derived = is_derived(w->profile, metric);
    cg_call_context context = tree->first[0];
    while (context != CG_NO_CONTEXT && !w->status && open_level(&levels, w, line.length)) {
        double value = metric == UINT32_MAX ? 0 : cg_profile_exclusive(w->profile, metric, context);
        bool leaf = tree->first[context + 1] == CG_NO_CONTEXT;
        struct cg_call_context_info info;
        cg_profile_context(w->profile, context, &info);
        cg_text_add(&line, line.length ? ";" : "");
        put_name(&line, w->profile, &info);
        if ((leaf || value != 0) && !counts_elsewhere(w->profile, metric, &info)) {
            put_line(w, &line, value, derived);
        }
        context = writer_tree_next(tree, w->profile, context, &ended);
        if (ended && levels.depth) {
            levels.depth -= ended < levels.depth ? ended : levels.depth;
            line.length = levels.lengths[levels.depth];
        }
    }
    free(levels.lengths);
    cg_text_free(&line);
}

static void write_folded(struct writer *w)
{
    struct writer_tree tree = {0};
    if (writer_tree_make(&tree, w)) {
        put_lines(w, &tree, choose_metric(w));
    }
    writer_tree_free(&tree);
}

const struct profile_writer writer_folded = {"folded", write_folded};
