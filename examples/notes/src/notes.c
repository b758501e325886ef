/* The list of notes. */
#include "notes.h"

#include <stdlib.h>
#include <string.h>

struct note *note_add(struct note *notes, const char *text)
{
    struct note *note = calloc(1, sizeof *note);
    if (!note) {
        return notes;
    }
    strncpy(note->text, text, sizeof note->text - 1);
    note->next = notes;
    return note;
}

static int by_text(const void *left, const void *right)
{
    const struct note *const *a = left, *const *b = right;
    return strcmp((*a)->text, (*b)->text);
}

struct note *note_sort(struct note *notes)
{
    struct note *all[100];
    size_t count = 0;
    for (struct note *note = notes; note && count < 100; note = note->next) {
        all[count++] = note;
    }
    qsort(all, count, sizeof *all, by_text);
    for (size_t i = 0; i < count; i++) {
        all[i]->next = i + 1 < count ? all[i + 1] : NULL;
    }
    return count ? all[0] : NULL;
}

void notes_free(struct note *notes)
{
    while (notes) {
        struct note *next = notes->next;
        free(notes);
        notes = next;
    }
}
