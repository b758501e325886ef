/* Reads operands that name lines of a file. */
#include "verbs/impact/line_operands.h"

#include "names/function_places.h"
#include "uses/entities_named.h"
#include "verbs/impact/diff_lines.h"

#include <stdlib.h>
#include <string.h>

/* Lines as typed. */
struct lines {
    char *file;
    uint32_t first;
    uint32_t last;
};

/* @return false if a word is of another form */
static bool read_lines(struct lines *out, const char *word)
{
    const char *colon = strrchr(word, ':');
    char *end;
    if (!colon || colon == word || !g_ascii_isdigit(colon[1])) {
        return false;
    }
    guint64 first = g_ascii_strtoull(colon + 1, &end, 10), last = first;
    if (*end == '-' && g_ascii_isdigit(end[1])) {
        last = g_ascii_strtoull(end + 1, &end, 10);
    }
    if (*end || first == 0 || last < first || last >= UINT32_MAX) {
        return false;
    }
    *out = (struct lines){g_strndup(word, (gsize)(colon - word)), (uint32_t)first, (uint32_t)last};
    return true;
}

/* Whether the graph has functions of a file, or other definitions. */
static bool is_file(struct query *query, const char *path)
{
    if (!query->places) {
        query->places = function_places_new(query, true);
    }
    GPtrArray *files = function_places_files(query->places, path);
    bool known = files->len > 0;
    g_ptr_array_unref(files);
    if (!known) {
        struct uses *uses = uses_read(query);
        files = entities_files(uses, path);
        known = files->len > 0;
        g_ptr_array_unref(files);
        uses_free(uses);
    }
    return known;
}

/* Whether a word means lines of a file that the graph has. */
static bool means_lines(struct query *query, const char *word)
{
    struct lines lines = {0};
    bool is = read_lines(&lines, word) && is_file(query, lines.file);
    g_free(lines.file);
    return is;
}

int line_operands_take(struct query *query, char **arguments)
{
    char **kept = arguments;
    for (char **word = arguments; *word; word++) {
        if (!means_lines(query, *word)) {
            *kept++ = *word;
            continue;
        }
        if (!query->lines) {
            query->lines = g_ptr_array_new_with_free_func(g_free);
        }
        g_ptr_array_add(query->lines, *word);
    }
    *kept = NULL;
    return CLI_OK;
}

static void clear_change(gpointer data)
{
    struct file_change *change = data;
    g_free(change->new_path);
    g_array_unref(change->changes);
    g_array_unref(change->hunks);
    g_array_unref(change->old_blank);
    g_array_unref(change->new_blank);
}

GArray *line_operands_read(const struct query *query)
{
    GArray *changes = g_array_new(FALSE, FALSE, sizeof(struct file_change));
    g_array_set_clear_func(changes, clear_change);
    for (guint i = 0; query->lines && i < query->lines->len; i++) {
        struct lines lines = {0};
        static char no_heading[] = "";
        const struct line_hunk hunk = {.heading = no_heading};
        struct file_change change = {
            .changes = g_array_new(FALSE, FALSE, sizeof(struct line_change)),
            .hunks = g_array_new(FALSE, FALSE, sizeof(struct line_hunk)),
            .old_blank = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
            .new_blank = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
        };
        read_lines(&lines, query->lines->pdata[i]);
        const struct line_change change_of_lines = {.new_line = lines.first,
                                                    .new_count = lines.last - lines.first + 1};
        change.new_path = lines.file;
        g_array_append_val(change.changes, change_of_lines);
        g_array_append_val(change.hunks, hunk);
        g_array_append_val(changes, change);
    }
    return changes;
}
