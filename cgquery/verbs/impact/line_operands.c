/* Reads operands that name lines of a file. */
#include "verbs/impact/line_operands.h"

#include "core/line_range.h"
#include "names/function_places.h"
#include "uses/entities_named.h"
#include "verbs/impact/diff_lines.h"

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
    uint32_t first, last;
    char *file = line_range(&first, &last, word);
    bool is = file && is_file(query, file);
    g_free(file);
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
        uint32_t first, last;
        static char no_heading[] = "";
        const struct line_hunk hunk = {.heading = no_heading};
        struct file_change change = {
            .changes = g_array_new(FALSE, FALSE, sizeof(struct line_change)),
            .hunks = g_array_new(FALSE, FALSE, sizeof(struct line_hunk)),
            .old_blank = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
            .new_blank = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
        };
        change.new_path = line_range(&first, &last, query->lines->pdata[i]);
        const struct line_change change_of_lines = {.new_line = first,
                                                    .new_count = last - first + 1};
        g_array_append_val(change.changes, change_of_lines);
        g_array_append_val(change.hunks, hunk);
        g_array_append_val(changes, change);
    }
    return changes;
}
