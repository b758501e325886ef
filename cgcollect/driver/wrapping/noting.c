/* Writes the notes by which objects and programs name their graphs. */
#include "driver/wrapping/noting.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/linking/linker_inputs.h"
#include "commands/linking/linker_options.h"
#include "commands/linking/linker_script.h"
#include "driver/wrapping/wrapper_log.h"
#include "graphs/foreign_symbols.h"
#include "graphs/graph_notes.h"
#include "graphs/object_map.h"
#include "graphs/strong_symbols.h"

static void fail_noting(struct noting *noting, const char *object, const char *why)
{
    char *graph = g_strconcat(object, ".mcg", NULL);
    char *text = g_strdup_printf("%s: %s\n", object, why);
    noting->failed = true;
    wrapper_log_note(graph, text, NULL);
    if (noting->strict) {
        fprintf(stderr, "cgcollect: error: %s", text);
        unlink(object);
    }
    g_free(text);
    g_free(graph);
}

static void remember(struct noting *noting, const char *object, char *note)
{
    if (!noting->by_object) {
        noting->by_object = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
                                                  (GDestroyNotify)g_ptr_array_unref);
    }
    GPtrArray *notes = g_hash_table_lookup(noting->by_object, object);
    if (!notes) {
        notes = g_ptr_array_new_with_free_func(g_free);
        g_hash_table_insert(noting->by_object, g_strdup(object), notes);
    }
    g_ptr_array_add(notes, note);
}

void noting_graph(struct noting *noting, const char *object, const char *graph)
{
    char *hash = graph_notes_hash(graph);
    if (hash) {
        remember(noting, object, graph_note_graph(hash, graph));
    } else {
        fail_noting(noting, object, "its graph cannot be read to name it");
    }
    g_free(hash);
}

/** A note for each name, sorted. @param names consumed @return of char *, whose owner is the
 * caller; release with g_ptr_array_unref */
static GPtrArray *name_notes(GHashTable *names)
{
    GPtrArray *notes = g_ptr_array_new();
    GList *sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    for (const GList *name = sorted; name; name = name->next) {
        g_ptr_array_add(notes, graph_note_name(name->data));
    }
    g_list_free(sorted);
    g_hash_table_destroy(names);
    return notes;
}

/** Remember what an object refers to. */
static void note_names(struct noting *noting, const char *object)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    foreign_symbols_add(names, NULL, NULL, object);
    GPtrArray *notes = name_notes(names);
    for (guint i = 0; i < notes->len; i++) {
        remember(noting, object, notes->pdata[i]);
    }
    g_ptr_array_unref(notes);
}

void noting_lost(struct noting *noting, const char *object, const char *source)
{
    remember(noting, object, graph_note_lost(source));
    note_names(noting, object);
}

/* Writing */

#define UNREADABLE "it cannot be read to name its graph"

/** What is no ELF file, such as assembler or bitcode, carries no notes. */
static void write_notes(struct noting *noting, const char *object, const GPtrArray *notes)
{
    struct cg_error error;
    if (notes->len == 0) {
        return;
    }
    if (noting->map) {
        if (!object_map_append(noting->map, object, notes)) {
            fail_noting(noting, object, "cannot be added to the map of objects");
        }
        return;
    }
    enum graph_notes_file kind = graph_notes_file(object);
    if (kind == GRAPH_NOTES_UNREADABLE) {
        fail_noting(noting, object, UNREADABLE);
    }
    if ((kind == GRAPH_NOTES_OBJECT || kind == GRAPH_NOTES_LINKED) &&
        graph_notes_add(object, notes, &error)) {
        fail_noting(noting, object, error.text);
    }
}

/** What the object defines and refers to, as the compiler made it. */
static bool note_symbols(const struct noting *noting, GPtrArray *notes, const char *object)
{
    struct symbol_sums sums;
    enum graph_notes_file kind = noting->map ? GRAPH_NOTES_NONE : graph_notes_file(object);
    if (kind == GRAPH_NOTES_OBJECT && symbol_sums_of_file(&sums, object)) {
        g_ptr_array_add(notes, graph_note_symbols(sums.strong, sums.outer));
        return true;
    }
    return kind != GRAPH_NOTES_OBJECT && kind != GRAPH_NOTES_UNREADABLE;
}

/** All notes of an object, or none. */
static void write_object(struct noting *noting, const char *object, GPtrArray *notes)
{
    if (note_symbols(noting, notes, object)) {
        write_notes(noting, object, notes);
    } else {
        fail_noting(noting, object, UNREADABLE);
    }
}

void noting_write_objects(struct noting *noting, const char *program)
{
    GHashTableIter each;
    gpointer object, notes;
    if (!noting->by_object) {
        return;
    }
    g_hash_table_iter_init(&each, noting->by_object);
    while (g_hash_table_iter_next(&each, &object, &notes)) {
        if (g_strcmp0(object, program) != 0) {
            write_object(noting, object, notes);
        }
    }
}

/* Programs */

static bool is_bitcode(const char *path)
{
    char magic[4] = {0};
    FILE *file = fopen(path, "re");
    bool read = file && fread(magic, 1, sizeof magic, file) == sizeof magic;
    if (file) {
        fclose(file);
    }
    return read && memcmp(magic, "BC\xc0\xde", sizeof magic) == 0;
}

/** Clang's objects for link-time optimisation have no sections: their graphs are beside them. */
static void take_graph_beside(GPtrArray *notes, const char *object)
{
    char *graph = g_strconcat(object, ".mcg", NULL);
    char *hash = graph_notes_hash(graph);
    if (hash) {
        g_ptr_array_add(notes, graph_note_graph(hash, graph));
    }
    g_free(hash);
    g_free(graph);
}

static void take_input(GPtrArray *notes, const char *input, const struct object_map *map)
{
    struct cg_error ignored;
    enum graph_notes_file kind = graph_notes_file(input);
    if (is_bitcode(input)) {
        take_graph_beside(notes, input);
    } else if (map && (kind == GRAPH_NOTES_OBJECT || kind == GRAPH_NOTES_ARCHIVE)) {
        object_map_find(map, notes, input);
    } else if (kind == GRAPH_NOTES_OBJECT || kind == GRAPH_NOTES_ARCHIVE) {
        graph_notes_read(notes, input, GRAPH_NOTES_LTO, &ignored);
    }
}

static void take_own(GPtrArray *notes, const struct noting *noting, const char *program)
{
    const GPtrArray *own =
        noting->by_object ? g_hash_table_lookup(noting->by_object, program) : NULL;
    for (guint i = 0; own && i < own->len; i++) {
        g_ptr_array_add(notes, g_strdup(own->pdata[i]));
    }
}

static void take_wrapped(GPtrArray *notes, const struct compile_command *command)
{
    GPtrArray *symbols = commands_wrapped_symbols(command);
    for (guint i = 0; i < symbols->len; i++) {
        g_ptr_array_add(notes, graph_note_wrap(symbols->pdata[i]));
    }
    g_ptr_array_unref(symbols);
}

/** Whether it is known which symbols an input of the linker refers to. Words that are no files are
 *  operands of options; an object that is gone is one that the command itself made. */
static bool take_symbols(GHashTable *names, GPtrArray *notes, GHashTable *redefined,
                         const char *input, bool makes_objects)
{
    enum graph_notes_file kind = graph_notes_file(input);
    bool known = foreign_symbols_add(names, notes, redefined, input);
    if (kind == GRAPH_NOTES_UNREADABLE) {
        bool object = g_str_has_suffix(input, ".o") || g_str_has_suffix(input, ".a");
        return !object || makes_objects;
    }
    char *graph = g_strconcat(input, ".mcg", NULL);
    known = known || linker_script_names(names, input) ||
            (is_bitcode(input) && access(graph, R_OK) == 0) ||
            g_file_test(input, G_FILE_TEST_IS_DIR);
    g_free(graph);
    return known;
}

/** Whether a source that the command itself compiled has no graph: nothing says then which symbols
 *  its object refers to. */
static bool lost_any(const GPtrArray *own)
{
    bool lost = false;
    for (guint i = 0; own && i < own->len; i++) {
        lost = lost || graph_note_read(own->pdata[i]).kind == GRAPH_NOTE_LOST;
    }
    return lost;
}

/** A shared library of the program need not be where the loader will look: libtool's are in `.libs`
 *  until they are installed. */
static void take_library(GPtrArray *notes, const char *input, const struct object_map *map)
{
    struct cg_error ignored;
    if (graph_notes_file(input) != GRAPH_NOTES_LINKED) {
        return;
    }
    GPtrArray *own = g_ptr_array_new_with_free_func(g_free);
    graph_notes_read(own, input, GRAPH_NOTES_ALL, &ignored);
    if (map) {
        object_map_find(map, own, input);
    }
    if (own->len > 0) {
        g_ptr_array_add(notes, graph_note_library(input));
    }
    g_ptr_array_unref(own);
}

/** The linker resolves SYMBOL as __wrap_SYMBOL, and __real_SYMBOL as SYMBOL (--wrap). */
static void wrap_names(GHashTable *names, const struct compile_command *command)
{
    GPtrArray *wrapped = commands_wrapped_symbols(command);
    for (guint i = 0; i < wrapped->len; i++) {
        const char *symbol = wrapped->pdata[i];
        char *real = g_strconcat("__real_", symbol, NULL);
        if (g_hash_table_contains(names, symbol)) {
            g_hash_table_add(names, g_strconcat("__wrap_", symbol, NULL));
        }
        if (g_hash_table_contains(names, real)) {
            g_hash_table_add(names, g_strdup(symbol));
        }
        g_free(real);
    }
    g_ptr_array_unref(wrapped);
}

/** What the linker gets. What code without a graph calls by name: libraries that others built, the
 *  compiler's own files, the loader. It calls main as well, which is an entry point anyway. */
static void take_linked(GPtrArray *notes, const struct noting *noting, const char *program,
                        const struct compile_command *command, const struct object_map *map)
{
    const GPtrArray *own =
        noting->by_object ? g_hash_table_lookup(noting->by_object, program) : NULL;
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GHashTable *redefined = commands_defined_symbols(command);
    bool known;
    GPtrArray *inputs = commands_linker_inputs(&known, command);
    for (guint i = 0; i < inputs->len; i++) {
        known = take_symbols(names, notes, redefined, inputs->pdata[i], own) && known;
        take_library(notes, inputs->pdata[i], map);
    }
    wrap_names(names, command);
    foreign_symbols_keep(names, program);
    commands_called_symbols(names, command);
    foreign_symbols_add_start(names, program);
    g_hash_table_remove(names, "main");
    g_hash_table_unref(redefined);
    g_ptr_array_unref(inputs);
    g_ptr_array_extend_and_steal(notes, name_notes(names));
    if (known && !lost_any(own) && graph_notes_file(program) == GRAPH_NOTES_LINKED) {
        g_ptr_array_add(notes, graph_note_known_names());
    }
}

/** The gaps in the graphs of a program. */
struct gaps {
    guint files;   /**< sources whose graph is known, or known to be missing */
    guint partial; /**< of them: collected in part */
    guint lost;    /**< not collected */
    char *first;   /**< the first one and why; or NULL */
};

static void note_first(struct gaps *gaps, char *text)
{
    if (gaps->first) {
        g_free(text);
    } else {
        gaps->first = text;
    }
}

static void count_note(struct gaps *gaps, const char *text)
{
    struct graph_note note = graph_note_read(text);
    char *log = NULL;
    if (note.kind == GRAPH_NOTE_LOST) {
        gaps->lost++;
        note_first(gaps, g_strdup(note.text));
    } else if (note.kind == GRAPH_NOTE_GRAPH && wrapper_log_read(note.text, &log)) {
        bool partial = strstr(log, ": partial, ");
        gaps->partial += partial;
        log[strcspn(log, "\n")] = '\0';
        note_first(gaps, partial ? g_strdup(log) : NULL);
    }
    gaps->files += note.kind == GRAPH_NOTE_GRAPH || note.kind == GRAPH_NOTE_LOST;
    g_free(log);
}

/** "3 of 812 files were collected only in part" */
static void report_count(const char *program, guint count, const struct gaps *gaps,
                         const char *what)
{
    if (count) {
        cli_note("%s: %u of %u file%s %s %s, such as %s", program, count, gaps->files,
                 cli_s(gaps->files), count == 1 ? "was" : "were", what, gaps->first);
    }
}

static void report_gaps(const char *program, const GPtrArray *notes)
{
    struct gaps gaps = {0};
    char *name = g_path_get_basename(program);
    for (guint i = 0; i < notes->len; i++) {
        count_note(&gaps, notes->pdata[i]);
    }
    if (gaps.partial && gaps.lost) {
        report_count(name, gaps.partial + gaps.lost, &gaps, "not collected, or only in part");
    } else {
        report_count(name, gaps.partial, &gaps, "collected only in part");
        report_count(name, gaps.lost, &gaps, "not collected");
    }
    g_free(gaps.first);
    g_free(name);
}

void noting_write_program(struct noting *noting, const char *program, const GPtrArray *inputs,
                          const struct compile_command *command)
{
    struct cg_error ignored;
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    bool mapped = noting->map && access(noting->map, F_OK) == 0;
    struct object_map *map = mapped ? object_map_read(noting->map) : NULL;
    for (guint i = 0; i < inputs->len; i++) {
        take_input(notes, inputs->pdata[i], map);
    }
    take_own(notes, noting, program);
    take_wrapped(notes, command);
    take_linked(notes, noting, program, command, map);
    write_notes(noting, program, notes);
    if (!noting->map) {
        graph_notes_read(notes, program, GRAPH_NOTES_ALL, &ignored);
    }
    report_gaps(program, notes);
    object_map_free(map);
    g_ptr_array_unref(notes);
}

void noting_clear(struct noting *noting)
{
    if (noting->by_object) {
        g_hash_table_destroy(noting->by_object);
    }
}
