/* Adds notes about graphs to objects and programs. */
#include "graphs/graph_notes.h"

#include "graphs/elf_section.h"

#include <string.h>

static bool has(const GPtrArray *notes, const char *note)
{
    for (guint i = 0; i < notes->len; i++) {
        if (strcmp(notes->pdata[i], note) == 0) {
            return true;
        }
    }
    return false;
}

int graph_notes_add(const char *path, const GPtrArray *notes, struct cg_error *error)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    GString *text = g_string_new(NULL);
    int status = graph_notes_read(all, path, GRAPH_NOTES_ALL, error);
    guint before = all->len;
    for (guint i = 0; i < notes->len && !status; i++) {
        if (!has(all, notes->pdata[i])) {
            g_ptr_array_add(all, g_strdup(notes->pdata[i]));
        }
    }
    for (guint i = 0; i < all->len; i++) {
        g_string_append_len(text, all->pdata[i], (gssize)strlen(all->pdata[i]) + 1);
    }
    if (!status && all->len > before) {
        const struct elf_section section = {GRAPH_NOTES_SECTION, false, text->str, text->len};
        status = elf_section_set(path, &section, error);
    }
    g_string_free(text, TRUE);
    g_ptr_array_unref(all);
    return status;
}
