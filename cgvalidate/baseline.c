#include "baseline.h"

#include "report.h"

#include <string.h>

struct baseline {
    GHashTable *states; /**< enum baseline_state by line */
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

/* The first "->" that stands alone, which that of "operator->" does not; or NULL. */
static const char *find_arrow(const char *line)
{
    const char *at = strstr(line, "->");
    while (at && !((at == line || is_blank(at[-1])) && (is_blank(at[2]) || !at[2]))) {
        at = strstr(at + 2, "->");
    }
    return at;
}

/* A line as it is compared: blanks around its ends and around arrows make no difference, so names
 * that have them read back. */
static char *canonical(const char *line)
{
    GString *text = g_string_new(NULL);
    for (const char *arrow; (arrow = find_arrow(line)); line = arrow + 2) {
        char *before = g_strndup(line, (gsize)(arrow - line));
        g_string_append_printf(text, "%s -> ", g_strstrip(before));
        g_free(before);
    }
    char *rest = g_strdup(skip_blanks(line));
    g_string_append(text, g_strchomp(rest));
    g_free(rest);
    return g_strstrip(g_string_free(text, FALSE));
}

/* Names may have anything in them but what cli_printable takes out. A '#' at the beginning would
 * make a comment of the line. */
char *baseline_line(const struct cg_checked_call *call)
{
    char *line = g_strconcat(call->caller_name, " -> ", call->callee_name, NULL);
    char *shown = cli_printable(line);
    char *result = canonical(shown);
    if (*result == '#') {
        char *escaped = g_strconcat("\\u0023", result + 1, NULL);
        g_free(result);
        result = escaped;
    }
    g_free(shown);
    g_free(line);
    return result;
}

static void refuse_line(const char *path, size_t number, const char *line)
{
    struct cg_error error = {.status = CG_E_FORMAT, .line = number};
    g_strlcpy(error.file, profile_title(path), sizeof error.file);
    g_snprintf(error.text, sizeof error.text, "'%s' is no CALLER -> CALLEE", line);
    cli_report(&error);
}

struct baseline *baseline_read(const char *path)
{
    char **lines = cli_read_lines(path);
    struct baseline *baseline = lines ? g_new0(struct baseline, 1) : NULL;
    if (!baseline) {
        return NULL;
    }
    baseline->states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; lines[i]; i++) {
        const char *line = g_strstrip(lines[i]);
        if (!*line || *line == '#') {
            continue;
        }
        if (!find_arrow(line)) {
            refuse_line(path, i + 1, line);
            baseline_free(baseline);
            baseline = NULL;
            break;
        }
        g_hash_table_insert(baseline->states, canonical(line),
                            GINT_TO_POINTER(BASELINE_UNRECORDED));
    }
    g_strfreev(lines);
    return baseline;
}

void baseline_free(struct baseline *baseline)
{
    if (baseline) {
        g_hash_table_destroy(baseline->states);
        g_free(baseline);
    }
}

bool baseline_meet(struct baseline *baseline, const struct cg_checked_call *call)
{
    char *line = baseline_line(call);
    gpointer entry, state;
    bool has = g_hash_table_lookup_extended(baseline->states, line, &entry, &state);
    if (has) {
        int met = call_is_missing(call) ? BASELINE_MISSING : BASELINE_STALE;
        int stronger = MAX(met, GPOINTER_TO_INT(state));
        g_hash_table_insert(baseline->states, g_strdup(line), GINT_TO_POINTER(stronger));
    }
    g_free(line);
    return has;
}

static int compare_lines(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char **baseline_entries(const struct baseline *baseline, enum baseline_state state)
{
    GPtrArray *lines = g_ptr_array_new();
    GHashTableIter iterator;
    gpointer line, found;
    g_hash_table_iter_init(&iterator, baseline->states);
    while (g_hash_table_iter_next(&iterator, &line, &found)) {
        if (GPOINTER_TO_INT(found) == (int)state) {
            g_ptr_array_add(lines, line);
        }
    }
    g_ptr_array_sort(lines, compare_lines);
    g_ptr_array_add(lines, NULL);
    return (const char **)g_ptr_array_free(lines, FALSE);
}

/* What is missing, sorted, each line once. */
static GPtrArray *missing_lines(const struct cg_validation *validation)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    size_t count = cg_validation_count(validation);
    for (size_t i = 0; i < count; i++) {
        const struct cg_checked_call *call = cg_validation_at(validation, i);
        if (call_is_missing(call)) {
            g_ptr_array_add(lines, baseline_line(call));
        }
    }
    g_ptr_array_sort(lines, compare_lines);
    return lines;
}

int baseline_write(const char *path, const struct cg_validation *validation, struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    GPtrArray *lines = missing_lines(validation);
    fputs("# Calls that the graph is known not to have; see cgvalidate --baseline.\n",
          output.stream);
    for (guint i = 0; i < lines->len; i++) {
        if (!i || strcmp(lines->pdata[i], lines->pdata[i - 1]) != 0) {
            fprintf(output.stream, "%s\n", (const char *)lines->pdata[i]);
        }
    }
    g_ptr_array_unref(lines);
    return cli_output_finish(&output, error);
}
