/*
 * Writes folded stacks: one path per line, outermost frame first, `;` between frames, the weight at
 * the end. Names are linkage names; `;` in them becomes `:`, as in other tools, and control
 * characters are escaped. A path without weight gets a line if no path below it has one, so that
 * the lines show the whole tree.
 */
#include "dump.h"

#include <string.h>

#define DERIVED_DIGITS 12

static bool is_piece(const struct cg_profile *profile, cg_call_context path)
{
    struct cg_call_context_info info;
    cg_profile_context(profile, path, &info);
    return info.flags & (CG_CONTEXT_FRAGMENT | CG_CONTEXT_CALL);
}

static bool has_pieces(const struct cg_profile *profile)
{
    cg_call_context path = 0;
    while (path < cg_profile_context_count(profile) && !is_piece(profile, path)) {
        path++;
    }
    return path < cg_profile_context_count(profile);
}

/* Whether the profile distinguishes functions by caller. */
static bool has_callers(const struct cg_profile *profile)
{
    const unsigned both = CG_CONTEXT_FRAGMENT | CG_CONTEXT_CALL;
    struct cg_call_context_info info = {0};
    for (cg_call_context path = 0;
         path < cg_profile_context_count(profile) && (info.flags & both) != both; path++) {
        cg_profile_context(profile, path, &info);
    }
    return (info.flags & both) == both;
}

static char *folded_name(const struct cg_profile *profile, const struct cg_call_context_info *info)
{
    struct cg_frame_info frame;
    cg_profile_frame(profile, info->frame, &frame);
    const char *name = cg_profile_frame_name(profile, info->frame);
    char *shown = cli_printable(*name ? name : "[unknown]");
    const char *suffix = frame.kind == CG_FRAME_KERNEL      ? "_[k]"
                         : info->flags & CG_CONTEXT_INLINED ? "_[i]"
                                                            : "";
    g_strdelimit(shown, ";", ':');
    char *whole = g_strconcat(shown, g_str_has_suffix(shown, suffix) ? "" : suffix, NULL);
    g_free(shown);
    return whole;
}

/* The cost of a call counts at the callee when that is a fragment; the number of calls counts at
 * the caller. */
static bool counts_elsewhere(const struct dump *dump, uint32_t metric,
                             const struct cg_call_context_info *info)
{
    return info->flags & CG_CONTEXT_CALL && metric != UINT32_MAX &&
           strcmp(cg_profile_metric(dump->profile, metric)->name, CG_METRIC_VISITS) != 0;
}

/* Differences of inclusive values end in digits without meaning; those are rounded away. */
static bool weight_text(char out[CLI_DOUBLE_LENGTH], const struct dump *dump, uint32_t metric,
                        double value)
{
    const struct cg_metric *info =
        metric == UINT32_MAX ? NULL : cg_profile_metric(dump->profile, metric);
    bool derived = info && info->kind == CG_METRIC_INCLUSIVE && !info->integral;
    return derived ? cli_double_rounded(out, value, DERIVED_DIGITS) : cli_double(out, value);
}

static void print_line(const struct dump *dump, uint32_t metric, const struct walk *walk,
                       const char *line)
{
    const uint32_t *first = &walk->children->first[walk->path + 1];
    bool leaf = first[0] == first[1];
    double value =
        metric == UINT32_MAX ? 0 : cg_profile_exclusive(dump->profile, metric, walk->path);
    char weight[CLI_DOUBLE_LENGTH];
    if ((leaf || value != 0) && weight_text(weight, dump, metric, value)) {
        fprintf(dump->out, "%s %s\n", line, weight);
    }
}

static void print_lines(struct dump *dump, uint32_t metric, const struct children *children)
{
    struct walk walk;
    GString *line = g_string_new(NULL);
    GArray *lengths = g_array_new(FALSE, FALSE, sizeof(gsize)); /* length of the line, by depth */
    walk_start(&walk, children);
    while (walk_next(&walk)) {
        struct cg_call_context_info info;
        cg_profile_context(dump->profile, walk.path, &info);
        gsize before = walk.depth ? g_array_index(lengths, gsize, walk.depth - 1) : 0;
        char *name = folded_name(dump->profile, &info);
        g_string_truncate(line, before);
        g_string_append_printf(line, "%s%s", before ? ";" : "", name);
        g_free(name);
        g_array_set_size(lengths, walk.depth);
        g_array_append_val(lengths, line->len);
        if (!counts_elsewhere(dump, metric, &info)) {
            print_line(dump, metric, &walk, line->str);
        }
    }
    g_array_free(lengths, TRUE);
    g_string_free(line, TRUE);
}

int dump_folded(struct dump *dump, struct cg_error *error)
{
    struct children children;
    uint32_t metric = dump->metric;
    (void)error;
    if (has_pieces(dump->profile)) {
        cli_note("this format records calls but no call paths: the stacks are %s",
                 has_callers(dump->profile)
                     ? "the recorded callers of each function and its callees"
                     : "caller-callee pairs");
        if (!dump->settings->metric && dump_has(dump, CG_METRIC_VISITS)) {
            metric = cg_profile_find_metric(dump->profile, CG_METRIC_VISITS);
        }
    }
    children_sort(&children, dump);
    print_lines(dump, metric, &children);
    children_clear(&children);
    return CG_OK;
}
