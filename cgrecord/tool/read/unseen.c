/* Reads which programs the recorded processes started without anything preloaded. */
#include "read/unseen.h"

#include "../../recording/recording.h"
#include "choose/functions.h"
#include "loss/losses.h"

#include <glib.h>
#include <string.h>

/* Calls of such a program are lost. One that has the recorder records itself. */
static bool has_hooks(const char *path)
{
    struct functions functions;
    functions_read(&functions, path);
    bool found = functions.names_hooks && !functions.has_recorder;
    functions_clear(&functions);
    return found;
}

/* @param line its reason and its path */
static void add_program(const char *line, unsigned count, bool any)
{
    const char *path = line + 1;
    const char *why = *line == CGR_UNSEEN_ENVIRONMENT ? "it was started without LD_PRELOAD"
                      : *line == CGR_UNSEEN_RIGHTS
                          ? "it runs with other rights, so nothing is preloaded"
                          : "it is linked statically without libcgrecord.a";
    if (count && (*line != CGR_UNSEEN_STATIC || any || has_hooks(path))) {
        char *times = count > 1 ? g_strdup_printf(" (%u times)", count) : g_strdup("");
        losses_add("%s%s is not recorded: %s", path, times, why);
        g_free(times);
    }
}

/* How often each line is there, without those that were taken back. */
static GHashTable *count_lines(char *text, GPtrArray *order)
{
    GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        bool taken_back = *line == CGR_UNSEEN_NOT;
        line += taken_back;
        if (!g_hash_table_contains(counts, line)) {
            g_ptr_array_add(order, line);
        }
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, line));
        count = taken_back ? count - (count > 0) : count + 1;
        g_hash_table_insert(counts, line, GUINT_TO_POINTER(count));
    }
    return counts;
}

void unseen_add(const char *directory, bool any)
{
    char *path = g_build_filename(directory, CGR_NAME_UNSEEN, NULL), *text = NULL;
    if (g_file_get_contents(path, &text, NULL, NULL)) {
        GPtrArray *order = g_ptr_array_new();
        GHashTable *counts = count_lines(text, order);
        for (guint i = 0; i < order->len; i++) {
            gpointer count = g_hash_table_lookup(counts, order->pdata[i]);
            add_program(order->pdata[i], GPOINTER_TO_UINT(count), any);
        }
        g_hash_table_unref(counts);
        g_ptr_array_unref(order);
    }
    g_free(text);
    g_free(path);
}
