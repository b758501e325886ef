/* The parts of a small program that keeps notes. Its call graph is what the documents ask about. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct note {
    char text[80];
    struct note *next;
};

/* Where notes are kept: one of the tables of store.c. */
struct store {
    int (*put)(const char *path, const struct note *notes);
};
extern const struct store file_store, memory_store;

struct note *note_add(struct note *notes, const char *text);
struct note *note_sort(struct note *notes);
void notes_free(struct note *notes);

int match(const struct note *note, const char *pattern);

int store_notes(const struct store *store, const char *path, const struct note *notes);

void render(const struct note *notes, int as_html);

void show_error(const char *text);
int run_plugin(const char *name);
int self_test(void);

#ifdef __cplusplus
}
#endif
