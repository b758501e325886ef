/* Writes the call-path tree as text. */
#include "dump/dump.h"

#include <string.h>

/* Paths deeper than this are not indented further; a number shows their depth. */
#define DEEPEST_DRAWN 60

#define LEAST_WIDTH 9

/** A column of numbers. */
struct column {
    char *title;
    const struct cg_metric *metric; /**< NULL: visits */
    double (*value)(const struct cg_profile *profile, uint32_t metric, cg_call_context path);
    int width;
};

struct columns {
    struct column columns[3];
    size_t count;
};

/* The visits of a fragment are shown at its call. */
static char *visits_text(const struct cg_profile *profile, cg_call_context path)
{
    struct cg_call_context_info info;
    uint64_t visits = cg_profile_visits(profile, path);
    cg_profile_context(profile, path, &info);
    return visits || !(info.flags & CG_CONTEXT_FRAGMENT) ? cli_quantity((double)visits, NULL)
                                                         : g_strdup("-");
}

static char *column_text(const struct dump *dump, const struct column *column, cg_call_context path)
{
    return column->metric
               ? dump_value(column->metric, column->value(dump->profile, dump->metric, path))
               : visits_text(dump->profile, path);
}

static void measure_column(struct column *column, const struct dump *dump)
{
    column->width = MAX(LEAST_WIDTH, (int)g_utf8_strlen(column->title, -1));
    for (cg_call_context path = 0; path < cg_profile_context_count(dump->profile); path++) {
        char *text = column_text(dump, column, path);
        column->width = MAX(column->width, (int)g_utf8_strlen(text, -1));
        g_free(text);
    }
}

static void print_column(const struct dump *dump, const struct column *column, cg_call_context path)
{
    char *text = column_text(dump, column, path);
    fprintf(dump->out, "%*s%s  ", (int)(column->width - g_utf8_strlen(text, -1)), "", text);
    g_free(text);
}

static void choose_columns(struct columns *columns, const struct dump *dump)
{
    *columns = (struct columns){0};
    const struct cg_metric *metric =
        dump->metric == UINT32_MAX ? NULL : cg_profile_metric(dump->profile, dump->metric);
    bool visits = dump_has(dump, CG_METRIC_VISITS);
    if (visits) {
        columns->columns[columns->count++] = (struct column){.title = g_strdup(CG_METRIC_VISITS)};
    }
    if (metric && strcmp(metric->name, CG_METRIC_VISITS) != 0) {
        char *title = cli_printable(metric->name);
        bool simple = metric->kind == CG_METRIC_SIMPLE;
        columns->columns[columns->count++] =
            (struct column){simple ? g_strdup(title) : g_strconcat(title, " incl", NULL), metric,
                            cg_profile_inclusive, 0};
        if (!simple) {
            columns->columns[columns->count++] =
                (struct column){g_strconcat(title, " excl", NULL), metric, cg_profile_exclusive, 0};
        }
        g_free(title);
    }
    for (size_t i = 0; i < columns->count; i++) {
        measure_column(&columns->columns[i], dump);
    }
}

static void clear_columns(struct columns *columns)
{
    for (size_t i = 0; i < columns->count; i++) {
        g_free(columns->columns[i].title);
    }
}

/* The text before a name: the lines of the tree. `open` has one character for each level. */
static void draw(FILE *out, GString *open, const struct walk *walk)
{
    uint32_t drawn = MIN(walk->depth, DEEPEST_DRAWN);
    g_string_set_size(open, drawn);
    for (uint32_t i = 1; i < drawn; i++) {
        fputs(open->str[i] ? "│  " : "   ", out);
    }
    if (walk->depth) {
        fputs(walk->last ? "└─ " : "├─ ", out);
    }
    if (walk->depth > DEEPEST_DRAWN) {
        fprintf(out, "[%u] ", walk->depth);
    }
    if (walk->depth < DEEPEST_DRAWN) {
        g_string_append_c(open, (char)!walk->last);
    }
}

static const char *kind_word(enum cg_frame_kind kind)
{
    switch (kind) {
    case CG_FRAME_REGION:
        return " [region]";
    case CG_FRAME_ROOT:
        return " [root]";
    case CG_FRAME_UNKNOWN:
        return " [no name]";
    case CG_FRAME_KERNEL:
        return " [kernel]";
    default:
        return "";
    }
}

static void print_frame(struct dump *dump, cg_call_context path)
{
    struct cg_call_context_info info;
    struct cg_frame_info frame;
    cg_profile_context(dump->profile, path, &info);
    cg_profile_frame(dump->profile, info.frame, &frame);
    fprintf(dump->out, "%s%s%s%s", dump_name(dump, info.frame), kind_word(frame.kind),
            info.flags & CG_CONTEXT_INLINED ? " [inlined]" : "",
            info.flags & CG_CONTEXT_RECURSIVE ? " [again]" : "");
    if (info.site_file || info.site_line) {
        char *file = cli_printable(info.site_file ? info.site_file : "?");
        fprintf(dump->out, "  %s:%u", file, info.site_line);
        g_free(file);
    }
    putc('\n', dump->out);
}

int dump_tree(struct dump *dump, struct cg_error *error)
{
    struct columns columns;
    struct children children;
    struct walk walk;
    GString *open = g_string_new(NULL);
    (void)error;
    choose_columns(&columns, dump);
    for (size_t i = 0; i < columns.count; i++) {
        fprintf(dump->out, "%*s  ", columns.columns[i].width, columns.columns[i].title);
    }
    fputs("function\n", dump->out);
    children_sort(&children, dump);
    walk_start(&walk, &children);
    while (walk_next(&walk)) {
        for (size_t i = 0; i < columns.count; i++) {
            print_column(dump, &columns.columns[i], walk.path);
        }
        draw(dump->out, open, &walk);
        print_frame(dump, walk.path);
    }
    children_clear(&children);
    clear_columns(&columns);
    g_string_free(open, TRUE);
    return CG_OK;
}
