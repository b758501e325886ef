/* Reads the words of linker scripts. */
#include "commands/linking/linker_script.h"

#include <string.h>

#include <files/found_file.h>

#define MOST_BYTES ((gsize)1 << 20)

void linker_script_blank_comments(char *text)
{
    for (char *begin = text; (begin = strstr(begin, "/*"));) {
        char *end = strstr(begin + 2, "*/");
        memset(begin, ' ', end ? (size_t)(end + 2 - begin) : strlen(begin));
    }
}

/** Whether the words that follow are files. */
static bool names_files(const char *word)
{
    static const char *const commands[] = {"INPUT", "GROUP", "INCLUDE", "STARTUP", NULL};
    return g_strv_contains(commands, word);
}

bool linker_script_add_words(GHashTable *names, const char *text)
{
    static const char letters[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.$";
    bool alone = true;
    while (*text) {
        size_t length = strspn(text, letters);
        char *word = g_strndup(text, length);
        alone = alone && !names_files(word);
        if (length > 0) {
            g_hash_table_add(names, word);
        } else {
            g_free(word);
        }
        text += length;
        text += strcspn(text, letters);
    }
    return alone;
}

bool linker_script_names(GHashTable *names, const char *path)
{
    char *text = NULL;
    gsize length;
    bool known = found_read_short(&text, &length, path, MOST_BYTES);
    if (known) {
        linker_script_blank_comments(text);
        known = strlen(text) == length && linker_script_add_words(names, text);
    }
    g_free(text);
    return known;
}
