/*
 * Keeps the lines of the file in a hash table, in one spelling of blanks and arrows, and marks
 * those that a finding meets.
 */
#include "write/baseline_file.h"
#include "files/cli_files.h"

#include <string.h>

struct cli_baseline {
    GHashTable *states; /**< by line */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text)) {
        text++;
    }
    return text;
}

const char *cli_baseline_arrow(const char *line)
{
    const char *at = strstr(line, "->");
    while (at && !((at == line || is_blank(at[-1])) && (is_blank(at[2]) || !at[2]))) {
        at = strstr(at + 2, "->");
    }
    return at;
}

/* Normalises a line: blanks around its ends and around arrows are removed, so that names with such
 * blanks are still found. */
static char *canonical(const char *line)
{
    GString *text = g_string_new(NULL);
    for (const char *arrow; (arrow = cli_baseline_arrow(line)); line = arrow + 2) {
        char *before = g_strndup(line, (gsize)(arrow - line));
        g_string_append_printf(text, "%s -> ", g_strstrip(before));
        g_free(before);
    }
    char *rest = g_strdup(skip_blanks(line));
    g_string_append(text, g_strchomp(rest));
    g_free(rest);
    return g_strstrip(g_string_free(text, FALSE));
}

/* Escapes a '#' at the beginning, which would make the line a comment; cli_printable escapes the
 * rest. */
char *cli_baseline_line(const char *finding)
{
    char *shown = cli_printable(finding);
    char *result = canonical(shown);
    if (*result == '#') {
        char *escaped = g_strconcat("\\u0023", result + 1, NULL);
        g_free(result);
        result = escaped;
    }
    g_free(shown);
    return result;
}

static void refuse_line(const char *path, size_t number, const char *line, const char *what)
{
    struct cg_error error = {.status = CG_E_FORMAT, .line = number};
    g_strlcpy(error.file, cli_title(path), sizeof error.file);
    g_snprintf(error.text, sizeof error.text, "'%s' is no %s", line, what);
    cli_report(&error);
}

struct cli_baseline *cli_baseline_read(const char *path, cli_baseline_is_entry *is_entry,
                                       const char *what)
{
    char **lines = cli_read_lines(path);
    struct cli_baseline *baseline = lines ? g_new0(struct cli_baseline, 1) : NULL;
    if (!baseline) {
        return NULL;
    }
    baseline->states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; lines[i]; i++) {
        const char *line = g_strstrip(lines[i]);
        if (!*line || *line == '#') {
            continue;
        }
        if (!is_entry(line)) {
            refuse_line(path, i + 1, line, what);
            cli_baseline_free(baseline);
            baseline = NULL;
            break;
        }
        g_hash_table_insert(baseline->states, canonical(line), GINT_TO_POINTER(0));
    }
    g_strfreev(lines);
    return baseline;
}

void cli_baseline_free(struct cli_baseline *baseline)
{
    if (baseline) {
        g_hash_table_destroy(baseline->states);
        g_free(baseline);
    }
}

bool cli_baseline_meet(struct cli_baseline *baseline, const char *line, int state)
{
    gpointer entry, before;
    bool has = g_hash_table_lookup_extended(baseline->states, line, &entry, &before);
    if (has) {
        int stronger = MAX(state, GPOINTER_TO_INT(before));
        g_hash_table_insert(baseline->states, g_strdup(line), GINT_TO_POINTER(stronger));
    }
    return has;
}

const char **cli_baseline_entries(const struct cli_baseline *baseline, int state)
{
    GPtrArray *lines = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer line, found;
    g_hash_table_iter_init(&iterator, baseline->states);
    while (g_hash_table_iter_next(&iterator, &line, &found)) {
        if (GPOINTER_TO_INT(found) == state) {
            g_ptr_array_add(lines, line);
        }
    }
    g_ptr_array_sort(lines, cli_compare_texts);
    g_ptr_array_add(lines, NULL);
    return (const char **)g_ptr_array_free(lines, FALSE);
}

int cli_baseline_write(const char *path, const char *comment, GPtrArray *lines,
                       struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    g_ptr_array_sort(lines, cli_compare_texts);
    fprintf(output.stream, "# %s\n", comment);
    for (guint i = 0; i < lines->len; i++) {
        if (!i || strcmp(lines->pdata[i], lines->pdata[i - 1]) != 0) {
            fprintf(output.stream, "%s\n", (const char *)lines->pdata[i]);
        }
    }
    return cli_output_finish(&output, error);
}
