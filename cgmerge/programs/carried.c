/* Finds the graphs that programs, libraries, objects and archives name. */
#include "programs/carried.h"

#include "files/cli_files.h"
#include "files/found_file.h"
#include "graphs/embedded_graphs.h"
#include "graphs/graph_notes.h"
#include "graphs/object_map.h"
#include "programs/exported_symbols.h"
#include "programs/library_names.h"
#include "programs/libtool.h"
#include "programs/moved_graph.h"
#include "programs/object_symbols.h"
#include "programs/shared_libraries.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define MOST_REPORTED 5u /* graphs of one file with the same fault */

#define REBUILD                                                                                    \
    "build it with cgcollect in place of the compiler (CC=\"cgcollect --cc gcc --\"), or give "    \
    "the graphs"

/** A file whose graphs are looked for. */
struct search {
    GPtrArray *inputs;
    struct carried *carried;
    const struct object_map *map;
    bool verbose;
    struct move move;
    const char *given; /**< the file that was given */
    const char *path;  /**< of the file: that one, or a library that it needs */
    guint found;
    guint missing;      /**< graphs that cannot be read */
    guint stale;        /**< graphs whose content has changed */
    bool names_known;   /**< all symbols that its code without graphs refers to are named */
    GPtrArray *wrapped; /**< of char *: symbols */
    GPtrArray
        *linked; /**< of char *: shared libraries that it and those it needs were linked with */
    struct library_use use;
};

/* A pipe can be read once, and is left to the reader of graphs. */
bool carried_is_carrier(const char *path)
{
    if (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        return false;
    }
    if (graph_notes_file(path) > GRAPH_NOTES_UNREADABLE) {
        return true;
    }
    char *real = cli_begins_as_graph(path) ? NULL : libtool_real(path);
    bool found = real;
    g_free(real);
    return found;
}

/* Graphs */

static void free_wraps(void *wraps)
{
    g_ptr_array_unref(((struct carried_wraps *)wraps)->ways);
    g_free(wraps);
}

static void prepare_search(struct carried *carried)
{
    if (!carried->lost) {
        carried->lost = g_ptr_array_new_with_free_func(g_free);
        carried->wrapped = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_wraps);
        carried->named = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        carried->by_libraries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        carried->programs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        carried->embedded =
            g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
        carried->exported = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        carried->mains = g_ptr_array_new_with_free_func(g_free);
    }
}

static bool are_alike(const GPtrArray *symbols, const GPtrArray *others)
{
    bool alike = symbols->len == others->len;
    for (guint i = 0; i < symbols->len && alike; i++) {
        alike = strcmp(symbols->pdata[i], others->pdata[i]) == 0;
    }
    return alike;
}

/** @return whether a graph is not yet an input in this way */
static bool add_way(struct carried *carried, const char *graph, GPtrArray *wrapped)
{
    struct carried_wraps *wraps = g_hash_table_lookup(carried->wrapped, graph);
    if (!wraps) {
        wraps = g_new0(struct carried_wraps, 1);
        wraps->ways = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
        g_hash_table_insert(carried->wrapped, g_strdup(graph), wraps);
    }
    bool known = false;
    for (guint i = 0; i < wraps->ways->len && !known; i++) {
        known = are_alike(wraps->ways->pdata[i], wrapped);
    }
    if (!known) {
        g_ptr_array_add(wraps->ways, g_ptr_array_ref(wrapped));
    }
    return !known;
}

const GPtrArray *carried_wrapped(const struct carried *carried, const char *graph)
{
    struct carried_wraps *wraps =
        carried->wrapped ? g_hash_table_lookup(carried->wrapped, graph) : NULL;
    return wraps && wraps->next < wraps->ways->len ? wraps->ways->pdata[wraps->next++] : NULL;
}

void carried_take(GPtrArray *inputs, struct carried *carried, const char *graph, GPtrArray *wrapped)
{
    prepare_search(carried);
    if (add_way(carried, graph, wrapped)) {
        g_ptr_array_add(inputs, g_strdup(graph));
        carried->taken++;
    }
}

void carried_lose(struct carried *carried, const char *source)
{
    prepare_search(carried);
    g_ptr_array_add(carried->lost, g_strdup(source));
}

void carried_lose_mains(struct carried *carried)
{
    for (guint i = 0; carried->mains && i < carried->mains->len; i++) {
        cli_note("%s: its main is in code without a graph, which may call any function",
                 (const char *)carried->mains->pdata[i]);
        carried_lose(carried, carried->mains->pdata[i]);
        carried->shows_no_exports = true;
    }
}

static void take_found_graph(struct search *s, const char *graph)
{
    const char *program = g_hash_table_lookup(s->carried->programs, graph);
    bool shared = program && strcmp(program, s->given) != 0;
    g_hash_table_insert(s->carried->programs, g_strdup(graph), g_strdup(shared ? "" : s->given));
    s->found++;
    carried_take(s->inputs, s->carried, graph, s->wrapped);
}

const char *carried_program(const struct carried *carried, const char *graph)
{
    const char *program = carried->programs ? g_hash_table_lookup(carried->programs, graph) : NULL;
    return program && *program ? program : NULL;
}

static void take_graph(struct search *s, const struct graph_note *note)
{
    const char *hash = move_hash(&s->move, note->text);
    int reason = errno;
    bool as_named = g_strcmp0(hash, note->hash) == 0;
    char *moved = as_named ? NULL : moved_graph(note->text, note->hash, s->path, &s->move);
    if (as_named || moved) {
        take_found_graph(s, moved ? moved : note->text);
    } else if (!hash) {
        if (s->missing++ < MOST_REPORTED) {
            cli_error("%s: its graph %s cannot be read: %s", s->path, note->text,
                      g_strerror(reason));
        }
    } else if (s->stale++ < MOST_REPORTED) {
        cli_error("%s: %s has changed since this file was built", s->path, note->text);
    }
    g_free(moved);
}

static void take_note(struct search *s, const struct graph_note *note)
{
    if (note->kind == GRAPH_NOTE_GRAPH) {
        take_graph(s, note);
    } else if (note->kind == GRAPH_NOTE_LOST) {
        s->found++;
        carried_lose(s->carried, note->text);
    } else if (note->kind == GRAPH_NOTE_LIBRARY) {
        g_ptr_array_add(s->linked, g_strdup(note->text));
    } else if (note->kind == GRAPH_NOTE_NAME) {
        g_hash_table_add(s->carried->named, g_strdup(note->text));
    }
    s->names_known = s->names_known || note->kind == GRAPH_NOTE_KNOWN_NAMES;
}

static void take_notes(struct search *s, const GPtrArray *notes)
{
    GHashTable *replaced = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < notes->len; i++) {
        struct graph_note note = graph_note_read(notes->pdata[i]);
        if (note.kind == GRAPH_NOTE_WRAP) {
            g_ptr_array_add(s->wrapped, g_strdup(note.text));
        } else if (note.kind == GRAPH_NOTE_REPLACED) {
            g_hash_table_add(replaced, g_strdup(note.text));
        }
    }
    for (guint i = 0; i < notes->len; i++) {
        struct graph_note note = graph_note_read(notes->pdata[i]);
        if (note.kind != GRAPH_NOTE_GRAPH || !g_hash_table_contains(replaced, note.hash)) {
            take_note(s, &note);
        }
    }
    g_hash_table_destroy(replaced);
}

static bool report_faults(const struct search *s)
{
    if (s->missing > MOST_REPORTED) {
        cli_error("%s: %u more graphs cannot be read", s->path, s->missing - MOST_REPORTED);
    }
    if (s->stale > MOST_REPORTED) {
        cli_error("%s: %u more graphs have changed", s->path, s->stale - MOST_REPORTED);
    }
    if (s->missing) {
        cli_note("a graph that was removed, or moved without what is built of it, is written again "
                 "when its object is; remove the object and build again");
    }
    if (s->stale) {
        cli_note("a source was compiled again, but %s was not linked again; build it again, or "
                 "give the graphs themselves",
                 s->path);
    }
    return !s->missing && !s->stale;
}

/* Files */

static bool read_notes(struct search *s, struct cg_error *error)
{
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    int status = graph_notes_read(notes, s->path, GRAPH_NOTES_ALL, error);
    if (!status && s->map) {
        object_map_find(s->map, notes, s->path);
    }
    take_notes(s, notes);
    g_ptr_array_unref(notes);
    return !status;
}

static void note_main(struct search *s)
{
    struct object_symbols *symbols = object_symbols_read(s->path);
    if (symbols && g_hash_table_contains(symbols->defined, "main")) {
        g_ptr_array_add(s->carried->mains, g_strdup(s->path));
    }
    object_symbols_free(symbols);
}

static void note_symbols(struct search *s)
{
    struct carried *carried = s->carried;
    bool shown = graph_notes_file(s->path) == GRAPH_NOTES_LINKED &&
                 exported_symbols_add(carried->exported, s->path);
    carried->shows_no_exports = carried->shows_no_exports || !shown;
    carried->names_unknown = carried->names_unknown || !s->names_known;
    if (graph_notes_file(s->path) == GRAPH_NOTES_LINKED && !s->names_known) {
        note_main(s);
    }
}

static bool search_file(struct search *s, const char *path)
{
    struct cg_error error;
    s->path = path;
    s->found = s->missing = s->stale = 0;
    s->names_known = false;
    s->wrapped = g_ptr_array_new_with_free_func(g_free);
    bool ok = read_notes(s, &error);
    if (!ok) {
        cli_report(&error);
    }
    g_ptr_array_unref(s->wrapped);
    if (ok && s->found) {
        note_symbols(s);
    }
    return ok && report_faults(s);
}

/** An object without notes, such as one made from assembler that the compiler wrote, may have its
 *  graph beside it. */
static bool take_beside(struct search *s, const char *path)
{
    char *graph = g_strconcat(path, ".mcg", NULL);
    bool found = access(graph, R_OK) == 0;
    if (found) {
        s->wrapped = g_ptr_array_new();
        take_found_graph(s, graph);
        s->carried->shows_no_exports = s->carried->names_unknown = true;
        g_ptr_array_unref(s->wrapped);
    }
    g_free(graph);
    return found;
}

/** Programs of other generators hold their graphs themselves. @return whether this one does */
static bool take_embedded(struct search *s, const char *path)
{
    GPtrArray *texts = embedded_graphs(path);
    for (guint i = 0; i < texts->len; i++) {
        char *name = texts->len == 1 ? g_strdup_printf("%s[metacg]", path)
                                     : g_strdup_printf("%s[metacg %u]", path, i + 1);
        g_ptr_array_add(s->inputs, g_strdup(name));
        g_hash_table_insert(s->carried->embedded, name, g_bytes_ref(texts->pdata[i]));
    }
    bool found = texts->len > 0;
    g_ptr_array_unref(texts);
    return found;
}

static bool search_libraries(struct search *s, const char *path, GHashTable *seen);

static bool search_library(struct search *s, const char *library, GHashTable *seen)
{
    char *real = g_canonicalize_filename(library, NULL);
    bool is_new = g_hash_table_add(seen, real);
    if (!is_new) {
        return true;
    }
    bool ok = search_file(s, library);
    if (s->found) {
        g_ptr_array_add(s->use.own, g_strdup(library));
    }
    if (!s->found || !s->names_known) {
        g_ptr_array_add(s->use.others, g_strdup(library));
    }
    if (ok && s->found && s->verbose) {
        cli_note("%s: %u graph%s", library, s->found, cli_s(s->found));
    }
    return ok && search_libraries(s, library, seen);
}

static bool search_libraries(struct search *s, const char *path, GHashTable *seen)
{
    GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *libraries = shared_libraries_of(path, s->linked, missing);
    bool ok = true;
    for (guint i = 0; i < missing->len; i++) {
        cli_note("%s: the shared library %s was not found; if it names graphs, give it as well, or "
                 "set LD_LIBRARY_PATH",
                 path, (const char *)missing->pdata[i]);
        g_ptr_array_add(s->use.missing, g_strdup(missing->pdata[i]));
    }
    for (guint i = 0; i < libraries->len && ok; i++) {
        ok = search_library(s, libraries->pdata[i], seen);
    }
    g_ptr_array_unref(missing);
    g_ptr_array_unref(libraries);
    return ok;
}

static bool search_all(struct search *s, const char *path)
{
    enum graph_notes_file kind = graph_notes_file(path);
    s->carried->unlinked = s->carried->unlinked || kind != GRAPH_NOTES_LINKED;
    bool ok = search_file(s, path);
    bool found = s->found || !ok || (kind == GRAPH_NOTES_OBJECT && take_beside(s, path)) ||
                 take_embedded(s, path);
    if (!found) {
        cli_error("%s: names no graphs; " REBUILD, path);
        return false;
    }
    if (ok && kind == GRAPH_NOTES_LINKED) {
        GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        g_ptr_array_add(s->use.own, g_strdup(path));
        ok = search_libraries(s, path, seen);
        g_hash_table_destroy(seen);
        library_names_add(s->carried->by_libraries, &s->use);
    }
    return ok;
}

bool carried_add(GPtrArray *inputs, struct carried *carried, const char *path, const char *map,
                 bool verbose)
{
    struct object_map *objects = map ? object_map_read(map) : NULL;
    if (map && !objects) {
        return false;
    }
    prepare_search(carried);
    carried->files++;
    struct search s = {
        .inputs = inputs, .carried = carried, .map = objects, .verbose = verbose, .given = path};
    s.linked = g_ptr_array_new_with_free_func(g_free);
    s.use.own = g_ptr_array_new_with_free_func(g_free);
    s.use.others = g_ptr_array_new_with_free_func(g_free);
    s.use.missing = g_ptr_array_new_with_free_func(g_free);
    char *real = graph_notes_file(path) <= GRAPH_NOTES_UNREADABLE ? libtool_real(path) : NULL;
    bool ok = search_all(&s, real ? real : path);
    g_free(real);
    g_ptr_array_unref(s.linked);
    g_ptr_array_unref(s.use.own);
    g_ptr_array_unref(s.use.others);
    g_ptr_array_unref(s.use.missing);
    move_clear(&s.move);
    object_map_free(objects);
    return ok;
}

bool carried_add_exports(struct carried *carried, const char *path)
{
    prepare_search(carried);
    carried->exports_given = true;
    enum graph_notes_file kind = graph_notes_file(path);
    if (kind == GRAPH_NOTES_UNREADABLE) {
        int fd = found_open(path);
        cli_error("%s: cannot read: %s", path, found_reason(fd < 0 ? errno : EIO));
        if (fd >= 0) {
            close(fd);
        }
        return false;
    }
    bool shown = kind == GRAPH_NOTES_LINKED && exported_symbols_add(carried->exported, path);
    if (!shown) {
        cli_error("%s: does not show what it exports: give a program or shared library that is not "
                  "stripped",
                  path);
        return false;
    }
    GPtrArray *own = g_ptr_array_new();
    g_ptr_array_add(own, (void *)path);
    library_names_of(carried->by_libraries, own);
    g_ptr_array_unref(own);
    return true;
}

static bool is_exported(void *carried, const char *name)
{
    return g_hash_table_contains(((const struct carried *)carried)->exported, name);
}

static bool is_named(void *carried, const char *name)
{
    return g_hash_table_contains(((const struct carried *)carried)->named, name);
}

bool carried_is_one(const struct carried *carried, guint graphs)
{
    return carried->files == 1 && !carried->unlinked && carried->taken == graphs;
}

void carried_describe(struct cg_link_options *options, struct carried *carried, guint graphs)
{
    bool only_files = carried->lost && carried->taken == graphs;
    options->symbols = carried;
    bool shown = carried->exports_given || (only_files && !carried->shows_no_exports);
    options->is_exported = shown ? is_exported : NULL;
    options->is_referenced = only_files && !carried->names_unknown ? is_named : NULL;
}

void carried_clear(struct carried *carried)
{
    if (carried->lost) {
        g_ptr_array_unref(carried->lost);
        g_hash_table_destroy(carried->wrapped);
        g_hash_table_destroy(carried->named);
        g_hash_table_destroy(carried->by_libraries);
        g_hash_table_destroy(carried->exported);
        g_hash_table_destroy(carried->programs);
        g_hash_table_destroy(carried->embedded);
        g_ptr_array_unref(carried->mains);
    }
    *carried = (struct carried){0};
}
