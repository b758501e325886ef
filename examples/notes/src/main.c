/* The commands, and the table they are found in. */
#include "notes.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct note *notes;

static int run_add(const char *text)
{
    notes = note_add(notes, text);
    return store_notes(&file_store, "notes.txt", notes);
}

static int run_find(const char *pattern)
{
    int found = 0;
    for (const struct note *note = notes; note; note = note->next) {
        found += match(note, pattern);
    }
    printf("%d found\n", found);
    return 0;
}

static int run_list(const char *format)
{
    notes = note_sort(notes);
    render(notes, strcmp(format, "html") == 0);
    return 0;
}

/* What a plug-in does is known when it is loaded. */
int run_plugin(const char *name)
{
    int (*plugin)(struct note *) = (int (*)(struct note *))dlsym(RTLD_DEFAULT, name);
    return plugin ? plugin(notes) : 1;
}

static int run_test(const char *unused)
{
    (void)unused;
    return self_test();
}

static const struct command {
    const char *name;
    int (*run)(const char *argument);
} commands[] = {
    {"add", run_add},   {"find", run_find},     {"list", run_list},
    {"test", run_test}, {"plugin", run_plugin},
};

void show_error(const char *text)
{
    fprintf(stderr, "notes: %s\n", text);
}

int main(int argc, char **argv)
{
    int status = 2;
    for (size_t i = 0; argc > 2 && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            status = commands[i].run(argv[2]);
        }
    }
    notes_free(notes);
    return status;
}
