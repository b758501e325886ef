/* Tests, which the program runs itself: notes test all */
#include "notes.h"

#include <string.h>

static int test_sort(void)
{
    struct note *notes = note_sort(note_add(note_add(NULL, "a"), "b"));
    int right = strcmp(notes->text, "a") == 0;
    notes_free(notes);
    return right;
}

static int test_match(void)
{
    struct note note = {"buy milk", NULL};
    return match(&note, "(bread|milk)");
}

static int test_store(void)
{
    struct note note = {"buy milk", NULL};
    return store_notes(&memory_store, "", &note) == 0;
}

static int (*const tests[])(void) = {test_sort, test_match, test_store};

int self_test(void)
{
    int failed = 0;
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) {
        failed += !tests[i]();
    }
    return failed;
}
