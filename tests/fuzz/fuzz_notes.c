/*
 * The notes of an object or an archive are refused with a reason, or each is text that reads as
 * what it says; symbols are names.
 *
 * Input: an ELF file, or an archive.
 */
#include "fuzz.h"

#include <graphs/foreign_symbols.h>
#include <graphs/graph_notes.h>

#include <string.h>

static void check_note(const char *text)
{
    struct graph_note note = graph_note_read(text);
    FUZZ_CHECK(*text);
    FUZZ_CHECK(note.kind == GRAPH_NOTE_OTHER || strlen(note.text) <= strlen(text));
    FUZZ_CHECK(note.kind != GRAPH_NOTE_GRAPH || strlen(note.hash) == sizeof note.hash - 1);
}

static void check_notes(const char *path, enum graph_notes_choice choice)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    struct cg_error error = {0};
    int status = graph_notes_read(notes, path, choice, &error);
    FUZZ_CHECK(!status || (error.text[0] && error.file[0]));
    for (guint i = 0; i < notes->len; i++) {
        check_note(notes->pdata[i]);
    }
    g_ptr_array_unref(notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    check_notes(path, GRAPH_NOTES_ALL);
    check_notes(path, GRAPH_NOTES_LTO);
    foreign_symbols_add(names, NULL, NULL, path);
    FUZZ_CHECK(!g_hash_table_contains(names, ""));
    foreign_symbols_keep(names, path);
    g_hash_table_destroy(names);
    return 0;
}
