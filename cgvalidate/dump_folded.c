/*
 * Folded stacks: a path a line, frames from the outermost, `;` between them, the weight at the end.
 * Names are linkage names; `;` in them becomes `:`, as others do it, and control characters become
 * escapes. A path without weight has a line where nothing below it has one, so that the lines are
 * the whole tree.
 */
#include "dump.h"

#include <string.h>

#define DERIVED_DIGITS 12

static bool is_piece(const struct cg_profile *profile, cg_path path)
{
    struct cg_path_info info;
    cg_profile_path(profile, path, &info);
    return info.flags & (CG_PATH_FRAGMENT | CG_PATH_CALL);
}

static bool has_pieces(const struct cg_profile *profile)
{
    cg_path path = 0;
    while (path < cg_profile_path_count(profile) && !is_piece(profile, path)) {
        path++;
    }
    return path < cg_profile_path_count(profile);
}

/* Whether functions are told apart by their callers. */
static bool has_callers(const struct cg_profile *profile)
{
    const unsigned both = CG_PATH_FRAGMENT | CG_PATH_CALL;
    struct cg_path_info info = {0};
    for (cg_path path = 0; path < cg_profile_path_count(profile) && (info.flags & both) != both;
         path++) {
        cg_profile_path(profile, path, &info);
    }
    return (info.flags & both) == both;
}

static char *folded_name(const struct cg_profile *profile, const struct cg_path_info *info)
{
    struct cg_frame_info frame;
    cg_profile_frame(profile, info->frame, &frame);
    const char *name = cg_profile_frame_name(profile, info->frame);
    char *shown = cli_printable(*name ? name : "[unknown]");
    const char *suffix = frame.kind == CG_FRAME_KERNEL   ? "_[k]"
                         : info->flags & CG_PATH_INLINED ? "_[i]"
                                                         : "";
    g_strdelimit(shown, ";", ':');
    char *whole = g_strconcat(shown, g_str_has_suffix(shown, suffix) ? "" : suffix, NULL);
    g_free(shown);
    return whole;
}

/* What a call cost is counted where the callee is a piece; how often it was made is not. */
static bool counts_elsewhere(const struct dump *dump, uint32_t metric,
                             const struct cg_path_info *info)
{
    return info->flags & CG_PATH_CALL && metric != UINT32_MAX &&
           strcmp(cg_profile_metric(dump->profile, metric)->name, CG_METRIC_VISITS) != 0;
}

/* What is left when inclusive values are taken from one another has digits that mean nothing. */
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
    GArray *lengths = g_array_new(FALSE, FALSE, sizeof(gsize)); /* of the line, by depth */
    walk_start(&walk, children);
    while (walk_next(&walk)) {
        struct cg_path_info info;
        cg_profile_path(dump->profile, walk.path, &info);
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
        cli_note("this format records calls but no paths: the stacks are %s",
                 has_callers(dump->profile)
                     ? "functions below as many callers as were recorded, and what they call"
                     : "pairs of caller and callee");
        if (!dump->settings->metric && dump_has(dump, CG_METRIC_VISITS)) {
            metric = cg_profile_find_metric(dump->profile, CG_METRIC_VISITS);
        }
    }
    children_sort(&children, dump);
    print_lines(dump, metric, &children);
    children_clear(&children);
    return CG_OK;
}
